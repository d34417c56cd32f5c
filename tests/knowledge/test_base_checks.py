"""`python -m knowledge`: it counts, says what the base covers, and tells what is unused, unexplained or leads nowhere."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from knowledge import __main__ as command
from knowledge.base import KINDS
from knowledge.base_checks import find_orphans, find_unexplained
from knowledge.catalog.tables import read_catalog
from knowledge.loader import Records
from knowledge.store import packaged_data


def test_the_packaged_base_is_sound(records: Records, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """No reference leads nowhere, no source is unused, no abbreviation unexplained, and no comparison says nothing."""
    monkeypatch.setattr(command, "load_yaml", {packaged_data(): records}.__getitem__)  # it takes a second, and this process has them
    assert command.main() == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    counts = dict(line.split() for line in printed.out.split("\n\n")[0].splitlines())
    assert list(counts) == [*KINDS, "measurements", "deployments", "instances"]
    assert all(int(count) > 0 for count in counts.values())
    for words in ("families", "families of the catalogue with an entry", "ml. names with a price, or a reason", "facts, the oldest of"):
        assert words in printed.out


def test_a_source_that_nothing_names_is_an_orphan(records: Records) -> None:
    """A source left behind when its fact went is told by name."""
    term = records["glossary"]["efa"]
    few: Records = {"glossary": {"efa": term}, "sources": {name: records["sources"][name] for name in term.sources}}
    few["sources"]["left-behind"] = next(iter(records["sources"].values()))
    catalog = dataclasses.replace(read_catalog(packaged_data() / "catalog"), instances={})
    assert list(find_orphans(few, catalog)) == ["sources/left-behind.yaml: nothing names it."]


def test_an_abbreviation_that_nothing_explains_is_told_with_its_file(records: Records) -> None:
    """One line, however often it stands there."""
    records["glossary"]["efa"] = msgspec.structs.replace(records["glossary"]["efa"], example="QXZ7 over QXZ7, and a Qxz.")
    told = "glossary/efa.yaml: QXZ7 is explained nowhere. Add a glossary entry, or spell it out in wording/abbreviations.yaml."
    assert list(find_unexplained(records)) == [told]
