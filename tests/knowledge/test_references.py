"""Every id that a record names leads to a record, or is told with the nearest one that exists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec
import pytest

from knowledge.base import KINDS
from knowledge.loader import Records, load_yaml
from knowledge.references import find_dangling, list_references
from knowledge.schema.efficiency import DecoderEfficiency
from knowledge.schema.instance import Instance
from knowledge.schema.record import Record, Ref
from tests.case_tables import for_each, read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("reference_cases.yaml"))
WRONG: Final[list[tuple[str, dict[str, Any], str, str]]] = [tuple(row) for row in CASES["wrong"]]
RECORDS: Final[dict[str, dict[str, Any]]] = {name: {**CASES["head"], **record} for name, record in CASES["entries"].items()} | CASES[
    "others"
]
RECORDS["efficiencies/gpu"]["decoder"] |= {
    field: 1.0 for field in DecoderEfficiency.__struct_fields__ if field not in ("compute", "stream", "host_link_gb")
}
RECORDS.update(
    {
        "families/z9": {**RECORDS["families/z8"], "superseded_by": [], "variant_of": None, "confused_with": {}},
        "places/there": {**RECORDS["places/here"], "confused_with": {}},
        "sources/own": RECORDS["sources/head"],
    }
)


def read_records(root: Path, records: dict[str, dict[str, Any]]) -> Records:
    """Write records, and read them."""
    for name, record in records.items():
        path = root / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record).replace('"2026-01-02"', "2026-01-02"), encoding="utf-8")
    known = msgspec.convert(CASES["instance"] | CASES["own_instance"], type=Instance, strict=False)
    return load_yaml(root) | {"instances": {known.instance_type: known}}


@pytest.fixture(scope="module")
def small_records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    """The records of the table, which refer to each other and to nothing else."""
    return read_records(tmp_path_factory.mktemp("base"), RECORDS)


def test_a_base_whose_ids_all_exist_has_no_dangling_reference(small_records: Records) -> None:
    """The small records refer to each other, and to nothing else."""
    assert list(find_dangling(small_records)) == []


@for_each("wrong", WRONG)
def test_an_id_that_leads_nowhere_is_told_with_the_nearest_one(
    small_records: Records, tmp_path_factory: pytest.TempPathFactory, wrong: tuple[str, dict[str, Any], str, str]
) -> None:
    """One line names file, field, the wrong id, and the nearest right one where one comes near."""
    name, change, field, told = wrong
    changed = read_records(tmp_path_factory.mktemp("changed"), {name: {**RECORDS[name], **change}})
    lines = list(find_dangling({kind: {**entries, **changed[kind]} for kind, entries in small_records.items()}))
    assert f"{name}.yaml: {field}: there is no {told}" in lines
    assert len(lines) == 1 or field == "sources.0"  # facts inherit the wrong source of their file's head


def marked(cls: type[Any], seen: set[type[Any]]) -> Iterator[tuple[str, str, str]]:
    """Record, field and kind of each field of `cls`, and of the records within it, that is marked with a Ref."""
    if cls in seen:
        return
    seen.add(cls)
    for name, hint in get_type_hints(cls, include_extras=True).items():
        for part in parts(hint):
            if isinstance(part, Ref):
                yield cls.__name__, name, part.kind
            elif isinstance(part, type) and issubclass(part, Record):
                yield from marked(part, seen)


def parts(hint: Any) -> Iterator[Any]:  # noqa: ANN401  # a type hint is anything
    """Give every type and mark within a hint."""
    yield getattr(hint, "__origin__", hint)
    for part in (*getattr(hint, "__metadata__", ()), *get_args(hint)):
        yield from parts(part)


_KEYS = ("z9y", "ther", "from", "guage", "wrod")
"""Wrong ids that stand as keys, and so end the path of their field."""


def test_every_kind_of_marked_field_has_a_wrong_id_above() -> None:
    """A field that is marked later gets its own wrong id in the table; the catalogue's fields have their test below."""
    seen: set[type[Any]] = {Instance}
    found = {item for cls in KINDS.values() for item in marked(cls, seen)}
    tried = {(field.replace(".0", "").replace(".1", "").split(".")[-1], told.split("/")[0]) for _, _, field, told in WRONG}
    tried |= {("confused_with", kind) for kind in ("families", "places", "infrastructure", "tools", "glossary")}
    tried |= {("savings_at", "places"), ("usd_per_accelerator_hour", "families"), ("instances_at_once", "families")}
    assert {(field, kind) for _, field, kind in found} == {item for item in tried if item[0] not in _KEYS}


def test_the_catalogues_ids_are_references_too() -> None:
    """An instance type with an accelerator or a source that nobody knows stops the base."""
    instance = msgspec.convert(CASES["instance"], type=Instance, strict=False)
    assert {(field, ref.kind, target) for field, ref, target in list_references(instance)} == {
        ("accelerator", "accelerators", "nothing"),
        ("specification_source", "sources", "s1"),
        ("price.source", "sources", "s2"),
        ("ml.price.source", "sources", "s3"),
    }
