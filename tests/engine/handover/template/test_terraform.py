"""Terraform: the text is HCL, and every resource, block and argument is one that the aws provider has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import hcl2
import pytest

from tests.engine.handover.template.conftest import HERE, Case
from tests.tables import table

PROVIDER: dict[str, Any] = table(HERE / "terraform_arguments.yaml")
_OURS = frozenset({"__is_block__", "depends_on"})


@pytest.fixture(scope="module")
def read(cases: list[Case]) -> list[tuple[Case, dict[str, Any]]]:
    """Every text that there is, parsed."""
    return [(case, _plain(hcl2.loads(case.written["terraform"].text))) for case in cases if "terraform" in case.written]


def _plain(node: Any) -> Any:  # noqa: ANN401  # HCL is of any shape
    """The tree with the names of blocks bare."""
    if isinstance(node, dict):
        return {key.strip('"'): _plain(value) for key, value in node.items()}
    return [_plain(value) for value in node] if isinstance(node, list) else node


def _resources(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for block in document.get("resource", []):
        for kind, named in block.items():
            yield from ((kind, name, body) for name, body in named.items())


def test_every_resource_and_argument_is_the_providers(read: list[tuple[Case, dict[str, Any]]]) -> None:
    """None is unknown, none that is required is missing, and values are of the kind that is asked for."""
    told = [(case.plan.place, wrong) for case, document in read for kind, _, body in _resources(document) for wrong in _wrong(kind, body)]
    assert told == []
    assert len(read) >= 55


def _wrong(kind: str, body: dict[str, Any]) -> Iterator[str]:
    if kind not in PROVIDER:
        yield f"{kind}: the provider has no such resource"
        return
    yield from _wrong_within(kind, body, PROVIDER[kind])


def _wrong_within(path: str, body: dict[str, Any], known: dict[str, Any]) -> Iterator[str]:
    needed = {name for name, kind in known.items() if (kind.endswith("!") if isinstance(kind, str) else kind.get("required"))}
    yield from (f"{path}.{name}: it is missing" for name in needed - set(body))
    for name, value in body.items():
        if name in _OURS:
            continue
        kind = known.get(name)
        if kind is None:
            yield f"{path}.{name}: the provider has no such argument"
        elif isinstance(kind, dict):
            yield from _wrong_block(f"{path}.{name}", value, kind)
        elif not _is(value, kind.rstrip("!")):
            yield f"{path}.{name}: {value!r} is no {kind}"


def _wrong_block(path: str, value: Any, kind: dict[str, Any]) -> Iterator[str]:  # noqa: ANN401  # HCL is of any shape
    if not (isinstance(value, list) and all(isinstance(one, dict) and one.get("__is_block__") for one in value)):
        yield f"{path}: it is a block"
        return
    if kind["block"] == "one" and len(value) > 1:
        yield f"{path}: there is one such block"
    for one in value:
        yield from _wrong_within(path, one, kind["in"])


def _is(value: object, kind: str) -> bool:
    """Whether a literal is of a kind; an expression may be of any."""
    if isinstance(value, str) and not value.startswith('"'):
        return True
    kinds: dict[str, type | tuple[type, ...]] = {
        "string": (str, bool, int, float),
        "number": (int, float),
        "boolean": bool,
        "list": list,
        "map": dict,
    }
    return isinstance(value, kinds[kind])


def test_every_name_in_an_expression_leads_to_something(read: list[tuple[Case, dict[str, Any]]]) -> None:
    """A variable that is declared, a resource of the file."""
    for case, document in read:
        text = case.written["terraform"].text
        variables = {name for block in document.get("variable", []) for name in block}
        assert set(re.findall(r"\bvar\.(\w+)", text)) == variables, case.facts
        there = {f"{kind}.{name}" for kind, name, _ in _resources(document)}
        assert set(re.findall(r"\b(aws_\w+\.\w+)", text)) <= there, case.facts


def test_what_the_provider_has_no_word_for_is_refused_with_the_formats_that_have(cases: list[Case]) -> None:
    """Inference components, capacity that was bought for an endpoint, a model for a device."""
    refused = {case.refused["terraform"].removeprefix("--format terraform: it has no word for ") for case in cases if case.refused}
    assert refused == {
        "SageMaker inference component, which this plan needs. Take cloudformation, cdk, sdk or cli.",
        "ProductionVariants.CapacityReservationConfig, which this plan needs. Take cloudformation, cdk, sdk or cli.",
        "SageMaker compilation job, which this plan needs. Take sdk or cli.",
    }
