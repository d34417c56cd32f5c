"""Plots of real advices, as a person sees them."""

from __future__ import annotations

import pytest

from knowledge import Knowledge
from tests.tui.plots.golden_plots import ADVICES, FOLDER, draw_all, read_figures


@pytest.mark.parametrize("name", ADVICES)
def test_the_plots_of_an_advice_look_as_they_were_read(name: str, knowledge: Knowledge) -> None:
    """The four plots of 78 columns and 16 lines, character by character."""
    assert draw_all(read_figures(name), knowledge) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
