"""One request per line in, one answer per line out; a bad line gets an answer with `error`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

import msgspec

from knowledge.errors import InputError
from knowledge.plain_text import strip_byte_order_mark
from tui.output.json_text import encode_json_line

MAX_BYTES = 1_000_000
_COLLECTED_AFTER = 100_000
"""After so many new objects the collector looks for cycles: answers leave none, and a search takes as long as a tenth of an answer."""
Answer = Callable[[dict[str, Any]], dict[str, Any]]


def serve_requests(answer: Answer, source: IO[bytes] | None = None, target: IO[bytes] | None = None) -> int:
    """Answer every line of `source`, in order. Never stops at a bad one."""
    source, target = source or sys.stdin.buffer, target or sys.stdout.buffer
    gc.set_threshold(_COLLECTED_AFTER)
    for line in _read_lines(source):
        if line.strip():
            target.write(encode_json_line(_answer_line(answer, line)) + b"\n")
            target.flush()
    return 0


def _read_lines(source: IO[bytes]) -> Iterator[bytes]:
    """The lines of `source` without a mark before the first; of one that is too long only the beginning is kept."""
    first = True
    while line := source.readline(MAX_BYTES + 1):
        rest = line
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(MAX_BYTES + 1)
        yield strip_byte_order_mark(line) if first else line
        first = False


def _answer_line(answer: Answer, line: bytes) -> dict[str, Any]:
    identity: object = None
    try:
        if len(line) > MAX_BYTES:
            return {"id": None, "error": f"line: it is longer than the {MAX_BYTES:,} bytes a request may have."}
        request = msgspec.json.decode(line)
        if not isinstance(request, dict):
            return {"id": None, "error": 'line: a request is an object such as {"id": 1, "text": "…"}.'}
        identity = request.get("id")
        return {"id": identity, **answer(request)}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return {"id": identity, "error": f"line: this JSON cannot be read ({error})."}
    except InputError as error:
        return {"id": identity, "error": str(error)}
    except Exception as error:  # noqa: BLE001  # the other lines must still be answered
        return {"id": identity, "error": f"Sizewise failed on its own ({type(error).__name__})."}
