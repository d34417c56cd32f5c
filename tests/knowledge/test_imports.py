"""What an import loads, and that imports between the packages point one way."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator

import knowledge.schema
from tests.case_tables import for_each
from tests.fresh_interpreter import REPOSITORY, loaded_by

FACES = {"textual", "rich", "boto3", "botocore", "lark"}
READERS = {"pydantic", "pydantic_core", "yaml", "rapidfuzz"}
_IMPORT = re.compile(r"^\s*(?:import|from)\s+tests\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
SCHEMA = [f"knowledge.schema.{module.name}" for module in pkgutil.iter_modules(knowledge.schema.__path__)]


def test_the_records_load_neither_a_screen_nor_a_network_nor_a_parser() -> None:
    """All modules of the schema at once, in a fresh interpreter."""
    assert len(SCHEMA) >= 10
    loaded = loaded_by(*SCHEMA)
    assert "msgspec" in loaded
    assert loaded & (FACES | READERS) == set()


@for_each("module", ["knowledge", "engine", "engine.pipeline"])
def test_a_package_below_the_faces_loads_none_of_them(module: str) -> None:
    """Knowledge and engine can be used by a program that has no terminal and no AWS."""
    loaded = loaded_by(module)
    assert module.partition(".")[0] in loaded
    assert loaded & FACES == set()


def test_importing_the_knowledge_does_not_load_what_only_reading_yaml_needs() -> None:
    """The start of the program stays short."""
    assert loaded_by("knowledge") & READERS == set()


def test_imports_between_the_packages_point_one_way() -> None:
    """The contracts of `pyproject.toml` hold, in a process of their own."""
    code = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def imported_tests(text: str) -> Iterator[str]:
    """Test modules that a module imports, or something out of them."""
    if not any("test_" in statement for statement in _IMPORT.findall(text)):
        return  # nearly all, and to parse a thousand modules takes seconds
    for node in ast.walk(ast.parse(text)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        modules = [f"{node.module}.{name}" for name in names] if isinstance(node, ast.ImportFrom) else names
        yield from (module for module in modules if any(part.startswith("test_") for part in module.split(".")))


def test_no_module_imports_a_module_of_tests() -> None:
    """What several of them use stands in a module of its own, which is named after what it holds."""
    told = "from tests.a.test_b import c\nimport tests.test_d\nfrom tests.e import f, test_g\n"
    assert list(imported_tests(told)) == ["tests.a.test_b.c", "tests.test_d", "tests.e.test_g"]
    paths = sorted((REPOSITORY / "tests").rglob("*.py"))
    assert len(paths) > 100
    assert {str(path): found for path in paths if (found := list(imported_tests(path.read_text(encoding="utf-8"))))} == {}
