"""Figures that the explanations name are those that the engine uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.mastery import MIN_ANSWERS

ROOT = Path(__file__).parents[2]
EXPLANATION = ROOT / "docs" / "explanation"
MADE = ("build/", "kind/")
"""Paths of what is built, and of the form of a path."""
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


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_path_that_a_newcomer_is_sent_to_exists(page: str) -> None:
    """From the root, or from the base, or from the room that the sentence is about."""
    homes = [ROOT, ROOT / "knowledge" / "data", ROOT / "engine" / "decision"]
    named = set(re.findall(r"`([a-z_]+/[\w./]*)`", (ROOT / page).read_text(encoding="utf-8")))
    assert named
    assert not [path for path in named if not path.startswith(MADE) and not any((home / path).exists() for home in homes)]
