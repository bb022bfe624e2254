"""One process holds the store; every command works beside it."""

import ctypes
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from core.serving.announcement import Announcement, announce, read_announcement
from core.serving.remote import INTERNAL, find_running
from core.settings import Settings
from tests.conftest import ROOT
from tests.made_pdfs import write_pdf

REG = "linjiang_dispatch_2024"
PIDFD_GETFD = 438  # the same number on every kind of Linux
SAMPLE = ROOT / "data" / "samples" / "northgate_reliability_2024.pdf"


def test_it_announces_itself_to_its_owner_and_takes_it_back(serve, tmp_path):
    served = serve(tmp_path / "data")
    file = tmp_path / "data" / "server.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["pid"] == served.process.pid
    again = served.gridcode("serve", "--port", "0")
    assert again.returncode == 1
    assert served.url in again.stderr
    assert again.stderr.count("\n") == 1
    assert served.stop() == 0
    assert not file.exists()
    assert not (tmp_path / "data" / "gridcode.duckdb.wal").exists()


def test_its_own_commands_want_the_token_always(served):
    def status(method: str = "POST", **headers: str) -> int:
        return httpx.request(
            method, f"{served.url}{INTERNAL}/hello", json={}, headers=headers
        ).status_code

    token = {"Authorization": f"Bearer {served.announcement.token}"}
    assert status() == 401
    assert status(Authorization="Bearer wrong") == 401
    assert status(**token, Origin="http://elsewhere.example") == 403
    assert status(**token, Host="elsewhere.example") == 421
    assert status("GET", **token) == 405
    assert status(**token) == 200
    nonsense = f"{served.url}{INTERNAL}/nonsense"
    assert httpx.post(nonsense, json={}, headers=token).json()["type"] == "NotFound"
    assert httpx.post(nonsense, content=b"{", headers=token).status_code == 400


def test_the_pages_are_there_and_refuse_foreign_names(served):
    assert httpx.get(f"{served.url}/_stcore/health").text == "ok"
    assert "<title>" in httpx.get(served.url).text
    assert httpx.get(served.url, headers={"Host": "elsewhere.example"}).status_code == 421


@pytest.mark.skipif(sys.platform != "linux", reason="looks into another process as Linux can")
def test_no_answer_waits_for_the_acknowledgement_of_the_one_before(served):
    found = sockets_of(served.process.pid)
    prompt = [
        it.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for it in found if is_listening(it)
    ]
    for it in found:
        it.close()
    assert prompt == [1]


def sockets_of(pid: int) -> list[socket.socket]:
    """Of another process of ours, in this one as well."""
    process, libc = os.pidfd_open(pid), ctypes.CDLL(None, use_errno=True)
    found = []
    for opened in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            if not str(opened.readlink()).startswith("socket:"):
                continue
            taken = libc.syscall(PIDFD_GETFD, process, int(opened.name), 0)
            if taken < 0:
                pytest.skip(f"this system does not allow it: {os.strerror(ctypes.get_errno())}")
            found.append(socket.socket(fileno=taken))
    os.close(process)
    return found


