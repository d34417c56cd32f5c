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
from tests.bench.estimates import loop_seconds
from tests.bench.ledger import Ledger

RANK_BAR_MS: Final = 3.0
FULL_BAR_MS: Final = 40.0
LINES_BAR: Final = 250.0
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
    """Milliseconds of CPU time of one text, each the median of the rounds."""

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
    rank = _median_ms(lambda: decide(workload, knowledge, "today", cache).ranked_options)
    return Timed(text, rank, _median_ms(lambda: advise(workload, knowledge, memo=cache)))


def _median_ms(call: Callable[[], object]) -> float:
    taken = []
    for _ in range(_ROUNDS):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return statistics.median(taken) * 1e3


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
    """Enter each measure; what a history compares is in rounds of the loop that estimates are compared with."""
    loop = loop_seconds()
    ledger.say(f"one advice, ms of CPU time, median of {_ROUNDS}: size to rank (bar {RANK_BAR_MS:g}), in full (bar {FULL_BAR_MS:g})")
    for one in time_decisions(knowledge):
        for part, taken in (("size to rank", one.rank), ("in full", one.full)):
            ledger.note(f"{one.text[:30]}: {part}", taken / 1e3 / loop)
        bad = ledger.verdict(missed=one.rank > RANK_BAR_MS or one.full > FULL_BAR_MS)
        ledger.say(f"  {one.text[:58]:58} {one.rank:5.1f} {one.full:6.1f} {bad}")
    through = report_lines(environment)
    ledger.note("--jsonl, a workload", 1 / through.a_second / loop)
    bad = ledger.verdict(missed=through.a_second < LINES_BAR or through.peak_mb > MEMORY_BAR_MB)
    told = f"{through.a_second:,.0f} a second of one core (bar {LINES_BAR:g}), {through.peak_mb:.0f} MB at most (bar {MEMORY_BAR_MB:g})"
    ledger.say(f"  --jsonl: {told} {bad}")
