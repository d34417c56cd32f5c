"""Fleets that are made up, of any size and always the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.handover.rightsize.fleet_table import Row

_TYPES = ("ml.m5.xlarge", "ml.c5.2xlarge", "ml.g5.2xlarge", "ml.g4dn.xlarge", "m5.4xlarge", "c5.9xlarge", "r5.2xlarge", "g5.12xlarge")
_WRONG = {17: {"cpu_p99": "full"}, 29: {"instance_type": "m5.lagre"}}
"""Rows that nobody can read, by what their number leaves when it is divided by a hundred."""


def make_rows(count: int, *, wrong: bool = True) -> Iterator[tuple[int, Row]]:
    """So many rows, the same every time; two in a hundred cannot be read unless none may be `wrong`."""
    chance = random.Random(7)  # noqa: S311  # nothing secret is made of it
    for number in range(1, count + 1):
        name = chance.choice(_TYPES)
        cpu, memory, gpu = (round(chance.uniform(1, 70), 1) for _ in range(3))
        row: dict[str, object] = {
            "resource": f"resource-{number}",
            "kind": chance.choice(("endpoint", "training")) if name.startswith("ml.") else "instance",
            "instance_type": name,
            "count": chance.choice((1, 2, 4)) if name.startswith("ml.") else 1,
            "cpu_p99": cpu,
            "memory_max": memory,
            "hours": chance.choice((12, 200, 400)),
        }
        if ".g" in f".{name.removeprefix('ml.')}":
            row |= {"gpu_p99": gpu, "gpu_memory_max": memory}
        yield number, row | (_WRONG.get(number % 100, {}) if wrong else {})
