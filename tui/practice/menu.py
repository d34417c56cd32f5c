"""The main menu of practice: the first stage, which leads to all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.blueprint import Blueprint
from quizzes.drills import DRILL_KINDS, DrillKind
from quizzes.element_words import elements_meant
from quizzes.exam import Exam
from quizzes.exam_dealing import read_seen
from quizzes.item import Item
from quizzes.item_supply import Groups
from quizzes.practice_log import Mode
from quizzes.practice_statistics import WEEK, forecast_due
from quizzes.progress import measure_progress
from tui.practice.exclusions import ExclusionList
from tui.practice.lesson_path import LessonPath
from tui.practice.mock_exam import MockExam
from tui.practice.page_stage import PageStage
from tui.practice.practice_files import PracticeFiles
from tui.practice.practice_sentences import format_time_left
from tui.practice.practice_session import PracticeSession
from tui.practice.question_pool import QuestionPool
from tui.practice.spoken_requests import HELP_LINE, spoken_lines
from tui.practice.stage import STOP_WORDS, PracticeContext, Stage, StageView, lines_part, numbered_view, parse_position, sentences_part
from tui.practice.submenu import Submenu
from tui.practice.typed_requests import parse_exam, parse_goal
from tui.since_date import parse_since
from tui.views.choice import Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line

_FIRST: Final = ("resume", "review", "today", "missed", "learn", "path", "exam", "progress")
"""First words of the entries that are listed before the others, the most urgent first; the rest stand behind "more"."""
_MOST_LINES: Final = 5
"""Lines of the menu."""
_MORE, _LESS = "more", "back"
OpenEntry = Callable[[str], Stage | ReplyPart]
"""Opens a stage or gives a part to show; takes the words typed behind the entry's own word."""


class Entry(NamedTuple):
    """One line of the menu."""

    word: str
    """What can be typed for it, instead of its number."""
    label: str
    open_entry: OpenEntry
    effect: str = ""
    goes_on: bool = False
    """True if something must be typed behind the word."""
    is_exam: bool = False
    """True if it starts a new exam in place of an unfinished one."""


