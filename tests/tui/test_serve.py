"""`sizewise serve`: the app in a browser, for this machine and its own page alone."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

import tui.cli
from tests.tui.conftest import COMMAND, Start
from tests.tui.report.browser import BINARY, Browser

PATIENCE = 30.0
"""Seconds after which words that do not come are a failure; no measure of speed."""


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def port(settings: dict[str, str]) -> Iterator[int]:
    """The port of a server that runs, for all tests here."""
    port = free_port()
    process = subprocess.Popen([COMMAND, "serve", "--port", str(port)], env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        process.kill()
        process.communicate()


async def shown(port: int, words: str) -> bytes:
    """What the app writes to the browser until these words."""
    screen, end = b"", time.monotonic() + PATIENCE
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"ws://127.0.0.1:{port}/ws?width=80&height=24", origin=f"http://127.0.0.1:{port}") as browser,
    ):
        while words.encode() not in screen and time.monotonic() < end:
            message = await asyncio.wait_for(browser.receive(), PATIENCE)
            screen += message.data if isinstance(message.data, bytes) else str(message.data).encode()
    return screen


async def status(port: int, path: str, **headers: str) -> int:
    """How a request is answered."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}", headers=headers) as answer:
        return answer.status


async def test_the_page_loads_nothing_from_elsewhere(port: int) -> None:
    """Its policy names no other host, so that nothing leaves the machine."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/") as answer:
        policy, page = answer.headers["Content-Security-Policy"], await answer.text()
    assert "https://" not in page.split("<body", 1)[0]
    assert policy.startswith("default-src 'self'")
    assert [word for word in policy.split() if "://" in word] == [f"ws://127.0.0.1:{port};"]


async def test_the_first_screen_stands_in_the_browser(port: int) -> None:
    """The page comes, and its socket shows what the terminal would."""
    assert await status(port, "/") == 200
    assert b"What do you want to run?" in await shown(port, "What do you want to run?")


@pytest.mark.skipif(BINARY is None, reason="There is no Chromium.")
def test_what_is_typed_without_a_click_arrives(port: int, tmp_path: Path) -> None:
    """The page takes keys as soon as it stands, and asks no other host."""
    with Browser(tmp_path) as browser:
        browser.send_command("Emulation.setFocusEmulationEnabled", enabled=True)
        browser.open_page(f"http://127.0.0.1:{port}/")
        end = time.monotonic() + PATIENCE
        while browser.evaluate("document.activeElement.className") != "xterm-helper-textarea" and time.monotonic() < end:
            time.sleep(0.1)
        assert browser.evaluate("document.activeElement.className") == "xterm-helper-textarea"
        asked = [one["request"]["url"] for one in browser.list_events("Network.requestWillBeSent")]
        assert [url for url in asked if not url.startswith((f"http://127.0.0.1:{port}/", "data:"))] == []


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {"Host": "evil.example"}),
        ("/ws", {"Origin": "http://evil.example"}),
        ("/ws", {}),
        ("/", {"Origin": "http://localhost:1"}),
    ],
    ids=["another name for this machine", "another page", "no page", "another port"],
)
async def test_no_other_page_gets_in(port: int, path: str, headers: dict[str, str]) -> None:
    """Neither under another name nor from another page."""
    assert await status(port, path, **headers) == 403


def test_it_listens_on_the_loopback_address_alone(port: int) -> None:
    """Not on the addresses under which others reach this machine."""
    table = Path("/proc/net/tcp")
    if not table.exists():
        pytest.skip("This system does not list its sockets in a file.")
    listening = [line.split()[1] for line in table.read_text(encoding="ascii").splitlines() if line.split()[3] == "0A"]
    assert [address for address in listening if int(address.split(":")[1], 16) == port] == [f"0100007F:{port:04X}"]


def test_a_port_in_use_or_out_of_range_is_one_line(inside: Start, port: int) -> None:
    """With the option, the value and what to try."""
    for wanted, words in ((str(port), f"--port: {port} cannot be used"), ("0", "--port"), ("99999", "--port"), ("web", "--port")):
        ended = inside("serve", "--port", wanted)
        assert (ended.status, ended.out) == (2, "")
        assert words in ended.err
        assert len(ended.err.splitlines()) == 1


def test_without_the_extra_it_says_what_to_install(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line."""
    for name in ("textual_serve", "textual_serve.server"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "tui.cli.serve", raising=False)
    monkeypatch.delattr(tui.cli, "serve", raising=False)
    ended = inside("serve", "--port", str(free_port()))
    assert ended.status == 2
    assert "pip install" in ended.err
