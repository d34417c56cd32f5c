"""Bytes of a fuzzer as choices: what they pick, and what they change in a document that makes sense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec

Thing = TypeVar("Thing")
RAW: Final = 0
"""A first byte that says: the rest is taken as it is."""
EDIT: Final = 1
"""A first byte that says: the rest picks a document and changes it."""
_MOST_EDITS: Final = 5
_DEEPEST: Final = 12
_ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 0.5, -0.0, 3, 100, 1e-7, 1e16, 1e308, 10**15, 2**53 + 1, 2**63 - 1, -(2**63)),
    *("", " ", "0", "1", "-1", "nan", "inf", "1e400", "true", "2026-02-30", "2026-11-22", "x" * 500, "a\nb", "$x ${y}", "=1+1"),
    *("[/bold] \x1b[2J \u202eabc\u202c", "😀 نبات 植物", "\u2028\x85", "ml.g5.xlarge", "g5", "llama-3-8b", "us-east-1", "200 ms"),
    *([], {}, [None], [[]], {"": None}, {"value": 1}, {"a": {"b": [1, "x"]}}, [1, "x", None, {}], ["g5", "g5"]),
)
"""Values that readers stumble over: none, edges, other types, text that steers, empty and nested things."""


class ChoiceBytes:
    """The bytes, taken from the front; 0 where none are left, so that every input says something."""

    def __init__(self, data: bytes) -> None:
        """Begin with the first."""
        self._data, self._at = data, 0

    def byte(self) -> int:
        """The next one."""
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def number_below(self, count: int) -> int:
        """A number from 0 to below `count`; takes two bytes where one is not enough."""
        number = self.byte() if count <= 256 else self.byte() * 256 + self.byte()  # values of a byte
        return number % count

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of them."""
        return things[self.number_below(len(things))]

    def text(self) -> str:
        """As many characters as the next byte says; what is no UTF-8 becomes the sign for that."""
        length = self.byte()
        self._at += length
        return self._data[self._at - length : self._at].decode("utf-8", "replace")

    def rest(self) -> bytes:
        """All that is left."""
        return self._data[self._at :]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self._at >= len(self._data)


def edit_document(drawn: ChoiceBytes, document: Any) -> Any:  # noqa: ANN401  # any JSON
    """A copy of a JSON document with a few values exchanged, removed, doubled or moved, as the bytes say; as it is where none are left."""
    whole = msgspec.json.decode(msgspec.json.encode(document))
    for _ in range(_MOST_EDITS):
        if drawn.is_over:
            break
        whole = _edit_once(drawn, whole)
    return whole


def _edit_once(drawn: ChoiceBytes, whole: Any) -> Any:  # noqa: ANN401  # any JSON
    holder, key = _pick_place(drawn, whole)
    if holder is None:
        return _pick_value(drawn, whole) if drawn.byte() > 250 else whole  # the whole document seldom
    match drawn.number_below(6):
        case 0 | 1 | 2:
            holder[key] = _pick_value(drawn, holder[key])
        case 3:
            del holder[key]
        case 4:
            other, name = _pick_place(drawn, whole)
            holder[key] = msgspec.json.decode(msgspec.json.encode(other[name])) if other is not None else _pick_value(drawn, None)
        case _:
            _add_field(drawn, holder, key)
    return whole


def _add_field(drawn: ChoiceBytes, holder: Any, key: Any) -> None:  # noqa: ANN401  # a list with its index, or a mapping with its name
    """One more beside it: the same again in a list, another name in a mapping."""
    if isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        holder[drawn.text() or "more"] = _pick_value(drawn, holder[key])


def _pick_place(drawn: ChoiceBytes, whole: Any) -> tuple[Any, Any]:  # noqa: ANN401  # the same
    """A list or mapping within the document, and an index or name in it; None where the document is neither or empty."""
    holder, key = None, None
    for _ in range(_DEEPEST):
        here = whole if holder is None else holder[key]
        names = list(_field_names(here))
        if not names or (holder is not None and drawn.number_below(4) == 0):
            break
        holder, key = here, drawn.pick(names)
    return holder, key


def _field_names(node: Any) -> Iterator[Any]:  # noqa: ANN401  # the same
    if isinstance(node, dict):
        yield from node
    elif isinstance(node, list):
        yield from range(len(node))


def _pick_value(drawn: ChoiceBytes, before: Any) -> Any:  # noqa: ANN401  # the same
    """Another value: an odd one, any text, the same in another dress."""
    match drawn.number_below(8):
        case 0 | 1 | 2 | 3:
            return msgspec.json.decode(msgspec.json.encode(drawn.pick(_ODD)))
        case 4:
            return drawn.text()
        case 5:
            return str(before) if not isinstance(before, str) else [before]
        case 6:
            return before * drawn.byte() if isinstance(before, int | float) and abs(before) < 1e15 else [before, before]  # in JSON
        case _:
            return {"value": before}
