"""Files that a command writes: never through a link, never into a device, never over what is there unless that is said."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from engine.dialogue import Desk
from knowledge import Knowledge
from tests.security.inputs import prepare
from tests.security.running import all_commands, own_folder, run_command
from tui.advice_talk import AdviceTalk
from tui.plain_terminal import render_part

WRITING: Final = {
    "report": ["report", "--file", "advice.json"],
    "template": ["template", "--file", "advice.json", "--format", "cli"],
    "verify plan": ["verify", "plan", "--file", "advice.json"],
    "verify read": ["verify", "read", "measured.csv", "--file", "advice.json"],
    "quiz export": ["quiz", "export", "gift", "--bank", "endpoints"],
    "quiz hand-over": ["quiz", "hand-over"],
    "quiz report": ["quiz", "report", "handed.json"],
    "quiz import": ["quiz", "import", "gift", "items.gift"],
}
"""Every command that takes --out, and what it writes."""
FOLDERS: Final = {"verify plan"}
"""Those whose --out is a folder."""
TAKEN: Final = ("a link", "a link that leads nowhere", "a device", "a pipe", "a folder")
KEPT: Final = b"kept"


@pytest.fixture(scope="module")
def inputs(knowledge: Knowledge, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the commands read."""
    folder = tmp_path_factory.mktemp("inputs")
    with own_folder(folder, SIZEWISE_CACHE=environment["SIZEWISE_CACHE"]):
        prepare(folder, "words", knowledge)
    return folder


@pytest.fixture
def here(inputs: Path, tmp_path: Path, environment: dict[str, str]) -> Iterator[Path]:
    """A folder with those files, in which the process is."""
    for path in inputs.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with own_folder(tmp_path, SIZEWISE_CACHE=environment["SIZEWISE_CACHE"]):
        yield tmp_path


def put_at(what: str, path: Path) -> Path:
    """Put something at a path; what must stay as it is comes back."""
    beyond = path.with_name("beyond")
    if what == "a link":
        beyond.write_bytes(KEPT)
    if what.startswith("a link"):
        path.symlink_to(beyond)
    elif what == "a pipe":
        os.mkfifo(path)
    elif what == "a folder":
        path.mkdir()
    elif what == "a device":
        path.symlink_to(os.devnull)
    else:
        path.write_bytes(KEPT)
        return path
    return beyond


def refusal_line(*words: str) -> str:
    """The one line of a command that writes nothing."""
    ended = run_command(*words)
    assert (ended.status, ended.out) == (2, ""), ended
    assert ended.err.count("\n") == 1, ended.err
    return ended.err


def test_every_command_that_writes_is_here() -> None:
    """A new one with --out needs its line above."""
    writing = {path for path in all_commands() if re.search(r"--out\b", run_command("help", *path.split()).out)}
    assert writing == set(WRITING)


@pytest.mark.parametrize(
    ("command", "what"), [(command, what) for command in WRITING for what in (TAKEN if command == "report" else TAKEN[:2])]
)
def test_nothing_is_written_through_or_into_what_is_no_plain_file(command: str, what: str, here: Path) -> None:
    """Not even when it is forced."""
    out = here / "out"
    if command in FOLDERS:
        out.mkdir()
        beyond = put_at(what, out / "plan.txt")
        line = refusal_line(*WRITING[command], "--out", str(out), "--force")
        assert [path.name for path in out.iterdir()] == (["plan.txt", "beyond"] if beyond.exists() else ["plan.txt"])
    else:
        beyond = put_at(what, out)
        line = refusal_line(*WRITING[command], "--out", str(out), "--force")
    assert "is a link or not a plain file, and is left alone" in line
    assert beyond.read_bytes() == KEPT if what == "a link" else not beyond.exists()


@pytest.mark.parametrize("command", WRITING)
def test_a_file_that_is_there_stays_unless_it_is_forced(command: str, here: Path) -> None:
    """The line says how."""
    out = here / "out"
    path = out / "plan.txt" if command in FOLDERS else out
    path.parent.mkdir(exist_ok=True)
    put_at("a file", path)
    assert "is there already. Give --force" in refusal_line(*WRITING[command], "--out", str(out))
    assert path.read_bytes() == KEPT
    assert run_command(*WRITING[command], "--out", str(out), "--force").status == 0
    assert path.read_bytes() != KEPT


@pytest.mark.parametrize("command", WRITING)
def test_a_name_that_cannot_be_is_told(command: str, here: Path) -> None:
    """In one line, and nothing is left of the attempt. A command that writes a folder makes those above it."""
    before = {path for path in here.iterdir() if path.name != "data"}
    for name in ("x" * 300, "a\0b", *(() if command in FOLDERS else ("no/such/folder/x",))):
        assert refusal_line(*WRITING[command], "--out", name), name
        assert {path for path in here.iterdir() if path.name != "data"} == before, name


READING: Final = {
    "a workload": ["advise", "--file"],
    "terms": ["advise", "BERT", "--policy"],
    "a configuration": ["estimate", "--instance", "g5.xlarge", "--model-config"],
    "an advice": ["recheck"],
    "results": ["verify", "read", "--set", "model=bert-base"],
    "a fleet": ["rightsize"],
    "queries": ["rightsize", "fleet.csv", "--queries"],
    "items": ["quiz", "import", "gift"],
}
"""Every kind of file that is read."""


@pytest.mark.parametrize("what", READING)
def test_a_file_that_cannot_be_read_is_told(what: str, here: Path) -> None:
    """In one line that steers nothing; a folder is none, but for results."""
    (here / "data").mkdir(exist_ok=True)
    for name in ("x" * 300, "advice.json/x", "data"):
        assert refusal_line(*READING[what], name).rstrip("\n").isprintable(), name


@pytest.mark.parametrize("command", WRITING)
def test_a_name_that_reads_like_an_option_is_a_name(command: str, here: Path) -> None:
    """Behind the sign of equality."""
    assert run_command(*WRITING[command], "--out=-rf").status == 0
    assert (here / "-rf").exists()


@pytest.mark.parametrize("what", [*TAKEN, "a file"])
def test_the_app_exports_to_new_files_alone(what: str, knowledge: Knowledge, here: Path) -> None:
    """It says that the name is taken, and asks for another."""
    beyond = put_at(what, here / "out.md")
    talk = AdviceTalk(Desk(knowledge))
    lines = ["\n".join(map(render_part, talk.handle_line(line))) for line in ("BERT, 5 requests a second under 200 ms", "/export out.md")]
    assert "out.md is there already. Give another name." in lines[-1]
    assert beyond.read_bytes() == KEPT if what in ("a link", "a file") else not beyond.exists()
