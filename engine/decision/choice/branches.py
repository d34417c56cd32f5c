"""The fork in the road: where nobody said what runs, the choice for each of the likeliest kinds of it."""

from __future__ import annotations

from typing import Final

from engine.advice import Branch
from engine.decision.choice.what_if import WhatIf, summarize_choice
from engine.workload import SUBJECT_FACTS, Workload

_DECIDES: Final = "task"
"""The fact that the branches differ in."""
_MOST: Final = 4


def is_subject_known(workload: Workload) -> bool:
    """True where it was said what runs, or where that cannot change the choice: notebooks and the preparation of data."""
    if workload.stage in {"experimentation", "preprocessing"}:
        return True
    return any(getattr(workload, fact) is not None and not workload.is_assumed(fact) for fact in SUBJECT_FACTS)


def find_branches(what_if: WhatIf) -> tuple[Branch, ...]:
    """At most four branches, the likeliest first; kinds that lead to the same plan are one. None where the subject is known."""
    question = what_if.decision.context.knowledge.questions[_DECIDES]
    if is_subject_known(what_if.stated) or not what_if.is_applicable(question):
        return ()
    found: dict[object, Branch] = {}
    for choice in sorted(question.choices, key=lambda one: -one.prior)[: _MOST + 1]:
        decision = what_if.decide_with(_DECIDES, choice.value)
        if decision.best is not None:
            branch = Branch(facts={_DECIDES: choice.value}, label=choice.label, choice=summarize_choice(decision))
            found.setdefault(branch.choice, branch)
    return tuple(found.values())[:_MOST] if len(found) > 1 else ()
