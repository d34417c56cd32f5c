"""A session of questions one after another, with feedback after each answer: learn, review, drill."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from knowledge.errors import InputError, quote_value
from quizzes.exam import Confidence
from quizzes.item import Item, Typed
from quizzes.knowledge_points import points_tested
from quizzes.practice_log import LogRow, Mode, answer_row, flag_row, suspension_row
from tui.practice.feedback import feedback_lines
from tui.practice.follow_up import follow_up_choices
from tui.practice.log_answers import append_rows, point_name, undo_row
from tui.practice.practice_sentences import confidence_choices, parse_confidence, split_confidence
from tui.practice.question_card import MarkedAnswer, QuestionCard, can_overrule, mark_as_learner_says, split_cases
from tui.practice.spoken_requests import HELP_LINE, Request, spoken_lines
from tui.practice.stage import (
    STOP_WORDS,
    PracticeContext,
    StageView,
    lines_part,
    normalize_line,
    number_choices,
    numbered_view,
    question_part,
    sentences_part,
)
from tui.views.choice import CardContent, Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line

Phase = Literal["question", "sure", "feedback", "over"]
UNKNOWN_WORDS: Final = frozenset({"?", "don't know", "dont know", "i don't know", "skip"})
RIGHT_WORDS: Final = frozenset({"right", "1"})
WRONG_WORDS: Final = frozenset({"wrong", "2"})
OVERRULE_WORD: Final = "overrule"
_CHANGING_LINES: Final = frozenset({OVERRULE_WORD, "right", "wrong", "flag", "leave out", "undo"})
LEAVE_OPEN: Final = "leave it open"
"""Line that leaves open how sure one is; so does an empty one."""


class _LoggedAnswer(NamedTuple):
    at: int
    """Index of the question."""
    row: LogRow


class PracticeSession:
    """Asks one question at a time. Confidence is asked before the feedback, and the answer is logged before feedback is shown."""

    def __init__(self, context: PracticeContext, items: Sequence[Item], mode: Mode) -> None:
        """Ask `items` in their order."""
        self._say = context.sentence
        self._context, self._questions, self._mode = context, split_cases(items), mode
        self._at = 0
        self._phase: Phase = "question" if items else "over"
        self._marked: MarkedAnswer | None = None
        self._confidence: int | None = None
        self._hints = 0
        self._logged_answers: list[_LoggedAnswer] = []
        self._answer_seconds = 0.0
        """Seconds the learner took to answer."""
        self._shown_since = context.seconds()
        self._seed = context.store.state.through
        self._question_card = self._start_question() if items else None

    @property
    def is_over(self) -> bool:
        """True once every question is done or the learner stopped."""
        return self._phase == "over"

    @property
    def is_answered(self) -> bool:
        """True while the feedback on an answer is read that is in the log."""
        return self._phase == "feedback" and not self._is_answer_unlogged

    def opening_parts(self) -> Iterator[ReplyPart]:
        """The first question."""
        if self._question_card is not None:
            yield question_part(self._question_card.question_lines)

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Take an answer, a confidence, or what to do after the feedback."""
        word = normalize_line(line)
        if word in STOP_WORDS:
            yield from self._stop_session()
        elif word == "flag":
            yield from self._flag_item()
        elif word == HELP_LINE and self._phase != "sure" and (self._phase == "feedback" or self._shown_card.form != "typed"):
            yield sentences_part(self._say("help_question"), self._say("help_words"), kind="notice")
        elif word == "leave out":
            yield from self._suspend_point()
        elif word in ("undo", "back"):
            yield from self._undo_answer()
        elif self._phase == "question":
            yield from self._handle_answer(line.strip(), word)
        elif self._phase == "sure":
            yield from self._handle_confidence(word)
        else:
            yield from self._handle_after_feedback(word)

    def _start_question(self) -> QuestionCard:
        self._shown_since, self._hints, self._marked, self._confidence = self._context.seconds(), 0, None, None
        return QuestionCard(self._questions[self._at], self._seed)

    @property
    def _shown_card(self) -> QuestionCard:
        if self._question_card is None:
            raise InputError("practice: there is no question.")
        return self._question_card

    @property
    def _main_point(self) -> str:
        return points_tested(self._shown_card.item, self._shown_card.part, (), right=True)[0]

    @property
    def _is_answer_unlogged(self) -> bool:
        """True if an answer was given that is not in the log yet."""
        undecided = self._phase == "feedback" and self._marked is not None and self._marked.verdict == "unsure"
        return self._phase == "sure" or undecided

    def _handle_answer(self, line: str, word: str) -> Iterator[ReplyPart]:
        if word == "hint":
            yield self._next_hint()
            return
        if word not in UNKNOWN_WORDS and not word:
            raise InputError(self._say("nothing_said"))
        now, base = self._shown_card, self._context.knowledge
        if word in UNKNOWN_WORDS:
            self._answer_seconds = self._context.seconds() - self._shown_since
            yield from self._log_and_explain(now.mark_unknown(), None)
            return
        answer, level = self._split_level(line)
        marked = now.mark_answer(answer, base)  # what is no answer is told, and the question stays
        self._answer_seconds = self._context.seconds() - self._shown_since
        if marked.picked_places and not now.is_in_letters(answer):
            texts = now.texts_of(marked)
            yield sentences_part(self._say("taken_as", letters=now.letters_of(marked.picked_places), texts=texts), kind="notice")
        count = now.wrong_count_hint(marked.picked_places)
        if count:
            yield sentences_part(self._say("count", count=count, given=len(marked.picked_places)), kind="notice")
        if level is None or count:
            self._marked, self._phase = marked, "sure"
        else:
            yield from self._log_and_explain(marked, level)

    def _split_level(self, line: str) -> tuple[str, Confidence | None]:
        """The answer in a line, and the confidence behind it if there is one: "b2", "serverless, pretty sure". Not of a typed item."""
        base = self._context.knowledge
        if isinstance(self._shown_card.item, Typed):
            return line, None
        answer, level = self._shown_card.split_level(line)
        return (answer, parse_confidence(level, base)) if level else split_confidence(line, base)

    def _next_hint(self) -> ReplyPart:
        hints = self._shown_card.item.hints
        self._hints += 1
        if self._hints <= len(hints):
            return sentences_part(self._say("hint", text=hints[self._hints - 1]), kind="notice")
        out = self._shown_card.wrong_option_hint()
        if self._hints == len(hints) + 1 and out:
            return sentences_part(self._say("hint_out", text=out), kind="notice")
        return sentences_part(self._say("no_hint"), kind="notice")

    def _handle_confidence(self, word: str) -> Iterator[ReplyPart]:
        word = "" if word == LEAVE_OPEN else word
        level = parse_confidence(word, self._context.knowledge)
        if (level is None and word) or self._marked is None:
            raise InputError(self._say("sure_unknown", text=quote_value(word)))
        yield from self._log_and_explain(self._marked, level)

    def _log_and_explain(self, marked: MarkedAnswer, confidence: int | None) -> Iterator[ReplyPart]:
        """Log the answer, then show the feedback. An answer that the grader could not decide waits for the learner's own verdict."""
        self._marked, self._confidence, self._phase = marked, confidence, "feedback"
        item, base = self._shown_card.item, self._context.knowledge
        news = list(self._log_answer(marked)) if marked.verdict != "unsure" else []
        yield lines_part(lambda width: feedback_lines(item, marked, confidence, base, width))
        yield from news
        if marked.verdict != "unsure":
            yield from self._next_date_parts()

    def _next_date_parts(self) -> Iterator[ReplyPart]:
        """When the tested points come again; today if the answer was wrong."""
        state = self._context.store.state
        cards = [state.cards[point] for point in self._shown_card.item.stands_on if point in state.cards and point not in state.suspended]
        if any(card.is_pending for card in cards):
            due = min(card.due for card in cards if card.is_pending)
            is_tomorrow = due == self._context.today + dt.timedelta(days=1)
            date = self._say("tomorrow") if is_tomorrow else self._say("on_day", date=due.isoformat())
            yield sentences_part(self._say("comes_today", date=date))
        elif cards:
            yield sentences_part(self._say("comes_again", date=min(card.due for card in cards).isoformat()))

    def _log_answer(self, marked: MarkedAnswer) -> Iterator[ReplyPart]:
        now = self._shown_card
        row = answer_row(
            now.item,
            time=self._context.clock(),
            verdict=marked.verdict,
            answer=marked.answer,
            mode=self._mode,
            score=marked.score,
            confidence=self._confidence,
            seconds=self._answer_seconds,
            part=now.part,
            points=points_tested(now.item, now.part, marked.picked_places, right=marked.verdict == "correct"),
        )
        self._logged_answers.append(_LoggedAnswer(self._at, row))
        yield from append_rows(self._context, row)

    def _handle_after_feedback(self, word: str) -> Iterator[ReplyPart]:
        """Take the learner's own verdict or an overruling; else go to the next question."""
        if self._is_answer_unlogged and self._marked is not None:
            yield from self._mark_own_answer(self._marked, word)
        elif word == OVERRULE_WORD and self._marked is not None and can_overrule(self._marked):
            yield from self._overrule_grader(self._marked)
            return
        elif word not in ("", "next", "1"):
            raise InputError(self._say("no_way_on", text=quote_value(word)))
        yield from self._next_question()

    def _next_question(self, past: str = "") -> Iterator[ReplyPart]:
        """Show the next question that is not of the item `past`; after the last one, end the session."""
        behind = range(self._at + 1, len(self._questions))
        following = next((at for at in behind if self._questions[at].item.id != past), None)
        if following is None:
            yield from self._end_session()
            return
        self._at = following
        self._question_card, self._phase = self._start_question(), "question"
        yield question_part(self._shown_card.question_lines)

    def _mark_own_answer(self, marked: MarkedAnswer, word: str) -> Iterator[ReplyPart]:
        """Log the learner's own verdict together with the words the grader could not decide."""
        if word not in RIGHT_WORDS | WRONG_WORDS:
            raise InputError(self._say("typed_unsure"))
        self._marked = mark_as_learner_says(marked, right=word in RIGHT_WORDS)
        yield from self._log_answer(self._marked)

    def _overrule_grader(self, marked: MarkedAnswer) -> Iterator[ReplyPart]:
        """Replace the logged answer by one with the opposite verdict."""
        if not undo_row(self._context, self._logged_answers.pop().row):
            yield sentences_part(self._say("nothing_undone"), kind="notice")
        else:
            self._marked = mark_as_learner_says(marked, right=marked.verdict != "correct")
            yield from self._log_answer(self._marked)
            yield sentences_part(self._say(f"overruled_{self._marked.verdict}"), kind="notice")
            yield from self._next_date_parts()

    def _flag_item(self) -> Iterator[ReplyPart]:
        yield from append_rows(self._context, flag_row(self._shown_card.item.id, time=self._context.clock()))
        yield sentences_part(self._say("flagged"), kind="notice")
        yield from self._skip_if_unanswered()

    def _suspend_point(self) -> Iterator[ReplyPart]:
        point = self._main_point
        yield from append_rows(self._context, suspension_row(point, time=self._context.clock()))
        yield sentences_part(self._say("left_out", what=point_name(self._context, point)), kind="notice")
        yield from self._skip_if_unanswered()

    def _skip_if_unanswered(self) -> Iterator[ReplyPart]:
        """A flagged or suspended question is skipped, with the rest of its case; an answer already given stands."""
        if self._phase == "question":
            yield from self._next_question(past=self._shown_card.item.id)

    def _undo_answer(self) -> Iterator[ReplyPart]:
        """Take back the last answer of this session; an unlogged one is just asked again."""
        if not self._is_answer_unlogged:
            last = self._logged_answers.pop() if self._logged_answers else None
            if last is None or not undo_row(self._context, last.row):
                yield sentences_part(self._say("nothing_undone"), kind="notice")
                return
            self._at = last.at
        self._question_card, self._phase = self._start_question(), "question"
        yield sentences_part(self._say("undone"), kind="notice")
        yield question_part(self._shown_card.question_lines)

    def _stop_session(self) -> Iterator[ReplyPart]:
        """End the session; an answer already given is logged without confidence."""
        if self._is_answer_unlogged and self._marked is not None:
            yield from self._log_answer(self._marked)
        yield from self._end_session()

    def _end_session(self) -> Iterator[ReplyPart]:
        self._phase = "over"
        if self._logged_answers:
            yield sentences_part(self._score_text("done"))

    def _score_text(self, key: str) -> str:
        right = sum(one.row.is_right for one in self._logged_answers)
        return self._say(key, right=right, asked=len(self._logged_answers))

    def current_view(self) -> StageView:
        """The card of the phase, and the score."""
        where = self._say("at", number=self._at + 1, all=len(self._questions))
        panel = (Line(where, "head"), Line(self._score_text("score")))
        head, choices, hint = self._card_content(where)
        if self._phase == "question" and self._question_card is not None:
            now = self._question_card
            requests: tuple[Request, ...] = ("unknown", "hint") if now.form == "typed" else ("unknown", "hint", "stop", "help")
            return StageView(
                (head, choices, hint),
                panel,
                allows_repeats=now.allows_repeats,
                is_complete=now.is_complete,
                picks_of=now.picks_of,
                spoken=spoken_lines(requests, self._context.knowledge),
            )
        enter = LEAVE_OPEN if self._phase == "sure" else "" if self._is_answer_unlogged or not choices else choices[0].line
        if self._phase == "sure" or self._is_answer_unlogged:
            return numbered_view(head, choices, hint, panel, enter=enter, takes_words=self._phase == "sure")
        view = numbered_view(head, choices, hint, panel, enter=enter, takes_words=False, exact_lines=_CHANGING_LINES)
        spoken = spoken_lines(("next", "stop", "help", "read", "advise"), self._context.knowledge, choices)
        return view._replace(spoken=spoken)

    def _card_content(self, where: str) -> CardContent:
        base = self._context.knowledge
        if self._phase == "sure":
            return self._say("sure"), confidence_choices(base), self._say("sure_how")
        if self._phase == "feedback":
            hint = "" if self._is_answer_unlogged else self._say("enter_goes_on")
            return self._say("next"), number_choices(self._choices_after_feedback()), hint
        if self._question_card is None:
            return "", [], ""
        how = self._answer_hint(self._shown_card)
        choices = self._shown_card.answer_choices()
        letter = "" if any(choice.mark == "h" for choice in choices) else "h"
        more = [
            Choice(self._say("dont_know"), "?", mark="?"),
            Choice(self._say("ask_hint"), "hint", mark=letter),
        ]
        return where, [*choices, *more], how

    def _answer_hint(self, now: QuestionCard) -> str:
        """How an answer is written, in a line."""
        if now.form != "typed":
            return self._say(f"stroke_{now.form}", example="".join(filter(str.isalpha, now.example_answer())))
        return f"{self._say(now.instruction_key())} {self._say('or_else')}"

    def _choices_after_feedback(self) -> Iterator[Choice]:
        base = self._context.knowledge
        if self._is_answer_unlogged:
            yield Choice(self._say("self_right"), "right")
            yield Choice(self._say("self_wrong"), "wrong")
            return
        is_last = self._at + 1 >= len(self._questions)
        yield Choice(self._say("finish" if is_last else "go_on"), "next")
        yield from follow_up_choices(self._shown_card.item, self._shown_card.part, base)
        if self._marked is not None and can_overrule(self._marked):
            yield Choice(self._say("overrule_right" if self._marked.verdict == "correct" else "overrule_wrong"), OVERRULE_WORD)
        yield Choice(self._say("undo_it"), "undo")
        yield Choice(self._say("flag_it"), "flag")
        yield Choice(self._say("leave_out", what=point_name(self._context, self._main_point)), "leave out")
        if not is_last:
            yield Choice(self._say("stop"), "stop")
