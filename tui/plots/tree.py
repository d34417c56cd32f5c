"""The decision as a tree: what each fact separated, where another answer leads, what is still open."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from engine.fact_wording import describe_fact, fact_name
from engine.figures import DecisionPath, Leaf
from engine.number_format import format_percentage
from engine.plan_wording import entry_name, name_machines
from knowledge import Knowledge
from knowledge.sentences import Say


def draw_tree(figure: DecisionPath, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """A branch for each fact that separated something; one line that says why where there is no choice."""
    if figure.choice is None:
        return [say(figure.missing or "no_figures")]
    lines = [line for first, rest, text in _branches(figure, figure.choice, say, knowledge) for line in _hang(first, rest, text, width)]
    if len(lines) > height:
        return [*lines[: max(height - 1, 0)], "…"]
    return lines


def _branches(figure: DecisionPath, choice: Leaf, say: Say, knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    """What stands before the first line of a branch, before its further lines, and its words."""
    if figure.begin:
        yield "", "", say("tree_begin", count=figure.begin)
    for step in figure.steps:
        fact, to = describe_fact(knowledge, step.fact, step.taken.value), _end_of(step.taken, say, knowledge, choice)
        key = "tree_step" if step.before != step.after else "tree_step_same"
        yield "├─ ", "│  ", say(key, fact=fact, before=step.before, after=step.after, end=to)
        words = [
            say("tree_else", fact=describe_fact(knowledge, step.fact, other.value), end=_end_of(other, say, knowledge, choice))
            for other in step.others
        ]
        yield from _twigs(words)
    yield "●  ", "   ", say("tree_choice", end=_end_of(choice, say, knowledge))
    for branch in figure.open:
        yield "├? ", "│  ", say("tree_open", fact=fact_name(knowledge, branch.fact), share=format_percentage(branch.effect))
        ends: dict[str, list[str]] = {}
        for leaf in branch.leaves:
            answer = leaf.label or describe_fact(knowledge, branch.fact, leaf.value)
            ends.setdefault(_end_of(leaf, say, knowledge, choice), []).append(answer)
        yield from _twigs([say("tree_leaf", answers=", ".join(answers), end=end) for end, answers in ends.items()])
    yield "", "", say("tree_walk")


def _twigs(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    for at, text in enumerate(words, 1):
        yield ("│  └─ ", "│     ", text) if at == len(words) else ("│  ├─ ", "│  │  ", text)


def _end_of(leaf: Leaf, say: Say, knowledge: Knowledge, beside: Leaf | None = None) -> str:
    """The choice an answer leads to: place and purchase only where they differ from those of the choice `beside`."""
    if not leaf.what:
        return say("tree_nothing")
    if beside is not None and (leaf.what, leaf.count, leaf.place, leaf.purchase) == (
        beside.what,
        beside.count,
        beside.place,
        beside.purchase,
    ):
        return say("tree_same")
    place = entry_name(knowledge.places, leaf.place)
    what = name_machines(entry_name(knowledge.places, leaf.what), leaf.count)
    parts = [what]
    if place not in what and (beside is None or leaf.place != beside.place):
        parts.append(place)
    if beside is None or leaf.purchase != beside.purchase:
        parts.append(entry_name(knowledge.purchases, leaf.purchase))
    return ", ".join(parts)


def _hang(first: str, rest: str, text: str, width: int) -> list[str]:
    room = max(width, len(rest) + 8)
    return textwrap.wrap(text, room, initial_indent=first, subsequent_indent=rest) or [first.rstrip()]
