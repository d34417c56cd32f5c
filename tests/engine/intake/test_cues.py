"""The words that tell what is meant stand in the base under the names that the reading asks for."""

from __future__ import annotations

import ast
from pathlib import Path

import engine.intake
from knowledge import Knowledge, names

_PLACE = Path(engine.intake.__file__).parent
_ASKS = {"has", "follows", "leads", "begins_at", "ends_at", "between", "Speaks", "_phrases"}
"""Calls that take names of cues."""


def _strings() -> set[str]:
    """Every string of one word in the modules that read messages."""
    modules = (*_PLACE.rglob("*.py"), Path(names.__file__))
    trees = [ast.parse(path.read_text("utf-8")) for path in modules]
    return {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _asked() -> set[str]:
    """The names of cues that are asked for as such."""
    calls = [node for path in _PLACE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    named = [(call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", ""), call.args) for call in calls]
    return {
        arg.value for name, args in named if name in _ASKS for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    }


def test_every_cue_that_the_reading_asks_for_is_there(knowledge: Knowledge) -> None:
    """A misspelt name would be found only by the message that needs it."""
    known = {cue for cues in knowledge.cues.values() for cue in cues.terms}
    assert _asked() - known == set()


def test_no_cue_is_written_twice(knowledge: Knowledge) -> None:
    """Of two with one name the second would hide the first."""
    names = [cue for cues in knowledge.cues.values() for cue in cues.terms]
    assert sorted(names) == sorted(set(names))


def test_every_cue_is_asked_for(knowledge: Knowledge) -> None:
    """A cue that nobody reads is noise to who extends the base."""
    known = {cue for cues in knowledge.cues.values() for cue in cues.terms}
    assert known - _strings() == set()
