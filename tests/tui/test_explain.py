"""`sizewise explain`: what people type lands on the right entry, and nonsense on none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from knowledge import Knowledge
from knowledge.lookup import EXPLAINED_KINDS, look_up
from knowledge.safe_yaml import read_mapping
from tests.tui.conftest import Start

LOOKUPS: dict[str, Any] = read_mapping((Path(__file__).parent / "lookups.yaml").read_bytes(), "lookups.yaml")


def test_what_people_type_lands_on_the_right_entry(knowledge: Knowledge) -> None:
    """The first hit is the entry they meant."""
    for typed, entry in LOOKUPS["found"].items():
        hits = look_up(str(typed), knowledge)
        assert [f"{hit.kind}/{hit.id}" for hit in hits[:1]] == [entry], typed


def test_nonsense_lands_nowhere(inside: Start) -> None:
    """Words the base does not know end in one line that says so."""
    for typed in LOOKUPS["nowhere"]:
        ended = inside("explain", "--", typed)
        assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1), typed


def test_every_entry_has_an_article_within_80_columns(knowledge: Knowledge, inside: Start) -> None:
    """The first, the middle and the last entry of each kind print as text and as JSON."""
    for kind in EXPLAINED_KINDS:
        ids = sorted(getattr(knowledge, kind))
        for identity in {ids[0], ids[len(ids) // 2], ids[-1]}:
            text, document = inside("explain", identity), inside("explain", identity, "--json")
            assert (text.status, document.status) == (0, 0), (kind, identity)
            assert max(map(len, text.out.splitlines())) <= 80, (kind, identity)
            assert set(json.loads(document.out)) == {"kind", "id", "entry", "sources", "also"}, (kind, identity)


def test_alone_it_is_a_map_of_what_is_known(inside: Start) -> None:
    """Every kind stands there with its count."""
    text, document = inside("explain"), inside("explain", "--json")
    assert (text.status, document.status) == (0, 0)
    assert all(kind in text.out for kind in EXPLAINED_KINDS)
    assert list(json.loads(document.out)) == list(EXPLAINED_KINDS)
