"""A seat before practice, with some items or a bank."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.bank import Bank
from quizzes.item import Item
from quizzes.item_supply import ItemSupply
from tests.quizzes.sample_items import bank
from tests.tui.app.conftest import SMALL
from tests.tui.app.practice_student import Sit, Student
from tui.app import SizewiseApp


def seat_before_practice(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Sit somebody down before practice, with some items or a bank."""

    @asynccontextmanager
    async def down(
        *items: Item, of: Bank | None = None, size: tuple[int, int] = SMALL, guard: float = 0.0, line: str = ""
    ) -> AsyncIterator[Student]:
        whole = of or bank(*items)
        monkeypatch.setattr("tui.practice.setup.load_supply", lambda _: ItemSupply(whole))
        app = SizewiseApp(knowledge, guard=guard, sessions=tmp_path / "sessions", practise=line)
        async with app.run_test(size=size) as pilot:
            student = Student(app, pilot)
            await student.wait()
            await student.wait()
            yield student

    return down
