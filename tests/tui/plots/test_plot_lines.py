"""A plot of a conversation, by its name."""

from __future__ import annotations

import re

import pytest

from engine.dialogue import Conversation, Desk, start
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tui.plots.golden_plots import ADVICES
from tui.plots import PLOT_NAMES, PLOT_SYNONYMS, find_plot, prepare_plot

TALKS = (*ADVICES.values(), "a notebook to explore data", "serve Llama 3.1 405B on g5", "classify 10 million images nightly with ResNet-50")


@pytest.fixture(scope="session")
def desk(knowledge: Knowledge) -> Desk:
    """The packaged base."""
    return Desk(knowledge)


def plot_lines(name: str, talk: Conversation, desk: Desk, width: int = 78, height: int = 16) -> list[str]:
    """A plot of the conversation."""
    return prepare_plot(name, talk, desk)(width, height)


def test_every_plot_of_every_talk_keeps_to_its_room(desk: Desk) -> None:
    """At 40 to 160 columns and 8 lines or more."""
    for text in TALKS:
        talk = start(text, desk)
        for name in ("", *PLOT_NAMES):
            draw = prepare_plot(name, talk, desk)
            for width, height in ((40, 16), (78, 16), (80, 8), (111, 24), (160, 50)):
                lines = draw(width, height)
                assert lines, text
                assert len(lines) <= height, text
                assert max(map(len, lines)) <= width, text


def test_no_name_picks_what_suits(desk: Desk) -> None:
    """Latency where requests are answered, hours where a job runs, memory where nothing fits, else prices."""
    titles = [plot_lines("", start(text, desk), desk)[0] for text in TALKS]
    for title, begin in zip(
        titles, ("Cost a month", "Cost a month", "Cost of a run", "Ways to pay", "Memory", "Cost of a run"), strict=True
    ):
        assert title.startswith(begin)


def test_a_plot_goes_by_other_words_too(knowledge: Knowledge) -> None:
    """Its beginning, any case, and the words that people use for it."""
    for word, name in (("Memory", "memory"), ("  TRAFFIC ", "traffic"), ("mem", "memory"), *PLOT_SYNONYMS.items()):
        assert find_plot(word, knowledge) == name


def test_an_unknown_plot_names_the_nearest(knowledge: Knowledge) -> None:
    """One line, with the value as it was given and what comes near, else all there is."""
    with pytest.raises(InputError, match=re.escape('There is no plot "memry". Did you mean memory?')):
        find_plot("memry", knowledge)
    with pytest.raises(InputError, match="Try one of: cost, memory, prices, breakeven, traffic"):
        find_plot("zzz", knowledge)


HOSTILE = ("[/x]", "\x1b[31m", "🌱" * 50, "\u202egalp", "a" * 100_000)


def test_any_name_stays_text(knowledge: Knowledge) -> None:
    """Markup, escapes, emoji and lengths end in one short printable line."""
    for name in HOSTILE:
        with pytest.raises(InputError) as caught:
            find_plot(name, knowledge)
        assert str(caught.value).isprintable(), name[:40]
        assert len(str(caught.value)) < 200, name[:40]


def test_before_anything_was_said_there_is_nothing_to_draw(desk: Desk) -> None:
    """One line says so, and asks for the workload."""
    assert plot_lines("", Conversation(), desk) == ["There is nothing to draw yet. First say what you want to run."]


@pytest.mark.parametrize(("width", "height"), [(0, 0), (-5, 3), (10, 16), (78, 5)])
def test_too_little_room_is_said_in_what_there_is(desk: Desk, width: int, height: int) -> None:
    """No plot, no crash, no line that is too long."""
    lines = plot_lines("", start(TALKS[0], desk), desk, width, height)
    assert lines
    assert len(lines) <= max(height, 1)
    assert max(map(len, lines)) <= max(width, 1)


@pytest.mark.parametrize("name", ["cost", "traffic"])
def test_a_small_plot_keeps_its_axes(desk: Desk, name: str) -> None:
    """Title and legend give way to it, in the smallest room there is."""
    lines = plot_lines(name, start(TALKS[0], desk), desk, 24, 8)
    assert any("└" in line for line in lines)
    assert sum(any(glyph in line for glyph in "│┤") for line in lines) >= 4


def test_a_plot_changes_nothing(desk: Desk) -> None:
    """Drawn twice it is the same, and the conversation is as it was."""
    talk = start(TALKS[1], desk)
    before = talk.now
    assert plot_lines("traffic", talk, desk) == plot_lines("traffic", talk, desk)
    assert talk.now == before
