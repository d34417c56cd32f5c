"""Files of the base, policies and workload files: a record that can be kept and read back, or a line for each mistake."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from pydantic import TypeAdapter

from engine.intake.from_mapping import from_mapping
from engine.policy import AppliedPolicy, policy_from
from knowledge.base import KINDS
from knowledge.errors import InputError
from knowledge.record_validation import validate_record
from knowledge.safe_yaml import read_mapping
from knowledge.store import packaged_data
from tests.fuzz.base import base, check_refusal
from tests.fuzz.edits import EDIT, RAW, ChoiceBytes, edit_document

_KINDS: Final = tuple(KINDS)
_FILE: Final = "file.yaml"
_POLICIES: Final[tuple[dict[str, Any], ...]] = (
    {
        "discounts": {"all": 0.05, "ml.g5": 0.1, "sagemaker": "7 %"},
        "approved": ["g5", "cpu", "sagemaker-realtime", "ml.m5.large"],
        "quotas": {"ml.g5.xlarge": 4, "p5": 0},
        "savings_plans": [
            {"kind": "compute", "usd_per_hour": 5},
            {"kind": "ec2-instance", "usd_per_hour": 2, "family": "m7i", "term_years": 3},
        ],
    },
)
_WORKLOADS: Final[tuple[dict[str, Any], ...]] = (
    {"model": "bert-base", "requests_per_second": "1000/min", "latency_p99_ms": 200, "stage": "inference", "arm_ok": "no"},
    {
        "algorithm": "xgboost",
        "rows": "50 million",
        "columns": 200,
        "training_deadline_hours": 2,
        "compare": "c5, m5",
        "region": "eu-west-1",
    },
)


def fuzz(data: bytes) -> None:
    """The first byte says raw or edited, the second the kind of file; all three readers take the same bytes."""
    drawn = ChoiceBytes(data)
    is_raw = drawn.byte() == RAW
    kind = drawn.number_below(len(_KINDS) + 2)
    text = drawn.rest() if is_raw else _edit_document(drawn, kind)
    read = _read_yaml(kind)
    try:
        raw = read_mapping(text, _FILE)
    except InputError as error:
        check_refusal(error, f"{_FILE}:")
        return
    try:
        read(raw, text)
    except InputError as error:
        check_refusal(error, _FILE)


def _edit_document(drawn: ChoiceBytes, kind: int) -> bytes:
    """One of the documents of that kind, changed, as JSON, which is YAML too."""
    return msgspec.json.encode(edit_document(drawn, drawn.pick(_documents(kind))))


def _read_yaml(kind: int) -> Callable[[dict[str, Any], bytes], None]:
    if kind < len(_KINDS):
        return functools.partial(_read_record, KINDS[_KINDS[kind]])
    return _read_policy if kind == len(_KINDS) else _read_workload


def _read_record(cls: type[Any], raw: dict[str, Any], text: bytes) -> None:
    record = validate_record(_adapters()[cls], raw | {"id": "some-id"}, name=_FILE, data=text)
    assert msgspec.json.decode(msgspec.json.encode(record), type=cls) == record


def _read_policy(raw: dict[str, Any], _: bytes) -> None:
    policy = policy_from(raw, base(), f"{_FILE}: ")
    applied = policy.applied_terms() or AppliedPolicy()
    assert policy_from(msgspec.to_builtins(applied), base()) == policy


def _read_workload(raw: dict[str, Any], _: bytes) -> None:
    known = from_mapping(raw, base(), f"{_FILE}: ").known_facts()
    assert from_mapping(msgspec.to_builtins(known), base()).known_facts() == known


@functools.cache
def _adapters() -> dict[type[Any], TypeAdapter[Any]]:
    return {cls: TypeAdapter(cls) for cls in KINDS.values()}


@functools.cache
def _documents(kind: int) -> tuple[dict[str, Any], ...]:
    """The first files of a kind, as they are."""
    if kind >= len(_KINDS):
        return _POLICIES if kind == len(_KINDS) else _WORKLOADS
    paths = sorted((packaged_data() / _KINDS[kind]).rglob("*.yaml"))[:3]
    return tuple(_plain(read_mapping(path.read_bytes(), path.name)) for path in paths)


def _plain(raw: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(raw))
    return found


def seeds() -> Iterator[bytes]:
    """The shortest files of each kind, and edits that begin with each document."""
    for number, kind in enumerate(_KINDS):
        for path in sorted((packaged_data() / kind).rglob("*.yaml"), key=lambda path: (path.stat().st_size, path))[:2]:
            yield bytes((RAW, number)) + path.read_bytes()[:6_000]
        yield bytes((EDIT, number, 0, 1, 2, 3, 0, 5))
    for number in (len(_KINDS), len(_KINDS) + 1):
        for document in _documents(number):
            yield bytes((RAW, number)) + msgspec.json.encode(document)
        yield bytes((EDIT, number, 0))
