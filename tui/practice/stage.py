"""The stages of practice and what they share: each handles typed lines and says what the screen shows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from tui.practice.practice_sentences import practice_sentence
from tui.views.choice import CardContent, Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line, wrap_text

if TYPE_CHECKING:
    from knowledge import Knowledge
    from quizzes.bank import Bank
    from quizzes.item_supply import ItemSupply
    from quizzes.store import LogStore

STOP_WORDS: Final = frozenset({"stop", "menu"})
"""Words that lead back to the menu from every stage."""

DrawLines = Callable[[int], Iterable[Line]]
"""Width in columns -> lines."""


class StageView(NamedTuple):
    """What a screen shows beside the transcript."""

    card: CardContent
    """Head, choices and hint."""
    panel: tuple[Line, ...] = ()
    until: float | None = None
    """When the time runs out, on the clock of `PracticeContext.seconds`; None without a timer."""
    allows_repeats: bool = False
    """True if a letter may stand in an answer twice."""


class PracticeContext(NamedTuple):
    """What all stages work with."""

    knowledge: Knowledge
    supply: ItemSupply
    store: LogStore
    clock: Callable[[], dt.datetime]
    """The current time, with its zone."""
    seconds: Callable[[], float]
    """A monotonic clock."""

    @property
    def bank(self) -> Bank:
        """The written items and the exam blueprints."""
        return self.supply.bank

    def sentence(self, key: str, /, **values: object) -> str:
        """The sentence of practice under `key` with its placeholders filled."""
        return practice_sentence(self.knowledge, key, **values)

    @property
    def today(self) -> dt.date:
        """The date in UTC."""
        return self.clock().date()


class Stage(Protocol):
    """One stage of practice."""

    def opening_parts(self) -> Iterator[ReplyPart]:
        """What is shown when the stage begins."""
        ...

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Handle a typed line. Raises InputError for a line that makes no sense here."""
        ...

    def current_view(self) -> StageView:
        """What can be picked now."""
        ...

    @property
    def is_over(self) -> bool:
        """True once the menu comes next."""
        ...


def sentences_part(*texts: str, kind: str = "text") -> ReplyPart:
    """Sentences as a part."""
    return ReplyPart(
        "notice" if kind == "notice" else "text", lambda width: [line for text in texts for line in wrap_text(text, width, "  ")]
    )


def lines_part(lines: DrawLines) -> ReplyPart:
    """Lines as a part."""
    return ReplyPart("text", lines)


def question_part(lines: DrawLines) -> ReplyPart:
    """A question as a part, which a screen keeps in sight."""
    return ReplyPart("question", lines)


def number_choices(choices: Iterable[Choice]) -> list[Choice]:
    """The choices with a digit to type for each."""
    return [choice._replace(mark=str(at)) for at, choice in enumerate(choices, 1)]


def normalize_line(line: str) -> str:
    """A typed line in lower case with single spaces."""
    return " ".join(line.lower().split())


def parse_position(word: str, count: int) -> int | None:
    """The index, from 0, that a typed number from 1 to `count` means; None for anything else."""
    is_number = word.isdecimal() and len(word) <= len(str(count)) and 1 <= int(word) <= count
    return int(word) - 1 if is_number else None
