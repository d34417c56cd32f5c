"""Numbers as people read them."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.intake.understand import understand
from engine.number_format import format_significant
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import for_each
from tui.views.advice import advice_lines
from tui.views.text_lines import as_text

EXPONENT = re.compile(r"\de[+-]?\d")


@for_each(
    ("value", "digits", "written"),
    [
        (0, 3, "0"),
        (0.5, 3, "0.5"),
        (16.6667, 3, "16.7"),
        (999.7, 3, "1,000"),
        (4913, 3, "4,910"),
        (2e6, 3, "2,000,000"),
        (128.4, 2, "130"),
        (0.00123, 2, "0.0012"),
        (-45.67, 3, "-45.7"),
        (2e-188, 3, "0"),
        (math.inf, 3, "inf"),
    ],
)
def test_a_number_is_written_out(value: float, digits: int, written: str) -> None:
    """With commas, and no more digits than asked for."""
    assert format_significant(value, digits) == written


@given(st.floats(1e-9, 1e15), st.integers(1, 6))
def test_what_is_written_is_the_rounded_number(value: float, digits: int) -> None:
    """However small or large, never with an exponent."""
    written = format_significant(value, digits)
    assert not EXPONENT.search(written)
    assert float(written.replace(",", "")) == pytest.approx(float(f"{value:.{digits}g}"), rel=1e-12)


@for_each(
    "text",
    [
        "BERT sentiment, 5,000 requests per second under 200 ms",
        "train a 70B model on 3000 billion tokens",
        "Whisper small, each recording takes around 25 minutes to process, 4 requests a day",
        "DeepSeek R1 671B chatbot, 300 requests per second",
    ],
)
def test_no_page_of_an_advice_has_an_exponent(knowledge: Knowledge, text: str) -> None:
    """Thousands of requests, hundreds of hours, minutes of answers."""
    advice = advise(understand(text, knowledge).workload, knowledge)
    assert not EXPONENT.findall(as_text(advice_lines(advice, knowledge, alternatives=5), color=False))
