"""An OpenAI-compatible server with manners of its own, run by tests in a process of its own.

The name of the model decides how it behaves; nothing is kept between requests. Every request is
written to the log, one JSON in a line. ``python tests/language_model_server.py LOG GATE`` prints
its port.
"""

import json
import re
import socket
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

QUOTE = "检查母线及连接设备，并将检查结果在 8 min 内报告值班调度员"
WRONG = "检查母线及连接设备，并将检查结果在 45 min 内报告值班调度员"
FIGURE = (
    "<figure>\n<figure_type>Diagram</figure_type>\n"
    "<figure_description>双母线接线，母联断路器连接两段母线</figure_description>\n</figure>"
)


def last_words(request: dict) -> str:
    content = [m["content"] for m in request["messages"] if m["role"] == "user"][-1]
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content)


def tool_answers(request: dict) -> list[str]:
    return [m["content"] for m in request["messages"] if m["role"] == "tool"]


def answer(request: dict, quote: str) -> str:
    """The quotation for the regulation that is read, all of them where they are combined."""
    words = last_words(request)
    named = re.findall(r"(?:Regulation: |reg_id=')([\w.@-]+)", words) or ["linjiang_dispatch_2024"]
    told = [f"报告时限为“{quote}”[{reg_id} P20]。" for reg_id in named]
    return "结论如下：\n" + "\n".join(told)


def call(name: str, **arguments: object) -> dict:
    return {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}


def agent_turn(request: dict, model: str) -> dict | str:
    turn = len(tool_answers(request))
    if model == "agent-forever":
        return call("list_regulations", why="再看一遍")
    if model == "agent-lost" and turn == 0:
        return call(
            "read_page_range", why="翻到 999 页", reg_id="linjiang_dispatch_2024",
            start_page=999, end_page=999,
        )  # fmt: skip
    if model == "agent-hostile" and turn == 0:
        return call("delete_regulation", reg_id="linjiang_dispatch_2024")
    if turn == 0:
        return call("smart_search", why="先检索母线失压", query="母线失压 报告")
    if turn == 1:
        return call(
            "read_page_range", why="打开第 20 页核对", reg_id="linjiang_dispatch_2024",
            start_page=20, end_page=20,
        )  # fmt: skip
    return f"应在 8 min 内报告：“{QUOTE}”[linjiang_dispatch_2024 P20]。"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log: Path
    gate: Path

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        seen = {
            "path": self.path,
            "key": self.headers.get("Authorization"),
            "tools": [tool["function"]["name"] for tool in request.get("tools", [])],
            "words": last_words(request),
            "tool_answers": tool_answers(request),
            "pictures": sum(
                part.get("type") == "image_url"
                for message in request["messages"]
                if isinstance(message["content"], list)
                for part in message["content"]
            ),
        }
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(seen, ensure_ascii=False) + "\n")
        self.behave(request, request["model"])

    def behave(self, request: dict, model: str) -> None:
        if model == "failing":
            return self.refuse(500, "the model has fallen over")
        if model == "wrong-key":
            return self.refuse(401, f"no such key: {self.headers['Authorization']}")
        if model.startswith("agent"):
            turn = agent_turn(request, model)
            return self.tool_call(turn) if isinstance(turn, dict) else self.write(turn)
        if model == "wrong-quote":
            return self.write(answer(request, WRONG))
        if model == "nothing":
            return self.write("在这些规程中未找到。")
        if model == "unsupported":
            return self.write("大约需要 33 分钟，这是常识。")
        if model == "vision":
            return self.write(FIGURE)
        if model == "cut-off":
            return self.write(answer(request, QUOTE), break_off=True)
        if model == "ends-early":
            return self.write(answer(request, QUOTE), finished=False)
        if model == "gated":
            return self.write(answer(request, QUOTE), gated=True)
        if model == "silent":
            return self.write("…", hang=True)
        if model == "thirsty":
            return self.write(answer(request, QUOTE), tokens=6_000)
        return self.write(answer(request, QUOTE))

    def refuse(self, status: int, message: str) -> None:
        body = json.dumps({"error": {"message": message}}).encode()
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
        finished: bool = True,
        hang: bool = False,
        tokens: int = 960,
    ) -> None:
        self.begin()
        pieces = [text[start : start + 6] for start in range(0, len(text), 6)]
        for nth, piece in enumerate(pieces):
            self.piece({"content": piece})
            if hang:
                self.wait_for_ever()
                return
            if gated and nth == 0:
                self.wait_for_gate()
            if break_off and nth == len(pieces) // 2:
                # Closing alone tells nobody: the handler's files hold the socket open.
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
        if finished:
            self.piece({}, "stop")
        self.end(tokens)

    def tool_call(self, made: dict) -> None:
        self.begin()
        self.piece({"tool_calls": [{"index": 0, "id": "call_1", "type": "function",
                                    "function": made}]})  # fmt: skip
        self.piece({}, "tool_calls")
        self.end()

    def begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def piece(self, delta: dict, finish: str | None = None) -> None:
        chunk = {
            "id": "x", "object": "chat.completion.chunk", "created": 0, "model": "test",
            "choices": [{"index": 0, "delta": {"role": "assistant", **delta},
                         "finish_reason": finish}],
        }  # fmt: skip
        self.chunk(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode())

    def chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def end(self, tokens: int = 960) -> None:
        usage = {"prompt_tokens": tokens - 60, "completion_tokens": 60, "total_tokens": tokens}
        counted = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "test",
                   "choices": [], "usage": usage}  # fmt: skip
        self.chunk(f"data: {json.dumps(counted)}\n\n".encode())
        self.chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def wait_for_gate(self) -> None:
        """The rest is sent only when somebody has read the beginning."""
        deadline = time.monotonic() + 60
        while not self.gate.exists() and time.monotonic() < deadline:
            time.sleep(0.02)

    def wait_for_ever(self) -> None:
        """Until whoever asked has gone."""
        self.connection.settimeout(60)
        try:
            self.connection.recv(1)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        return


if __name__ == "__main__":
    Handler.log, Handler.gate = Path(sys.argv[1]), Path(sys.argv[2])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_address[1], flush=True)
    server.serve_forever()
