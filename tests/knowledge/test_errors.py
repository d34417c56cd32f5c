"""A mistake can be shown as it is, whatever it quotes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import InputError
from tests.terminal_text import steering


@given(st.lists(st.text(st.characters()), min_size=1, max_size=3))
def test_nothing_in_a_mistake_steers_a_terminal(lines: list[str]) -> None:
    """Controls, marks of direction and halves of characters are written out; only the ends of its own lines stay."""
    told = str(InputError(*lines))
    assert steering(told, but="\n") == []
    told.encode()


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_can_be_read_stays_as_it_is(line: str) -> None:
    """Also letters, signs and emoji of every script."""
    assert str(InputError(line)) == line


def test_each_mistake_is_a_line() -> None:
    """What steers is shown as it would be typed."""
    assert str(InputError("one: \x1b[2J", "two: \u202eabc")) == "one: \\x1b[2J\ntwo: \\u202eabc"
