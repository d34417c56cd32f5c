"""A headless Chromium, driven over the pipe of its DevTools protocol: what a page looks like, says on its console, and asks for."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

BINARY = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_QUIET = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions")
_OWN = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-default-browser-check")


class Browser:
    """One page of a browser of our own."""

    def __init__(self, folder: Path) -> None:
        """Start it with its profile in `folder`."""
        if BINARY is None:
            raise RuntimeError("There is no Chromium.")
        ours, theirs = os.pipe(), os.pipe()
        self._read, self._write = theirs[0], ours[1]

        def take_pipes() -> None:
            """Chromium reads commands at 3 and writes answers at 4; copies lie higher, so that neither covers the other first."""
            given, answers = os.dup2(ours[0], 20), os.dup2(theirs[1], 21)
            os.dup2(given, 3)
            os.dup2(answers, 4)

        self._process = subprocess.Popen(
            [BINARY, *_QUIET, *_OWN, "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=take_pipes,  # noqa: PLW1509  # no other thread runs here
        )
        os.close(ours[0])
        os.close(theirs[1])
        self._number, self._left, self._session = 0, b"", ""
        self.events: list[dict[str, Any]] = []
        """What the page told, unasked."""
        targets = self.send_command("Target.getTargets")["targetInfos"]
        page = next(one for one in targets if one["type"] == "page")
        self._session = self.send_command("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log", "Accessibility", "Security"):
            self.send_command(f"{domain}.enable")

    def __enter__(self) -> Self:
        """Give the browser."""
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(30)
        os.close(self._write)
        os.close(self._read)

    def send_command(self, method: str, /, **parameters: object) -> dict[str, Any]:
        """The answer to a command."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            found = self._read_event()
            if found.get("id") == self._number:
                assert "error" not in found, found
                answer: dict[str, Any] = found["result"]
                return answer
            self.events.append(found)

    def _read_event(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            more = os.read(self._read, 1 << 20)
            assert more, "Chromium has ended."
            self._left += more
        line, _, self._left = self._left.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def open_page(self, address: str) -> None:
        """Load a page, and wait until it stands."""
        self.events.clear()
        self.send_command("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read_event())

    def list_events(self, method: str) -> list[dict[str, Any]]:
        """Events of a kind since the page was opened."""
        return [event["params"] for event in self.events if event.get("method") == method]

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401  # whatever the page computes
        """What an expression is on the page."""
        return self.send_command("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def set_view(self, *, width: int, height: int = 900, scheme: str = "light", media: str = "screen") -> None:
        """Show the page at a size, in light or dark, on a screen or on paper."""
        self.send_command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.send_command("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def save_picture(self, path: Path, *, top: float = 0, height: float | None = None, scale: float = 1) -> None:
        """Save what the page looks like, all of it or a part."""
        size = self.send_command("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": top, "width": size["width"], "height": height or size["height"], "scale": scale}
        data = self.send_command("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        path.write_bytes(base64.b64decode(data))

    def save_pdf(self, path: Path) -> None:
        """Save the page as it would be printed."""
        path.write_bytes(base64.b64decode(self.send_command("Page.printToPDF", printBackground=False)["data"]))
