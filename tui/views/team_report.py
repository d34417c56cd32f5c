"""The report on a team, as lines; and what is said of a hand-over file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject
from quizzes.team import HandOver, TeamReport
from quizzes.team.team_report import MIN_POINTS, MIN_RIGHT, Gap, Member, Step, Topic
from tui.views.text_lines import Line, bullet_lines, wrap_text

STANDING_SIGNS: Final = {"can": "●", "begun": "~", "open": "·"}
"""A sign beside the word for each standing."""
SHOWN_GAPS: Final = 8
"""Gaps told in full; the rest by name."""


def hand_over_sentences(found: HandOver, file: str, knowledge: Knowledge) -> Iterator[str]:
    """What a file holds, and what it does not."""
    say = bind_subject(knowledge, "team")
    yield say("wrote", file=file, points=len(found.points), answered=found.answered, days=found.days)
    yield say("with_answers", answered=found.answered) if found.answers else say("without_answers")
    if not found.name:
        yield say("nameless")


def team_report_lines(found: TeamReport, knowledge: Knowledge, width: int) -> Iterator[Line]:
    """The report as lines of `width` columns: people, gaps, next steps, then lesson by lesson."""
    say = bind_subject(knowledge, "team")
    yield from wrap_text(report_title(found, say), width, "  ", tone="head")
    yield from wrap_text(report_basis(say), width, "  ", tone="dim")
    for key, rows in (
        ("people_head", _people_rows(found, say)),
        ("gaps_head", _gap_rows(found, say)),
        ("steps_head", _step_rows(found, say)),
    ):
        yield Line("")
        yield Line(say(key), "head")
        for sign, text in rows:
            yield from bullet_lines(sign, text, width)
    yield Line("")
    yield Line(say("topics_head"), "head")
    for topic in found.topics:
        yield from wrap_text(topic.name, width, "  ")
        yield from wrap_text(f"    {_topic_row(topic, say)}", width, "      ", tone="dim")
    if found.unknown_points:
        yield Line("")
        yield from wrap_text(say("unknown", points=", ".join(found.unknown_points)), width, "  ", tone="dim")


def report_title(found: TeamReport, say: Say) -> str:
    """The heading."""
    return say("title" if len(found.members) > 1 else "title_one", people=len(found.members), path=found.path)


def report_basis(say: Say) -> str:
    """What counts as able."""
    return say("basis", least=MIN_POINTS, share=round(MIN_RIGHT * 100))


def person_sentences(one: Member, found: TeamReport, say: Say) -> str:
    """One person in two sentences."""
    counts = {"points": one.points, "firm": one.firm, "wrong": one.wrong, "due": one.due, "answered": one.answered, "days": one.days}
    told = say("person", name=one.name, done=one.lessons_done, lessons=found.lessons, made=one.made, **counts)
    return f"{told} {say('person_can', what='; '.join(one.can)) if one.can else say('person_cannot')}"


def gap_sentences(gap: Gap, say: Say) -> str:
    """One gap, and who is nearest to closing it."""
    told = say("gap_only_one", name=gap.name, able=gap.able[0]) if gap.able else say("gap_nobody", name=gap.name)
    return f"{told} {say('gap_nearest', nearest=gap.nearest)}" if gap.nearest else told


def step_sentence(step: Step, say: Say) -> str:
    """One step, without the name of the person."""
    return say(f"step_{step.why}", name=step.name, word=step.lesson.replace("-", " "), points="; ".join(step.points))


def steps_by_member(found: TeamReport) -> dict[str, list[Step]]:
    """The steps of each person, in the order of the report."""
    return {one.name: [step for step in found.steps if step.member == one.name] for one in found.members}


def _people_rows(found: TeamReport, say: Say) -> Iterator[tuple[str, str]]:
    yield from (("●" if one.can else "~", person_sentences(one, found, say)) for one in found.members)


def _gap_rows(found: TeamReport, say: Say) -> Iterator[tuple[str, str]]:
    if not found.gaps:
        yield "●", say("no_gaps" if len(found.members) > 1 else "no_gaps_one")
    yield from (("!" if not gap.able else "~", gap_sentences(gap, say)) for gap in found.gaps[:SHOWN_GAPS])
    if rest := found.gaps[SHOWN_GAPS:]:
        yield "→", say("more_gaps", count=len(rest), names="; ".join(gap.name for gap in rest))


def _step_rows(found: TeamReport, say: Say) -> Iterator[tuple[str, str]]:
    if not found.steps:
        yield "●", say("no_steps")
    for name, steps in steps_by_member(found).items():
        for step in steps:
            yield "→", f"{name}: {step_sentence(step, say)}"


def _topic_row(topic: Topic, say: Say) -> str:
    """Everybody in a lesson: sign, name, standing and counts."""
    cells = []
    for one in topic.members:
        counts = f" {say('counts', right=one.right, asked=one.asked)}" if one.asked else ""
        cells.append(f"{STANDING_SIGNS[one.standing]} {one.member} {say(f'standing_{one.standing}')}{counts}")
    return "   ".join(cells)
