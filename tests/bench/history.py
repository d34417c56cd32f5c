"""How the measures stood before: a line of JSON per run that nothing had slowed down, kept in the repository.

Only what stands to a reference of the same run is kept, so that runs on other machines can be compared.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("history.jsonl")
SLOWER: Final = 1.2
"""From here on a measure has slowed down."""
_RUNS: Final = 5
"""Runs before, whose median a measure is compared with: one run may have been lucky."""


def read_history(file: Path = FILE) -> list[Mapping[str, float]]:
    """The measures of the last runs on this version of Python, the newest last."""
    if not file.exists():
        return []
    runs: list[dict[str, Any]] = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [run["measures"] for run in runs if run["python"] == _python()][-_RUNS:]


def find_slower(now: Mapping[str, float], before: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """A line for each measure that takes a fifth more than it used to."""
    for name, taken in now.items():
        known = [run[name] for run in before if name in run]
        if known and taken > SLOWER * (usual := statistics.median(known)):
            yield f"{name}: {taken / usual - 1:.0%} slower than the median of the last {len(known)} runs ({taken:.2f}, was {usual:.2f})"


def append_run(now: Mapping[str, float], date: str, commit: str, file: Path = FILE) -> None:
    """Add a run of a day (ISO) and a commit."""
    line = {"date": date, "commit": commit, "python": _python(), "measures": {name: round(taken, 3) for name, taken in now.items()}}
    with file.open("a", encoding="utf-8") as opened:
        opened.write(json.dumps(line, ensure_ascii=False) + "\n")


def _python() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"
