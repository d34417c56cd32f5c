"""`sizewise serve`: the app in a browser on this machine, and from nowhere else."""

from __future__ import annotations

import argparse
import contextlib
import io
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from knowledge.errors import InputError
from tui.cli.main import DONE

if TYPE_CHECKING:  # an optional extra
    from aiohttp import web
    from textual_serve.server import Server

HOST: Final = "127.0.0.1"
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self' data:; connect-src 'self' ws://{own}; frame-ancestors 'none'"
)
"""The page may load from this server alone: its template would fetch a font from elsewhere."""
COMMAND: Final = shlex.join([sys.executable, "-m", "tui.cli.main"])


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    server = _server(arguments.port)
    print(f"Sizewise is at http://{HOST}:{arguments.port} for this machine alone. Ctrl+C ends it.", flush=True)
    with contextlib.redirect_stdout(io.StringIO()):
        server.serve()
    return DONE


def _server(port: int) -> Server:
    try:
        from textual_serve.server import Server  # noqa: PLC0415  # an optional extra
    except ImportError:
        raise InputError('serve: it needs the extra "serve". Install it with: pip install "sizewise[serve]".') from None
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise InputError(f"--port: {port} cannot be used ({error.strerror}). Try {port + 1}.") from None

    class Loopback(Server):
        """Answers its own page alone: a page of another site could otherwise type into the app."""

        async def _make_app(self) -> web.Application:
            app: web.Application = await super()._make_app()
            app.middlewares.append(_own_page_only(f"{HOST}:{port}"))
            return app

        async def on_startup(self, app: web.Application) -> None:
            """Say nothing: `run` has said it."""

    return Loopback(COMMAND, host=HOST, port=port, title="Sizewise")


def _own_page_only(own: str) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Refuse what names another host, and a socket that another page opens."""
    from aiohttp import web as http  # noqa: PLC0415  # an optional extra

    @http.middleware
    async def check(request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
        """The answer with its policy; HTTPForbidden where the request is not from its own page."""
        origin = request.headers.get("Origin")
        if request.host != own or (origin is not None and origin != f"http://{own}") or (request.path == "/ws" and origin is None):
            raise http.HTTPForbidden(text="This is for its own page alone.")
        answer = await handler(request)
        if not answer.prepared:
            answer.headers["Content-Security-Policy"] = _POLICY.format(own=own)
        return answer

    return check
