"""The cues of the base have the names that the reading of messages asks for."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import engine.dialogue
import engine.intake
from engine.workload import FACT_NAMES
from knowledge import Knowledge, entity_names

_CUE_CALLS = {"has", "follows", "leads", "begins_at", "ends_at", "between", "Speaks", "_phrases"}
"""Calls that take names of cues."""


@cache
def _nodes() -> tuple[ast.Constant | ast.Call, ...]:
    """Every constant and every call in the modules that read messages."""
    rooms = (Path(engine.intake.__file__).parent, Path(engine.dialogue.__file__).parent)
    modules = (*(module for room in rooms for module in room.rglob("*.py")), Path(entity_names.__file__))
    nodes = (node for path in modules for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return tuple(node for node in nodes if isinstance(node, ast.Constant | ast.Call))


def _cue_names(knowledge: Knowledge) -> list[str]:
    return [cue for cues in knowledge.cues.values() for cue in cues.terms]


def test_every_cue_that_the_reading_asks_for_is_there(knowledge: Knowledge) -> None:
    """A misspelt name would be found only by the message that needs it."""
    calls = [node for node in _nodes() if isinstance(node, ast.Call)]
    named = [(call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", ""), call.args) for call in calls]
    cues = {arg.value for name, args in named if name in _CUE_CALLS for arg in args if isinstance(arg, ast.Constant)}
    assert len(cues) > 40
    assert {cue for cue in cues if isinstance(cue, str)} - set(_cue_names(knowledge)) == set()


def test_every_cue_is_asked_for_and_written_once(knowledge: Knowledge) -> None:
    """A cue that nobody reads is noise to who extends the base; of two with one name the second would hide the first."""
    names = _cue_names(knowledge)
    assert sorted(names) == sorted(set(names))
    of_facts = {f"fact_{fact}" for fact in FACT_NAMES}
    read = {node.value for node in _nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert set(names) - of_facts - read == set()
