"""`sizewise mcp`: serves over standard input and output until the client leaves."""

from __future__ import annotations

import argparse
import gc
import logging
import sys

from knowledge import load
from knowledge.errors import InputError
from tui.mcp.server_state import ServerState
from tui.output.exit_status import DONE


def run(_arguments: argparse.Namespace) -> int:
    """Serve one client. Raises InputError if the optional extra is not installed."""
    try:
        import anyio  # noqa: PLC0415  # comes with an optional extra
        import mcp.server.stdio  # noqa: F401, PLC0415  # an optional extra
    except ImportError:
        raise InputError('mcp: it needs the extra "mcp". Install it with: pip install "sizewise[mcp]".') from None
    state = ServerState(load())
    if sys.stdin.isatty():
        print(state.say("by_hand"), file=sys.stderr)  # noqa: T201  # a person on a terminal gets no answer otherwise
    gc.enable()  # `main` disables it for short commands
    logging.disable(logging.CRITICAL)  # invalid messages are answered; whoever started the server need not read of them
    try:
        anyio.run(_serve_client, state)
    except* OSError:
        pass  # the client has left
    return DONE


async def _serve_client(state: ServerState) -> None:
    from mcp.server.stdio import stdio_server  # noqa: PLC0415  # an optional extra

    from tui.mcp.server import build_server  # noqa: PLC0415  # the same

    server = build_server(state)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
