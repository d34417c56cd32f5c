"""Homes, folders and ways of starting that are odd: the answer is the same, and nothing is written where it should not be."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

import tui
from tests.depth import LONG
from tests.faults.conftest import COMMAND, TEXT, Start
from tui.cli.main import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs the folders of Linux")
ROOT = Path(tui.__file__).parents[1]
"""The tree that is tested, whatever tree is installed."""
HOMES: dict[str, dict[str, str | None]] = {
    "an empty one": {"HOME": ""},
    "a relative one": {"HOME": "somewhere"},
    "a file": {"HOME": "FILE"},
    "a device": {"HOME": os.devnull},
    "a folder of data that is a file": {"XDG_DATA_HOME": "FILE"},
    "a relative folder of data": {"HOME": os.devnull, "XDG_DATA_HOME": "."},
    "a name that no disk takes": {"XDG_DATA_HOME": f"/{'a' * 5_000}"},
    "bytes that are no text": {"HOME": os.devnull, "XDG_DATA_HOME": "/proc/\udcff\udcfe"},
}


@pytest.mark.parametrize("home", HOMES.values(), ids=HOMES)
def test_without_a_place_to_keep_anything_practice_goes_on(home: dict[str, str | None], inside: Start, tmp_path: Path) -> None:
    """One line on standard error, the page of an empty log, status 0; the folder it was started in stays empty."""
    (tmp_path / "file").touch()
    here = tmp_path / "here"
    here.mkdir()
    more = {name: str(tmp_path / "file") if value == "FILE" else value for name, value in home.items()}
    ended = inside("quiz", "due", more={"SIZEWISE_DATA": None, **more}, cwd=here)
    assert ended.status == 0
    assert ended.out.endswith("0 points are due.\n")
    assert ended.has_one_line("Not saving: the practice log cannot be used")
    assert list(here.iterdir()) == []


def test_few_open_files_are_enough(sizewise: Start, inside: Start) -> None:
    """A limit of the system that leaves next to nothing."""
    assert sizewise("explain", "g5", through='ulimit -n 8; exec "$@"') == inside("explain", "g5")


def test_too_many_files_at_once_are_told_with_the_way_out(sizewise: Start, tmp_path: Path) -> None:
    """Tables are read as they are judged, and stay open till then."""
    names = [f"{number}.csv" for number in range(20)]
    for name in names:
        (tmp_path / name).write_text("resource,instance_type,hours,cpu_max\na,m5.large,400,10\n")
    ended = sizewise("rightsize", *names, through='ulimit -n 16; exec "$@"', cwd=tmp_path)
    assert (ended.status, ended.has_one_line("Too many open files", "Give fewer files at once", "ulimit -n")) == (2, True)


def test_documents_that_are_read_whole_may_be_as_many_as_you_like(sizewise: Start, tmp_path: Path) -> None:
    """None of them is held open."""
    names = [f"{number}.json" for number in range(20)]
    for name in names:
        (tmp_path / name).write_text('[{"resource": "a", "instance_type": "m5.large", "hours": 400, "cpu_max": 10}]')
    ended = sizewise("rightsize", *names, through='ulimit -n 16; exec "$@"', cwd=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    assert "20 resources" in ended.out


def test_flags_of_python_change_no_answer(sizewise: Start, inside: Start) -> None:
    """Nothing hangs on an assert (-O), on the environment (-I), or on a warning that nobody sees (-W error)."""
    start_here = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tui.cli.main import main; sys.exit(main())"  # -I hides PYTHONPATH
    through = f'shift; exec "{sys.executable}" -O -I -W error -c "{start_here}" "$@"'
    assert sizewise("advise", TEXT, through=through) == inside("advise", TEXT)


@pytest.mark.parametrize("through", ["", f'shift; exec "{sys.executable}" -m tui.cli.main "$@"'], ids=["sizewise", "python -m"])
def test_files_of_the_folder_one_stands_in_are_not_imported(through: str, sizewise: Start, tmp_path: Path) -> None:
    """A yaml.py of somebody's own is neither run nor in the way, though Sizewise reads YAML."""
    for name in ("yaml", "msgspec", "textual", "knowledge", "engine"):
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('the {name}.py of this folder was run')")
    (tmp_path / "facts.yaml").write_text("model: bert-base\n")
    ended = sizewise("advise", "--file", "facts.yaml", "--top", "0", through=through, cwd=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    assert "BERT base" in ended.out


@pytest.mark.skipif(not LONG, reason="reads all of the YAML: in the long run (make soak)")
def test_installed_below_a_path_with_spaces_and_letters_of_other_languages(sizewise: Start, tmp_path: Path) -> None:
    """Also where the locale knows none of them: the base is compiled there and read again."""
    root = Path(COMMAND).parents[2] if not (Path(__file__).parents[2] / "tui").is_dir() else Path(__file__).parents[2]
    there = tmp_path / "mein Ordner – ü 日本"
    there.mkdir()
    for package in ("knowledge", "engine", "quizzes", "tui"):
        (there / package).symlink_to(root / package)
    more = {"PYTHONPATH": str(there), "SIZEWISE_CACHE": str(there / "cache"), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    first, again = (sizewise("explain", "g5", "--json", more=more) for _ in range(2))
    assert first == again == sizewise("explain", "g5", "--json")
    assert [path.name.partition("-")[0] for path in (there / "cache").iterdir()] == ["knowledge"]


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (MemoryError(), "Sizewise has not enough memory for that. Give it less at once, or more memory."),
        (
            OSError(errno.ENOSPC, "No space left on device", "some/file"),
            "Sizewise could not read or write some/file: No space left on device. Free some space, then run it again.",
        ),
        (OSError(errno.EIO, "Input/output error"), "Sizewise could not read or write: Input/output error."),
        (OSError("of no number"), "Sizewise could not read or write: of no number."),
        (
            OSError(errno.EMFILE, "Too many open files"),
            "Sizewise could not read or write: Too many open files. A limit of the system on open files is in the way: see ulimit -n.",
        ),
    ],
    ids=["memory", "a full disk", "a broken disk", "nothing known", "open files"],
)
def test_a_fault_of_the_machine_is_no_fault_of_our_own(
    fault: Exception, line: str, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line with what to do where that is known, and status 1; nobody is asked to report it."""

    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setenv("SIZEWISE_CACHE", str(cache))
    monkeypatch.setattr("tui.advice_request.advise", fail)
    assert main(["advise", "BERT"]) == 1
    assert capsys.readouterr() == ("", f"{line}\n")
