"""What several hand-over files say of a team: what each can do, what nobody or only one can, and who should learn what next."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final, Literal

from knowledge import Knowledge
from knowledge.schema.record import Record
from quizzes.course import Course
from quizzes.item_dependencies import find_entry
from quizzes.team.hand_over import HandOver, point_title

MIN_POINTS: Final = 6
"""Points that must have been asked before anybody counts as able: one question tests up to four."""
MIN_RIGHT: Final = 0.8
"""Share of the asked points that must be right the last time."""
_MAX_STEPS: Final = 3
"""Gaps of the team that one person is asked to close at once."""
_MAX_NAMES: Final = 5
"""Points named in a step."""
Standing = Literal["can", "begun", "open"]
Reason = Literal["nobody", "only_one", "wrong", "next"]


class TopicStanding(Record):
    """How one person stands in one lesson of the path."""

    member: str
    standing: Standing
    asked: int
    """Points of the lesson that were asked."""
    right: int
    """Right the last time."""
    firm: int
    """Right on two days in a row or more, and still expected to be known."""


class Topic(Record):
    """One lesson of the path, and everybody in it."""

    lesson: str
    name: str
    members: tuple[TopicStanding, ...]


class Member(Record):
    """One person."""

    name: str
    made: dt.date
    """Day of the file."""
    answered: int
    days: int
    points: int
    firm: int
    wrong: int
    due: int
    lessons_done: int
    can: tuple[str, ...]
    """Names of the lessons in which the person counts as able."""


class Gap(Record):
    """A lesson that nobody can, or only one."""

    lesson: str
    name: str
    able: tuple[str, ...]
    nearest: str
    """Who has most points of it right besides; "" where nobody has begun."""


class Step(Record):
    """What one person should learn next."""

    member: str
    why: Reason
    lesson: str
    name: str
    """Of the lesson."""
    points: tuple[str, ...] = ()
    """Names of the points that were wrong the last time."""


class TeamReport(Record):
    """The page of a lead."""

    schema: int
    path: str
    """Name of the path."""
    lessons: int
    members: tuple[Member, ...]
    topics: tuple[Topic, ...]
    gaps: tuple[Gap, ...]
    steps: tuple[Step, ...]
    unknown_points: tuple[str, ...]
    """Points of the files that this base does not have."""


def build_team_report(files: Sequence[HandOver], course: Course, knowledge: Knowledge) -> TeamReport:
    """The report of some files, in their order. A file without a name gets a number; of one name twice the second gets one too."""
    named = dict(zip(_distinct_names(files), files, strict=True))
    topics = tuple(_build_topic(lesson, named, knowledge) for lesson in course.order)
    gaps = tuple(gap for topic in topics if (gap := _find_gap(topic, len(named))) is not None)
    unknown = {one.point for file in files for one in file.points if find_entry(one.point, knowledge) is None}
    return TeamReport(
        schema=1,
        path=course.name,
        lessons=len(course.order),
        members=tuple(_build_member(name, file, topics) for name, file in named.items()),
        topics=topics,
        gaps=gaps,
        steps=(*_gap_steps(gaps, topics, tuple(named)), *_own_steps(named, knowledge)),
        unknown_points=tuple(sorted(unknown)),
    )


def _distinct_names(files: Sequence[HandOver]) -> list[str]:
    names: list[str] = []
    for number, file in enumerate(files, 1):
        wanted = file.name or f"Person {number}"
        taken = [f"{wanted} ({count})" for count in range(2, len(files) + 1)]
        names.append(next(name for name in (wanted, *taken) if name not in names))
    return names


def _build_topic(lesson: str, named: dict[str, HandOver], knowledge: Knowledge) -> Topic:
    return Topic(
        lesson=lesson,
        name=knowledge.lessons[lesson].name,
        members=tuple(_topic_standing(name, file, lesson) for name, file in named.items()),
    )


def _topic_standing(name: str, file: HandOver, lesson: str) -> TopicStanding:
    own = [one for one in file.points if one.lesson == lesson]
    right = sum(one.grip != "wrong" for one in own)
    is_able = len(own) >= MIN_POINTS and right >= MIN_RIGHT * len(own)
    standing: Standing = "can" if is_able else "begun" if own else "open"
    return TopicStanding(member=name, standing=standing, asked=len(own), right=right, firm=sum(one.grip == "firm" for one in own))


def _build_member(name: str, file: HandOver, topics: Sequence[Topic]) -> Member:
    able = [topic.name for topic in topics for one in topic.members if one.member == name and one.standing == "can"]
    return Member(
        name=name,
        made=file.made,
        answered=file.answered,
        days=file.days,
        points=len(file.points),
        firm=sum(one.grip == "firm" for one in file.points),
        wrong=sum(one.grip == "wrong" for one in file.points),
        due=file.due,
        lessons_done=len(file.lessons_done),
        can=tuple(able),
    )


def _find_gap(topic: Topic, people: int) -> Gap | None:
    """A gap where nobody can, or only one of several."""
    able = tuple(one.member for one in topic.members if one.standing == "can")
    if len(able) > 1 or (len(able) == people == 1):
        return None
    others = [one for one in topic.members if one.standing == "begun"]
    nearest = max(others, key=lambda one: (one.right, one.firm), default=None)
    return Gap(lesson=topic.lesson, name=topic.name, able=able, nearest=nearest.member if nearest is not None else "")


def _gap_steps(gaps: Sequence[Gap], topics: Sequence[Topic], members: Sequence[str]) -> list[Step]:
    """Who should close which gap: those that nobody closes first, each by whoever is nearest and has not enough to do yet."""
    standing = {(topic.lesson, one.member): one for topic in topics for one in topic.members}
    load = dict.fromkeys(members, 0)
    steps = []
    for gap in sorted(gaps, key=lambda gap: len(gap.able)):
        free = [name for name in members if load[name] < _MAX_STEPS and name not in gap.able]
        if free:
            chosen = max(free, key=lambda name: (standing[gap.lesson, name].right, -load[name]))
            load[chosen] += 1
            steps.append(Step(member=chosen, why="only_one" if gap.able else "nobody", lesson=gap.lesson, name=gap.name))
    return steps


def _own_steps(named: dict[str, HandOver], knowledge: Knowledge) -> list[Step]:
    """For each person the points that were wrong the last time, by lesson, and the next lesson of the path."""
    steps = []
    for name, file in named.items():
        wrong = [one for one in file.points if one.grip == "wrong" and one.lesson in knowledge.lessons]
        for lesson in list(dict.fromkeys(one.lesson for one in wrong))[:_MAX_STEPS]:
            points = tuple(point_title(one.point, knowledge) for one in wrong if one.lesson == lesson)[:_MAX_NAMES]
            steps.append(Step(member=name, why="wrong", lesson=lesson, name=knowledge.lessons[lesson].name, points=points))
        if file.next_lesson in knowledge.lessons:
            lesson = file.next_lesson
            steps.append(Step(member=name, why="next", lesson=lesson, name=knowledge.lessons[lesson].name))
    return steps
