"""Somebody who practises: says lines, reads what comes back. The clocks are theirs to turn."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from knowledge import Knowledge
from quizzes.bank import Bank
from quizzes.generated import ItemGenerator
from quizzes.item import Item, keyed_questions
from quizzes.item_supply import ItemSupply
from quizzes.practice_log import LogRow, rows_in_force
from quizzes.store import LogStore
from tests.quizzes.practice_rows import START
from tests.quizzes.sample_items import bank, case, choice, matching, ordering, response, typed
from tui.practice.stage import PracticeContext
from tui.practice.talk import PracticeTalk
from tui.views.reply import ReplyPart
from tui.views.text_lines import as_text

CUED = choice("a-cued", cues=("least cost",), hints=("Think of the bill.",), stem="Which has the least cost?")
EVERY: tuple[Item, ...] = (choice(), response(), ordering(), matching(), case(), typed())
"""One item of each form. The first option of the choice is right, the first and third of the response."""


class Student:
    """One talk on one log."""

    def __init__(self, knowledge: Knowledge, folder: Path, of: Bank | None = None, made: ItemGenerator | None = None) -> None:
        """Sit down before the log in `folder`, with a bank of every form where no other is given; with `made`, what it makes too."""
        self.knowledge = knowledge
        self.time, self.seconds = START, 0.0
        store = LogStore(knowledge, folder)
        self.context = PracticeContext(knowledge, ItemSupply(of or bank(*EVERY), made), store, lambda: self.time, lambda: self.seconds)
        self.talk = PracticeTalk(self.context)

    def says(self, *lines: str) -> str:
        """What the last of some lines leads to."""
        told = ""
        for line in lines:
            self.time += dt.timedelta(seconds=5)
            self.seconds += 5
            told = text(list(self.talk.handle_line(line)))
            self.card  # noqa: B018  # a card is drawn after every line, as a screen does
        return told

    @property
    def card(self) -> str:
        """What can be picked, with its heading and hint."""
        head, choices, hint = self.talk.current_view().card
        return "\n".join([head, *(f"{one.mark}|{one.line}|{one.label}|{one.effect}" for one in choices), hint])

    @property
    def head(self) -> str:
        """The heading of the card."""
        return self.talk.current_view().card[0]

    @property
    def lines(self) -> list[str]:
        """What each choice of the card says."""
        return [one.line for one in self.talk.current_view().card[1]]

    @property
    def rows(self) -> list[LogRow]:
        """The answers that stand in the log, as another process reads them."""
        store = LogStore(self.knowledge, self.context.store.path.parent)
        try:
            return [row for row in rows_in_force(store.read_rows()) if row.kind == "answer"]
        finally:
            store.close()

    def letters(self, texts: list[str]) -> str:
        """The letters under which some texts of the question are shown now."""
        marks = {one.label: one.mark for one in self.talk.current_view().card[1]}
        return " ".join(marks[one] for one in texts)


def right_texts(item: Item, part: int = 0) -> list[str]:
    """The texts that answer a question rightly, in order."""
    question = keyed_questions(item)[part]
    options, steps, pairs = (getattr(question, name, ()) for name in ("options", "steps", "pairs"))
    return [*(one.text for one in options if one.right), *(one.text for one in steps), *(one.answer for one in pairs)]


def text(parts: list[ReplyPart], width: int = 80) -> str:
    """Parts as they are read."""
    return "\n".join(as_text(part.draw(width)) for part in parts)
