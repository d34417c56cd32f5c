"""What is installed: the wheel that is built from this checkout."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tui.version import VERSION

REPOSITORY = Path(__file__).parents[2]
PACKAGES = ("knowledge", "engine", "quizzes", "tui")
LEFT_OUT = ("__pycache__", "maintenance")
"""Folders that stay in the repository: compiled code, and the commands of those who keep it."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of its files."""
    (built,) = WheelBuilder(str(REPOSITORY)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


def test_every_file_of_the_packages_is_in_the_wheel(wheel: list[str]) -> None:
    """Code, YAML, tables and style sheets, without which an installed Sizewise would not start; nothing of `tui/maintenance`."""
    files = [path for package in PACKAGES for path in (REPOSITORY / package).rglob("*") if path.is_file()]
    wanted = {path.relative_to(REPOSITORY).as_posix() for path in files if not set(LEFT_OUT).intersection(path.parts)}
    assert len(wanted) > 1000
    assert wanted - set(wheel) == set()
    assert [name for name in wheel if set(LEFT_OUT).intersection(name.split("/"))] == []


def test_packages_are_typed_and_nothing_else_is_in_the_wheel(wheel: list[str]) -> None:
    """A type checker reads their annotations; no tests, no papers."""
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(wheel)
    assert {name.split("/")[0] for name in wheel} == {*PACKAGES, f"sizewise-{VERSION}.dist-info"}
