"""Drawings keep to their room, show all they were given, and fall over nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.advice import PurchaseOption
from engine.figures import CostAndTime, MemoryBar, MemoryBars, PlanPoint, Prices, Traffic, TrafficStep
from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject
from tests.tui.plots.figures import COSTS, MEMORY, PRICES, TRAFFIC
from tui.plots.canvas import Canvas
from tui.plots.memory import draw_memory
from tui.plots.prices import draw_prices
from tui.plots.scatter import draw_scatter
from tui.plots.traffic import draw_traffic

WIDTHS, HEIGHTS = st.integers(40, 160), st.integers(8, 40)
POINT_GLYPHS = "●○◎?"
Draw = Callable[[object, int, int], list[str]]


@pytest.fixture(scope="session")
def say(knowledge: Knowledge) -> Say:
    """The words of plots."""
    return bind_subject(knowledge, "plots")


def _keeps_to(lines: list[str], width: int, height: int) -> None:
    assert lines
    if len(lines) > 1:
        assert len(lines) <= height
        assert max(map(len, lines)) <= width
    for line in lines:
        assert line.isprintable()
        assert not any(unicodedata.east_asian_width(glyph) in "WF" or unicodedata.combining(glyph) for glyph in line)


@given(figure=COSTS, width=WIDTHS, height=HEIGHTS)
def test_any_points_are_drawn_in_their_room(say: Say, figure: CostAndTime, width: int, height: int) -> None:
    """Whatever the figures: no line too long, none too many, narrow glyphs alone."""
    _keeps_to(draw_scatter(figure, say, width, height), width, height)


@given(figure=MEMORY, width=WIDTHS, height=HEIGHTS)
def test_any_memory_is_drawn_in_its_room(say: Say, figure: MemoryBars, width: int, height: int) -> None:
    """The same for bars by part."""
    _keeps_to(draw_memory(figure, say, width, height), width, height)


@given(figure=PRICES, width=WIDTHS, height=HEIGHTS)
def test_any_prices_are_drawn_in_their_room(say: Say, knowledge: Knowledge, figure: Prices, width: int, height: int) -> None:
    """The same for prices."""
    _keeps_to(draw_prices(figure, say, knowledge, width, height), width, height)


@given(figure=TRAFFIC, width=WIDTHS, height=HEIGHTS)
def test_any_traffic_is_drawn_in_its_room(say: Say, knowledge: Knowledge, figure: Traffic, width: int, height: int) -> None:
    """The same for steps."""
    _keeps_to(draw_traffic(figure, say, knowledge, width, height), width, height)


def _make_point(usd: float, time: float, *, is_chosen: bool = False, is_front: bool = False) -> PlanPoint:
    return PlanPoint(what="g5.xlarge", count=1, place="ec2", usd=usd, time=time, is_chosen=is_chosen, is_front=is_front)


def _inner_rows(lines: list[str]) -> list[str]:
    """The rows between the axes, without numbers and words of them."""
    rows = [line for line in lines if "│" in line or "┤" in line]
    return [re.split("[│┤]", row, maxsplit=1)[1] for row in rows if not row.startswith(("●", "│", "○"))]


@given(spots=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8), chosen=st.integers(0, 7), width=WIDTHS)
def test_no_point_is_dropped(say: Say, spots: set[tuple[int, int]], chosen: int, width: int) -> None:
    """Points a power of ten apart each have a mark of their own, in the corners too."""
    points = tuple(
        _make_point(10.0**usd, 10.0**time, is_chosen=at == chosen, is_front=at % 2 == 0) for at, (usd, time) in enumerate(sorted(spots))
    )
    inside = _inner_rows(draw_scatter(CostAndTime(points=points), say, width, 16))
    assert sum(row.count(glyph) for row in inside for glyph in POINT_GLYPHS) == len(points)


def test_corner_points_stand_in_the_corners(say: Say) -> None:
    """The dearest slow one at the top right, the cheapest quick one at the bottom left."""
    figure = CostAndTime(points=(_make_point(1, 1), _make_point(1000, 1000)))
    inside = _inner_rows(draw_scatter(figure, say, 60, 16))
    assert inside[0].endswith("○")
    assert inside[-1].startswith("○")


def test_points_at_one_spot_are_told_apart_from_one(say: Say) -> None:
    """Two there are drawn as several, and the choice is always seen."""
    twice = CostAndTime(points=(_make_point(1, 1), _make_point(1, 1), _make_point(100, 100)))
    assert any("◎" in row for row in _inner_rows(draw_scatter(twice, say, 60, 16)))
    chosen = CostAndTime(points=(_make_point(1, 1, is_chosen=True), _make_point(1, 1), _make_point(100, 100)))
    assert any("●" in row for row in _inner_rows(draw_scatter(chosen, say, 60, 16)))


def test_the_pareto_line_joins_the_front(say: Say) -> None:
    """Steps between points of the front; none where the front is one point."""
    joined = CostAndTime(points=(_make_point(1000, 1, is_front=True), _make_point(1, 1000, is_front=True)))
    single = CostAndTime(points=(_make_point(1, 1, is_front=True), _make_point(1000, 1000)))
    assert sum(row.count("·") for row in _inner_rows(draw_scatter(joined, say, 60, 16))) > 40
    assert not any("·" in row for row in _inner_rows(draw_scatter(single, say, 60, 16)))


def test_the_demanded_time_is_a_line_with_its_figure(say: Say) -> None:
    """From top to bottom at its place, and named below; without a target there is none."""
    points = (_make_point(1, 1), _make_point(1000, 1000))
    demanded, free = (draw_scatter(CostAndTime(points=points, most=most), say, 60, 16) for most in (100.0, None))
    columns = [[at for at, glyph in enumerate(row) if glyph == "│"] for row in _inner_rows(demanded)]
    assert len({tuple(column) for column in columns}) == 1
    assert len(columns[0]) == 1
    assert any("│ demanded: 100 ms" in line for line in demanded)
    assert not any("│" in row for row in _inner_rows(free))


def test_at_most_seven_labels_that_cover_nothing(say: Say) -> None:
    """The choice's and six more, however many points there are; no label runs into another."""
    points = tuple(_make_point(10.0 ** (at % 7), 10.0 ** (at % 5), is_chosen=at == 3) for at in range(30))
    inside = _inner_rows(draw_scatter(CostAndTime(points=points), say, 160, 40))
    words = [word for row in inside for word in row.split() if "xlarge" in word]
    assert words
    assert len(words) <= 7
    assert set(words) == {"g5.xlarge"}


