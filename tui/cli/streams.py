"""Standard streams that take any text: old encodings, closed pipes, full disks, terminal escapes."""

from __future__ import annotations

import codecs
import io
import os
import sys

TYPE_CHECKING = False  # typing is not loaded for `--version`
if TYPE_CHECKING:
    from typing import Final, TextIO

PLAIN: Final = {
    "●": "*", "✗": "x", "→": ">", "›": ">", "·": "|", "×": "x", "−": "-", "–": "-", "…": ".", "µ": "u", "“": '"', "”": '"', "’": "'",
}  # fmt: skip
"""ASCII for the signs Sizewise prints, a character for a character, so that columns stay."""
_HANDLER: Final = "sizewise"
_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""Name and mode of the standard streams, in the order of their numbers."""


def make_tolerant() -> None:
    """Let the standard streams replace what their encoding does not have, instead of failing; one that the caller closed leads nowhere."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _open_closed()
    codecs.register_error(_HANDLER, _in_ascii)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _HANDLER), (sys.stderr, _HANDLER)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def tell(line: str) -> None:
    """Print a line to standard error. Where nobody can read it, the exit status has to do."""
    try:
        print(printable(line), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def flush(stream: TextIO | None) -> OSError | None:
    """Write out what is buffered; why that failed, or None. A reader that has gone is no failure."""
    try:
        if stream is not None:
            stream.flush()
    except BrokenPipeError:
        discard(stream)
    except OSError as error:
        discard(stream)
        return error
    return None


def discard(stream: TextIO | None) -> None:
    """Send what `stream` still holds nowhere, so that the interpreter's own flush at the end is quiet."""
    if isinstance(stream, io.TextIOWrapper):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def printable(text: str) -> str:
    """`text` without what steers a terminal: controls, marks of direction and broken characters become spaces; lines stay."""
    return "".join(character if character.isprintable() or character in "\n\t" else " " for character in text)


def _open_closed() -> None:
    """Streams that lead nowhere for those that are closed, under their own numbers: else the next file that is opened gets one of them."""
    while (number := os.open(os.devnull, os.O_RDWR)) < len(_STREAMS):
        pass
    os.close(number)
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  # open to the end


def _in_ascii(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end