class MainMenu:
    """Leads to every other stage."""

    def __init__(self, context: PracticeContext, files: PracticeFiles) -> None:
        """`files` keep the unfinished exam and the goal."""
        self._say = context.sentence
        self._context, self._files, self._pool = context, files, QuestionPool(context)
        self.next_stage: Stage | None = None
        """The stage that was picked; None until then."""
        self._shown_entries: tuple[Entry, ...] = ()
        """The entries of the last card shown, so that a number means the entry the learner saw."""
        self._warned_of_dropping = False
        """True once the learner was warned that a new exam replaces the unfinished one."""
        self._shows_rest = False
        """True while the entries behind "more" are listed."""
        self._awaited: Entry | None = None
        """The entry that was picked without what belongs behind its word: the next line may be that."""

    @property
    def is_over(self) -> bool:
        """The menu never ends."""
        return False

    def opening_parts(self) -> Iterator[ReplyPart]:
        """Nothing; the card shows the entries."""
        yield from ()

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Take the number of an entry, or its word and what belongs behind it."""
        said, was_rest, awaited = " ".join(line.split()), self._shows_rest, self._awaited
        self._shows_rest, self._awaited = False, None
        if said.lower() in (*STOP_WORDS, _LESS):
            return
        if said.lower() == HELP_LINE:
            yield sentences_part(self._say("help_menu"), kind="notice")
            return
        try:
            entry, rest = self._find_entry(said, awaited)
        except InputError:
            self._shows_rest = was_rest  # the list that was read stays
            raise
        if entry.word in (_MORE, _LESS):
            self._shows_rest = entry.word == _MORE
            return
        was_told, self._warned_of_dropping = self._warned_of_dropping, False
        if entry.is_exam and not was_told and self._has_unfinished_exam():
            self._warned_of_dropping = True
            yield sentences_part(self._say("exam_left"), kind="notice")
            return
        found = entry.open_entry(rest)
        if isinstance(found, ReplyPart):
            yield found
        elif found.is_over and isinstance(found, PracticeSession):
            yield sentences_part(self._say("nothing_to_ask"), kind="notice")
        else:
            self.next_stage = found

    def _find_entry(self, said: str, awaited: Entry | None) -> tuple[Entry, str]:
        """The entry a line asks for, and the words behind the entry's own. Raises InputError for an unknown one.

        A line that asks for none belongs behind the word of the entry `awaited`.
        """
        listed = self._shown_entries or self._all_entries()
        if (position := parse_position(said, len(listed))) is not None:
            return self._check_argument(listed[position], "")
        every = (*self._all_entries(), *self._turning_entries(), *self._hidden_entries())
        lowered = said.lower()
        found = next((entry for entry in every if lowered == entry.word or lowered.startswith(f"{entry.word} ")), None)
        if found is None and (other := next((entry for entry in every if lowered in self._names_of(entry)), None)) is not None:
            return self._check_argument(other, "")
        if found is None and len(meant := elements_meant(lowered, [entry.label for entry in every])) == 1:
            return self._check_argument(every[meant[0]], "")
        if found is None and awaited is not None:
            return awaited, said
        if found is None:
            close = suggest_name(lowered, [entry.word for entry in every])
            raise InputError(self._say("no_number", text=quote_value(said), last=len(listed)) + close)
        return self._check_argument(found, said[len(found.word) :].strip())

    def _names_of(self, entry: Entry) -> tuple[str, ...]:
        """What else an entry is called: its label, and other words for it."""
        also = self._context.knowledge.wording["practice"].texts.get(f"menu_also_{entry.word.replace(' ', '_')}", "")
        return (entry.label.lower(), *also.split(", "))

    def _check_argument(self, entry: Entry, rest: str) -> tuple[Entry, str]:
        if entry.goes_on and not rest:
            self._awaited = entry
            raise InputError(self._say("goes_on", word=entry.word, example=entry.effect))
        return entry, rest

    def _all_entries(self) -> tuple[Entry, ...]:
        return tuple(self._iterate_entries())

    def _iterate_entries(self) -> Iterator[Entry]:
        context, pool = self._context, self._pool
        due, live = len(pool.points_due()), self._live_blueprint
        yield from self._resume_entries()
        if due:
            yield Entry(
                "review",
                self._say("menu_review"),
                lambda _: self._start_session(pool.items_due(), "review"),
                self._say("menu_review_count", count=due),
            )
        goal = self._files.read_goal()
        if goal is not None and live is not None and goal.day > context.today:
            yield Entry(
                "today", self._say("menu_today", day=goal.day), lambda _: self._start_session(pool.items_planned(goal, live), "review")
            )
        unseen = self._say("menu_learn_count", count=len(pool.unseen_askables()))
        yield Entry("learn", self._say("menu_learn"), lambda _: self._start_session(pool.items_to_learn(), "learn"), unseen)
        if pool.has_missed():
            yield Entry("missed", self._say("menu_missed"), lambda _: self._start_session(pool.items_missed(), "drill"))
        yield Entry("path", self._say("menu_path"), lambda _: LessonPath(context))
        yield Entry("drill", self._say("menu_drill"), self._drill_task)
        yield Entry("mixed", self._say("menu_confusable"), self._drill_set)
        made = context.knowledge.wording["generated"].texts
        if context.supply.generated_by_id:
            yield Entry("scenarios", made["menu_scenarios"], lambda _: self._start_session(pool.items_generated("scenarios"), "drill"))
            yield Entry("numbers", made["menu_numbers"], lambda _: self._start_session(pool.items_generated("numbers"), "drill"))
        if context.supply.has_drills:
            yield from (self._drill_entry(kind, made[f"menu_{kind}"]) for kind in DRILL_KINDS)
        yield Entry("new since", self._say("menu_changed"), self._drill_changed, self._say("menu_changed_example"), goes_on=True)
        yield from self._exam_entries(live)
        if live is not None:
            yield Entry("progress", self._say("menu_progress"), lambda _: self._show_progress(live))
            yield Entry("hand over", self._say("menu_hand_over"), self._hand_over, self._say("menu_hand_over_example"), goes_on=True)
            yield Entry("exam date", self._say("menu_goal"), self._set_goal, self._say("menu_goal_example"), goes_on=True)
        if ExclusionList.count_exclusions(context):
            yield Entry(
                "left out", self._say("menu_left_out"), lambda _: ExclusionList(context), str(ExclusionList.count_exclusions(context))
            )

    def _drill_entry(self, kind: DrillKind, label: str) -> Entry:
        return Entry(kind, label, lambda _: self._start_session(self._pool.items_drilled(kind), "drill"))

    def _entries_of_page(self) -> tuple[Entry, ...]:
        """The entries that are listed now: the most urgent, or those behind "more"."""
        every = self._all_entries()
        if len(every) <= _MOST_LINES:
            return every
        named = {entry.word.partition(" ")[0]: entry for entry in reversed(every)}  # of two exams, the first
        urgent = [named[word] for word in _FIRST if word in named]
        first = (urgent or [*every])[: _MOST_LINES - 1]
        more, less = self._turning_entries()
        rest = tuple(entry for entry in every if entry not in first)
        return (*rest, less) if self._shows_rest else (*first, more)

    def _turning_entries(self) -> tuple[Entry, Entry]:
        """The entries that lead to the rest of the menu and back."""

        def stay(_: str) -> ReplyPart:
            return sentences_part()

        return Entry(_MORE, self._say("menu_more"), stay, self._say("menu_more_effect")), Entry(_LESS, self._say("menu_less"), stay)

    def _resume_entries(self) -> Iterator[Entry]:
        """The unfinished exam, listed before everything else."""
        left = self._unfinished_exam()
        if left is not None:
            label = self._say("menu_review_exam" if left.handed_in else "menu_resume")
            where = "" if left.handed_in else self._exam_position(left)
            yield Entry("resume", label, lambda _: MockExam(self._context, left, self._files), where)

    def _exam_position(self, exam: Exam) -> str:
        where = self._say("menu_resume_at", number=exam.at + 1, all=len(exam.slots))
        return where if exam.seconds_left is None else f"{where}, {format_time_left(exam.seconds_left, self._context.knowledge)}"

    def _exam_entries(self, live: Blueprint | None) -> Iterator[Entry]:
        if live is None:
            return
        for scope, key in (("whole", "menu_whole"), ("compute", "menu_exam")):
            words = f"{live.id} {scope}"
            yield Entry(
                f"exam {words}",
                self._say(key, code=live.code),
                partial(self._start_exam, words),
                is_exam=True,
            )

    def _hidden_entries(self) -> Iterator[Entry]:
        """Entries that can be typed and are not listed."""
        yield Entry("exam", "", partial(self._start_exam, ""), is_exam=True)
        yield Entry("about", "", lambda words: self._start_session(self._pool.items_about(words), "drill"))

    @property
    def _live_blueprint(self) -> Blueprint | None:
        return next((one for one in self._context.bank.blueprints.values() if one.status == "live"), None)

    def _unfinished_exam(self) -> Exam | None:
        """The exam that was left, if its blueprint still exists."""
        left = self._files.read_exam()
        return left if left is not None and left.blueprint in self._context.bank.blueprints else None

    def _has_unfinished_exam(self) -> bool:
        """True if an exam was left before it was handed in."""
        left = self._unfinished_exam()
        return left is not None and not left.handed_in

    def _start_exam(self, first: str, rest: str) -> Stage:
        store = self._context.store
        exam = parse_exam(f"{first} {rest}", self._context.supply, seed=store.state.through, seen=read_seen(store.read_rows()))
        return MockExam(self._context, exam, self._files)

    def _start_session(self, items: Sequence[Item], mode: Mode) -> Stage:
        return PracticeSession(self._context, items, mode)

    def _drill_task(self, task: str) -> Stage | ReplyPart:
        """Drill a task by its number; without one, list the tasks."""
        by_task = self._context.supply.by_task
        if task:
            return self._drill_group(task, by_task, "task")
        names = self._live_blueprint.tasks if self._live_blueprint is not None else {}
        labels = {number: f"{number} {names[number].name}" if number in names else number for number in sorted(by_task)}
        return self._open_submenu("which_task", labels, lambda name: self._drill_group(name, by_task, "task"))

    def _drill_set(self, name: str) -> Stage | ReplyPart:
        """Drill a confusable set by its name; without one, list the sets."""
        sets = self._context.supply.confusables

        def lead(words: str) -> Stage:
            return self._drill_group(words.lower().replace(" ", "-"), sets, "set")

        return lead(name) if name else self._open_submenu("which_set", {one: one.replace("-", " ") for one in sorted(sets)}, lead)

    def _drill_changed(self, day: str) -> Stage:
        return self._start_session(self._pool.items_changed_since(parse_since(day, "new since")), "drill")

    def _drill_group(self, name: str, groups: Groups, kind: str) -> Stage:
        if name not in groups:
            known = ", ".join(sorted(groups))
            raise InputError(f"{kind}: there is no {quote_value(name)}.{suggest_name(name, groups, f'Choose from {known}.')}")
        return self._start_session(self._pool.items_least_asked(groups[name]), "drill")

    def _open_submenu(self, head: str, labels: Mapping[str, str], lead: Callable[[str], Stage]) -> Stage:
        return Submenu(self._context, self._say(head), labels, lead)

    def _set_goal(self, words: str) -> ReplyPart:
        found = parse_goal(words, self._context.today)
        if problem := self._files.save_goal(found):
            return sentences_part(self._say("aim_unsaved", problem=problem), kind="notice")
        return sentences_part(self._say("aimed", day=found.day, minutes=f"{found.minutes:g}"))

    def _hand_over(self, words: str) -> ReplyPart:
        """Write the hand-over file: its name, and behind it the name of the person if it shall stand in it."""
        from tui.practice.hand_over_file import write_hand_over  # noqa: PLC0415  # 20 ms, only for who hands something over

        return sentences_part(*write_hand_over(words, self._context), kind="notice")

    def _show_progress(self, blueprint: Blueprint) -> Stage:
        from tui.practice.progress_page import progress_lines  # noqa: PLC0415  # its plots take 15 ms

        context = self._context
        goal, today = self._files.read_goal(), context.today
        goal = goal if goal is not None and goal.day > today else None
        items = list(context.supply.askable_by_id.values())
        found = measure_progress(
            context.store.read_rows(), context.store.state, items, context.bank.course, blueprint, today=today, goal=goal
        )
        page = lines_part(lambda width: progress_lines(found, blueprint, context.knowledge, width))
        return PageStage(context, context.sentence("progress_head"), page)

    def current_view(self) -> StageView:
        """Every entry with a count of what waits there, and the progress panel."""
        self._shown_entries = self._entries_of_page()
        choices = [
            Choice(one.label, f"{one.word} " if one.goes_on else one.word, one.effect, goes_on=one.goes_on, mark=str(at))
            for at, one in enumerate(self._shown_entries, 1)
        ]
        view = numbered_view(self._say("menu"), choices, panel=tuple(self._panel_lines()), enter=self._default_line())
        return view._replace(spoken=spoken_lines(("help",), self._context.knowledge))

    def has_entry(self, said: str) -> bool:
        """True if a line is the word of an entry, or one of its other names."""
        lowered = " ".join(said.lower().split())
        every = (*self._all_entries(), *self._hidden_entries())
        return any(lowered == entry.word or lowered in self._names_of(entry) or lowered.startswith("about ") for entry in every)

    def _default_line(self) -> str:
        """What Enter alone begins: the first entry listed, unless it is an exam or waits for more words."""
        first = self._shown_entries[0]
        return "" if first.goes_on or first.is_exam or first.word == "resume" or self._shows_rest else first.word

    def _panel_lines(self) -> Iterator[Line]:
        state = self._context.store.state
        yield Line(self._say("panel"), "head")
        yield Line(self._say("panel_due", count=len(self._pool.points_due())))
        soon = sum(one.count for one in forecast_due(state, self._context.today, WEEK)[1:])
        if soon:
            yield Line(self._say("panel_week", count=soon))
        yield Line(self._say("panel_points", count=len(state.cards)))
        yield Line(self._say("panel_items", count=len(state.items), all=len(self._context.supply.askable_by_id)))
