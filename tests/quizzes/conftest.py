"""What the check of the package looks at, worked out once."""

from __future__ import annotations

import pytest

from knowledge import Knowledge
from quizzes.bank import packaged_data
from quizzes.lint import Made


@pytest.fixture(scope="session")
def made(knowledge: Knowledge) -> Made:
    """What is generated from the files of the package: `now` is what every item says today."""
    return Made(knowledge, packaged_data())
