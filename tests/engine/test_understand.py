"""What a message says: the facts, each with the words it was read from, and never a failure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.intake.understand import Understood, understand
from knowledge import Knowledge
from knowledge.safe_yaml import read_mapping
from tests.engine.workloads import stated

CASES: list[dict[str, Any]] = read_mapping((Path(__file__).parent / "understand_cases.yaml").read_bytes(), "understand_cases.yaml")["cases"]

# Words that the reading looks for, in any order and with any numbers: closer to its edges than plain noise.
_WORDS = (
    "BERT", "llama 3 8B", "c5", "p3.2xlarge", "ml.m5.large", "GPU", "Lambda", "no", "not", "only", "without", "instead of", "must use",
    "trained on", "p99", "under", "200 ms", "1,000", "requests", "a minute", "per", "$500", "month", "commit", "three years", "nightly",
    "eu-west-1", "Frankfurt", "&", ",", ".", "?", "half a", "million", "rows", "GB", "payload", "0", "9" * 40, "1e999", "٣", "ﬁ", "İ",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"])[:60])
def test_a_message_states_its_facts(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """Each message of the table gives the facts beside it."""
    known = understand(case["text"], knowledge).workload.known()
    expected = stated(knowledge, **case.get("facts", {})).known()
    found = {name: known.get(name) for name in expected}
    assert found == {name: pytest.approx(value) if isinstance(value, float) else value for name, value in expected.items()}
    assert not set(case.get("unsaid", ())) & set(known)


def _checked(text: str, knowledge: Knowledge) -> Understood:
    understood = understand(text, knowledge)
    workload = understood.workload
    assert set(workload.origins) == set(workload.known())
    for name, origin in workload.origins.items():
        assert origin.kind in ("said", "derived"), name
        assert origin.quote in text, name
        assert (origin.kind == "said") == bool(origin.quote), name
        assert origin.kind == "said" or origin.because, name
    assert stated(knowledge, **workload.known()).known() == workload.known()
    return understood


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"])[:60])
def test_every_fact_quotes_the_message(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """What was said carries its words as they stand in the message; what follows from it carries none."""
    _checked(case["text"], knowledge)


@settings(max_examples=150)
@given(st.text(max_size=200))
def test_any_text_is_read(knowledge: Knowledge, text: str) -> None:
    """No text fails, and no fact is read from words that are not there."""
    _checked(text, knowledge)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(_WORDS) | st.integers(0, 10**12).map(str), max_size=12).map(" ".join))
def test_any_order_of_telling_words_is_read(knowledge: Knowledge, text: str) -> None:
    """Words that the reading looks for, in any order, give facts in range with their quotes."""
    _checked(text, knowledge)


# Each of these wore out a pattern once, or is made like one that did.
@pytest.mark.parametrize(
    "hostile",
    [
        lambda size: "9" * size,
        lambda size: "1," * (size // 2),
        lambda size: "no " * (size // 3),
        lambda size: "a " * (size // 2),
        lambda size: " " * size,
        lambda size: "1 k" * (size // 3),
        lambda size: "commit " * (size // 7),
        lambda size: "must use cpu " * (size // 13),
        lambda size: "p3.2xlarge " * (size // 11),
        lambda size: "\u0000\u202e\ud800" * (size // 3),
        lambda size: "1_000" * (size // 5),
    ],
)
def test_a_hostile_text_is_read_too(knowledge: Knowledge, hostile: Callable[[int], str]) -> None:
    """100,000 characters made to wear out a pattern come back, with a word on what was left unread."""
    understood = _checked(hostile(100_000), knowledge)
    assert any("after 20,000 characters" in line for line in understood.not_understood)
