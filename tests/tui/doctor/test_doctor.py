"""`sizewise doctor`: what is well, what to know, what is broken, each with what to do; on machines where little works."""

from __future__ import annotations

import datetime as dt
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from knowledge import load
from knowledge.errors import KnowledgeError
from knowledge.store import cache_status
from quizzes.store import LOG_FILE
from tests.depth import LONG
from tests.tui.conftest import Start
from tests.tui.contract import breaches
from tests.tui.doctor.conftest import findings, state_and_text
from tui.cli.doctor import system

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"
GROUPS = ["Versions", "Folders", "Base", "Kept", "Terminal", "Time and place"]


def test_a_healthy_machine_has_no_problem(machine: Path, inside: Start) -> None:
    """Exit status 0; every group was looked at, with none of what draws, and nothing was written but the cache."""
    load()
    code = "import sys; from tui.cli.main import main; sys.exit(main(['doctor']) or bool({'textual', 'rich'} & sys.modules.keys()))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [line for line in ended.stdout.splitlines() if line in GROUPS] == GROUPS
    assert "No problems" in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) <= 80
    assert not (machine / "data").exists()
    assert {path.suffix for path in (machine / "cache").iterdir()} == {".cache"}
    assert inside("doctor").status in (0, 1)


@pytest.mark.usefixtures("machine")
def test_its_json_is_described_by_its_schema(inside: Start) -> None:
    """One document; whatever is not well says what to do."""
    document = json.loads(inside("doctor", "--json", more={"SIZEWISE_DATA": "/dev/null/data"}).out)
    schema: dict[str, Any] = json.loads(inside("schema", "doctor").out)
    assert breaches(document, schema) == []
    findings = [finding for group in document["groups"] for finding in group["findings"]]
    assert document["state"] == "problem"
    assert {finding["state"] for finding in findings} >= {"ok", "problem"}
    assert [finding for finding in findings if (finding["state"] == "ok") == bool(finding["next"])] == []
    assert [finding for finding in findings if "\n" in finding["text"]] == []


@pytest.mark.usefixtures("machine")
def test_it_says_how_old_everything_in_the_base_is(inside: Start) -> None:
    """A finding for each review that no refresh renews; what is due is a note, never a problem."""
    document = json.loads(inside("doctor", "--json").out)
    found = {one["subject"]: one for group in document["groups"] if group["name"] == "Base" for one in group["findings"]}
    for review in load().reviews.values():
        if not review.renew:
            assert found[review.name]["state"] in ("ok", "note")


POOR: dict[str, dict[str, str]] = {
    "no home": {"HOME": ""},
    "a home that is no folder": {"HOME": "/dev/null"},
    "a home that cannot be written to": {"HOME": "/proc/self"},
    "an old locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "a locale that is not there": {"LC_ALL": "xx_XX.UTF-8"},
    "a dumb terminal": {"TERM": "dumb", "NO_COLOR": "1"},
    "relative folders": {"SIZEWISE_CACHE": "cache", "SIZEWISE_DATA": "data"},
}


ON_PROCESSES: dict[str, dict[str, str]] = {name: poor for name, poor in POOR.items() if LONG or name in ("no home", "an old locale")}


@pytest.mark.parametrize("poor", ON_PROCESSES.values(), ids=ON_PROCESSES.keys())
def test_it_works_where_little_does(machine: Path, sizewise: Start, poor: dict[str, str]) -> None:
    """It ends with 0 or 1, says everything, and shows no traceback."""
    (machine / ".cache").mkdir()
    (machine / ".cache" / "sizewise").symlink_to(machine / "cache")
    data = "" if "HOME" in poor else str(machine / "data")
    ended = sizewise("doctor", more={"HOME": str(machine), "SIZEWISE_CACHE": str(machine / "cache"), "SIZEWISE_DATA": data} | poor)
    assert ended.status == (1 if "HOME" in poor else 0)
    assert ended.err == ""
    assert [line for line in ended.out.splitlines() if line in GROUPS] == GROUPS
    assert "could not be looked at" not in ended.out


