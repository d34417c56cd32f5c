"""Whole answers to what people say, under both lenses: the table is the promise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine.advice import Advice, Plan
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.safe_yaml import read_mapping
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.engine.workloads import LENSES, shared_cache

CASES: list[dict[str, Any]] = read_mapping((Path(__file__).parent / "advice_cases.yaml").read_bytes(), "advice_cases.yaml")["cases"]


def _rows() -> Iterator[tuple[str, Lens, str, Any]]:
    """One row for each expectation, so that a failure names the one that broke."""
    for case in CASES:
        for lens in LENSES:
            for expected, wanted in {**case.get("both", {}), **case.get(lens, {})}.items():
                yield case["text"], lens, expected, wanted


@cache
def _answer(text: str, knowledge: Knowledge, lens: Lens) -> Advice:
    return advise(understand(text, knowledge).workload, knowledge, lens=lens, explain="choice", memo=shared_cache(knowledge))


def _choice(advice: Advice) -> Plan:
    assert advice.choice is not None, f"nothing fits: {advice.relax}"
    return advice.choice


def _chosen(field: str) -> Callable[[Advice, Any], None]:
    def check(advice: Advice, wanted: Iterable[str]) -> None:
        assert getattr(_choice(advice), field) in wanted

    return check


def _with_words(texts: Callable[[Advice], Iterable[str]]) -> Callable[[Advice, Any], None]:
    def check(advice: Advice, wanted: list[list[str]]) -> None:
        found = list(texts(advice))
        for words in wanted:
            assert any(all(word.lower() in text.lower() for word in words) for text in found), (words, found)

    return check


def _rejected(advice: Advice, wanted: dict[str, str]) -> None:
    found = {one.what: one.limit for one in advice.rejected}
    assert {what: found.get(what) for what in wanted} == wanted


def _compared(advice: Advice, wanted: dict[str, str]) -> None:
    found = [one.processor if isinstance(one, Plan) else one.limit for one in advice.comparison]
    assert found == list(wanted.values())


def _alternatives(advice: Advice, wanted: list[str]) -> None:
    assert set(wanted) <= {plan.family for plan in advice.alternatives}


def _count(advice: Advice, wanted: int) -> None:
    count = _choice(advice).instance_count
    assert count is not None
    assert count >= wanted


def _machines(advice: Advice, wanted: list[str]) -> None:
    choice = _choice(advice)
    assert f"{choice.instance_count} x {(choice.instance_type or '').removeprefix('ml.')}" in wanted


def _verdict(advice: Advice, wanted: list[str]) -> None:
    assert advice.verdict in wanted


def _options(advice: Advice, wanted: list[str]) -> None:
    assert all(_choice(advice).place_options.get(name) is True for name in wanted)  # type: ignore[call-overload]  # names of the table


CHECKS: dict[str, Callable[[Advice, Any], None]] = {
    **{field: _chosen(field) for field in ("processor", "family", "place", "purchase")},
    "count": _count,
    "machines": _machines,
    "verdict": _verdict,
    "options": _options,
    "alternatives": _alternatives,
    "rejected": _rejected,
    "comparison_of": _compared,
    "reason": _with_words(lambda advice: (reason.text for reason in _choice(advice).reasons)),
    "caution": _with_words(lambda advice: _choice(advice).cautions),
    "alternative_caution": _with_words(lambda advice: (text for plan in advice.alternatives for text in plan.cautions)),
    "rejection": _with_words(lambda advice: (one.text for one in advice.rejected)),
    "relax": _with_words(lambda advice: (one.text for one in advice.relax)),
}


@for_each(("text", "lens", "expected", "wanted"), list(_rows()))
def test_the_answer_holds_what_was_promised(knowledge: Knowledge, text: str, lens: Lens, expected: str, wanted: object) -> None:
    """Choice, alternatives, rejections and words are those of the table."""
    CHECKS[expected](_answer(text, knowledge, lens), wanted)


@for_each("case", CASES)
def test_every_answer_says_why(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """A choice comes with reasons and cautions in whole sentences, with no placeholder left, and nothing of the text is left unread."""
    for lens in LENSES:
        advice = _answer(case["text"], knowledge, lens)
        texts = [one.text for one in advice.rejected] + [one.text for one in advice.relax]
        if advice.choice is not None:
            assert advice.choice.reasons
            texts += [reason.text for reason in advice.choice.reasons] + list(advice.choice.cautions)
        assert texts
        assert all(text and "$need" not in text and "$what" not in text and "  " not in text for text in texts)
        assert advice.trace
        assert not advice.not_understood
