"""Starts the app, or the same conversation line by line where there is no terminal for the app."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from tui.output.exit_status import DONE
from tui.output.streams import print_error

if TYPE_CHECKING:
    from knowledge import Knowledge
    from tui.advice_talk import AdviceTalk


class ReaderOption(NamedTuple):
    """What the options say of a language model that reads along; None for what was not given."""

    model: str | None = None
    seconds: str | None = None


_AS_ENVIRONMENT: Final = ReaderOption()


def run_app_or_plain(reader: ReaderOption = _AS_ENVIRONMENT) -> int:
    """Open the app; without a terminal that can draw, converse line by line. Returns the exit status."""
    if not can_draw():
        return run_plain(reader)
    from knowledge.store import load_compiled  # noqa: PLC0415  # each face loads only what it needs

    return open_app(load_compiled(), reader=reader)


def resume_session(identity: str, reader: ReaderOption = _AS_ENVIRONMENT) -> int:
    """`sizewise --resume ID`: open the app in a saved conversation. Returns the exit status; raises InputError without a terminal."""
    from knowledge.errors import InputError  # noqa: PLC0415  # each face loads only what it needs
    from knowledge.store import load_compiled  # noqa: PLC0415

    if not can_draw():
        raise InputError("--resume: this needs a terminal that the app can draw on.")
    return open_app(load_compiled(), resume=identity, reader=reader)


def run_plain(reader: ReaderOption = _AS_ENVIRONMENT) -> int:
    """`sizewise --plain`: converse line by line until the input ends or the user leaves. Returns the exit status."""
    from engine.dialogue import Desk  # noqa: PLC0415  # each face loads only what it needs
    from knowledge import load  # noqa: PLC0415
    from tui.advice_talk import AdviceTalk  # noqa: PLC0415
    from tui.model_reader.opening import open_conversation_reader  # noqa: PLC0415
    from tui.plain_terminal import read_lines, write_parts  # noqa: PLC0415

    gc.enable()  # a conversation lives long
    talk = AdviceTalk(Desk(load()))
    talk.reads_along = open_conversation_reader(*reader, talk.desk.knowledge)
    write_parts(talk.greeting_parts())
    try:
        for line in read_lines():
            if (subjects := _practice_asked(line)) is not None:
                _practise_within(talk, subjects)
                continue
            write_parts(talk.handle_line(line))
            if talk.is_over:
                return DONE
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise
    write_parts(talk.farewell_parts(is_typed=sys.stdin.isatty()))
    return DONE


def _practice_asked(line: str) -> str | None:
    """The words behind /practice, or behind what asks for it in words; None for any other line."""
    from tui.commands.registry import as_command, is_command, known_command  # noqa: PLC0415  # each face loads only what it needs

    said = as_command(line)
    found = known_command(said) if is_command(said) else None
    return found[1] if found is not None and found[0].name == "practice" else None


def _practise_within(talk: AdviceTalk, subjects: str) -> None:
    """Practise line by line until "quit" leads back to the conversation."""
    from tui.practice.line_mode import practise_in_lines  # noqa: PLC0415  # 380 ms, only for who practises
    from tui.practice.setup import open_practice  # noqa: PLC0415  # the same

    practise_in_lines(open_practice(talk.desk.knowledge), f"about {subjects}" if subjects else "")


def can_draw() -> bool:
    """True if the app has a terminal to draw on. `sizewise serve` draws through a pipe."""
    return "TEXTUAL_DRIVER" in os.environ or (_is_terminal() and os.environ.get("TERM", "dumb") not in ("", "dumb"))


def open_app(knowledge: Knowledge | None, *, practise: str | None = None, resume: str = "", reader: ReaderOption = _AS_ENVIRONMENT) -> int:
    """Run the app until it is left. Returns the exit status.

    With `practise` it begins in practice, with that line unless it is "", with `resume` in the conversation with that id.
    Without `knowledge` the base is compiled behind the first screen. Raises InputError where it cannot be.
    """
    from tui.app import SizewiseApp  # noqa: PLC0415  # Textual takes 250 ms
    from tui.model_reader.opening import chosen_reader, open_conversation_reader  # noqa: PLC0415  # the same
    from tui.shutdown import ShutdownWatch  # noqa: PLC0415  # the same

    chosen_reader(*reader)  # raises for one that cannot be, before the screen is taken
    app = SizewiseApp(knowledge, practise=practise, resume=resume)
    app.reads_along_opener = partial(open_conversation_reader, *reader)
    app.shutdown_watch = ShutdownWatch()
    app.run()
    if app.mistake is not None:
        raise app.mistake
    why = f"Sizewise failed on its own ({app.failure})." if app.failure else f"Ended by {app.ending_signal}." if app.ending_signal else ""
    unsaved = f"What you said last could not be saved ({app.save_problem})." if app.save_problem else ""
    unsaved_practice = "" if app.is_practice_saved else "Not all of practice could be saved."
    if unsaved or unsaved_practice:  # the screen is gone; this is all that is left
        print_error(" ".join(part for part in (why, unsaved, unsaved_practice, "sizewise doctor says what is in the way.") if part))
    elif why:
        print_error(f"{why} What you said is kept: /open lists it next time.")
    elif app.kept_session and "TEXTUAL_DRIVER" not in os.environ:
        print_error(f"Resume: sizewise --resume {app.kept_session}")
    return app.return_code or 0


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
