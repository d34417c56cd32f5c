"""What changed at AWS: each event has its day, its sources and an entry it concerns, and is found by day, kind and entry."""

from __future__ import annotations

import datetime as dt

import pytest

from knowledge import Knowledge, load
from knowledge.events import find_events, list_changed_entries, list_concerned
from knowledge.lookup import Hit
from knowledge.references import list_references

DAY = dt.date(2025, 1, 1)


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """The packaged base."""
    return load()


def test_every_event_concerns_something_and_its_file_is_named_by_its_day(knowledge: Knowledge) -> None:
    """The id begins with the day, or with the month where no day is known; what an SDK dates names its release, and nothing else does."""
    for identity, event in knowledge.events.items():
        day = f"{event.date:%Y-%m}" if event.dated_by == "month" else f"{event.date}"
        assert identity.startswith(f"{day}-"), identity
        assert event.date.day == 1 or event.dated_by != "month", identity
        assert bool(event.release) == (event.dated_by == "api"), identity
        assert list_concerned(event), identity
        assert event.date <= event.as_of, identity


def test_whatever_an_event_refers_to_is_what_it_concerns(knowledge: Knowledge) -> None:
    """A field with entries of another kind is not forgotten."""
    for event in knowledge.events.values():
        named = {(ref.kind, target) for _, ref, target in list_references(event) if ref.kind != "sources"}
        assert named == {tuple(hit) for hit in list_concerned(event)}, event.id


def test_events_are_found_from_a_day_on_the_newest_first(knowledge: Knowledge) -> None:
    """The day itself counts."""
    found = find_events(knowledge, since=DAY)
    assert {event.id for event in found} == {event.id for event in knowledge.events.values() if event.date >= DAY}
    assert [event.date for event in found] == sorted((event.date for event in found), reverse=True)
    assert found[-1] in find_events(knowledge, since=found[-1].date)
    assert found[-1] not in find_events(knowledge, since=found[-1].date + dt.timedelta(days=1))


def test_events_are_found_by_kind_and_by_entry(knowledge: Knowledge) -> None:
    """Both narrow the list."""
    ends = find_events(knowledge, kind="retirement")
    assert {event.kind for event in ends} == {"retirement"}
    p3 = (Hit("families", "p3"),)
    assert {event.id for event in find_events(knowledge, kind="retirement", concerning=p3)} == {
        event.id for event in ends if "p3" in event.families
    }
    assert find_events(knowledge, concerning=(Hit("families", "nothing"),)) == ()


def test_entries_that_changed_since_a_day_are_those_of_its_events(knowledge: Knowledge) -> None:
    """Named as quiz items name what they stand on."""
    changed = list_changed_entries(knowledge, dt.date(2025, 10, 1))
    assert "places/lambda" in changed
    assert "families/g3" in changed
    assert list_changed_entries(knowledge, dt.date(2999, 1, 1)) == frozenset()
