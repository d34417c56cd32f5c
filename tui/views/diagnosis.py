"""What hurts, in lines: the likeliest symptom, how to make sure, what to do, and the plan that follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.advice import Diagnosis
from engine.plan_wording import describe_plan
from knowledge import Knowledge
from tui.views.text_lines import Line, bullet_lines, wrap_text


def diagnosis_lines(found: Sequence[Diagnosis], knowledge: Knowledge, width: int) -> Iterator[Line]:
    """All of it; nothing where nothing was found."""
    words = knowledge.wording["symptoms"].texts
    if not found:
        return
    first, *others = found
    head = words["likely_or" if others else "likely"].replace("$name", first.name)
    yield from wrap_text(head.replace("$other", others[0].name if others else ""), width, tone="head")
    yield from bullet_lines("●", first.because, width)
    yield from bullet_lines("?", words["check_line"].replace("$check", first.check), width)
    yield from bullet_lines("→", words["remedy_line"].replace("$remedy", first.remedy), width)
    if first.next:
        yield from bullet_lines("~", words["next_line"].replace("$remedy", first.next), width)
    if first.then is not None:
        plan = f"{describe_plan(first.then, knowledge)}, {first.then_cost}"
        yield from bullet_lines("+", words["then_line"].replace("$remedy", first.then_remedy.rstrip(".")).replace("$plan", plan), width)
    for other in others:
        yield from bullet_lines("~", words["other_line"].replace("$name", other.name).replace("$check", other.check), width)
