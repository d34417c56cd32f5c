"""`sizewise changes`: what changed since a day, narrowed by kind and by entry, as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tui.conftest import Start
from tests.tui.contract import breaches


def changes(inside: Start, *arguments: str) -> Any:  # noqa: ANN401  # JSON is anything
    """What it prints as JSON."""
    ended = inside("changes", *arguments, "--json")
    assert (ended.status, ended.err) == (0, "")
    return json.loads(ended.out)


def test_its_json_is_described_by_its_schema_and_has_every_source(inside: Start) -> None:
    """The newest first; each change with its day, kind, entries and sources."""
    document = changes(inside, "--since", "2025-10-15")
    assert breaches(document, json.loads(inside("schema", "changes").out)) == []
    days = [one["date"] for one in document["changes"]]
    assert days == sorted(days, reverse=True)
    assert min(days) >= "2025-10-15"
    assert {identity for one in document["changes"] for identity in one["sources"]} == set(document["sources"])


def test_words_and_a_kind_narrow_it(inside: Start) -> None:
    """To what concerns the entries that are named."""
    p3 = changes(inside, "p3", "--since", "2024", "--kind", "retirement")
    assert {one["id"] for one in p3["changes"]} == {"2025-12-20-p3-ends", "2026-05-25-p3-not-described"}
    assert all("families/p3" in one["concerns"] for one in p3["changes"])


def test_the_page_fits_80_columns_and_tells_what_held_before(inside: Start) -> None:
    """Month where no day is known, a star where an SDK dates it, with what the star means."""
    ended = inside("changes", "lambda", "--since", "2025")
    assert ended.status == 0
    assert max(map(len, ended.out.splitlines())) <= 80
    assert "2025-10     Lambda takes 1 MB asynchronously (limit)" in ended.out
    assert "Before: 256 KB." in ended.out
    assert "2025-12-01* Lambda Managed Instances" in ended.out
    assert "* is the day of the first SDK" in ended.out


def test_without_changes_it_says_what_to_do(inside: Start) -> None:
    """One sentence, and exit status 0."""
    ended = inside("changes", "--since", "2999")
    assert (ended.status, ended.err) == (0, "")
    assert "earlier day" in ended.out


def test_a_year_and_a_month_stand_for_their_first_day(inside: Start) -> None:
    """As do dates in full."""
    for typed, day in (("2025", "2025-01-01"), ("2025-03", "2025-03-01"), ("2025-03-09", "2025-03-09")):
        assert changes(inside, "--since", typed)["since"] == day


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--since", "soon"], 'since: "soon" is no date. Give one such as 2025-12-01, 2025-12 or 2025.'),
        (["--since", "2025-13"], 'since: "2025-13" is no date. Give one such as 2025-12-01, 2025-12 or 2025.'),
        (["--kind", "prise"], 'kind: there is no "prise". Did you mean price?'),
        (["qwxyz"], 'changes: the base knows nothing by "qwxyz". sizewise explain alone shows what it knows.'),
    ],
)
def test_a_mistake_is_told_in_one_line(inside: Start, arguments: list[str], told: str) -> None:
    """With the field, the value, and the nearest valid one."""
    ended = inside("changes", *arguments)
    assert (ended.status, ended.out, ended.err.strip()) == (2, "", told)


def test_the_article_of_an_entry_tells_what_changed(inside: Start) -> None:
    """The newest first."""
    article = inside("explain", "p3").out
    assert article.index("2026-05-25  The API no longer describes P3") < article.index("2025-12-20  P3 ends")
