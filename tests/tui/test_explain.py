"""`sizewise explain`: what people type lands on the right entry, and nonsense on none."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from knowledge import Knowledge, load
from knowledge.lookup import EXPLAINED, look_up
from knowledge.safe_yaml import read_mapping
from tui.cli.main import main

LOOKUPS: dict[str, Any] = read_mapping((Path(__file__).parent / "lookups.yaml").read_bytes(), "lookups.yaml")


@cache
def base() -> Knowledge:
    """The real base."""
    return load()


@pytest.mark.parametrize(("typed", "entry"), LOOKUPS["found"].items())
def test_what_people_type_lands_on_the_right_entry(typed: str, entry: str) -> None:
    """The first hit is the entry they meant."""
    hits = look_up(str(typed), base())
    assert hits
    assert f"{hits[0].kind}/{hits[0].id}" == entry


@pytest.mark.parametrize("typed", LOOKUPS["nowhere"])
def test_nonsense_lands_nowhere(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Words the base does not know end in one line that says so."""
    assert main(["explain", "--", typed]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("kind", EXPLAINED)
def test_every_entry_has_an_article_within_80_columns(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The first, the middle and the last entry of each kind print as text and as JSON."""
    ids = sorted(getattr(base(), kind))
    for identity in {ids[0], ids[len(ids) // 2], ids[-1]}:
        assert main(["explain", identity]) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
        assert main(["explain", identity, "--json"]) == 0
        assert set(json.loads(capsys.readouterr().out)) == {"kind", "id", "entry", "sources", "also"}


def test_alone_it_is_a_map_of_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind stands there with its count."""
    assert main(["explain"]) == 0
    told = capsys.readouterr().out
    assert all(kind in told for kind in EXPLAINED)
    assert main(["explain", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == list(EXPLAINED)
