"""Figures that the explanations name are those that the engine uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.mastery import MIN_ANSWERS

EXPLANATION = Path(__file__).parents[2] / "docs" / "explanation"
CLAIMS = {
    "how-it-decides.md": (
        ("ranking", "tight", "A memory need above {percent} % of what is usable is *tight*"),
        ("ranking", "confident_effect", "is more than {percent} % likely to change the choice"),
    ),
    "how-it-sizes.md": (("ranking", "target_utilization", "at no more than {percent} % of what they carry"),),
}


@pytest.mark.parametrize(("page", "claim"), [(page, claim) for page, claims in CLAIMS.items() for claim in claims])
def test_a_threshold_is_the_one_in_use(page: str, claim: tuple[str, str, str], knowledge: Knowledge) -> None:
    """Wherever the line breaks."""
    weights, name, sentence = claim
    text = " ".join((EXPLANATION / page).read_text(encoding="utf-8").split())
    assert sentence.format(percent=f"{knowledge.weights[weights].thresholds[name] * 100:.0f}") in text


def test_readiness_is_told_from_as_many_answers_as_the_page_says() -> None:
    """Ten, in words."""
    text = " ".join((EXPLANATION / "practice.md").read_text(encoding="utf-8").split())
    assert {10: "below ten answers"}[MIN_ANSWERS] in text
