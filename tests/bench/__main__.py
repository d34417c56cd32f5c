"""`make bench`: times the commands people wait for, as whole processes, and estimates, against a reference in the same run.

The rounds are interleaved, so that a machine that slows down slows down for all. A ratio above its bar exits 1.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from knowledge import load as load_base
from tests.bench.app import report as report_app
from tests.bench.decisions import report as report_decisions
from tests.bench.estimates import BAR_A_SECOND, LOOP, Rate, rates
from tests.bench.lines import limit_line, ratio_line, reference_line, verdict
from tests.bench.practice import report as report_practice

ROUNDS = 9
LOAD_BAR_MS = 50.0
REFERENCE = [sys.executable, "-c", "import pydantic, yaml, rapidfuzz"]
SIZEWISE = str(Path(sys.executable).with_name("sizewise"))
TEXT = "BERT sentiment, 1,000 requests a minute under 200 ms"
FROM_CACHE = """
import json, time
begin = time.perf_counter()
import knowledge
start = time.perf_counter()
base = knowledge.load()
kinds = [name for name in vars(type(base)) if not name.startswith("_")]
read = [getattr(base, name) for name in kinds]
end = time.perf_counter()
print(json.dumps([(end - start) * 1000, (start - begin) * 1000]))
"""


def main() -> int:
    """Print a line per measure; 1 where a bar is missed."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "SIZEWISE_CACHE": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the reference was compiled when it was installed; ours is by the first run
        commands = {
            "advise, warm cache": ([SIZEWISE, "advise", TEXT], 3.0),
            "catalog list with a filter": ([SIZEWISE, "catalog", "list", "gpu_memory_gb >= 24 and price < 2"], 2.5),
        }
        subprocess.run(
            [SIZEWISE, "advise", TEXT], env=environment, check=True, stdout=subprocess.DEVNULL
        )  # our own command; fills the cache
        times: dict[str, list[float]] = {name: [] for name in ("reference", *commands)}
        loads: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            times["reference"].append(_seconds(REFERENCE, environment))
            for name, (command, _bar) in commands.items():
                times[name].append(_seconds(command, environment))
            loads.append(_load_ms(environment))
        base = load_base(cache=Path(cache))
        estimates = rates(base)
        slow = report_decisions(base, environment, print) + report_app(environment, print) + report_practice(environment, print)
    missed = slow + _report(times, loads, {name: bar for name, (_, bar) in commands.items()}) + _report_estimates(estimates)
    return 1 if missed else 0


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)  # our own commands
    return time.perf_counter() - start


def _load_ms(environment: dict[str, str]) -> tuple[float, float]:
    """Milliseconds to read and decode the whole base, and to import what does it."""
    done = subprocess.run([sys.executable, "-c", FROM_CACHE], env=environment, check=True, capture_output=True, text=True)  # our own code
    load, imports = json.loads(done.stdout)
    return load, imports


def _report(times: dict[str, list[float]], loads: list[tuple[float, float]], bars: dict[str, float]) -> int:
    reference = reference_line("import pydantic, yaml, rapidfuzz", times["reference"], print)
    missed = sum(ratio_line(name, times[name], reference, bar, print) for name, bar in bars.items())
    load, imports = zip(*loads, strict=True)
    more = f"its imports {statistics.median(imports):.1f} ms"
    return missed + limit_line("whole knowledge from cache", load, LOAD_BAR_MS, more, print)


def _report_estimates(found: list[Rate]) -> int:
    print(f"estimates a second of one core, bar {BAR_A_SECOND:,.0f}; reference: {LOOP:,} rounds of integer arithmetic")
    for rate in found:
        told = f"{rate.loops:4.2f} × reference, {rate.with_steps:,.0f} with steps {verdict(missed=rate.a_second < BAR_A_SECOND)}"
        print(f"  {rate.name:44} {rate.a_second:7,.0f}      {told}")
    return sum(rate.a_second < BAR_A_SECOND for rate in found)


if __name__ == "__main__":
    sys.exit(main())
