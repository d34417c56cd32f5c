"""Modules and functions stay as short as CONTRIBUTING says: a long one holds a second idea."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("knowledge", "engine", "quizzes", "tui", "tests")
MODULES = sorted(path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def limits() -> tuple[int, int]:
    """Lines of a module and of a function at most, as CONTRIBUTING gives them."""
    text = " ".join((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    found = re.search(r"No module is longer than (\d+) lines, no function longer than (\d+)", text)
    assert found is not None
    return int(found[1]), int(found[2])


def too_long(text: str, most_of_module: int, most_of_function: int) -> Iterator[str]:
    """What is longer than that in a module, with its length. A function counts from `def` to its last line, docstring included."""
    lines = len(text.splitlines())
    if lines > most_of_module:
        yield f"the module has {lines} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > most_of_function:
                yield f"{node.name} has {lines} lines"


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_longer_than_contributing_says(folder: str) -> None:
    """In the packages and in the tests."""
    most = limits()
    paths = [path for path in MODULES if path.parts[0] == folder]
    assert paths
    assert [f"{path}: {one}" for path in paths for one in too_long((ROOT / path).read_text(encoding="utf-8"), *most)] == []


def test_what_is_too_long_is_found() -> None:
    """A line too many of a module, of a function, of a method that waits; decorators do not count."""
    short = '@mark(\n    1,\n)\ndef short():\n    """Says."""\n    return 1\n'
    method = "class One:\n    async def method(self):\n        a = 1\n        b = 2\n        return a + b\n"
    assert list(too_long(short, 6, 3)) == []
    assert list(too_long(short, 5, 2)) == ["the module has 6 lines", "short has 3 lines"]
    assert list(too_long(method, 5, 3)) == ["method has 4 lines"]
