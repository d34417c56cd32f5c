"""`sizewise serve`: the app in a browser on this machine, and from nowhere else."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Final

from knowledge.errors import InputError
from tui.output.exit_status import DONE

try:
    from aiohttp import web
    from textual_serve.server import Server
except ImportError:
    raise InputError('serve: it needs the extra "serve". Install it with: pip install "sizewise[serve]".') from None

HOST: Final = "127.0.0.1"
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self' data:; connect-src 'self' ws://{own}; frame-ancestors 'none'"
)
"""The page may load from this server alone: its template would fetch a font from elsewhere."""
_FOREIGN_FONT: Final = re.compile(r"<link\s[^>]*https://[^>]*>")
"""The link to that font: the policy would refuse it, with an error in the console."""
_FOCUS: Final = """<script>
(function focusTerminal() {
  const input = document.querySelector(".xterm-helper-textarea");
  if (input && document.body.classList.contains("-first-byte")) input.focus(); else setTimeout(focusTerminal, 50);
})();
</script>"""
"""Lets the page take keys at once: the template waits for a click."""
COMMAND: Final = shlex.join([sys.executable, "-m", "tui.cli.main"])


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    _check_port(arguments.port)
    server = _OwnPageServer(arguments.port)
    print(f"Sizewise is at http://{HOST}:{arguments.port} for this machine alone. Ctrl+C ends it.", flush=True)
    with contextlib.redirect_stdout(io.StringIO()):
        server.serve()
    return DONE


class _OwnPageServer(Server):
    """Answers its own page alone: a page of another site could otherwise type into the app."""

    def __init__(self, port: int) -> None:
        """Listen on the loopback address alone."""
        super().__init__(COMMAND, host=HOST, port=port, title="Sizewise")

    async def _make_app(self) -> web.Application:
        app: web.Application = await super()._make_app()
        app.middlewares.append(_reject_other_pages(f"{HOST}:{self.port}"))
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: `run` has said it."""


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise InputError(f"--port: {port} cannot be used ({error.strerror}). Try {port + 1}.") from None


def _reject_other_pages(own: str) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Refuse what names another host, and a socket that another page opens; the page itself asks nobody else and takes keys at once."""

    @web.middleware
    async def check(request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
        """The answer with its policy; HTTPForbidden where the request is not from its own page."""
        origin = request.headers.get("Origin")
        if request.host != own or (origin is not None and origin != f"http://{own}") or (request.path == "/ws" and origin is None):
            raise web.HTTPForbidden(text="This is for its own page alone.")
        answer = await handler(request)
        if isinstance(answer, web.Response) and answer.content_type == "text/html" and answer.text is not None:
            answer.text = _FOREIGN_FONT.sub("", answer.text).replace("</body>", f"{_FOCUS}</body>")
        if not answer.prepared:
            answer.headers["Content-Security-Policy"] = _POLICY.format(own=own)
        return answer

    return check
