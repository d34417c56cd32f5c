"""What is excluded from practice: suspended points and flagged questions. Each can be brought back."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final, NamedTuple

from knowledge.errors import InputError, quote_value
from quizzes.element_words import elements_meant
from quizzes.practice_log import LogRow, flag_row, suspension_row
from tui.practice.log_answers import append_rows, lesson_name, point_name
from tui.practice.stage import STOP_WORDS, PracticeContext, StageView, number_choices, numbered_view, parse_position, sentences_part
from tui.views.choice import Choice
from tui.views.reply import ReplyPart

_STEM: Final = 60
"""Characters shown of a flagged question."""
ALL: Final = "all"


class _Exclusion(NamedTuple):
    """A suspended point or a flagged question."""

    label: str
    effect: str
    is_point: bool
    identity: str


class ExclusionList:
    """Lists the exclusions; picking one brings it back."""

    def __init__(self, context: PracticeContext) -> None:
        """Nothing is over yet."""
        self._say = context.sentence
        self._context = context
        self.is_over = False

    @staticmethod
    def count_exclusions(context: PracticeContext) -> int:
        """Number of suspended points and flagged questions."""
        state = context.store.state
        return len(state.suspended) + len(state.flagged)

    def opening_parts(self) -> Iterator[ReplyPart]:
        """Explain what can be done here."""
        yield sentences_part(self._say("left_out_head"))

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Take the number of an exclusion, or "all"."""
        word, out = line.strip().lower(), list(self._exclusions())
        if word in (*STOP_WORDS, "back"):
            self.is_over = True
            return
        position = parse_position(word, len(out))
        if position is None and len(meant := elements_meant(word, [one.label for one in out])) == 1:
            position = meant[0]
        if position is None and word not in (ALL, self._say("all_back")):
            raise InputError(self._say("no_number", text=quote_value(word), last=len(out)))
        wanted = out if position is None else [out[position]]
        yield from append_rows(self._context, *(self._inclusion_row(one) for one in wanted))
        yield sentences_part(self._say("brought_back", count=len(wanted)), kind="notice")
        self.is_over = not self.count_exclusions(self._context)

    def _inclusion_row(self, one: _Exclusion) -> LogRow:
        change = suspension_row if one.is_point else flag_row
        return change(one.identity, time=self._context.clock(), on=False)

    def _exclusions(self) -> Iterator[_Exclusion]:
        state = self._context.store.state
        for point, why in sorted(state.suspended.items()):
            lesson = lesson_name(self._context, point)
            told_why = self._say(f"out_{why}", lesson=lesson) if lesson else ""
            yield _Exclusion(point_name(self._context, point), told_why, is_point=True, identity=point)
        for identity in sorted(state.flagged):
            stem = textwrap.shorten(self._stem_of(identity), _STEM, placeholder="…")
            yield _Exclusion(stem, self._say("out_flagged"), is_point=False, identity=identity)

    def _stem_of(self, identity: str) -> str:
        """The stem of a flagged question; its id if it no longer exists."""
        item = self._context.supply.make_item(identity, 0) if identity in self._context.supply.askable_by_id else None
        return item.stem if item is not None else identity

    def current_view(self) -> StageView:
        """The exclusions, each with the lesson about it."""
        choices = [Choice(one.label, str(at), one.effect) for at, one in enumerate(self._exclusions(), 1)]
        more = [Choice(self._say("all_back"), ALL), Choice(self._say("stop"), "stop")]
        return numbered_view(self._say("which_back"), number_choices([*choices, *more]))
