"""What is installed: the wheel that is built from this checkout."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tui.cli.main import VERSION

REPOSITORY = Path(__file__).parents[2]
PACKAGES = ("knowledge", "engine", "quizzes", "tui")
LEFT_OUT = frozenset({"__pycache__"})


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of its files."""
    (built,) = WheelBuilder(str(REPOSITORY)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


def test_every_file_of_the_packages_is_in_the_wheel(wheel: list[str]) -> None:
    """Code, YAML, tables and style sheets; without them an installed Sizewise would not start."""
    files = [path for package in PACKAGES for path in (REPOSITORY / package).rglob("*") if path.is_file()]
    wanted = {path.relative_to(REPOSITORY).as_posix() for path in files if not LEFT_OUT.intersection(path.parts)}
    assert len(wanted) > 1000
    assert wanted - set(wheel) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_says_that_it_is_typed(wheel: list[str], package: str) -> None:
    """So that a program's type checker reads its annotations."""
    assert f"{package}/py.typed" in wheel


def test_nothing_else_is_in_the_wheel(wheel: list[str]) -> None:
    """No tests, no papers."""
    assert {name.split("/")[0] for name in wheel} == {*PACKAGES, f"sizewise-{VERSION}.dist-info"}
