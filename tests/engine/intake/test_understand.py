"""What a message says: the facts, each with the words it was read from, and never a failure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.intake.follow_up import follow_up
from engine.intake.understand import Understood, understand
from engine.workload import FACT_NAMES
from knowledge import Knowledge
from knowledge.safe_yaml import read_mapping
from tests.case_tables import for_each
from tests.depth import LONG, rounds
from tests.engine.intake.message_scores import messages, scored, understood_once
from tests.engine.workloads import stated_workload

CASES: list[dict[str, Any]] = read_mapping((Path(__file__).parent / "understand_cases.yaml").read_bytes(), "understand_cases.yaml")["cases"]

# Words that the reading looks for, in any order and with any numbers: closer to its edges than plain noise.
_WORDS = (
    "BERT", "llama 3 8B", "c5", "p3.2xlarge", "ml.m5.large", "GPU", "Lambda", "no", "not", "only", "without", "instead of", "must use",
    "trained on", "p99", "under", "200 ms", "1,000", "requests", "a minute", "per", "$500", "month", "commit", "three years", "nightly",
    "eu-west-1", "Frankfurt", "&", ",", ".", "?", "half a", "million", "rows", "GB", "payload", "0", "9" * 40, "1e999", "٣", "ﬁ", "İ",
)  # fmt: skip


@for_each("case", CASES)
def test_a_message_states_its_facts(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """Each message of the table gives the facts beside it, with the words that state them."""
    known = understood_once(case["text"], knowledge).workload.known_facts()
    expected = stated_workload(knowledge, **case.get("facts", {})).known_facts()
    actual = {name: known.get(name) for name in expected}
    assert actual == {name: pytest.approx(value) if isinstance(value, float) else value for name, value in expected.items()}
    assert not set(case.get("unsaid", ())) & set(known)
    assert_quotes(case["text"], understood_once(case["text"], knowledge), knowledge)


def assert_quotes(text: str, understood: Understood, knowledge: Knowledge) -> None:
    """Stated facts quote the message, derived ones say what they follow from, and all are valid values."""
    workload = understood.workload
    assert set(workload.origins) == set(workload.known_facts())
    for name, origin in workload.origins.items():
        assert origin.kind in ("said", "derived"), name
        assert origin.quote in text, name
        assert (origin.kind == "said") == bool(origin.quote), name
        assert origin.kind == "said" or origin.because, name
    assert stated_workload(knowledge, **workload.known_facts()).known_facts() == workload.known_facts()


@settings(max_examples=rounds(50, 500))
@given(st.text(max_size=200))
def test_any_text_is_read(knowledge: Knowledge, text: str) -> None:
    """No text fails, and no fact is read from words that are not there."""
    assert_quotes(text, understand(text, knowledge), knowledge)


@settings(max_examples=rounds(60, 1_000))
@given(st.lists(st.sampled_from(_WORDS) | st.integers(0, 10**12).map(str), max_size=12).map(" ".join))
def test_any_order_of_telling_words_is_read(knowledge: Knowledge, text: str) -> None:
    """Words that the reading looks for, in any order, give facts in range with their quotes."""
    assert_quotes(text, understand(text, knowledge), knowledge)


# Each of these wore out a pattern once, or is made like one that did.
HOSTILE = (
    "9", "1,", "no ", "a ", " ", "1 k", "commit ", "must use cpu ", "p3.2xlarge ", "\u0000\u202e\ud800", "1_000",
)  # fmt: skip


@for_each("pieces", [*[(piece,) for piece in HOSTILE if LONG], HOSTILE])
def test_a_hostile_text_is_read_too(knowledge: Knowledge, pieces: tuple[str, ...]) -> None:
    """Far more than 20,000 characters made to wear out a pattern come back, with a word on what was left unread."""
    size = 100_000 if len(pieces) == 1 else 2_000
    text = "\n".join(piece * (size // len(piece)) for piece in pieces)
    understood = understand(text, knowledge)
    assert_quotes(text, understood, knowledge)
    assert any("after 20,000 characters" in line for line in understood.not_understood)


HALVES = {
    "tuned on": tuple(f"tuning_{letter}" for letter in ("abcdefghij" if LONG else "j")),
    "untouched": ("held_out_a", "held_out_b") if LONG else ("held_out_b",),
}
"""Messages that the reading was tuned on, and others; all of them in a long run."""


@for_each(("half", "precision", "recall"), [("tuned on", 0.985, 0.965), ("untouched", 0.97, 0.94)])
def test_most_facts_of_real_messages_are_taken_and_few_others(knowledge: Knowledge, half: str, precision: float, recall: float) -> None:
    """Over messages in many voices: of the facts taken so many are stated, of those stated so many are taken."""
    score = scored(messages(*HALVES[half]), knowledge)
    notes = "\n".join(score.notes) if half == "tuned on" else "see the counts"
    assert (score.precision, score.recall) >= (precision, 0.0), notes
    assert score.recall >= recall, notes


@for_each("name", [name for names in HALVES.values() for name in names])
def test_every_fact_of_a_message_quotes_it(knowledge: Knowledge, name: str) -> None:
    """Also where a typo was read over, and where a message holds several workloads; and the same when it is read again."""
    for index, message in enumerate(messages(name)):
        understood = understood_once(message["text"], knowledge)
        assert_quotes(message["text"], understood, knowledge)
        for other in understood.other_workloads:
            assert all(origin.quote in message["text"] for origin in other.origins.values())
        if LONG or index % 10 == 0:
            assert understand(message["text"], knowledge) == understood


@for_each(
    ("text", "about"),
    [
        ("about 20 requests per second, 100 ms", {"requests_per_second"}),
        ("20 rps or so, ~100 ms, approx. 3 million rows", {"requests_per_second", "latency_p99_ms", "rows"}),
        ("20 rps, target about $150 a month", {"budget_usd_per_month"}),
        ("exactly 20 rps in under 100 ms", set()),
    ],
)
def test_an_approximate_number_is_marked(knowledge: Knowledge, text: str, about: set[str]) -> None:
    """Said with "about", "roughly" or a tilde: whoever weighs the fact knows that it is no exact one."""
    origins = understand(text, knowledge).workload.origins
    assert {name for name, origin in origins.items() if origin.about} == about


def test_low_traffic_is_taken_as_a_rate(knowledge: Knowledge) -> None:
    """Nobody said the number, so its origin is derived, and tells from what."""
    origin = understand("an endpoint for BERT with very low traffic", knowledge).workload.origins["requests_per_second"]
    assert (origin.kind, origin.because) == ("derived", "low traffic, taken as 12 requests a minute")


INDEPENDENT = (
    "We serve BERT base.",
    "The answer must be there within 200 ms.",
    "Peak load is 50 requests per second.",
    "It runs in Frankfurt.",
    "No GPU, please.",
    "We can commit for a year.",
    "The team has no Kubernetes experience.",
    "A payload has 2 MB.",
)


def _unordered(understood: Understood) -> dict[str, object]:
    """The facts, with lists of ids as sets."""
    known = understood.workload.known_facts()
    return {name: set(value) if isinstance(value, tuple) else value for name, value in known.items()}


@settings(max_examples=rounds(12, 200))
@given(st.permutations(INDEPENDENT))
def test_the_order_of_independent_sentences_does_not_matter(knowledge: Knowledge, sentences: list[str]) -> None:
    """The same facts, whichever is said first."""
    reordered, expected = (_unordered(understand(" ".join(texts), knowledge)) for texts in (sentences, INDEPENDENT))
    assert reordered == expected
    assert {"model", "latency_p99_ms", "peak_requests_per_second", "region", "exclude", "commitment_years", "payload_mb"} <= set(reordered)


@for_each(
    ("before", "text", "changed"),
    [
        ("BERT, 20 requests per second, under 200 ms", "make it 50 ms", {"latency_p99_ms": 50}),
        ("BERT, 20 requests per second, under 200 ms", "what if the load doubles?", {"requests_per_second": 40}),
        ("BERT for $500 per month", "what if the budget doubles", {"budget_usd_per_month": 1000}),
        ("BERT for $500 per month", "cheaper", {"priority": "cost"}),
        ("BERT, 20 requests per second", "same in Ireland", {"region": "eu-west-1"}),
        ("BERT, no GPU, no Lambda", "GPUs are allowed now", {"exclude": ("lambda",)}),
        ("BERT, no GPU", "GPUs are fine after all", {"exclude": None}),
        ("BERT, no GPU", "no Lambda either", {"exclude": ("gpu", "lambda")}),
        ("BERT, 20 requests per second, under 200 ms", "we measured again: today it takes 310 ms", {"current_latency_ms": 310.0}),
        ("BERT, 20 requests per second, under 200 ms", "make it about 50 ms", {"latency_p99_ms": 50}),
        ("chatbot for 10 concurrent users", "25 users, not 10", {"concurrency": 25}),
        ("BERT for $400 per month", "I have 1,400 a month", {"budget_usd_per_month": pytest.approx(1400)}),
        ("BERT, 20 requests per second", "thanks, that helps", {}),
    ],
)
def test_a_follow_up_changes_what_it_speaks_of(knowledge: Knowledge, before: str, text: str, changed: dict[str, Any]) -> None:
    """Everything else stays as it was."""
    first = understand(before, knowledge).workload
    after = follow_up(text, first, knowledge).workload
    differing = {name: getattr(after, name) for name in FACT_NAMES if getattr(after, name) != getattr(first, name)}
    assert differing == changed
