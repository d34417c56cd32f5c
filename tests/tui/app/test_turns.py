"""Turns of the transcript: their tones, their height, and what stands beside them at a width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from tests.tui.app.conftest import LARGE, PLANTS, SMALL, Sit
from tui.themes import TONES
from tui.views.text_lines import Line, wrap_text
from tui.widgets.turn import content_of, height_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=60)
ANY_TONE = st.sampled_from(["", *(tone for tone in TONES if tone in ("head", "dim", "good", "bad", "care", "change", "maybe"))])


@given(lines=st.lists(st.builds(Line, TEXTS, ANY_TONE), max_size=6))
def test_lines_keep_their_text_and_their_tones(lines: list[Line]) -> None:
    """Whatever characters they hold, control codes included: each tone is on its own line, on all of it or on its first sign."""
    content = content_of(lines)
    rows = content.plain.split("\n") if lines else []
    assert rows == [Content(line.text).plain for line in lines]
    starts = [sum(len(row) + 1 for row in rows[:at]) for at in range(len(rows))]
    toned = [(start, row, line.tone) for start, row, line in zip(starts, rows, lines, strict=True) if line.tone and row]
    assert [(span.start, span.style) for span in content.spans] == [(start, TONES[tone]) for start, _, tone in toned]
    assert [span.end - span.start for span in content.spans] == [len(row) if tone in ("head", "dim") else 1 for _, row, tone in toned]


@given(text=TEXTS, width=st.integers(1, 80))
def test_the_height_of_a_turn_is_that_of_what_is_drawn(text: str, width: int) -> None:
    """Also of characters that take two cells or none, and of words longer than the width."""
    content = content_of(wrap_text(text, width))
    assert height_of(content, width) == content.get_height({}, width)


async def test_what_stands_beside_the_talk_goes_by_the_width_wherever_the_window_was_resized(sit: Sit) -> None:
    """The panel in a wide window, one line in a narrow one, also when another mode was on the screen meanwhile."""
    async with sit(LARGE) as person:
        await person.say(PLANTS)
        advise = person.app.advise
        for mode in ("browse", "practice"):
            assert (advise.panel.display, advise.line.display) == (True, False), mode
            await person.pilot.resize_terminal(*SMALL)
            await person.wait()
            assert (advise.panel.display, advise.line.display) == (False, True), mode
            person.app.switch_mode(mode)
            await person.wait()
            await person.pilot.resize_terminal(*LARGE)
            await person.wait()
            person.app.switch_mode("advise")
            await person.wait()
        assert (advise.panel.display, advise.line.display) == (True, False)
        assert "What is it for?" in person.screen()
