"""A plot of a conversation, by its name."""

from __future__ import annotations

import re

import pytest

from engine.dialogue import Conversation, Desk, start
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tui.plots.pictures import ADVICES
from tui.plots import NAMES, WORDS, plot_lines, plots

TALKS = (*ADVICES.values(), "a notebook to explore data", "serve Llama 3.1 405B on g5", "classify 10 million images nightly with ResNet-50")


@pytest.fixture(scope="session")
def desk(knowledge: Knowledge) -> Desk:
    """The packaged base."""
    return Desk(knowledge)


@pytest.mark.parametrize("text", TALKS)
@pytest.mark.parametrize("name", ["", *NAMES])
def test_every_plot_of_every_talk_keeps_to_its_room(desk: Desk, text: str, name: str) -> None:
    """At 40 to 160 columns and 8 lines or more, in both sets of glyphs."""
    talk = start(text, desk)
    for width, height in ((40, 16), (78, 16), (80, 8), (111, 24), (160, 50)):
        lines = plot_lines(name, talk, desk, width, height)
        assert lines
        assert len(lines) <= height
        assert max(map(len, lines)) <= width
        plain = plot_lines(name, talk, desk, width, height, ascii_only=True)
        assert "".join(plain).isascii()
        assert list(map(len, plain)) == list(map(len, lines))


def test_each_plot_has_one_line_of_what_it_shows(knowledge: Knowledge) -> None:
    """For help and palette: all names, each with words that end without a stop."""
    found = plots(knowledge)
    assert [name for name, _ in found] == list(NAMES)
    assert all(0 < len(words) <= 90 and "\n" not in words and not words.endswith(".") for _, words in found)


def test_no_name_picks_what_suits(desk: Desk) -> None:
    """Latency where requests are answered, hours where a job runs, memory where nothing fits, else prices."""
    titles = [plot_lines("", start(text, desk), desk, 78, 16)[0] for text in TALKS]
    for title, begin in zip(
        titles, ("Cost a month", "Cost a month", "Cost of a run", "Ways to pay", "Memory", "Cost of a run"), strict=True
    ):
        assert title.startswith(begin)


@pytest.mark.parametrize(("word", "name"), [("Memory", "memory"), ("  TRAFFIC ", "traffic"), ("mem", "memory"), *WORDS.items()])
def test_a_plot_goes_by_other_words_too(desk: Desk, word: str, name: str) -> None:
    """Its begin, any case, and the words that people use for it."""
    talk = start(TALKS[0], desk)
    assert plot_lines(word, talk, desk, 78, 16) == plot_lines(name, talk, desk, 78, 16)


def test_an_unknown_plot_names_the_nearest(desk: Desk) -> None:
    """One line, with the value as it was given and what comes near, else all there is."""
    talk = start(TALKS[0], desk)
    with pytest.raises(InputError, match=re.escape('There is no plot "memry". Did you mean memory?')):
        plot_lines("memry", talk, desk, 78, 16)
    with pytest.raises(InputError, match="Try one of: cost, memory, prices, traffic"):
        plot_lines("zzz", talk, desk, 78, 16)


@pytest.mark.parametrize("name", ["[/x]", "\x1b[31m", "🌱" * 50, "\u202egalp", "a" * 100_000])
def test_any_name_stays_text(desk: Desk, name: str) -> None:
    """Markup, escapes, emoji and lengths end in one short printable line."""
    with pytest.raises(InputError) as caught:
        plot_lines(name, start(TALKS[0], desk), desk, 78, 16)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_before_anything_was_said_there_is_nothing_to_draw(desk: Desk) -> None:
    """One line says so, and asks for the workload."""
    assert plot_lines("", Conversation(), desk, 78, 16) == ["There is nothing to draw yet. Say first what is to run."]


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
    assert plot_lines("traffic", talk, desk, 78, 16) == plot_lines("traffic", talk, desk, 78, 16)
    assert talk.now == before
