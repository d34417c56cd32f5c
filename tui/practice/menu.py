"""The first stage: what there is to practise today."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from knowledge.errors import InputError, shown, suggestion
from quizzes.blueprint import Blueprint
from quizzes.exam import Exam
from quizzes.item import Item
from quizzes.log import Mode
from quizzes.series import WEEK, forecast
from quizzes.supply import Groups
from tui.practice.below import Below
from tui.practice.left_out import LeftOut
from tui.practice.mock import Mock
from tui.practice.path import Path
from tui.practice.pool import Pool
from tui.practice.reading import Reading
from tui.practice.shelf import Shelf
from tui.practice.sitting import Sitting
from tui.practice.stage import STOP, Room, Stage, Standing, drawn, told
from tui.practice.wish import exam_of, goal_of
from tui.practice.words import say, time_left
from tui.talk import Part
from tui.views.choice import Choice
from tui.views.line import Line

Way = Callable[[str], Stage | Part]
"""Leads to a stage, or shows something; takes what was said behind its word."""
_MOST_DIGITS: Final = 3
"""Of the number of an entry."""


class Entry(NamedTuple):
    """One line of the menu."""

    word: str
    """What is typed for it, beside its number."""
    label: str
    way: Way
    effect: str = ""
    goes_on: bool = False
    """Whether something has to be said behind its word."""
    is_exam: bool = False
    """Whether it begins a new exam, in the place of one that was left."""


class Menu:
    """Leads to every other stage."""

    def __init__(self, room: Room, shelf: Shelf) -> None:
        """Take what is practised with, and the exam that was left."""
        self._room, self._shelf, self._pool = room, shelf, Pool(room)
        self.chosen: Stage | None = None
        """What was picked; None while nothing is."""
        self._listed: tuple[Entry, ...] = ()
        """What the last card showed, so that a number means what was read."""
        self._dropping = False
        """Whether somebody was told that a new exam drops the one that was left."""

    @property
    def is_over(self) -> bool:
        """It never is."""
        return False

    def opened(self) -> Iterator[Part]:
        """Nothing but its card."""
        yield from ()

    def heard(self, line: str) -> Iterator[Part]:
        """The number of an entry, or its word with what follows."""
        said = " ".join(line.split())
        if said.lower() in STOP:
            return
        entry, rest = self._named(said)
        was_told, self._dropping = self._dropping, False
        if entry.is_exam and not was_told and self._is_left():
            self._dropping = True
            yield told(say(self._room.knowledge, "exam_left"), kind="notice")
            return
        found = entry.way(rest)
        if isinstance(found, Part):
            yield found
        elif found.is_over and isinstance(found, Sitting):
            yield told(say(self._room.knowledge, "nothing_to_ask"), kind="notice")
        else:
            self.chosen = found

    def _named(self, said: str) -> tuple[Entry, str]:
        """The entry that a line asks for, and what follows its word. Raises InputError for none."""
        listed = self._listed or self._entries()
        if said.isdecimal() and len(said) <= _MOST_DIGITS and 1 <= int(said) <= len(listed):
            return self._with_rest(listed[int(said) - 1], "")
        every = (*self._entries(), *self._unlisted())
        lowered = said.lower()
        found = next((entry for entry in every if lowered == entry.word or lowered.startswith(f"{entry.word} ")), None)
        if found is None:
            close = suggestion(lowered, [entry.word for entry in every])
            raise InputError(say(self._room.knowledge, "no_number", text=shown(said), last=len(listed)) + close)
        return self._with_rest(found, said[len(found.word) :].strip())

    def _with_rest(self, entry: Entry, rest: str) -> tuple[Entry, str]:
        if entry.goes_on and not rest:
            raise InputError(say(self._room.knowledge, "goes_on", word=entry.word, example=entry.effect))
        return entry, rest

    def _entries(self) -> tuple[Entry, ...]:
        return tuple(self._every())

    def _every(self) -> Iterator[Entry]:
        room, pool = self._room, self._pool
        say_ = partial(say, room.knowledge)
        due, live = len(pool.due()), self._live
        yield from self._resumed()
        if due:
            yield Entry(
                "review", say_("menu_review"), lambda _: self._sitting(pool.review(), "review"), say_("menu_review_count", count=due)
            )
        goal = self._shelf.goal()
        if goal is not None and live is not None and goal.day > room.today:
            yield Entry("today", say_("menu_today", day=goal.day), lambda _: self._sitting(pool.planned(goal, live), "review"))
        unseen = say_("menu_learn_count", count=len(pool.unseen()))
        yield Entry("learn", say_("menu_learn"), lambda _: self._sitting(pool.new(), "learn"), unseen)
        if pool.has_missed():
            yield Entry("missed", say_("menu_missed"), lambda _: self._sitting(pool.missed(), "drill"))
        yield Entry("path", say_("menu_path"), lambda _: Path(room))
        yield Entry("drill", say_("menu_drill"), self._drill)
        yield Entry("mixed", say_("menu_confusable"), self._mixed)
        made = room.knowledge.wording["generated"].texts
        if room.supply.listed:
            yield Entry("scenarios", made["menu_scenarios"], lambda _: self._sitting(pool.made("scenarios"), "drill"))
            yield Entry("numbers", made["menu_numbers"], lambda _: self._sitting(pool.made("numbers"), "drill"))
        yield from self._exams(live)
        if live is not None:
            yield Entry("progress", say_("menu_progress"), lambda _: self._progress(live))
            yield Entry("exam date", say_("menu_goal"), self._aim, say_("menu_goal_example"), goes_on=True)
        if LeftOut.count(room):
            yield Entry("left out", say_("menu_left_out"), lambda _: LeftOut(room), str(LeftOut.count(room)))

    def _resumed(self) -> Iterator[Entry]:
        """The exam that was left, before all else."""
        left = self._left()
        if left is not None:
            label = say(self._room.knowledge, "menu_review_exam" if left.handed_in else "menu_resume")
            where = "" if left.handed_in else self._where(left)
            yield Entry("resume", label, lambda _: Mock(self._room, left, self._shelf), where)

    def _where(self, exam: Exam) -> str:
        """How far an exam went, and the time that is left."""
        where = say(self._room.knowledge, "menu_resume_at", number=exam.at + 1, all=len(exam.slots))
        return where if exam.seconds_left is None else f"{where}, {time_left(exam.seconds_left, self._room.knowledge)}"

    def _exams(self, live: Blueprint | None) -> Iterator[Entry]:
        if live is None:
            return
        for scope, key in (("compute", "menu_exam"), ("whole", "menu_whole")):
            words = f"{live.id} {scope}"
            yield Entry(f"exam {words}", say(self._room.knowledge, key, code=live.code), partial(self._exam, words), is_exam=True)

    def _unlisted(self) -> Iterator[Entry]:
        """Words that the card does not show."""
        yield Entry("exam", "", partial(self._exam, ""), is_exam=True)
        yield Entry("about", "", lambda words: self._sitting(self._pool.about(words), "drill"))

    @property
    def _live(self) -> Blueprint | None:
        return next((one for one in self._room.bank.blueprints.values() if one.status == "live"), None)

    def _left(self) -> Exam | None:
        """The exam that was left, as far as its blueprint is still there."""
        left = self._shelf.kept()
        return left if left is not None and left.blueprint in self._room.bank.blueprints else None

    def _is_left(self) -> bool:
        """Whether an exam was left before it was handed in."""
        left = self._left()
        return left is not None and not left.handed_in

    def _exam(self, first: str, rest: str) -> Stage:
        exam = exam_of(f"{first} {rest}", self._room.supply, seed=self._room.store.state.through)
        return Mock(self._room, exam, self._shelf)

    def _sitting(self, items: Sequence[Item], mode: Mode) -> Stage:
        return Sitting(self._room, items, mode)

    def _drill(self, task: str) -> Stage | Part:
        """A task by its number; without one, a list of them."""
        by_task = self._room.supply.by_task
        if task:
            return self._group(task, by_task, "task")
        names = self._live.tasks if self._live is not None else {}
        labels = {number: f"{number} {names[number].name}" if number in names else number for number in sorted(by_task)}
        return self._list("which_task", labels, lambda name: self._group(name, by_task, "task"))

    def _mixed(self, name: str) -> Stage | Part:
        """A confusable set by its name; without one, a list of them."""
        sets = self._room.supply.confusables

        def lead(words: str) -> Stage:
            return self._group(words.lower().replace(" ", "-"), sets, "set")

        return lead(name) if name else self._list("which_set", {one: one.replace("-", " ") for one in sorted(sets)}, lead)

    def _group(self, name: str, groups: Groups, kind: str) -> Stage:
        if name not in groups:
            known = ", ".join(sorted(groups))
            raise InputError(f"{kind}: there is no {shown(name)}.{suggestion(name, groups, f'Choose from {known}.')}")
        return self._sitting(self._pool.mixed(groups[name]), "drill")

    def _list(self, head: str, labels: Mapping[str, str], lead: Callable[[str], Stage]) -> Stage:
        return Below(self._room, say(self._room.knowledge, head), labels, lead)

    def _aim(self, words: str) -> Part:
        """Keep a date to work towards."""
        found = goal_of(words, self._room.today)
        if problem := self._shelf.aim(found):
            return told(say(self._room.knowledge, "aim_unsaved", problem=problem), kind="notice")
        return told(say(self._room.knowledge, "aimed", day=found.day, minutes=f"{found.minutes:g}"))

    def _progress(self, blueprint: Blueprint) -> Stage:
        """The page that a lead can read."""
        from quizzes.progress import progress  # noqa: PLC0415  # read when somebody asks for it
        from tui.practice.progress import progress_lines  # noqa: PLC0415  # the same

        room = self._room
        goal, today = self._shelf.goal(), room.today
        goal = goal if goal is not None and goal.day > today else None
        items = list(room.supply.every.values())
        found = progress(room.store.rows(), room.store.state, items, room.bank.course, blueprint, today=today, goal=goal)
        page = drawn(lambda width: progress_lines(found, blueprint, room.knowledge, width))
        return Reading(room, say(room.knowledge, "progress_head"), page)

    def standing(self) -> Standing:
        """Every way on, with how much waits there."""
        base = self._room.knowledge
        self._listed = self._entries()
        choices = [
            Choice(one.label, f"{one.word} " if one.goes_on else one.word, one.effect, goes_on=one.goes_on, mark=str(at))
            for at, one in enumerate(self._listed, 1)
        ]
        return Standing((say(base, "menu"), choices, ""), tuple(self._panel()))

    def _panel(self) -> Iterator[Line]:
        state, base = self._room.store.state, self._room.knowledge
        yield Line(say(base, "panel"), "head")
        yield Line(say(base, "panel_due", count=len(self._pool.due())))
        soon = sum(one.count for one in forecast(state, self._room.today, WEEK)[1:])
        if soon:
            yield Line(say(base, "panel_week", count=soon))
        yield Line(say(base, "panel_points", count=len(state.cards)))
        yield Line(say(base, "panel_items", count=len(state.items), all=len(self._room.supply.every)))
