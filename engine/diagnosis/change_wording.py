"""Remedies and metrics of symptoms in words."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.schema.symptom import Change, Observed


def describe_observed(observed: Observed) -> str:
    """What monitoring shows: "GPU utilization at most 30 %"."""
    name = observed.fact.removeprefix("current_").removesuffix("_percent").replace("_", " ")
    bounds = [f"at most {observed.at_most:g} %"] if observed.at_most is not None else []
    bounds += [f"at least {observed.at_least:g} %"] if observed.at_least is not None else []
    return f"{name.replace('gpu', 'GPU').replace('cpu', 'CPU')} {' and '.join(bounds)}"


def describe_change(change: Change, knowledge: Knowledge) -> str:
    """What a remedy changes; the literal setting or command where it is one."""
    words = knowledge.wording["symptoms"].texts
    facts = ", ".join(f"{fact} = {str(value).lower() if isinstance(value, bool) else value}" for fact, value in change.facts.items())
    lists = {"require": change.require, "exclude": change.exclude, "prefer": change.prefer}
    named = ", ".join(f"{words[f'change_{fact}']} {', '.join(ids)}" for fact, ids in lists.items() if ids)
    sized = [words["change_larger"].replace("$what", words[f"resource_{change.larger}"])] if change.larger else []
    sized += [words["change_smaller"].replace("$what", words[f"resource_{change.smaller}"])] if change.smaller else []
    return facts or named or " ".join(sized) or change.setting or change.step
