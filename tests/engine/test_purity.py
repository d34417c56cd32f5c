"""The engine decides from what it is given: no file, no clock, no chance, no network."""

from __future__ import annotations

import ast
import builtins
import io
import os
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

import pytest

import engine
from engine.intake.understand import understand
from engine.pipeline import Explain, advise
from knowledge import Knowledge, load
from knowledge.base import Section
from knowledge.schema.record import Lens
from tests.engine.workloads import encode_advice

MODULES = sorted(Path(next(iter(engine.__path__))).rglob("*.py"))
_WAYS: tuple[tuple[Lens, Explain], ...] = (("today", "full"), ("exam", "choice"))
OUTWARD = frozenset({"open", "print", "input", "exec", "eval", "__import__"})
"""Built-in functions that need no import to read files, to write, or to run what nobody checked."""


def outward_calls(source: str) -> set[str]:
    """Names of the built-in functions out of OUTWARD that a module calls."""
    if not any(f"{name}(" in source for name in OUTWARD):
        return set()
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {call.id for call in calls if isinstance(call, ast.Name)} & OUTWARD


def test_no_module_calls_what_reaches_outside() -> None:
    """Imports that do are forbidden by the contracts in pyproject.toml; these functions are there without one."""
    assert outward_calls("def f():\n    return open('a')\n") == {"open"}
    assert len(MODULES) > 100
    assert {str(path): calls for path in MODULES if (calls := outward_calls(path.read_text(encoding="utf-8")))} == {}


def test_an_answer_reads_no_file(knowledge: Knowledge, warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the sections of the base are read, understanding and advising open nothing."""
    del knowledge  # it is compiled into the cache now
    base = load(cache=warm)
    for name, attribute in vars(Knowledge).items():
        if isinstance(attribute, Section | cached_property):  # a section that is read when it is first asked for
            getattr(base, name)

    def refuse(*names: Any, **_: Any) -> NoReturn:  # noqa: ANN401  # whatever a caller passes
        raise AssertionError(f"{names[0]!r} was opened")

    for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "stat"), (os, "listdir"), (os, "scandir")):
        monkeypatch.setattr(module, name, refuse)
    text = "BERT sentiment, 1,000 requests a minute under 200 ms; should I take c5?"
    answers = [advise(understand(text, base).workload, base, lens=lens, explain=explain) for lens, explain in _WAYS]
    monkeypatch.undo()
    assert all(answer.choice is not None for answer in answers)


def test_an_answer_changes_nothing_it_is_given(knowledge: Knowledge) -> None:
    """The same workload asked between others gets the same answer, and keeps its facts."""
    first = understand("BERT sentiment, 1,000 requests a minute under 200 ms", knowledge).workload
    other = understand("Llama 3 8B chatbot, 2 requests per second", knowledge).workload
    facts, before = first.known_facts(), encode_advice(advise(first, knowledge))
    advise(other, knowledge, explain="choice")
    assert encode_advice(advise(first, knowledge)) == before
    assert first.known_facts() == facts