def is_listening(each: socket.socket) -> bool:
    is_internet = each.family in (socket.AF_INET, socket.AF_INET6)
    return is_internet and bool(each.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def test_commands_answer_the_same_with_and_without_a_workbench(serve, samples_dir, gridcode):
    commands = [
        ("list",),
        ("call", "list_tables", f"reg_id={REG}"),
        ("call", "list_tables", "reg_id=nope"),
        ("delete", "nope", "--json"),
        ("search", "母线失压", "--json"),
        ("table", REG, "6-3"),
    ]
    alone = [gridcode(*command) for command in commands]
    served = serve(samples_dir)
    for command, before in zip(commands, alone, strict=True):
        now = served.gridcode(*command)
        assert (now.returncode, now.stdout, now.stderr) == (
            before.returncode,
            before.stdout,
            before.stderr,
        ), command


def test_everything_works_beside_a_running_workbench(serve, tmp_path):
    served = serve(tmp_path / "data")
    write_pdf(tmp_path / "one.pdf", [["1 General", "One."], ["2 Scope"]])
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    done = served.gridcode("ingest", SAMPLE, tmp_path / "bad.pdf", tmp_path / "one.pdf", "--json")
    reports = json.loads(done.stdout)
    assert [report.get("reg_id", report.get("type")) for report in reports] == [
        "northgate_reliability_2024",
        "NotAPdf",
        "one",
    ]
    assert set(reports[1]) == {"source_file", "error", "type", "hint"}
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    lines = '{"tool": "list_regulations"}\n{"tool": "nope"}\n'
    answers = served.gridcode("call", "-", stdin=lines).stdout.splitlines()
    assert [next(iter(json.loads(answer))) for answer in answers] == ["result", "error"]
    assert served.gridcode("export", "one", tmp_path / "out").returncode == 0
    assert (tmp_path / "out" / "page_0002.json").is_file()
    assert served.gridcode("export", "one", tmp_path / "out").returncode == 1
    assert served.gridcode("delete", "one").stdout == "Deleted one.\n"
    assert served.gridcode("import", tmp_path / "out").stdout == "Imported one.\n"
    assert served.gridcode("backup", tmp_path / "b.zip").returncode == 0
    refused = served.gridcode("restore", tmp_path / "b.zip", "--force")
    assert (refused.returncode, served.url in refused.stderr) == (1, True)
    assert served.gridcode("doctor", "--repair").returncode == 0
    assert list((tmp_path / "data" / "outbox").iterdir()) == []


def test_many_commands_at_once_never_meet_a_lock(served):
    commands = [
        subprocess.Popen(
            served.command("call", "get_table_by_id", f"reg_id={REG}", f"table_id={REG}/t-6-3"),
            env=served.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    ended = [(*command.communicate(timeout=60), command.returncode) for command in commands]
    assert {(code, error) for _, error, code in ended} == {(0, "")}
    assert len({answer for answer, _, _ in ended}) == 1


def test_two_commands_without_a_workbench_wait_for_each_other(gridcode, settings, samples_dir):
    first = subprocess.Popen(
        [*_command("call", "-")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert first.stdin is not None
    assert first.stdout is not None
    first.stdin.write('{"tool": "list_regulations"}\n')
    first.stdin.flush()
    first.stdout.readline()  # now it holds the store
    second = subprocess.Popen(_command("list"), stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    first.communicate(timeout=30)
    answer, _ = second.communicate(timeout=30)
    assert (second.returncode, answer.count("\n")) == (0, 3)


def test_ctrl_c_cancels_the_job_and_nothing_remains(serve, tmp_path):
    served = serve(tmp_path / "data")
    command = subprocess.Popen(
        served.command("ingest", SAMPLE),
        env=served.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell starts what runs in its background deaf to Ctrl-C, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    _wait_for(lambda: any((tmp_path / "data" / "staging").glob("*")))
    command.send_signal(signal.SIGINT)
    _, error = command.communicate(timeout=60)
    assert command.returncode == 130
    assert "cancelled" in error
    assert served.gridcode("list").stdout == ""
    assert list((tmp_path / "data" / "staging").iterdir()) == []


def test_after_a_kill_everything_works_without_it_and_with_a_new_one(serve, samples_dir, gridcode):
    first = serve(samples_dir)
    first.kill()
    assert (samples_dir / "server.json").exists()
    assert gridcode("list").stdout.count("\n") == 3
    second = serve(samples_dir)
    assert second.announcement.pid == second.process.pid
    assert second.gridcode("call", "list_regulations").returncode == 0
    assert second.gridcode("doctor").returncode == 0


@pytest.mark.parametrize("stale", ["a dead process", "another process", "a wrong token", "no JSON"])
def test_a_stale_announcement_is_recognised(served, settings, gridcode, stale):
    """It must not send anybody elsewhere, nor keep a workbench from starting."""
    running = served.announcement
    if stale == "no JSON":
        settings.data_dir.mkdir(parents=True)
        (settings.data_dir / "server.json").write_text("{")
    else:
        said = {
            "a dead process": Announcement(running.url, 2**22 - 3, running.token),
            "another process": Announcement("http://127.0.0.1:1", os.getpid(), "x"),
            "a wrong token": Announcement(running.url, running.pid, "x"),
        }[stale]
        announce(settings.data_dir, said)
    assert find_running(settings) is None
    assert gridcode("list").stderr == "The library is empty.\n"


def test_the_announcement_of_another_library_is_not_followed(served, settings, gridcode):
    """A data directory that was copied with its announcement while the workbench ran."""
    announce(settings.data_dir, served.announcement)
    assert find_running(settings) is None
    assert find_running(Settings(data_dir=served.data_dir)) == served.announcement
    assert gridcode("list").stdout == ""


def test_a_port_in_use_is_told_in_one_line(served, tmp_path):
    port = served.url.rsplit(":", 1)[1]
    env = served.env | {"GRIDCODE_DATA_DIR": str(tmp_path / "other")}
    done = subprocess.run(
        served.command("serve", "--port", port), env=env, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "--port" in done.stderr
    assert read_announcement(tmp_path / "other") is None


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "core.cli", *arguments]


def _wait_for(is_so, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)
