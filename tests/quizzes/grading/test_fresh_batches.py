"""Batches of answers whose writers had seen neither rubrics nor code: what was once graded well of them is not lost again.

How they scored before anything was changed because of them stands in docs/agreement.md. The floors here are of today.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from quizzes.grading.claims import Claim, Truth, subjects, truth_of
from quizzes.grading.lexicon import data_of
from tests.case_tables import for_each, read_table
from tests.quizzes.grading.scorer import Trial, figures, graded, items

_FOLDER: Final = Path(__file__).with_name("fresh")
_BASE: Final = Path(__file__).parents[3] / "knowledge" / "data"
BATCHES: Final = {"answers_a": (0.87, 0, 0), "answers_b": (0.72, 2, 4)}
"""Batch -> least kappa, most false reasons that pass, most right answers that are called incorrect."""


@cache
def _trials(batch: str) -> list[Trial]:
    rows = read_table(_FOLDER / f"{batch}.yaml")
    return [Trial(row["item"], row["kind"], row["answer"], row["verdict"], graded(row["item"], str(row["answer"]))) for row in rows]


@for_each("batch", list(BATCHES))
def test_a_batch_is_graded_as_well_as_it_was(batch: str) -> None:
    """Kappa over what is decided; no wrong answer passes, few false reasons do, and few right answers are called incorrect."""
    kappa, passing, refused = BATCHES[batch]
    done = _trials(batch)
    seen = Counter((trial.kind, trial.label, trial.graded.verdict) for trial in done)
    assert figures(done).kappa >= kappa
    assert sum(count for (kind, _, verdict), count in seen.items() if (kind, verdict) == ("wrong", "correct")) == 0
    assert sum(count for (kind, _, verdict), count in seen.items() if (kind, verdict) == ("false-reason", "correct")) <= passing
    assert sum(count for (_, label, verdict), count in seen.items() if (label, verdict) == ("correct", "incorrect")) <= refused


def test_what_is_known_of_a_subject_is_known_once_and_stands_on_the_base() -> None:
    """Every property of a subject is one of properties.yaml, true or false but not both, and its entries of the base exist."""
    names = set(data_of("properties")["properties"])
    for name, raw in data_of("subjects")["subjects"].items():
        told = [*raw["true_of"], *raw["false_of"]]
        assert {one.removeprefix("no ") if one not in names else one for one in told} <= names, name
        assert not set(raw["true_of"]) & set(raw["false_of"]), name
        assert all((_BASE / f"{entry}.yaml").is_file() for entry in raw["base"]), name


@pytest.mark.parametrize(
    ("subject", "name", "said", "truth"),
    [
        ("general family", "gpu", True, "false"),
        ("general family", "gpu", False, "true"),
        ("lambda", "always on", True, "false"),
        ("spot", "interrupted", True, "true"),
        ("memory family", "safety", True, "unknown"),
    ],
)
def test_a_claim_is_true_false_or_unknown(subject: str, name: str, said: bool, truth: Truth) -> None:  # noqa: FBT001  # a column of cases
    """A false property that is denied is true, and what nobody knows of is unknown."""
    assert subject in subjects()
    assert truth_of(Claim(subject, name, said, (0,), named=True), items()["checkpoint-07"].rubric) == truth
