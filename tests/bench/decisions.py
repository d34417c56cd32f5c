"""One advice over the whole catalogue: from size to rank, in full, and many in a row through `--jsonl`."""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from engine.decision.choice import decide
from engine.decision.context import DecisionCache
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.bench.estimates import LOOP, loop_seconds
from tests.bench.ledger import Ledger

RANK_BAR: Final = 18.0
FULL_BAR: Final = 480.0
LINES_BAR: Final = 45.0
"""Rounds of the reference loop: of the dearest text, and of one workload among many."""
MEMORY_BAR_MB: Final = 120.0
_ROUNDS: Final = 9
_LINES: Final = 600

TEXTS: Final = (
    "BERT sentiment, 1,000 requests a minute under 200 ms",
    "Llama 3 8B chatbot, 2 requests per second, answers within 10 seconds",
    "train XGBoost on 50 million rows with 200 columns",
    "fine-tune Llama 3 8B with QLoRA on 20,000 records, jobs can be interrupted, we checkpoint",
    "ResNet-50 nightly over 5 million images",
    "clean 2 TB of parquet with Spark every night",
)
"""One of each kind of run."""
_SERVED: Final = TEXTS[:2]
_REGIONS: Final = ("us-east-1", "eu-west-1", "eu-central-1", "ap-northeast-1")


class Timed(NamedTuple):
    """Seconds of CPU time of one text, each the median of the rounds."""

    text: str
    rank: float
    full: float


class Lines(NamedTuple):
    """Workloads through `--jsonl`."""

    a_second: float
    """Of CPU time, start of the process included."""
    peak_mb: float


def time_decisions(knowledge: Knowledge) -> list[Timed]:
    """Each text with a cache that has seen it: what a person waits for who changes an answer."""
    return [_time_once(text, knowledge) for text in TEXTS]


def _time_once(text: str, knowledge: Knowledge) -> Timed:
    workload, cache = understand(text, knowledge).workload, DecisionCache()
    advise(workload, knowledge, memo=cache)
    rank = _median_seconds(lambda: decide(workload, knowledge, "today", cache).ranked_options)
    return Timed(text, rank, _median_seconds(lambda: advise(workload, knowledge, memo=cache)))


def _median_seconds(call: Callable[[], object]) -> float:
    taken = []
    for _ in range(_ROUNDS):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def report_lines(environment: dict[str, str]) -> Lines:
    """Workloads that differ in rate, target and region, so that no answer can be handed out twice."""
    requests = [{"id": n, "text": TEXTS[n % len(TEXTS)], "facts": _facts(n)} for n in range(_LINES)]
    given = "\n".join(map(json.dumps, requests)).encode()
    command = [str(Path(sys.executable).with_name("sizewise")), "advise", "--jsonl"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answered = subprocess.run(command, input=given, env=environment, check=True, capture_output=True)  # our own command
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if answered.stdout.count(b"\n") != _LINES:
        raise RuntimeError("Not every line got an answer.")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Lines(_LINES / spent, after.ru_maxrss / 1024)


def _facts(number: int) -> dict[str, object]:
    region = _REGIONS[number % len(_REGIONS)]
    if TEXTS[number % len(TEXTS)] in _SERVED:
        return {"region": region, "requests_per_second": 1 + number / 10, "latency_p99_ms": 5000 + number}
    return {"region": region, "runs_per_month": 1 + number}


def report(knowledge: Knowledge, environment: dict[str, str], ledger: Ledger) -> None:
    """Enter each measure, in rounds of the loop that estimates are compared with."""
    loop = loop_seconds()
    ledger.say(f"one advice, median of {_ROUNDS}, CPU time; reference: {LOOP:,} rounds of integer arithmetic, {loop * 1e6:.0f} µs")
    for one in time_decisions(knowledge):
        for part, taken, bar in (("size to rank", one.rank, RANK_BAR), ("in full", one.full, FULL_BAR)):
            told = ledger.note(f"{one.text[:30]}: {part}", taken / loop, bar)
            ledger.say(f"  {f'{one.text[:30]}: {part}':44} {taken * 1e3:7.1f} ms   {told}")
    through = report_lines(environment)
    told = ledger.note("--jsonl, a workload", 1 / through.a_second / loop, LINES_BAR)
    ledger.say(f"  {'--jsonl, a workload':44} {1e3 / through.a_second:7.1f} ms   {told}")
    bad = ledger.verdict(missed=through.peak_mb > MEMORY_BAR_MB)
    ledger.say(f"  {'--jsonl, memory at most':44} {through.peak_mb:7.0f} MB   bar {MEMORY_BAR_MB:g} {bad}")
