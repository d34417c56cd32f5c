"""`sizewise` alone opens the app; where there is no terminal for it, it reads one workload and answers."""

from __future__ import annotations

import os
import sys


def run() -> int:
    """Open the app. Through a pipe one line is answered; a terminal that cannot draw gets the plain conversation."""
    is_served = "TEXTUAL_DRIVER" in os.environ  # `sizewise serve` draws through a pipe
    if not is_served and not (sys.stdin.isatty() and sys.stdout.isatty()):
        from tui.cli.ask import run as ask  # noqa: PLC0415  # each face loads only what it needs

        return ask()
    if not is_served and os.environ.get("TERM", "dumb") in ("", "dumb"):
        from tui.plain import run as plain  # noqa: PLC0415

        return plain()
    return _app()


def _app() -> int:
    from knowledge import load  # noqa: PLC0415  # each face loads only what it needs
    from tui.app import SizewiseApp  # noqa: PLC0415  # Textual loads only here

    app = SizewiseApp(load())
    app.run()
    if app.failure:
        print(  # noqa: T201  # the screen is gone; this is all that is left
            f"Sizewise failed on its own ({app.failure}). What you said is kept: /open lists it next time.",
            file=sys.stderr,
        )
    return app.return_code or 0
