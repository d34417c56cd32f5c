"""Plots of real advices, as a person sees them."""

from __future__ import annotations

import pytest

from knowledge import Knowledge
from tests.tui.plots.pictures import ADVICES, FOLDER, drawn, kept


@pytest.mark.parametrize("name", ADVICES)
def test_the_plots_of_an_advice_look_as_they_were_read(name: str, knowledge: Knowledge) -> None:
    """The four plots of 78 columns and 16 lines, character by character."""
    assert drawn(kept(name), knowledge) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ADVICES)
def test_the_plots_look_the_same_in_ascii(name: str, knowledge: Knowledge) -> None:
    """For terminals that show nothing else; every glyph has a stand-in."""
    text = drawn(kept(name), knowledge, ascii_only=True)
    assert text.isascii()
    assert text == (FOLDER / f"{name}.ascii.txt").read_text(encoding="utf-8")
