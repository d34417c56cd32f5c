"""`make audit`: whether a vulnerability is known of anything that `requirements.txt` pins.

    python tests/security/supply/audit.py PIP_AUDIT

pip-audit ends with 0 where its service knows none of the packages. That is no answer, so here it is none.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

NONE_KNOWN, FOUND, NO_ANSWER = 0, 1, 2
REQUIREMENTS: Final = Path(__file__).parents[3] / "requirements.txt"
SERVICES: Final = ("pypi", "osv")
"""Asked one after the other, until one answers for every package."""
PATIENCE: Final = 600


class Verdict(NamedTuple):
    """How the audit ends."""

    status: int
    lines: list[str]


def judge_findings(documents: dict[str, dict[str, Any] | None]) -> Verdict:
    """The verdict on what each service answered; None for one that did not."""
    found = {f"{one['name']} {one['version']}: {_describe_hole(hole)}" for one in _packages(documents) for hole in one.get("vulns", ())}
    if found:
        return Verdict(FOUND, [*sorted(found), f"audit: vulnerabilities known: {len(found)}."])
    whole = [name for name, document in documents.items() if document and not _skipped(document)]
    if whole:
        return Verdict(NONE_KNOWN, [f"audit: {whole[0]} knows no vulnerability of what requirements.txt pins."])
    told = "; ".join(f"{name} {_describe_answer(document)}" for name, document in documents.items())
    return Verdict(NO_ANSWER, [f"audit: no service answered for every package, so nothing is known ({told})."])


def _packages(documents: dict[str, dict[str, Any] | None]) -> list[dict[str, Any]]:
    return [one for document in documents.values() if document for one in document["dependencies"]]


def _skipped(document: dict[str, Any]) -> int:
    return sum("skip_reason" in one for one in document["dependencies"])


def _describe_answer(document: dict[str, Any] | None) -> str:
    return "did not answer" if document is None else f"does not know {_skipped(document)} of {len(document['dependencies'])}"


def _describe_hole(hole: dict[str, Any]) -> str:
    names = ", ".join([hole["id"], *hole.get("aliases", ())])
    mended = ", ".join(hole.get("fix_versions", ())) or "no version"
    return f"{names}, mended in {mended}"


def answer(program: str, service: str) -> dict[str, Any] | None:
    """What a service says of each package; None where it cannot be reached."""
    options = ["--require-hashes", "--disable-pip", "--progress-spinner", "off", "--format", "json", "--vulnerability-service", service]
    command = [program, "--requirement", str(REQUIREMENTS), *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        found: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return found


def main(program: str) -> int:
    """Ask, and say what came of it."""
    answers: dict[str, dict[str, Any] | None] = {}
    for service in SERVICES:
        answers[service] = answer(program, service)
        verdict = judge_findings(answers)
        if verdict.status != NO_ANSWER:
            break
    sys.stdout.writelines(f"{line}\n" for line in verdict.lines)
    return verdict.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
