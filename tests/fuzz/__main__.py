"""`python -m tests.fuzz TARGET --minutes N`: search one target, or all in turn.

`--input FILE` runs one input again, without a fuzzer. Inputs that led further are kept below build/fuzz, so that the next search goes on
from there; what breaks a promise lies there too, each with the line that runs it again. Once it is mended it is copied to
tests/fuzz/regressions, under a name that says what was wrong, and the tests run it from then on.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from knowledge.errors import InputError
from tests.fuzz.targets import NAMES, find_target

_HERE: Final = Path("build") / "fuzz"
_CRASH: Final = re.compile(r"(?:crash|timeout|oom|slow-unit|leak)-[0-9a-f]{40}")
_FAULTS: Final = ("crash-", "timeout-", "oom-")


class Searched(NamedTuple):
    """What a search came to."""

    runs: int
    edges: int
    inputs: int
    """Of the corpus, each of which reached something that none before had."""
    crashes: tuple[Path, ...]
    is_whole: bool
    """False where it ended before its time."""


def main(arguments: list[str] | None = None) -> int:
    """0 where nothing was found, 1 where something was, 2 for a target that does not exist."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", default="all", help=f"{', '.join(NAMES)}; or all (default)")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each target (10)")
    parser.add_argument("--input", type=Path, action="append", default=[], metavar="FILE", help="run this input and no search")
    given = parser.parse_args(arguments)
    try:
        names = NAMES if given.target == "all" and not given.input else (find_target(given.target).name,)
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if given.input:
        return _replay_file(names[0], given.input)
    if importlib.util.find_spec("atheris") is None:
        sys.stderr.write("fuzz: it needs atheris. Run it with: make fuzz\n")
        return 2
    found = [_run_search(name, round(given.minutes * 60)) for name in names]
    return 1 if any(one.crashes or not one.is_whole for one in found) else 0


def _replay_file(name: str, paths: list[Path]) -> int:
    """Run inputs; what is wrong with one comes as its traceback."""
    chosen = find_target(name)
    for path in paths:
        chosen.fuzz(path.read_bytes())
        _print_line(f"{path}: no fault.")
    return 0


def _run_search(name: str, seconds: int) -> Searched:
    """Search one target in a process of its own and tell what came of it."""
    chosen = find_target(name)
    for seed in chosen.seeds():  # they break no promise, and caches are warm: what counts branches is slow
        chosen.fuzz(seed)
    folder = _HERE / name
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log.txt"
    with log.open("wb") as file:
        subprocess.run([sys.executable, "-m", "tests.fuzz.search", name, str(folder), str(seconds)], stderr=file, stdout=file, check=False)
    found = _read_arguments(log.read_text(encoding="utf-8", errors="replace"), folder)
    _print_line(
        f"{name:10} {found.runs:>9,} runs  {found.edges:>7,} edges  {found.inputs:>6,} inputs  {len(found.crashes)} crashes  ({log})"
    )
    for crash in found.crashes:
        line = f"{sys.executable} -m tests.fuzz {name} --input {crash}"
        crash.with_suffix(".txt").write_text(f"{line}\n", encoding="utf-8")
        _print_line(f"  again: {line}")
    if not found.crashes and not found.is_whole:
        _print_line(f"  it ended before its time: {log} says why")
    return found


def _read_arguments(log: str, folder: Path) -> Searched:
    """The figures of a log."""
    runs = re.findall(r"stat::number_of_executed_units:\s+(\d+)", log) or re.findall(r"^#(\d+)", log, re.MULTILINE)
    edges, inputs = re.findall(r"cov: (\d+)", log), re.findall(r"corp: (\d+)", log)
    names = dict.fromkeys(name for name in _CRASH.findall(log) if name.startswith(_FAULTS))
    return Searched(
        runs=int(runs[-1]) if runs else 0,
        edges=int(edges[-1]) if edges else 0,
        inputs=int(inputs[-1]) if inputs else 0,
        crashes=tuple(folder / "crashes" / name for name in names),
        is_whole=re.search(r"^Done \d+ runs", log, re.MULTILINE) is not None,
    )


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
