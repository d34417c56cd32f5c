"""The engine decides from what it is given: no file, no clock, no chance, no network."""

from __future__ import annotations

import ast
import builtins
import io
import os
from pathlib import Path
from typing import Any, NoReturn

import pytest

import engine
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge, load
from knowledge.base import Knowledge as Base
from tests.engine.workloads import LENSES, encoded

OUTSIDE = {
    "os",
    "io",
    "pathlib",
    "time",
    "datetime",
    "random",
    "secrets",
    "uuid",
    "socket",
    "subprocess",
    "shutil",
    "tempfile",
    "locale",
    "sys",
}
MODULES = sorted(Path(next(iter(engine.__path__))).rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_reaches_outside(path: Path) -> None:
    """No module of the engine imports, at its top or inside a function, what reads files, clocks, chance or the network."""
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input", "exec", "eval", "__import__")
    assert not imported & OUTSIDE
    assert not imported & {"quizzes", "tui", "textual", "rich"}


def test_an_answer_reads_no_file(knowledge: Knowledge, warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the sections of the base are read, understanding and advising open nothing."""
    del knowledge  # it is compiled into the cache now
    base = load(cache=warm)
    for name, attribute in vars(Base).items():
        if hasattr(attribute, "attrname"):  # a section that is read when it is first asked for
            getattr(base, name)

    def refuse(*names: Any, **_: Any) -> NoReturn:  # noqa: ANN401  # whatever a caller passes
        raise AssertionError(f"{names[0]!r} was opened")

    for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "stat"), (os, "listdir"), (os, "scandir")):
        monkeypatch.setattr(module, name, refuse)
    text = "BERT sentiment, 1,000 requests a minute under 200 ms; should I take c5?"
    answers = [advise(understand(text, base).workload, base, lens=lens) for lens in LENSES]
    monkeypatch.undo()
    assert all(answer.choice is not None for answer in answers)


def test_an_answer_changes_nothing_it_is_given(knowledge: Knowledge) -> None:
    """The same workload asked between others gets the same answer, and keeps its facts."""
    first = understand("BERT sentiment, 1,000 requests a minute under 200 ms", knowledge).workload
    other = understand("Llama 3 8B chatbot, 2 requests per second", knowledge).workload
    facts, before = first.known(), encoded(advise(first, knowledge))
    advise(other, knowledge)
    assert encoded(advise(first, knowledge)) == before
    assert first.known() == facts
