"""The plot of accuracy: valid SVG, with every point inside the frame, where its value and its error say."""

from __future__ import annotations

import itertools
import math
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.maintenance.synthetic_cases import REPEATABLE
from tui.maintenance.accuracy import PROCESSOR_NAMES
from tui.maintenance.scatter_plot import COLOURS, HEIGHT, MARGIN, WIDTH, Point, draw_scatter

POINTS = st.lists(
    st.tuples(st.floats(1e-6, 1e9), st.floats(-10, 10), st.sampled_from(sorted(COLOURS))),
    min_size=1,
    max_size=40,
)


def parsed(points: list[Point]) -> ET.Element:
    """The plot as a tree; raises where it is no XML."""
    return ET.fromstring(draw_scatter(points))  # noqa: S314  # written by ourselves


def places(points: list[Point]) -> list[tuple[float, float, str]]:
    """Across, down and colour of every point."""
    circles = parsed(points).findall("{*}circle[@fill-opacity]")
    return [(float(circle.attrib["cx"]), float(circle.attrib["cy"]), circle.attrib["fill"]) for circle in circles]


@given(POINTS)
@REPEATABLE
def test_every_point_stands_inside_the_frame_in_its_colour(points: list[Point]) -> None:
    """However large or wrong a figure is, its point is drawn, within the margins, in the colour of its processor."""
    found = places(points)
    assert [colour for *_, colour in found] == [COLOURS[name] for *_, name in points]
    assert all(MARGIN <= across <= WIDTH - MARGIN and MARGIN <= down <= HEIGHT - MARGIN for across, down, _ in found)


def test_an_exact_prediction_stands_on_the_middle_line() -> None:
    """Predicted too high stands above the line of 1, too low below, and both as far from it."""
    exact, high, low = places([(100.0, 0.0, "GPU"), (100.0, math.log(2), "GPU"), (100.0, -math.log(2), "GPU")])
    assert exact[1] == HEIGHT / 2
    assert high[1] < exact[1] < low[1]
    assert exact[1] - high[1] == pytest.approx(low[1] - exact[1])


def test_the_scale_of_throughput_is_logarithmic() -> None:
    """Tenfold is as far everywhere; a point of a power of ten stands at its name."""
    points: list[Point] = [(value, 0.0, "GPU") for value in (1.0, 10.0, 100.0, 1000.0)]
    across = [place[0] for place in places(points)]
    named = {text.text: float(text.attrib["x"]) for text in parsed(points).findall("{*}text[@text-anchor='middle']")}
    steps = [after - before for before, after in itertools.pairwise(across)]
    assert steps == pytest.approx([steps[0]] * 3, abs=0.11)
    assert (across[0], across[-1]) == (MARGIN, WIDTH - MARGIN)
    assert across == pytest.approx([named[name] for name in ("1", "10", "100", "1000")], abs=0.11)


def test_a_single_value_is_plotted_too() -> None:
    """One figure, at a power of ten, has no scale of its own."""
    assert places([(10.0, 0.0, "GPU")]) == [(MARGIN, HEIGHT / 2, COLOURS["GPU"])]


def test_the_legend_names_every_processor_of_the_page() -> None:
    """Each name of the page has a colour of its own, and stands in the legend beside it."""
    assert set(COLOURS) == set(PROCESSOR_NAMES.values())
    assert len(set(COLOURS.values())) == len(COLOURS)
    root = parsed([(1.0, 0.0, "GPU")])
    words = [text.text for text in root.findall("{*}text")]
    marks = [circle.attrib["fill"] for circle in root.findall("{*}circle") if "fill-opacity" not in circle.attrib]
    assert words[-len(COLOURS) :] == list(COLOURS)
    assert marks == list(COLOURS.values())