def test_the_choice_is_named_with_its_figures(say: Say) -> None:
    """Even where there is no room for a label."""
    lines = draw_scatter(CostAndTime(points=(_make_point(537.5, 6.33, is_chosen=True),)), say, 78, 16)
    assert any("● choice: g5.xlarge, $538 a month, 6.33 ms" in line for line in lines)
    job = draw_scatter(CostAndTime(is_job=True, points=(_make_point(2.5, 0.5, is_chosen=True),)), say, 78, 16)
    assert any("● choice: g5.xlarge, $2.50 a run, 0.50 h" in line for line in job)


def _memory_bar(need: float, usable: float, verdict: str, role: str = "alternative") -> MemoryBar:
    return MemoryBar(what="g5.xlarge", device="NVIDIA A10G", parts={"weights": need}, usable=usable, verdict=verdict, role=role)  # type: ignore[arg-type]  # one of the words


@pytest.mark.parametrize("width", [40, 78, 160])
def test_a_verdict_is_a_glyph_a_word_and_a_place_of_the_mark(say: Say, width: int) -> None:
    """Never colour: what fits ends before the mark, what does not goes beyond it, however little it is."""
    lines = draw_memory(
        MemoryBars(bars=(_memory_bar(1, 24, "fits"), _memory_bar(22, 24, "tight"), _memory_bar(24.01, 24, "does-not-fit"))), say, width, 16
    )
    text = "\n".join(lines)
    assert "✓ fits" in text
    assert "! tight" in text
    assert "✗ does not fit" in text
    painted = [line for line in lines if "█" in line and "│" in line and "weights" not in line]
    assert [line.rindex("█") > line.index("│") for line in painted] == [False, False, True]


def test_a_small_need_is_seen(say: Say) -> None:
    """Half a GB in 192 leaves a mark."""
    [line] = [line for line in draw_memory(MemoryBars(bars=(_memory_bar(0.5, 192, "fits"),)), say, 78, 16) if "A10G" in line]
    assert "█" in line


def test_what_is_usable_beyond_the_edge_is_told(say: Say) -> None:
    """A capacity far above every need ends in an arrow, and the legend says what it means."""
    lines = draw_memory(MemoryBars(bars=(_memory_bar(10, 24, "fits", "choice"), _memory_bar(10, 288, "fits"))), say, 78, 16)
    [line] = [line for line in lines if "288" in line]
    assert ">" in line
    assert any("> usable beyond the edge" in line for line in lines)


def _price_bar(usd: float | None, saving: float = 0.0, *, advised: bool = False) -> PurchaseOption:
    return PurchaseOption(
        kind="spot" if saving else "on-demand",
        name="Spot" if saving else "On-demand",
        term_years=0,
        usd_per_month=usd,
        saving=saving,
        advised=advised,
    )


@given(usd=st.lists(st.floats(0.01, 1e6), min_size=2, max_size=6))
def test_a_dearer_way_has_no_shorter_bar(say: Say, knowledge: Knowledge, usd: list[float]) -> None:
    """Lengths follow the sums, and none is invisible."""
    figure = Prices(what="g5.xlarge", place="ec2", bars=tuple(_price_bar(one) for one in sorted(usd)))
    lines = [line for line in draw_prices(figure, say, knowledge, 78, 16) if line.startswith("  On-demand")]
    lengths = [sum(glyph in "█▏▎▍▌▋▊▉>" for glyph in line) for line in lines]
    assert lengths == sorted(lengths)
    assert lengths[0] > 0


