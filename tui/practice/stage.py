"""The stages of practice and what they share: each handles typed lines and says what the screen shows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from quizzes.element_words import elements_meant
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


NOTHING_SPOKEN: Final[Mapping[str, str]] = MappingProxyType({})


def never_complete(_text: str) -> bool:
    """False: every line is ended by Enter."""
    return False


def no_picks(_text: str) -> Mapping[str, str]:
    """No letter was picked."""
    return {}


class StageView(NamedTuple):
    """What a screen shows beside the transcript."""

    card: CardContent
    """Head, choices and hint."""
    panel: tuple[Line, ...] = ()
    until: float | None = None
    """When the time runs out, on the clock of `PracticeContext.seconds`; None without a timer."""
    allows_repeats: bool = False
    """True if a letter may stand in an answer twice."""
    enter_line: str = ""
    """What Enter alone stands for; "" for nothing."""
    is_complete: Callable[[str], bool] = never_complete
    """True of a typed text that needs no Enter: nothing else can begin with it."""
    picks_of: Callable[[str], Mapping[str, str]] = no_picks
    """Letter -> the sign to show beside it, for a text that is being typed."""
    spoken: Mapping[str, str] = NOTHING_SPOKEN
    """What people say instead of the words of a choice -> the line that it stands for."""
    exact_lines: Collection[str] = ()
    """Lines of choices that only their whole words pick, as they change what was answered."""
    takes_words: bool = True
    """True if any words may be an answer, so that they are not compared with the choices."""

    def choice_meant(self, typed: str) -> Choice | None:
        """The choice that is picked by its mark, its words or, where no answer in words is awaited, some of its words."""
        choices = [choice for choice in self.card[1] if not choice.goes_on]
        exact = next((choice for choice in choices if choice.is_meant_by(typed)), None)
        if exact is not None:
            return exact
        said = normalize_line(typed).rstrip(" .!?")
        if said in self.spoken:
            line = self.spoken[said]
            return next((choice for choice in choices if choice.line == line), Choice(typed, line))
        if self.takes_words:
            return None
        meant = elements_meant(typed, [choice.label for choice in choices])
        found = choices[meant[0]] if len(meant) == 1 else None
        return found if found is not None and found.line not in self.exact_lines else None


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


def numbered_view(
    head: str,
    choices: Sequence[Choice],
    hint: str = "",
    panel: tuple[Line, ...] = (),
    *,
    enter: str = "",
    takes_words: bool = True,
    exact_lines: Collection[str] = (),
) -> StageView:
    """A view in which a digit picks at once, unless something that can be typed begins with it, and Enter alone stands for `enter`.

    Choices of `exact_lines` wait for Enter behind their digit, as they change what was answered.
    """
    marks = [choice.mark for choice in choices if choice.line not in exact_lines]

    def is_complete(text: str) -> bool:
        """True of a mark that begins no other mark, line or label."""
        others = [word for choice in choices for word in (choice.mark, choice.line, choice.label.lower()) if word != text]
        return text in marks and not any(word.startswith(text) for word in others)

    return StageView(
        (head, list(choices), hint), panel, enter_line=enter, is_complete=is_complete, takes_words=takes_words, exact_lines=exact_lines
    )


def normalize_line(line: str) -> str:
    """A typed line in lower case with single spaces."""
    return " ".join(line.lower().split())


def parse_position(word: str, count: int) -> int | None:
    """The index, from 0, that a typed number from 1 to `count` means; None for anything else."""
    is_number = word.isdecimal() and len(word) <= len(str(count)) and 1 <= int(word) <= count
    return int(word) - 1 if is_number else None
