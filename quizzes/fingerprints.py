"""Fingerprints of what items stand on: when knowledge changes, its items fail the check until somebody looks."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.fault import Fault, fault_of
from quizzes.item import Item
from quizzes.standing import entry_at

Prints = Mapping[tuple[str, str], str]
"""Item and entry -> the fingerprint of the entry when somebody last looked."""
FILE: Final = "fingerprints.csv"
_COLUMNS: Final = ("item", "entry", "fingerprint")
_NO_MATTER: Final = frozenset({"as_of", "read", "sources", "source", "aliases", "specification_as_of", "specification_source"})
"""Fields that change without a key becoming wrong: when and where a fact was read, how people type it."""
_MOVES: Final = {"instances": frozenset({"price", "regions", "no_price_reason"})}
"""Kind -> fields that keep moving, on which no key stands."""


def fingerprint(reference: str, knowledge: Knowledge) -> str:
    """Twelve hexadecimal digits over what the entry says; empty where there is no such entry."""
    entry = entry_at(reference, knowledge)
    if entry is None:
        return ""
    kind = reference.partition("/")[0]
    said = _said(msgspec.to_builtins(entry), _NO_MATTER | _MOVES.get(kind, frozenset()))
    return hashlib.blake2b(msgspec.json.encode(said, order="deterministic"), digest_size=6).hexdigest()


def fingerprints(items: Collection[Item], knowledge: Knowledge) -> dict[tuple[str, str], str]:
    """The present fingerprint of everything that `items` stand on."""
    once = {reference: fingerprint(reference, knowledge) for reference in {entry for item in items for entry in item.stands_on}}
    return {(item.id, reference): once[reference] for item in items for reference in item.stands_on}


def changed(items: Collection[Item], knowledge: Knowledge, seen: Prints) -> Iterator[Fault]:
    """A fault for each item of which some entry is not what somebody saw when the item was confirmed."""
    now = fingerprints(items, knowledge)
    for item in items:
        other = [reference for reference in item.stands_on if now[item.id, reference] not in ("", seen.get((item.id, reference)))]
        new = [reference for reference in other if (item.id, reference) not in seen]
        if other:
            how = "nobody has held it yet against" if new else "it has changed since the item was confirmed:"
            text = f"{how} {', '.join(new or other)}. Read both, then run: sizewise quiz check --confirm {item.id}"
            yield fault_of(item, "stands_on", text)


def confirmed(seen: Prints, items: Collection[Item], knowledge: Knowledge, only: Collection[str] | None = None) -> Prints:
    """`seen` with the present fingerprints of the items in `only` (of all, for None), without items that are gone."""
    now = fingerprints(items, knowledge)
    return {key: value if only is None or key[0] in only else seen.get(key, "") for key, value in now.items()}


def read_fingerprints(folder: Path) -> dict[tuple[str, str], str]:
    """What was confirmed; nothing where there is no such file yet. Raises InputError for one that cannot be read."""
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"banks/{FILE}: cannot be read ({error}).") from None
    rows = list(csv.reader(io.StringIO(text)))
    wrong = next((number for number, row in enumerate(rows, 1) if len(row) != len(_COLUMNS)), None)
    if wrong or not rows or tuple(rows[0]) != _COLUMNS:
        raise InputError(f"banks/{FILE}:{wrong or 1}: expected the columns {', '.join(_COLUMNS)}.")
    return {(item, entry): value for item, entry, value in rows[1:]}


def write_fingerprints(folder: Path, seen: Prints) -> None:
    """Write the file, sorted, so that a change of one item is a change of its lines. Raises InputError where that fails."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows((*key, value) for key, value in sorted(seen.items()) if value)
    scratch = folder / f".{FILE}"
    try:
        scratch.write_text(text.getvalue(), encoding="utf-8")
        scratch.replace(folder / FILE)
    except OSError as error:
        raise InputError(f"banks/{FILE}: cannot be written ({error.strerror}).") from None


def _said(node: Any, left_out: frozenset[str]) -> Any:  # noqa: ANN401  # plain data of any shape
    """`node` without the fields `left_out` and without what is empty, so that a new field with a default changes nothing."""
    if isinstance(node, dict):
        kept = {name: _said(value, left_out) for name, value in node.items() if name not in left_out}
        return {name: value for name, value in kept.items() if value is not None and value not in ("", [], {})}
    return [_said(value, left_out) for value in node] if isinstance(node, list | tuple) else node
