"""`sizewise serve` answers its own page on this machine and nobody else; asked byte by byte, as a page of an attacker could."""

from __future__ import annotations

import base64
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.security.conftest import PATIENCE

OPENING = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": base64.b64encode(b"k" * 16).decode(),
}


@pytest.fixture(scope="module")
def port(environment: dict[str, str]) -> Iterator[int]:
    """The port of a server that runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "tui.cli.main", "serve", "--port", str(free)]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + PATIENCE
        while not is_open("127.0.0.1", free):
            assert server.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        yield free
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def is_open(address: str, port: int) -> bool:
    """Whether somebody answers there."""
    with socket.socket() as probe:
        probe.settimeout(5)
        return probe.connect_ex((address, port)) == 0


def answer_status(port: int, path: str, headers: dict[str, str], method: str = "GET") -> tuple[int, bytes]:
    """Status and head of the answer to a request with exactly these headers."""
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        answer = b""
        while b"\r\n\r\n" not in answer and (part := connection.recv(4096)):
            answer += part
    return int(answer.split(maxsplit=2)[1]), answer


FOREIGN = {
    "another name of this machine": {"Host": "localhost:PORT"},
    "a name that leads here now": {"Host": "rebound.example:PORT"},
    "no name": {"Host": ""},
    "another port": {"Host": "127.0.0.1:1"},
    "the right name behind another": {"Host": "127.0.0.1:PORT.evil.example"},
    "a page of another site": {"Host": "127.0.0.1:PORT", "Origin": "https://evil.example"},
    "a page without a site": {"Host": "127.0.0.1:PORT", "Origin": "null"},
    "a page of another port": {"Host": "127.0.0.1:PORT", "Origin": "http://127.0.0.1:1"},
    "a page whose name begins alike": {"Host": "127.0.0.1:PORT", "Origin": "http://127.0.0.1:PORT.evil.example"},
    "a page with the right host in its name": {"Host": "127.0.0.1:PORT", "Origin": "http://evil.example#http://127.0.0.1:PORT"},
}


@pytest.mark.parametrize("path", ["/", "/ws?width=80&height=24", "/static/js/textual.js", "/download/x", "//evil.example/"])
def test_a_foreign_host_or_page_is_refused(path: str, port: int) -> None:
    """Under every path, also where it asks for the socket by which one types."""
    opening = OPENING if path.startswith("/ws") else {}
    for foreign, template in FOREIGN.items():
        headers = {name: value.replace("PORT", str(port)) for name, value in template.items()}
        assert answer_status(port, path, {**headers, **opening})[0] in (400, 403), foreign


def test_two_hosts_are_none(port: int) -> None:
    """Whichever of them a proxy would read."""
    for second in ("rebound.example", f"127.0.0.1:{port}"):
        status, _ = answer_status(port, "/", {"Host": f"127.0.0.1:{port}\r\nHost: {second}"})
        assert status in (400, 403)


def test_the_socket_opens_for_its_own_page_alone(port: int) -> None:
    """A browser always says which page asks; what does not say so is no browser."""
    own = {"Host": f"127.0.0.1:{port}", **OPENING}
    assert answer_status(port, "/ws?width=80&height=24", {**own, "Origin": f"http://127.0.0.1:{port}"})[0] == 101
    assert answer_status(port, "/ws?width=80&height=24", own)[0] == 403


def test_the_page_may_load_from_its_server_alone(port: int) -> None:
    """By its policy; no other page may frame it."""
    status, head = answer_status(port, "/", {"Host": f"127.0.0.1:{port}"})
    found = re.search(rb"(?i)^content-security-policy: (.+?)\r$", head, re.MULTILINE)
    assert status == 200
    assert found is not None
    directives = dict(one.strip().decode().split(" ", 1) for one in found[1].split(b";"))
    assert directives["default-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert directives["connect-src"] == f"'self' ws://127.0.0.1:{port}"


@pytest.mark.parametrize(
    "path", ["/static/../../../../../../etc/passwd", "/static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/static//etc/passwd"]
)
def test_no_path_leads_out_of_what_is_served(path: str, port: int) -> None:
    """Neither dots, nor their codes, nor a second slash."""
    status, head = answer_status(port, path, {"Host": f"127.0.0.1:{port}"})
    assert status in (400, 403, 404)
    assert b"root:" not in head


def test_no_other_address_answers(port: int) -> None:
    """It is bound to 127.0.0.1 itself: not even another address of the same loop leads to it."""
    assert not is_open("127.0.0.2", port)
