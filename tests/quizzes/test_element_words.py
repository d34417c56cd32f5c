"""Which option some words mean."""

from __future__ import annotations

import pytest

from quizzes.element_words import elements_meant

OPTIONS = ("SageMaker asynchronous inference", "A SageMaker real-time endpoint", "AWS Lambda", "Batch transform on ml.g5.xlarge")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("async", (0,)),
        ("real time endpoint", (1,)),
        ("I think it is Lambda", (2,)),
        ("lambda because it scales to zero", (2,)),
        ("batch transforms", (3,)),
        ("sagemaker", (0, 1)),
        ("not lambda, the other one", ()),
        ("ml.g5.12xlarge", ()),
        ("ml.g5.xlarge", (3,)),
        ("", ()),
        ("a spot fleet", ()),
    ],
)
def test_words_mean_the_options_that_have_them(text: str, places: tuple[int, ...]) -> None:
    """Beginnings of words will do, names with digits count as a whole, and what denies an option does not mean it."""
    assert elements_meant(text, OPTIONS) == places
