"""`sizewise` alone opens the app; where there is no terminal for it, it reads one workload and answers."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.talk import Talk


def run(arguments: argparse.Namespace) -> int:
    """Open the app. Through a pipe one line is answered; a terminal that cannot draw gets the plain conversation."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        from tui.cli.ask import run as ask  # noqa: PLC0415  # each face loads only what it needs

        return ask(arguments)
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        from tui.plain import run as plain  # noqa: PLC0415

        return plain(arguments)
    return _app()


def _app() -> int:
    import gc  # noqa: PLC0415

    from tui.app import SizewiseApp  # noqa: PLC0415  # Textual loads only here

    gc.enable()  # a conversation lives long
    app = SizewiseApp(_open_talk)
    app.run()
    return app.return_code or 0


def _open_talk() -> Talk:
    from engine.dialogue import Desk  # noqa: PLC0415  # read after the first paint
    from knowledge import load  # noqa: PLC0415
    from tui.talk import Talk  # noqa: PLC0415

    return Talk(Desk(load()))
