"""Every example of the documentation does what the page shows."""

from __future__ import annotations

import doctest
import os
import shlex
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from tui.cli.command_line import build_parser
from tui.maintenance.examples.example_runs import example_environment, run_examples
from tui.maintenance.examples.page_fences import Fence, find_fences, output_agrees, parse_console

ROOT = Path(__file__).parents[2]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if "_made" not in path.parts
}
SHOWN = [name for name, page in PAGES.items() if any(fence.language == "console" for fence in find_fences(page))]
NAMED = [
    (name, line.strip())
    for name, page in PAGES.items()
    for fence in find_fences(page)
    if fence.language in ("sh", "bash", "shell")
    for line in fence.body.splitlines()
    if line.strip().startswith("sizewise ")
]
PYTHON = [(name, fence) for name, page in PAGES.items() for fence in find_fences(page) if fence.language == "python"]


@pytest.fixture
def work_folder(one_base: None, warm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own, nothing kept from before, one base for all examples, and no way to another machine."""
    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, _refuse)
    monkeypatch.setattr(socket, "getaddrinfo", _refuse)
    del one_base  # it is used by the examples
    (tmp_path / "work").mkdir()
    with example_environment(tmp_path / "data", {"SIZEWISE_CACHE": str(warm)}):
        monkeypatch.syspath_prepend(str(ROOT))
        yield tmp_path / "work"


def _refuse(*_: object, **__: object) -> NoReturn:
    raise AssertionError("An example wants to talk to another machine.")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a command leaves its files to the end of its process
@pytest.mark.parametrize("name", SHOWN)
def test_a_page_shows_what_its_commands_print(name: str, work_folder: Path) -> None:
    """To the letter, in the order of the page; a line that is only "…" stands for any number of lines. `make examples` takes them anew."""
    found = list(run_examples(PAGES[name], work_folder))
    assert found
    differ = {one.shown.command: one.output for one in found if not output_agrees(one.shown.output.splitlines(), one.output.splitlines())}
    assert differ == {}


@pytest.mark.parametrize(("name", "line"), NAMED)
def test_a_command_that_is_only_named_is_one_that_exists(name: str, line: str) -> None:
    """Those that open a screen, ask the network or need files of the reader's own: the parser takes them as they stand."""
    words = shlex.split(line.partition(" | ")[0].partition(" > ")[0].partition(" #")[0])[1:]
    assert build_parser(words).parse_args(words), f"{name}: {line}"


def test_python_of_a_page_is_run() -> None:
    """It is a session that shows what it prints, or a file that a console block runs."""
    assert [(name, fence.line) for name, fence in PYTHON if ">>>" not in fence.body and not _is_run(name, fence)] == []


def _is_run(name: str, fence: Fence) -> bool:
    return bool(fence.file) and any(
        fence.file in one.command for other in find_fences(PAGES[name]) if other.language == "console" for one in parse_console(other)
    )


@pytest.mark.parametrize("name", sorted({name for name, fence in PYTHON if ">>>" in fence.body}))
def test_a_session_of_python_prints_what_is_shown(name: str, work_folder: Path) -> None:
    """The blocks of a page go on from one another."""
    os.chdir(work_folder)
    session = "\n".join(fence.body for of, fence in PYTHON if of == name and ">>>" in fence.body)
    test = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_no_example_hides_behind_a_language_that_is_not_run() -> None:
    """A block whose first line is a call of ours is a console or a shell block."""
    languages = {
        (name, fence.language)
        for name, page in PAGES.items()
        for fence in find_fences(page)
        if fence.body.lstrip().startswith(("$ sizewise", "sizewise ")) and fence.language not in ("console", "sh")
    }
    assert languages == set()


def test_a_command_that_prints_something_else_is_found(work_folder: Path) -> None:
    """Also where an elision would let much pass, and where a file stands before it."""
    page = "```{code-block} yaml\n:caption: w.yaml\nmodel: bert-base\n```\n"
    page += "```console\n$ sizewise advise --file w.yaml --top 0 | head -1\nTaken\n…\n```\n"
    (only,) = run_examples(page, work_folder)
    assert only.output.startswith("Taken as ")
    assert not output_agrees(only.shown.output.splitlines(), only.output.splitlines())


@pytest.mark.usefixtures("work_folder")
def test_an_example_that_asks_another_machine_is_found() -> None:
    """Whatever way it takes."""
    with pytest.raises(AssertionError, match="another machine"), socket.create_connection(("192.0.2.1", 80), timeout=0.1):
        pass
    with pytest.raises(AssertionError, match="another machine"), socket.socket() as way:
        way.connect(("192.0.2.1", 80))


def test_the_status_of_the_command_before_can_be_shown(work_folder: Path) -> None:
    """As a shell tells it."""
    page = "```console\n$ sizewise explain no-such-word\n…\n$ echo $?\n2\n```\n"
    assert [one.output for one in run_examples(page, work_folder)][-1] == "2"


def test_a_console_block_begins_with_a_command() -> None:
    """An output that belongs to nothing is a mistake of the page."""
    with pytest.raises(ValueError, match="begins with a command"):
        parse_console(Fence("console", "lost\n$ sizewise --version\n", "", 1))
