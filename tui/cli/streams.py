"""Standard streams that take any text: old encodings, closed pipes, full disks, terminal escapes."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import Final, TextIO

PLAIN: Final = {
    "●": "*", "✗": "x", "→": ">", "›": ">", "·": "|", "×": "x", "−": "-", "–": "-", "…": ".", "µ": "u", "“": '"', "”": '"', "’": "'",
}  # fmt: skip
"""ASCII for the signs Sizewise prints, a character for a character, so that columns stay."""
_HANDLER: Final = "sizewise"


def make_tolerant() -> None:
    """Let the standard streams replace what their encoding does not have, instead of failing."""
    if sys.stdout is None:  # the caller closed it
        sys.stdout = io.TextIOWrapper(io.BytesIO())
    codecs.register_error(_HANDLER, _in_ascii)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _HANDLER), (sys.stderr, _HANDLER)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def flush(stream: TextIO | None) -> str:
    """Write out what is buffered; why that failed, or "". A reader that has gone is no failure."""
    try:
        if stream is not None:
            stream.flush()
    except BrokenPipeError:
        discard(stream)
    except OSError as error:
        discard(stream)
        return error.strerror or type(error).__name__
    return ""


def discard(stream: TextIO | None) -> None:
    """Send what `stream` still holds nowhere, so that the interpreter's own flush at the end is quiet."""
    if isinstance(stream, io.TextIOWrapper):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def printable(text: str) -> str:
    """`text` without what steers a terminal: controls, marks of direction and broken characters become spaces; lines stay."""
    return "".join(character if character.isprintable() or character in "\n\t" else " " for character in text)


def _in_ascii(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end
