"""The decision for a workload, and the decisions that other answers would lead to."""

from engine.decision.choice.branches import find_branches, is_subject_known
from engine.decision.choice.concessions import DEMANDS, Concession, find_concessions
from engine.decision.choice.decision import Decision, decide
from engine.decision.choice.what_if import WhatIf, summarize_choice, summarize_option

__all__ = [
    "DEMANDS",
    "Concession",
    "Decision",
    "WhatIf",
    "decide",
    "find_branches",
    "find_concessions",
    "is_subject_known",
    "summarize_choice",
    "summarize_option",
]
