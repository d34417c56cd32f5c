"""Sentences and number formats of generated items; the sentences are from `knowledge/data/wording/generated.yaml`."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from quizzes.grading import Graded


class GradedInSentences(Graded):
    """A grade whose findings are sentences, not names of concepts."""


def generated_sentence(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return fill_sentence(knowledge, "generated", key, **values)


def format_ratio(ratio: float) -> str:
    """A ratio as people say it: "1.6", "12", "more than 100"."""
    if ratio > 100:  # noqa: PLR2004  # beyond it nobody asks how much
        return "more than 100"
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}".removesuffix(".0")  # noqa: PLR2004  # two digits say enough


def format_dollars(value: float) -> str:
    """USD, with cents where they matter: "$0.113", "$397.50", "$2,150"."""
    if abs(value) < 1:
        return f"${format_figure(value)}"
    return f"${value:,.2f}" if abs(value) < 1_000 else f"${value:,.0f}"  # noqa: PLR2004  # a thousand


def format_figure(value: float) -> str:
    """Three significant digits or more, with separators and without trailing zeros: "14", "0.537", "1,645", "6.67"."""
    if not value or abs(value) >= 100:  # noqa: PLR2004  # whole numbers from three digits on
        return f"{value:,.0f}"
    digits = 2 - len(f"{abs(value):.0f}") + 1 if abs(value) >= 1 else 2 - int(f"{abs(value):e}".partition("e")[2])
    return f"{value:.{max(digits, 0)}f}".rstrip("0").rstrip(".")
