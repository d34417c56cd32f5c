"""Standard streams that take any text: old encodings, closed pipes, full disks, terminal escapes."""

from __future__ import annotations

import codecs
import io
import os
import sys

TYPE_CHECKING = False  # typing is not loaded for `--version`
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, TextIO

ASCII_SIGNS: Final = {
    "●": "*", "✗": "x", "→": ">", "›": ">", "·": "|", "×": "x", "−": "-", "–": "-", "…": ".", "µ": "u", "“": '"', "”": '"', "’": "'",
}  # fmt: skip
"""ASCII for the signs Sizewise prints, a character for a character, so that columns stay."""
_HANDLER: Final = "sizewise"
_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""Name and mode of the standard streams, in the order of their numbers."""


def make_tolerant() -> None:
    """Let the standard streams replace what their encoding does not have, instead of failing; one that the caller closed leads nowhere."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _open_closed_streams()
    codecs.register_error(_HANDLER, _replace_with_ascii)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _HANDLER), (sys.stderr, _HANDLER)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def print_error(line: str) -> None:
    """Print a line to standard error. Where nobody can read it, the exit status has to do."""
    try:
        print(replace_controls(line), file=sys.stderr, flush=True)
    except OSError:
        discard_buffer(sys.stderr)


def print_errors(lines: Iterable[str]) -> None:
    """Print lines to standard error."""
    for line in lines:
        print_error(line)


def flush_stream(stream: TextIO | None) -> OSError | None:
    """Write out what is buffered; why that failed, or None. A reader that has gone is no failure."""
    try:
        if stream is not None:
            stream.flush()
    except BrokenPipeError:
        discard_buffer(stream)
    except OSError as error:
        discard_buffer(stream)
        return error
    return None


def discard_buffer(stream: TextIO | None) -> None:
    """Send what `stream` still holds nowhere, so that the interpreter's own flush at the end is quiet."""
    if isinstance(stream, io.TextIOWrapper):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def allows_color() -> bool:
    """True if standard output is a terminal that takes bold and dim, and NO_COLOR is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def replace_controls(text: str) -> str:
    """`text` without what steers a terminal: controls, marks of direction and broken characters become spaces; lines stay."""
    return "".join(character if character.isprintable() or character in "\n\t" else " " for character in text)


def _open_closed_streams() -> None:
    """Streams that lead nowhere for those that are closed, under their own numbers: else the next file that is opened gets one of them."""
    while (number := os.open(os.devnull, os.O_RDWR)) < len(_STREAMS):
        pass
    os.close(number)
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  # open to the end


def _replace_with_ascii(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(ASCII_SIGNS.get(character, "?") for character in error.object[error.start : error.end]), error.end
