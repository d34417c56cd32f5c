"""`sizewise` alone opens the app; where there is no terminal for it, the same conversation goes line by line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knowledge import Knowledge


def run() -> int:
    """Open the app. A pipe, and a terminal that cannot draw, get the plain conversation."""
    if can_draw():
        from knowledge import load  # noqa: PLC0415  # each face loads only what it needs

        return open_app(load())
    from tui.plain import run as plain  # noqa: PLC0415  # the same

    return plain()


def can_draw() -> bool:
    """Whether the app has a terminal to draw on. `sizewise serve` draws through a pipe."""
    return "TEXTUAL_DRIVER" in os.environ or (_is_terminal() and os.environ.get("TERM", "dumb") not in ("", "dumb"))


def open_app(knowledge: Knowledge, *, practise: str | None = None) -> int:
    """Run the app until it is left; its exit status. With `practise` it begins in practice, with that line where it is not empty."""
    from tui.app import SizewiseApp  # noqa: PLC0415  # Textual loads only here
    from tui.cli.streams import tell  # noqa: PLC0415  # the same

    app = SizewiseApp(knowledge, practise=practise)
    app.run()
    why = f"Sizewise failed on its own ({app.failure})." if app.failure else f"Ended by {app.ended_by}." if app.ended_by else ""
    said = f"What you said last could not be saved ({app.unsaved})." if app.unsaved else ""
    practised = "" if app.is_practice_kept else "Not all of practice could be saved."
    if said or practised:  # the screen is gone; this is all that is left
        tell(" ".join(part for part in (why, said, practised, "sizewise doctor says what is in the way.") if part))
    elif why:
        tell(f"{why} What you said is kept: /open lists it next time.")
    return app.return_code or 0


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
