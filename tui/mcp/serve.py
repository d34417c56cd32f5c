"""`sizewise mcp`: serves over standard input and output until the client goes."""

from __future__ import annotations

import argparse
import gc
import logging
import sys

from knowledge import load
from knowledge.errors import InputError
from tui.cli.main import DONE
from tui.mcp.held import Held


def run(_arguments: argparse.Namespace) -> int:
    """Serve one client. Raises InputError where the extra is missing."""
    try:
        import anyio  # noqa: PLC0415  # comes with an optional extra
        import mcp.server.stdio  # noqa: F401, PLC0415  # an optional extra
    except ImportError:
        raise InputError('mcp: it needs the extra "mcp". Install it with: pip install "sizewise[mcp]".') from None
    held = Held(load())
    if sys.stdin.isatty():
        print(held.say("by_hand"), file=sys.stderr)  # noqa: T201  # a person waits for an answer that will not come
    gc.enable()  # a connection lives long
    logging.disable(logging.CRITICAL)  # a message that makes no sense is answered, and is no news for who started the server
    try:
        anyio.run(_serve, held)
    except* OSError:
        pass  # the client has gone
    return DONE


async def _serve(held: Held) -> None:
    from mcp.server.stdio import stdio_server  # noqa: PLC0415  # an optional extra

    from tui.mcp.server import server_of  # noqa: PLC0415  # the same

    server = server_of(held)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
