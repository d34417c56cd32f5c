"""Fingerprints of the entries that items depend on: when an entry changes, its items fail the check until somebody confirms them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from knowledge import Knowledge
from quizzes.confirmation_file import read_rows, write_rows
from quizzes.fault import Fault, item_fault
from quizzes.item import Item
from quizzes.item_dependencies import find_entry

Fingerprints = Mapping[tuple[str, str], str]
"""Item and entry -> fingerprint of the entry when somebody last confirmed the item."""
FILE: Final = "fingerprints.csv"
_COLUMNS: Final = ("item", "entry", "fingerprint")
_INSIGNIFICANT_FIELDS: Final = frozenset(
    {
        "as_of",
        "read",
        "sources",
        "source",
        "confirmed_by",
        "second_source_sought",
        "aliases",
        "seen",
        "error_texts",
        "specification_as_of",
        "specification_source",
    }
)
"""Fields that can change without a key becoming wrong: dates, sources, other spellings and wordings."""
_VOLATILE_FIELDS: Final = {"instances": frozenset({"price", "regions", "no_price_reason"})}
"""Kind -> fields that change all the time and decide no key."""


def entry_fingerprint(reference: str, knowledge: Knowledge) -> str:
    """Twelve hexadecimal digits over the content of an entry; empty if there is no such entry."""
    entry = find_entry(reference, knowledge)
    if entry is None:
        return ""
    kind = reference.partition("/")[0]
    said = _significant_fields(msgspec.to_builtins(entry), _INSIGNIFICANT_FIELDS | _VOLATILE_FIELDS.get(kind, frozenset()))
    return hashlib.blake2b(msgspec.json.encode(said, order="deterministic"), digest_size=6).hexdigest()


def current_fingerprints(items: Collection[Item], knowledge: Knowledge) -> dict[tuple[str, str], str]:
    """The current fingerprint of every entry that `items` depend on."""
    once = {reference: entry_fingerprint(reference, knowledge) for reference in {entry for item in items for entry in item.stands_on}}
    return {(item.id, reference): once[reference] for item in items for reference in item.stands_on}


def unconfirmed_items(items: Collection[Item], knowledge: Knowledge, seen: Fingerprints) -> Iterator[Fault]:
    """A fault for each item with an entry that changed since the item was confirmed."""
    now = current_fingerprints(items, knowledge)
    for item in items:
        other = [reference for reference in item.stands_on if now[item.id, reference] not in ("", seen.get((item.id, reference)))]
        new = [reference for reference in other if (item.id, reference) not in seen]
        if other:
            how = "nobody has held it yet against" if new else "it has changed since the item was confirmed:"
            text = f"{how} {', '.join(new or other)}. Read both, then run: sizewise quiz check --confirm {item.id}"
            yield item_fault(item, "stands_on", text)


def confirm_items(seen: Fingerprints, items: Collection[Item], knowledge: Knowledge, only: Collection[str] | None = None) -> Fingerprints:
    """`seen` updated for the items in `only` (all for None), without items that no longer exist."""
    now = current_fingerprints(items, knowledge)
    return {key: value if only is None or key[0] in only else seen.get(key, "") for key, value in now.items()}


def read_fingerprints(folder: Path) -> dict[tuple[str, str], str]:
    """The confirmed fingerprints; empty if there is no file yet. Raises InputError for an unreadable file."""
    return {(item, entry): value for item, entry, value in read_rows(folder / FILE, f"banks/{FILE}", _COLUMNS)}


def write_fingerprints(folder: Path, seen: Fingerprints) -> None:
    """Write the file, sorted. Raises InputError if that fails."""
    rows = [(*key, value) for key, value in sorted(seen.items()) if value]
    write_rows(folder / FILE, f"banks/{FILE}", _COLUMNS, rows)


def _significant_fields(node: Any, left_out: frozenset[str]) -> Any:  # noqa: ANN401  # plain data of any shape
    """`node` without the fields `left_out` and without empty values, so that a new field with a default changes nothing."""
    if isinstance(node, dict):
        kept = {name: _significant_fields(value, left_out) for name, value in node.items() if name not in left_out}
        return {name: value for name, value in kept.items() if value is not None and value not in ("", [], {})}
    return [_significant_fields(value, left_out) for value in node] if isinstance(node, list | tuple) else node
