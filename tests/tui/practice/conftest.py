"""A seat before practice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.bank import Bank
from quizzes.generated import ItemGenerator, load_source
from quizzes.item import Item
from tests.quizzes.sample_items import bank
from tests.tui.practice.student import Student

Seat = Callable[..., Student]


@pytest.fixture(scope="session")
def generator(knowledge: Knowledge, warm: Path) -> ItemGenerator:
    """What makes scenarios and sums."""
    return ItemGenerator(knowledge, load_source(cache=warm))


@pytest.fixture
def seat(knowledge: Knowledge, tmp_path: Path) -> Iterator[Seat]:
    """Seat somebody before a log, the same one each time; with items of a bank, or a whole bank, and what is generated."""
    seated: list[Student] = []

    def down(*items: Item, of: Bank | None = None, folder: Path = tmp_path, made: ItemGenerator | None = None) -> Student:
        seated.append(Student(knowledge, folder, of or (bank(*items) if items else None), made))
        return seated[-1]

    yield down
    for student in seated:
        student.talk.close()
