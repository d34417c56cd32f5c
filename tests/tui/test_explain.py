"""`sizewise explain`: what people type lands on the right entry, and nonsense on none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from knowledge import Knowledge
from knowledge.lookup import EXPLAINED, look_up
from knowledge.safe_yaml import read_mapping
from tests.tui.conftest import Start

LOOKUPS: dict[str, Any] = read_mapping((Path(__file__).parent / "lookups.yaml").read_bytes(), "lookups.yaml")


@pytest.mark.parametrize(("typed", "entry"), LOOKUPS["found"].items())
def test_what_people_type_lands_on_the_right_entry(knowledge: Knowledge, typed: str, entry: str) -> None:
    """The first hit is the entry they meant."""
    hits = look_up(str(typed), knowledge)
    assert hits
    assert f"{hits[0].kind}/{hits[0].id}" == entry


@pytest.mark.parametrize("typed", LOOKUPS["nowhere"])
def test_nonsense_lands_nowhere(typed: str, inside: Start) -> None:
    """Words the base does not know end in one line that says so."""
    ended = inside("explain", "--", typed)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("kind", EXPLAINED)
def test_every_entry_has_an_article_within_80_columns(knowledge: Knowledge, kind: str, inside: Start) -> None:
    """The first, the middle and the last entry of each kind print as text and as JSON."""
    ids = sorted(getattr(knowledge, kind))
    for identity in {ids[0], ids[len(ids) // 2], ids[-1]}:
        text, document = inside("explain", identity), inside("explain", identity, "--json")
        assert (text.status, document.status) == (0, 0)
        assert max(map(len, text.out.splitlines())) <= 80
        assert set(json.loads(document.out)) == {"kind", "id", "entry", "sources", "also"}


def test_alone_it_is_a_map_of_what_is_known(inside: Start) -> None:
    """Every kind stands there with its count."""
    text, document = inside("explain"), inside("explain", "--json")
    assert (text.status, document.status) == (0, 0)
    assert all(kind in text.out for kind in EXPLAINED)
    assert list(json.loads(document.out)) == list(EXPLAINED)
