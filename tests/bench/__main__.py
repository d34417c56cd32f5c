"""`make bench`: times the commands people wait for, as whole processes, and estimates, against a reference in the same run.

The rounds are interleaved, so that a machine that slows down slows down for all. A bar that is missed exits 1, and so does a measure
that takes a fifth more than in the runs before; a run that nothing slowed down is added to the history.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from knowledge import load as load_base
from tests.bench import history
from tests.bench.app import report as report_app
from tests.bench.decisions import report as report_decisions
from tests.bench.estimates import report as report_estimates
from tests.bench.ledger import Ledger
from tests.bench.practice import report as report_practice

ROUNDS: Final = 9
LOAD_BAR: Final = 2.0
"""Times what msgspec takes to decode as many bytes."""
BARE: Final = [sys.executable, "-c", "pass"]
REFERENCE: Final = [sys.executable, "-c", "import pydantic, yaml, rapidfuzz"]
SIZEWISE: Final = str(Path(sys.executable).with_name("sizewise"))
TEXT: Final = "BERT sentiment, 1,000 requests a minute under 200 ms"
COMMANDS: Final[dict[str, tuple[list[str], float]]] = {
    "advise, warm cache": ([SIZEWISE, "advise", TEXT], 2.4),
    "catalog list with a filter": ([SIZEWISE, "catalog", "list", "gpu_memory_gb >= 24 and price < 2"], 1.6),
}
"""Name -> a command, and how many times the imports of the reference it may take."""
VERSION_BAR: Final = 1.5
FROM_CACHE: Final = """
import json, time
begin = time.perf_counter()
import knowledge
start = time.perf_counter()
base = knowledge.load()
kinds = [name for name in vars(type(base)) if not name.startswith("_")]
read = [getattr(base, name) for name in kinds]
end = time.perf_counter()
import msgspec
as_bytes = msgspec.json.encode([record for one in read if hasattr(one, "values") for record in one.values()])
again = time.perf_counter()
msgspec.json.decode(as_bytes)
print(json.dumps([end - start, time.perf_counter() - again]))
"""


def main() -> int:
    """Print a line per measure; 1 where a bar is missed or a measure has slowed down."""
    ledger = Ledger()
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "SIZEWISE_CACHE": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the reference was compiled when it was installed; ours is by the first run
        subprocess.run([SIZEWISE, "advise", TEXT], env=environment, check=True, stdout=subprocess.DEVNULL)  # ours; fills the cache
        base = load_base(cache=Path(cache))
        _report_commands(environment, ledger)
        report_decisions(base, environment, ledger)
        report_app(environment, ledger)
        report_practice(environment, ledger)
        report_estimates(base, ledger)
    return _compare_runs(ledger)


def _report_commands(environment: dict[str, str], ledger: Ledger) -> None:
    """Enter what whole commands take, and the reading of the base."""
    times: dict[str, list[float]] = {name: [] for name in ("bare", "version", "reference", *COMMANDS)}
    loads: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        times["bare"] += [_seconds(BARE, environment) for _ in range(3)]
        times["version"] += [_seconds([SIZEWISE, "--version"], environment) for _ in range(3)]
        times["reference"].append(_seconds(REFERENCE, environment))
        for name, (command, _bar) in COMMANDS.items():
            times[name].append(_seconds(command, environment))
        loads.append(_load_seconds(environment))
    bare = ledger.reference("python -c pass", times["bare"])
    ledger.ratio("--version", times["version"], bare, VERSION_BAR)
    imports = ledger.reference("import pydantic, yaml, rapidfuzz", times["reference"])
    for name, (_, bar) in COMMANDS.items():
        ledger.ratio(name, times[name], imports, bar)
    load, decoded = zip(*loads, strict=True)
    ledger.ratio("whole base from cache", load, ledger.reference("msgspec, as many bytes of JSON", decoded), LOAD_BAR)


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)  # our own commands
    return time.perf_counter() - start


def _load_seconds(environment: dict[str, str]) -> tuple[float, float]:
    """Seconds to read and decode the whole base, and to decode as many bytes of JSON into plain dictionaries."""
    done = subprocess.run([sys.executable, "-c", FROM_CACHE], env=environment, check=True, capture_output=True, text=True)  # our own code
    load, decoded = json.loads(done.stdout)
    return load, decoded


def _compare_runs(ledger: Ledger) -> int:
    """Say what has slowed down; where nothing has, the run joins the history."""
    slowed = list(history.find_slower(ledger.relative, history.read_history()))
    for line in slowed:
        print(f"SLOWER {line}")
    if not slowed:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], check=False, capture_output=True, text=True).stdout.strip()  # noqa: S607  # git, wherever it is
        history.append_run(ledger.relative, dt.datetime.now(dt.UTC).date().isoformat(), commit)
    return 1 if slowed or ledger.missed else 0


if __name__ == "__main__":
    sys.exit(main())