@pytest.mark.usefixtures("empty", "read_before")
@pytest.mark.parametrize(
    "home", [home for poor in POOR.values() if (home := poor.get("HOME")) is not None], ids=[name for name in POOR if "home" in name]
)
def test_without_a_home_nothing_is_kept_and_everything_is_told(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    """Neither the compiled base nor what is saved; each with the variable that names another folder."""
    for name, value in {"HOME": home, "SIZEWISE_CACHE": "", "SIZEWISE_DATA": "", "XDG_CACHE_HOME": "", "XDG_DATA_HOME": ""}.items():
        monkeypatch.setenv(name, value)
    seen = findings()
    assert {seen[name].state for name in ("cache folder", "data folder", "compiled base")} == {"problem"}
    assert seen["base"].state == "ok"
    assert [one for one in seen.values() if "could not be looked at" in one.text] == []


@pytest.mark.usefixtures("empty", "read_before")
def test_a_home_that_is_not_there_is_made(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the folder of the cache; the next start finds it."""
    for name, value in {"HOME": str(empty / "new" / "home"), "SIZEWISE_CACHE": "", "XDG_CACHE_HOME": ""}.items():
        monkeypatch.setenv(name, value)
    assert state_and_text("compiled base")[0] == "ok"
    assert list((empty / "new" / "home" / ".cache" / "sizewise").glob("knowledge-*.cache"))
    assert state_and_text("compiled base")[1].startswith("up to date")


@pytest.mark.usefixtures("empty", "read_before")
def test_what_cannot_be_kept_is_a_problem_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """For data and cache alike."""
    monkeypatch.setenv("SIZEWISE_DATA", "/dev/null/data")
    monkeypatch.setenv("SIZEWISE_CACHE", "/dev/null/cache")
    seen = findings()
    for name, variable in (("cache folder", "SIZEWISE_CACHE"), ("data folder", "SIZEWISE_DATA")):
        assert seen[name].state == "problem"
        assert variable in seen[name].next
    assert seen["compiled base"].state == "problem"


def test_no_name_of_a_person_is_printed(machine: Path, monkeypatch: pytest.MonkeyPatch, inside: Start) -> None:
    """The home folder is ~, wherever it comes up."""
    home = machine / "secretname"
    shutil.copytree(machine / "cache", home / "cache")
    more = {"HOME": str(home), "SIZEWISE_CACHE": str(home / "cache"), "SIZEWISE_DATA": str(home / "data"), "USER": "secretname"}
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    practice = home / "data" / "practice"
    practice.mkdir(parents=True)
    (practice / LOG_FILE).write_bytes(b"nonsense" * 1000)
    for form in (["doctor"], ["doctor", "--json"]):
        text = inside(*form, more=more).out
        assert "secretname" not in text
        assert "~/" in text


@pytest.mark.usefixtures("empty", "read_before")
def test_it_says_how_the_compiled_base_stood() -> None:
    """Built, up to date, rebuilt for another time, rebuilt because it was cut short, and set aside where it was changed."""
    assert state_and_text("compiled base")[1].startswith("built: there was none")
    assert state_and_text("compiled base")[1].startswith("up to date")
    path, now = cache_status()
    assert now == "fresh"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "cut short" in state_and_text("compiled base")[1]
    assert state_and_text("compiled base")[1].startswith("up to date")
    path.write_bytes(whole[:-1] + b"x")
    state, text = state_and_text("compiled base")
    assert state == "note"
    assert "refused" in text
    assert state_and_text("compiled base")[1].startswith("up to date")


@pytest.mark.usefixtures("machine")
def test_a_base_that_cannot_be_read_is_the_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """And all that does not hang on it is looked at."""

    def fail() -> None:
        raise KnowledgeError("families/g5.yaml:3: name: it is missing.", "a second mistake")

    monkeypatch.setattr("tui.cli.doctor.base.load", fail)
    seen = findings()
    assert seen["base"].state == "problem"
    assert "families/g5.yaml:3" in seen["base"].text
    assert "2 mistakes" in seen["base"].text
    assert seen["encoding"]
    assert seen["practice"].state == "ok"


@pytest.mark.usefixtures("machine")
def test_a_look_that_fails_keeps_no_other_from_being_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is broken is told in one line."""

    def fail() -> None:
        raise RuntimeError("first\nsecond")

    monkeypatch.setattr("tui.cli.doctor.system.platform.python_version", fail)
    seen = findings()
    assert seen["versions"].state == "problem"
    assert "RuntimeError: first)" in seen["versions"].text
    assert seen["base"].state == "ok"


def test_the_extras_are_those_of_the_package() -> None:
    """Each with the first distribution it brings."""
    extras = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    first = {extra: re.split(r"[<>=]", lines[0])[0] for extra, lines in extras.items()}
    assert {extra: distribution for extra, (distribution, _) in system.EXTRAS.items()} == first


@pytest.mark.usefixtures("machine")
def test_what_is_not_installed_is_told_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An extra is worth a note; a package that everything needs, or another Textual than the one it was made for, is a problem."""
    real = metadata.version

    def version(name: str) -> str:
        if name in ("mcp", "rapidfuzz"):
            raise metadata.PackageNotFoundError(name)
        return "9.0.0" if name == "textual" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    seen = findings()
    assert seen["extra mcp"].state == "note"
    assert 'install "sizewise[mcp]"' in seen["extra mcp"].next
    assert seen["packages"].state == "problem"
    assert "rapidfuzz is missing" in seen["packages"].text
    assert "textual is 9.0.0, not 8.2.8" in seen["packages"].text


def test_a_clock_before_the_catalogue_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due in practice would never come."""

    class Early(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Early:
            return cls(1999, 1, 1, tzinfo=tz or dt.UTC)

    monkeypatch.setattr(dt, "datetime", Early)
    first = next(system.check_clock())
    assert (first.subject, first.state) == ("clock", "problem")
    assert "1999-01-01" in first.text
