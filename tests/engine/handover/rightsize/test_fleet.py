"""A whole fleet: rows stream, wrong ones are told, nothing grows with their number."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.handover.rightsize import Failed, FleetContext, Rightsized, RowReader, Settings, Tally, Usage, judge_resources
from engine.handover.rightsize.fleet_table import Row, read_resources
from engine.handover.rightsize.judge import Largest
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.handover.rightsize.fleet_rows import make_rows

Results = Iterator[Rightsized | Failed]


@pytest.fixture(scope="module")
def context(knowledge: Knowledge) -> FleetContext:
    """One context for all fleets."""
    return FleetContext(knowledge, Settings())


def judge_made_up(context: FleetContext, count: int, *, wrong: bool = True) -> Results:
    """Judge so many made-up resources, one after the other."""
    reader = RowReader(context.knowledge, "us-east-1")
    return judge_resources(read_resources(make_rows(count, wrong=wrong), reader.read_usage, "made.csv"), context)


def test_a_wrong_row_is_told_in_its_place_and_the_rest_go_on(context: FleetContext) -> None:
    """Row, field, value and the nearest valid one; its neighbours are judged."""
    found = list(judge_made_up(context, 40))
    failed = {one.row: one for one in found if isinstance(one, Failed)}
    assert len(found) == 40
    assert set(failed) == {17, 29}
    assert failed[17].error.startswith('cpu_p99: "full"')
    assert failed[29].error == 'instance_type: "m5.lagre" is no instance type of the catalogue. Did you mean m5.large?'
    assert (failed[29].source, failed[29].resource) == ("made.csv", "resource-29")


def test_rows_are_judged_as_they_come(context: FleetContext) -> None:
    """The first result is there before the second row is asked for."""
    asked: list[int] = []

    def watch_rows() -> Iterator[tuple[int, Row | InputError]]:
        for number, row in make_rows(3):
            asked.append(number)
            yield number, row

    stream = judge_resources(read_resources(watch_rows(), RowReader(context.knowledge, "us-east-1").read_usage, "made.csv"), context)
    next(stream)
    assert asked == [1]


def test_the_tally_adds_up_what_the_results_say(context: FleetContext) -> None:
    """Counts, costs, savings and the best of them."""
    found = list(judge_made_up(context, 300))
    tally = Tally(5)
    for one in found:
        tally.add(one)
    told, judged = tally.summarize(), [one for one in found if isinstance(one, Rightsized)]
    savings = sorted((one.saving_usd_per_month or 0 for one in judged), reverse=True)
    assert (told.resources, told.failed) == (len(judged), len(found) - len(judged))
    assert sum(told.findings.values()) == told.resources
    assert told.usd_per_month == pytest.approx(fsum(one.usd_per_month or 0 for one in judged))
    assert told.saving_usd_per_month == pytest.approx(fsum(saving for saving in savings if saving > 0))
    assert told.saving_usd_per_month == pytest.approx(fsum(told.savings.values()))
    assert told.extra_usd_per_month == pytest.approx(-fsum(saving for saving in savings if saving < 0))
    assert [one.saving_usd_per_month for one in told.best] == pytest.approx(savings[:5])


def test_the_same_fleet_gets_the_same_answer_in_any_order(context: FleetContext) -> None:
    """No resource is judged by what came before it."""
    found = [one for one in judge_made_up(context, 120) if isinstance(one, Rightsized)]
    usages = [
        usage
        for usage in read_resources(make_rows(120), RowReader(context.knowledge, "us-east-1").read_usage, "made.csv")
        if isinstance(usage, Usage)
    ]
    fresh = FleetContext(context.knowledge, Settings())
    backwards = [one for one in judge_resources(reversed(usages), fresh) if isinstance(one, Rightsized)]
    assert found == backwards[::-1]


@given(figures=st.lists(st.integers(0, 9), max_size=40), most=st.integers(0, 12))
def test_the_largest_are_kept_in_order_and_of_equals_the_first(figures: list[int], most: int) -> None:
    """As if all had been held and sorted."""
    kept = Largest[int](most)
    for number, figure in enumerate(figures):
        kept.add(figure, number)
    assert kept.items() == tuple(sorted(range(len(figures)), key=lambda number: (-figures[number], number))[:most])


def tally_all(stream: Iterable[Rightsized | Failed]) -> object:
    """Count every result and keep none."""
    tally = Tally(10)
    for one in stream:
        tally.add(one)
    return tally.summarize()


def peak_memory(context: FleetContext, count: int, use: Callable[[Results], object]) -> int:
    """Give the bytes that are held at most beyond those held before, while so many resources are judged."""
    tracemalloc.start()
    try:
        kept = use(judge_made_up(context, count, wrong=False))
        assert kept
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_stays_flat_however_long_the_fleet_is(context: FleetContext) -> None:
    """More rows take no more; keeping the results would, so the measure sees what it looks for."""
    few, many = 60, rounds(quick=360, long=1_200)
    tally_all(judge_made_up(context, many, wrong=False))  # what serves all that are alike is looked up once
    short, long = peak_memory(context, few, tally_all), peak_memory(context, many, tally_all)
    assert long < short + (many - few) * 100
    assert peak_memory(context, many, list) > short + (many - few) * 400
