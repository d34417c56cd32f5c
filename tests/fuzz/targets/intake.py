"""Any words: facts, each with the words it was read from, and never a failure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from engine.handover.advice_json import facts_as_json
from engine.intake.from_mapping import from_mapping
from engine.intake.understand import understand
from engine.workload import Workload
from knowledge.safe_yaml import read_mapping
from tests.fuzz.base import base

_CASES: Final = Path(__file__).parents[2] / "engine" / "intake"


def fuzz(data: bytes) -> None:
    """What is read stands in the text, is a value of its fact, and is the same the next time."""
    text = data.decode("utf-8", "replace")
    found = understand(text, base())
    for workload in (found.workload, *found.other_workloads):
        _check_understanding(workload, text)
        msgspec.json.encode(facts_as_json(workload))
    assert all(line.strip() for line in (*found.contradictions, *found.not_understood))
    assert len(data) % 8 or understand(text, base()) == found  # now and then: it takes as long again


def _check_understanding(workload: Workload, text: str) -> None:
    known = workload.known_facts()
    assert set(workload.origins) == set(known)
    for name, origin in workload.origins.items():
        assert origin.kind in ("said", "derived"), name
        assert origin.quote in text, (name, origin.quote)
        assert (origin.kind == "said") == bool(origin.quote), name
        assert origin.kind == "said" or origin.because, name
    assert from_mapping(known, base()).known_facts() == known


def seeds() -> Iterator[bytes]:
    """The messages of the tests."""
    cases = read_mapping((_CASES / "understand_cases.yaml").read_bytes(), "cases")["cases"]
    yield from (str(case["text"]).encode() for case in cases)
    for path in sorted((_CASES / "messages").glob("tuning_*.yaml")):
        for one in _texts(read_mapping(path.read_bytes(), path.name)):
            yield one.encode()


def _texts(node: object) -> Iterator[str]:
    """What stands as `text` anywhere below."""
    if isinstance(node, dict):
        if isinstance(node.get("text"), str):
            yield node["text"]
        for child in node.values():
            yield from _texts(child)
    elif isinstance(node, list):
        for child in node:
            yield from _texts(child)
