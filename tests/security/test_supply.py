"""What Sizewise is made of is pinned to the byte, and asks for nothing that is not pinned."""

from __future__ import annotations

import re
from typing import Any

import pytest
from packaging.utils import canonicalize_name

from tests.security.supply.audit import FOUND, NO_ANSWER, NONE_KNOWN, judge_findings
from tests.security.supply.pinned import ROOT, asked_for, pinned, pins, project

PINNED = pinned()


def test_every_line_is_one_version_with_hashes() -> None:
    """Pip refuses a file that is none of these; nothing comes from another address, a branch or a folder."""
    assert len(PINNED) > 100
    assert [pin.name for pin in PINNED if not pin.hashes] == []
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^\s*(?:-[ef]|--(?!hash=)|.*(?: @ |://|git\+)).*$", text) == []


@pytest.mark.parametrize("line", ["lark>=1.2", "lark==1.3 --hash=md5:0", "lark @ https://x/y.whl", "-e .", "lark==1.*"])
def test_a_line_that_is_looser_is_found(line: str) -> None:
    """A range, another hash, an address, a checkout."""
    with pytest.raises(ValueError, match="is no package of one version with hashes"):
        list(pins(f"{line} --hash=sha256:{'0' * 64}"))


@pytest.mark.parametrize("group", asked_for())
def test_what_is_asked_for_is_pinned_to_a_version_that_will_do(group: str) -> None:
    """Always, by an extra, by developers: each name is there, and each of its versions is one that `pyproject.toml` takes."""
    versions: dict[str, list[str]] = {}
    for pin in PINNED:
        versions.setdefault(canonicalize_name(pin.name), []).append(pin.version)
    for requirement in asked_for()[group]:
        found = versions.get(canonicalize_name(requirement.name), [])
        assert found, f"{requirement} is not pinned"
        assert [version for version in found if version not in requirement.specifier] == []


def test_developers_have_every_extra() -> None:
    """So that each is tested, with the versions that are pinned."""
    asked = asked_for()
    extras = project()["project"]["optional-dependencies"]
    for requirement in (one for name in extras for one in asked[name]):
        (same,) = [one for one in asked["dev"] if one.name == requirement.name]
        assert same.specifier == requirement.specifier, requirement.name


def test_the_tool_that_builds_the_package_is_pinned() -> None:
    """It runs on the machine of whoever installs from source."""
    (tool,) = project()["build-system"]["requires"]
    assert tool in {f"{pin.name}=={pin.version}" for pin in PINNED}


@pytest.mark.parametrize("name", ["requirements-sbom.txt", "requirements-audit.txt"])
def test_tools_with_an_environment_of_their_own_are_of_one_version(name: str) -> None:
    """They see what is pinned, and change nothing of it."""
    lines = (ROOT / "tests" / "security" / "supply" / name).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+(\[[a-z-]+\])?==[0-9.]+", line)] == []


def answered(*packages: dict[str, Any]) -> dict[str, Any]:
    """An answer of a service."""
    return {"dependencies": list(packages)}


KNOWN: dict[str, Any] = {"name": "a", "version": "1", "vulns": []}
SKIPPED = {"name": "b", "skip_reason": "not found"}
HOLE = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["3"]}]}


@pytest.mark.parametrize(
    ("answers", "status", "words"),
    [
        ({"pypi": answered(KNOWN, KNOWN)}, NONE_KNOWN, "pypi knows no vulnerability"),
        ({"pypi": answered(KNOWN, SKIPPED)}, NO_ANSWER, "pypi does not know 1 of 2"),
        ({"pypi": answered(SKIPPED), "osv": None}, NO_ANSWER, "osv did not answer"),
        ({"pypi": answered(SKIPPED), "osv": answered(KNOWN)}, NONE_KNOWN, "osv knows no vulnerability"),
        ({"pypi": answered(SKIPPED, HOLE)}, FOUND, "c 2: PYSEC-1, CVE-1, mended in 3"),
    ],
)
def test_an_audit_that_asked_nobody_finds_nothing_out(answers: dict[str, Any], status: int, words: str) -> None:
    """A service that knows none of the packages has no good news; a hole counts, whoever names it."""
    verdict = judge_findings(answers)
    assert verdict.status == status
    assert words in "\n".join(verdict.lines)
