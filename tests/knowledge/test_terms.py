"""Every abbreviation in the base is explained in it."""

from __future__ import annotations

import msgspec

from knowledge.loader import Records
from knowledge.terms import undefined


def test_the_packaged_base_explains_every_abbreviation_it_uses(records: Records) -> None:
    """By a name, an alias, or the list of those that everybody knows."""
    assert list(undefined(records)) == []


def test_an_abbreviation_that_nothing_explains_is_told_with_its_file(records: Records) -> None:
    """One line, however often it stands there."""
    term = records["glossary"]["efa"]
    records["glossary"]["efa"] = msgspec.structs.replace(term, example="QXZ7 over QXZ7, and a Qxz.")
    told = "glossary/efa.yaml: QXZ7 is explained nowhere. Add a glossary entry, or spell it out in wording/abbreviations.yaml."
    assert list(undefined(records)) == [told]
