"""Logs as people paste them: which symptom they show, what is kept of them, and what they cannot do."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.advice import Diagnosis
from engine.diagnosis import diagnose_text
from engine.workload import Workload
from knowledge import Knowledge
from tests.case_tables import for_each, read_table

FOLDER: Final = Path(__file__).with_name("logs")
LOGS: Final[list[dict[str, Any]]] = read_table(FOLDER / "index.yaml")
LEAST: Final = (0.82, 0.85)
"""Least shares: right symptom first, among the first two."""


def _diagnosed(log: str, knowledge: Knowledge) -> list[Diagnosis]:
    return list(diagnose_text("", log, Workload(), knowledge))


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8", errors="replace")


def test_most_logs_show_their_symptom_first(knowledge: Knowledge) -> None:
    """Stack traces, tables of nvidia-smi, events of Kubernetes, lines of CloudWatch, with their harmless noise."""
    logs = [log for log in LOGS if log.get("symptom")]
    found = [[one.symptom for one in _diagnosed(_read(log["file"]), knowledge)] for log in logs]
    first = sum(bool(one) and one[0] in log["symptom"] for one, log in zip(found, logs, strict=True))
    two = sum(not {*log["symptom"], *log.get("also", ())}.isdisjoint(one[:2]) for one, log in zip(found, logs, strict=True))
    shares = first / len(logs), two / len(logs)
    assert (shares[0] >= LEAST[0], shares[1] >= LEAST[1]) == (True, True), shares


@for_each("log", [log for log in LOGS if log.get("secrets")])
def test_no_secret_of_a_pasted_log_is_shown(log: dict[str, Any], knowledge: Knowledge) -> None:
    """Wherever in the log it stands."""
    told = str(_diagnosed(_read(log["file"]), knowledge))
    assert not any(secret in told for secret in log["secrets"])


def test_a_log_of_one_endless_line_is_read(knowledge: Knowledge) -> None:
    """The error in its middle is found."""
    noise = " ".join(f"step={number} of 8000" for number in range(4_000))
    found = _diagnosed(f"{noise} torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB {noise}", knowledge)
    assert "memory" in found[0].symptom


@for_each("log", [log for log in LOGS if log["file"].startswith("hostile")])
def test_a_hostile_log_changes_nothing_but_the_diagnosis(log: dict[str, Any], knowledge: Knowledge) -> None:
    """It is text to be compared: no control character and no order of it gets through."""
    told = "".join(f"{one.because}{one.check}{one.remedy}" for one in _diagnosed(_read(log["file"]), knowledge))
    assert all(character.isprintable() or character == "\n" for character in told)
    assert "p5.48xlarge" not in "".join(one.remedy for one in _diagnosed(_read(log["file"]), knowledge))
