"""A list below the main menu to pick one entry from, such as a task."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from quizzes.element_words import elements_meant
from tui.practice.stage import (
    STOP_WORDS,
    PracticeContext,
    Stage,
    StageView,
    normalize_line,
    number_choices,
    numbered_view,
    parse_position,
    sentences_part,
)
from tui.views.choice import Choice
from tui.views.reply import ReplyPart


class Submenu:
    """Named entries; picking one leads to its stage."""

    def __init__(self, context: PracticeContext, head: str, labels: Mapping[str, str], lead: Callable[[str], Stage]) -> None:
        """`labels` maps names to what is shown; `lead` gives the stage of a name and raises InputError for an unknown name."""
        self._say = context.sentence
        self._context, self._head, self._labels, self._lead = context, head, labels, lead
        self.next_stage: Stage | None = None
        """The stage that was picked; None until then."""
        self.is_over = False

    def opening_parts(self) -> Iterator[ReplyPart]:
        """Nothing; the card shows the list."""
        yield from ()

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Take the number or the name of an entry."""
        word, names = normalize_line(line), list(self._labels)
        if word in (*STOP_WORDS, "back"):
            self.is_over = True
            return
        position = parse_position(word, len(names))
        if position is None and word not in self._labels and len(meant := elements_meant(word, list(self._labels.values()))) == 1:
            position = meant[0]
        found = self._lead(word if position is None else names[position])
        self.is_over = found.is_over
        self.next_stage = None if found.is_over else found
        if found.is_over:
            yield sentences_part(self._say("nothing_to_ask"), kind="notice")

    def current_view(self) -> StageView:
        """The list, and the way back."""
        choices = [
            *(Choice(label, name) for name, label in self._labels.items()),
            Choice(self._say("stop"), "stop"),
        ]
        return numbered_view(self._head, number_choices(choices))
