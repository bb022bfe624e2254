"""A server that speaks Anthropic's messages API, run by tests in a process of its own.

What it answers is what ``tests/language_model_server.py`` answers; how it is sent differs: named
events, blocks that begin and end, calls of tools whose arguments come in pieces. The name of the
model decides how it behaves. ``python tests/anthropic_server.py LOG GATE`` prints its port.
"""

import json
import socket
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.language_model_server import QUOTE, WRONG, agent_turn, answer


def as_chat(request: dict) -> dict:
    """The conversation as the other server reads it: words of the user, answers of tools."""
    messages = []
    for message in request["messages"]:
        content = message["content"]
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        words = [part["text"] for part in parts if part["type"] == "text"]
        if words:
            messages.append({"role": message["role"], "content": "\n".join(words)})
        messages += [
            {"role": "tool", "content": told(part["content"])}
            for part in parts
            if part["type"] == "tool_result"
        ]
    return {"messages": messages}


def told(content: str | list) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log: Path
    gate: Path

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        chat = as_chat(request)
        seen = {
            "path": self.path,
            "key": self.headers.get("Authorization"),
            "version": self.headers.get("anthropic-version"),
            "streamed": request.get("stream", False),
            "system": json.dumps(request.get("system", ""), ensure_ascii=False),
            "tools": [tool["name"] for tool in request.get("tools", [])],
            "words": [m["content"] for m in chat["messages"] if m["role"] == "user"][-1],
            "tool_answers": [m["content"] for m in chat["messages"] if m["role"] == "tool"],
            "pictures": sum(
                part["type"] == "image"
                for message in request["messages"]
                if isinstance(message["content"], list)
                for part in message["content"]
            ),
        }
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(seen, ensure_ascii=False) + "\n")
        self.behave(chat, request["model"])

    def behave(self, chat: dict, model: str) -> None:
        if model == "failing":
            return self.refuse(529, "overloaded_error", "Overloaded")
        if model == "wrong-key":
            return self.refuse(401, "authentication_error", "invalid x-api-key")
        if model.startswith("agent"):
            turn = agent_turn(chat, model)
            return self.call_tool(turn) if isinstance(turn, dict) else self.write(turn)
        if model == "wrong-quote":
            return self.write(answer(chat, WRONG))
        if model == "cut-off":
            return self.write(answer(chat, QUOTE), break_off=True)
        if model == "ends-early":
            return self.write(answer(chat, QUOTE), stop_reason=None)
        if model == "too-long":
            return self.write(answer(chat, QUOTE), stop_reason="max_tokens")
        if model == "error-in-the-stream":
            return self.write(answer(chat, QUOTE), fail=True)
        if model == "gated":
            return self.write(answer(chat, QUOTE), gated=True)
        return self.write(answer(chat, QUOTE))

    def refuse(self, status: int, kind: str, message: str) -> None:
        body = json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def write(
        self,
        text: str,
        *,
        gated: bool = False,
        break_off: bool = False,
        fail: bool = False,
        stop_reason: str | None = "end_turn",
    ) -> None:
        """``stop_reason`` None: the stream ends without the events that end a message."""
        self.begin()
        self.event("content_block_start", index=0, content_block={"type": "text", "text": ""})
        pieces = [text[start : start + 6] for start in range(0, len(text), 6)]
        for nth, piece in enumerate(pieces):
            delta = {"type": "text_delta", "text": piece}
            self.event("content_block_delta", index=0, delta=delta)
            if gated and nth == 0:
                self.wait_for_gate()
            if nth == len(pieces) // 2:
                if break_off:
                    # Closing alone tells nobody: the handler's files hold the socket open.
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                if fail:
                    overloaded = {"type": "overloaded_error", "message": "Overloaded"}
                    self.event("error", error=overloaded)
                    self.end()
                    return
        if stop_reason is None:
            self.end()
            return
        self.event("content_block_stop", index=0)
        self.stop(stop_reason)

    def call_tool(self, made: dict) -> None:
        self.begin()
        block = {"type": "tool_use", "id": "toolu_1", "name": made["name"], "input": {}}
        self.event("content_block_start", index=0, content_block=block)
        given = made["arguments"]
        for start in range(0, len(given), 12):
            delta = {"type": "input_json_delta", "partial_json": given[start : start + 12]}
            self.event("content_block_delta", index=0, delta=delta)
        self.event("content_block_stop", index=0)
        self.stop("tool_use")

    def begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        message = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": "test", "content": [],
            "stop_reason": None, "stop_sequence": None,
            "usage": {"input_tokens": 900, "output_tokens": 1},
        }  # fmt: skip
        self.event("message_start", message=message)
        self.event("ping")

    def stop(self, reason: str) -> None:
        delta = {"stop_reason": reason, "stop_sequence": None}
        self.event("message_delta", delta=delta, usage={"output_tokens": 60})
        self.event("message_stop")
        self.end()

    def event(self, name: str, **fields: object) -> None:
        data = json.dumps({"type": name, **fields}, ensure_ascii=False)
        self.chunk(f"event: {name}\ndata: {data}\n\n".encode())

    def chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def end(self) -> None:
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def wait_for_gate(self) -> None:
        """The rest is sent only when somebody has read the beginning."""
        deadline = time.monotonic() + 60
        while not self.gate.exists() and time.monotonic() < deadline:
            time.sleep(0.02)

    def log_message(self, *_: object) -> None:
        return


if __name__ == "__main__":
    Handler.log, Handler.gate = Path(sys.argv[1]), Path(sys.argv[2])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_address[1], flush=True)
    server.serve_forever()
