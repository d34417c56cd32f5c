"""What an import loads, and that imports between the packages point one way."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import knowledge.schema
from tests.fresh import REPOSITORY, loaded_by

FACES = {"textual", "rich", "boto3", "botocore", "lark"}
READERS = {"pydantic", "pydantic_core", "yaml", "rapidfuzz"}
SCHEMA = [f"knowledge.schema.{module.name}" for module in pkgutil.iter_modules(knowledge.schema.__path__)]


def test_the_records_load_neither_a_screen_nor_a_network_nor_a_parser() -> None:
    """All modules of the schema at once, in a fresh interpreter."""
    assert len(SCHEMA) >= 10
    loaded = loaded_by(*SCHEMA)
    assert "msgspec" in loaded
    assert loaded & (FACES | READERS) == set()


@pytest.mark.parametrize("module", ["knowledge", "engine", "engine.pipeline"])
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
