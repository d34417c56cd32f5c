"""A whole fleet: rows stream, wrong ones are told, nothing grows with their number."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.handover.rightsize import Desk, Failed, Reader, Rightsized, Settings, Tally, Usage, judged_rows
from engine.handover.rightsize.fleet import read_rows
from engine.handover.rightsize.largest import Largest
from engine.handover.rightsize.rows import Row
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.engine.handover.rightsize.made import rows

Results = Iterator[Rightsized | Failed]


@pytest.fixture(scope="module")
def desk(knowledge: Knowledge) -> Desk:
    """One desk for all fleets."""
    return Desk.of(knowledge, Settings())


def results(desk: Desk, count: int, *, wrong: bool = True) -> Results:
    """Judge so many made-up resources, one after the other."""
    reader = Reader(desk.knowledge, "us-east-1")
    return judged_rows(read_rows(rows(count, wrong=wrong), reader.usage, "made.csv"), desk)


def test_a_wrong_row_is_told_in_its_place_and_the_rest_go_on(desk: Desk) -> None:
    """Row, field, value and the nearest valid one; its neighbours are judged."""
    found = list(results(desk, 40))
    failed = {one.row: one for one in found if isinstance(one, Failed)}
    assert len(found) == 40
    assert set(failed) == {17, 29}
    assert failed[17].error.startswith('cpu_p99: "full"')
    assert failed[29].error == 'instance_type: "m5.lagre" is no instance type of the catalogue. Did you mean m5.large?'
    assert (failed[29].source, failed[29].resource) == ("made.csv", "resource-29")


def test_rows_are_judged_as_they_come(desk: Desk) -> None:
    """The first result is there before the second row is asked for."""
    asked: list[int] = []

    def watched() -> Iterator[tuple[int, Row | InputError]]:
        for number, row in rows(3):
            asked.append(number)
            yield number, row

    stream = judged_rows(read_rows(watched(), Reader(desk.knowledge, "us-east-1").usage, "made.csv"), desk)
    next(stream)
    assert asked == [1]


def test_the_tally_adds_up_what_the_results_say(desk: Desk) -> None:
    """Counts, costs, savings and the best of them."""
    found = list(results(desk, 300))
    tally = Tally(5)
    for one in found:
        tally.add(one)
    told, judged = tally.summary(), [one for one in found if isinstance(one, Rightsized)]
    savings = sorted((one.saving_usd_per_month or 0 for one in judged), reverse=True)
    assert (told.resources, told.failed) == (len(judged), len(found) - len(judged))
    assert sum(told.findings.values()) == told.resources
    assert told.usd_per_month == pytest.approx(fsum(one.usd_per_month or 0 for one in judged))
    assert told.saving_usd_per_month == pytest.approx(fsum(saving for saving in savings if saving > 0))
    assert told.saving_usd_per_month == pytest.approx(fsum(told.savings.values()))
    assert told.extra_usd_per_month == pytest.approx(-fsum(saving for saving in savings if saving < 0))
    assert [one.saving_usd_per_month for one in told.best] == pytest.approx(savings[:5])


def test_the_same_fleet_gets_the_same_answer_in_any_order(desk: Desk) -> None:
    """No resource is judged by what came before it."""
    found = [one for one in results(desk, 120) if isinstance(one, Rightsized)]
    usages = [usage for usage in read_rows(rows(120), Reader(desk.knowledge, "us-east-1").usage, "made.csv") if isinstance(usage, Usage)]
    fresh = Desk.of(desk.knowledge, Settings())
    backwards = [one for one in judged_rows(reversed(usages), fresh) if isinstance(one, Rightsized)]
    assert found == backwards[::-1]


@given(figures=st.lists(st.integers(0, 9), max_size=40), most=st.integers(0, 12))
def test_the_largest_are_kept_in_order_and_of_equals_the_first(figures: list[int], most: int) -> None:
    """As if all had been held and sorted."""
    kept = Largest[int](most)
    for number, figure in enumerate(figures):
        kept.add(figure, number)
    assert kept.items() == tuple(sorted(range(len(figures)), key=lambda number: (-figures[number], number))[:most])


def _tallied(stream: Iterable[Rightsized | Failed]) -> object:
    tally = Tally(10)
    for one in stream:
        tally.add(one)
    return tally.summary()


def _peak(desk: Desk, count: int, use: Callable[[Results], object]) -> int:
    """Give the bytes that are held at most beyond those held before, while so many resources are judged."""
    tracemalloc.start()
    try:
        kept = use(results(desk, count, wrong=False))
        assert kept
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_stays_flat_however_long_the_fleet_is(desk: Desk) -> None:
    """Six times the rows take no more; keeping the results would, so the measure sees what it looks for."""
    _tallied(results(desk, 200, wrong=False))  # what serves all that are alike is looked up once
    short, long = _peak(desk, 200, _tallied), _peak(desk, 1_200, _tallied)
    assert long < short + 100_000
    assert _peak(desk, 1_200, list) > _peak(desk, 200, list) + 400_000