def test_prices_tell_saving_and_the_advised_one(say: Say, knowledge: Knowledge) -> None:
    """In words and with a dot; what costs more than on-demand says how many times, and a price nobody knows is no bar."""
    bars = (_price_bar(400, advised=True), _price_bar(100, 0.75), _price_bar(8000, -19.0), _price_bar(None))
    lines = draw_prices(Prices(what="g5.xlarge", place="ec2", bars=bars), say, knowledge, 78, 16)
    assert "● On-demand" in lines[1]
    assert lines[2].endswith("$100  saves 75 %")
    assert ">" in lines[3]
    assert "20 × on-demand" in lines[3]
    assert "not known" in lines[4]
    assert "█" not in lines[4]


def _make_traffic(*usd: float | None, now: int = 0, names: str = "") -> Traffic:
    found = [
        TrafficStep(
            rate=10.0**at, what=f"g5.{(names or 'a' * len(usd))[at]}" if one else "", place="ec2", usd_per_month=one, is_now=at == now
        )
        for at, one in enumerate(usd)
    ]
    return Traffic(steps=tuple(found))


def test_steps_rise_with_cost_and_are_named_where_the_choice_changes(say: Say, knowledge: Knowledge) -> None:
    """Each choice is named once in a row of rates; the present rate has the dot."""
    lines = draw_traffic(_make_traffic(1, 10, 10, 100, 1000, now=2, names="abbcd"), say, knowledge, 78, 16)
    inside = "\n".join(_inner_rows(lines))
    assert [inside.count(f"g5.{name}") for name in "abcd"] == [1, 1, 1, 1]
    assert inside.count("●") == 1
    assert inside.count("┘") == inside.count("┌") == 3
    assert any("now, at 100: g5.b, $10.00 a month" in line for line in lines)


def test_a_change_without_a_step_is_marked(say: Say, knowledge: Knowledge) -> None:
    """Another choice at the same price still shows where it begins."""
    assert "┼" in "\n".join(_inner_rows(draw_traffic(_make_traffic(10, 10, now=1, names="ab"), say, knowledge, 78, 16)))


def test_names_without_room_are_listed_below(say: Say, knowledge: Knowledge) -> None:
    """No choice goes unnamed."""
    names = "abcdefghi"
    figure = _make_traffic(*(10.0 + at % 2 for at in range(9)), names=names)
    text = "\n".join(draw_traffic(figure, say, knowledge, 40, 16))
    assert all(f"g5.{name}" in text for name in names)


def test_rates_at_which_nothing_fits_are_a_gap_and_a_word(say: Say, knowledge: Knowledge) -> None:
    """The line ends before them, and the legend names them."""
    lines = draw_traffic(_make_traffic(1, 10, None, now=0), say, knowledge, 78, 16)
    assert any("nothing fits at 100" in line for line in lines)
    assert all(not row.rstrip().endswith("─") or len(row) < 66 for row in _inner_rows(lines))


@pytest.mark.parametrize("height", [8, 16])
def test_where_there_is_nothing_to_draw_one_line_says_why(say: Say, knowledge: Knowledge, height: int) -> None:
    """Empty figures, and figures of nothing but what cannot be drawn."""
    nan = float("nan")
    drawn = [
        draw_scatter(CostAndTime(missing="no_time"), say, 78, height),
        draw_scatter(CostAndTime(points=(_make_point(nan, 1),)), say, 78, height),
        draw_memory(MemoryBars(missing="no_hardware"), say, 78, height),
        draw_memory(MemoryBars(bars=(_memory_bar(nan, 1, "fits"),)), say, 78, height),
        draw_prices(Prices(missing="no_plan"), say, knowledge, 78, height),
        draw_prices(Prices(place="ec2", bars=(_price_bar(None),)), say, knowledge, 78, height),
        draw_traffic(Traffic(missing="no_rate"), say, knowledge, 78, height),
        draw_traffic(_make_traffic(nan), say, knowledge, 78, height),
    ]
    for lines in drawn:
        assert len(lines) == 1
        assert 10 < len(lines[0]) <= 78


def test_a_text_is_placed_only_where_nothing_stands() -> None:
    """The first free spot, with a blank on either side; nothing outside."""
    canvas = Canvas(12, 2)
    canvas.draw_glyph(4, 0, "○")
    assert not canvas.place_text("abcd", [(1, 0), (10, 0), (0, 2), (-1, 1)])
    assert canvas.place_text("abcd", [(1, 0), (6, 0)])
    assert not canvas.place_text("e", [(5, 0), (10, 0)])
    assert canvas.text_lines() == ["    ○ abcd", ""]
