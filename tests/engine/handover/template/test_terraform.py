"""Terraform: the text is HCL, and every resource, block and argument is one that the aws provider has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import hcl2
import pytest

from tests.case_tables import read_table
from tests.engine.handover.template.conftest import HERE, Case, pick_cover

PROVIDER: dict[str, Any] = read_table(HERE / "terraform_arguments.yaml")
_OURS = frozenset({"__is_block__", "depends_on", "lifecycle"})
VALUES: dict[str, dict[str, str | list[str | int]]] = read_table(HERE / "terraform_values.yaml")
_EXPRESSION = re.compile(r"\$\{|(?:aws|var)[._]\w")
_SHAPES = {
    "arn": re.compile(r'\$\{(?:var\.\w+_arn|aws_\w+\.\w+\.arn)\}|"arn:aws:.+"'),
    "name": re.compile(r"\$\{(?:var\.\w+_name|aws_\w+\.\w+\.(?:function_)?name)\}|\"(?!arn:)[\w./-]+\""),
    "id": re.compile(r"\$\{(?:var\.\w+_ids?|aws_\w+\.\w+\.id)\}"),
    "version": re.compile(r"\$\{aws_\w+\.\w+\.(?:latest_)?version\}"),
    "uri": re.compile(r"\$\{var\.\w+_(?:uri|url|prefix)\d*\}"),
    "json": re.compile(r"\$\{jsonencode\(.+\)\}", re.DOTALL),
    "base64": re.compile(r"\$\{base64encode\(.+\)\}", re.DOTALL),
    "text": re.compile(r".+", re.DOTALL),
}


def _list_blocks(case: Case) -> list[str]:
    """The blocks of a file, without the opening comment."""
    blocks = re.split(r"^(?=(?:terraform|provider|variable|resource|output)\b.* \{$)", case.written["terraform"].text, flags=re.MULTILINE)
    return [block.rstrip() for block in blocks[1:]]


@pytest.fixture(scope="module")
def terraform_cases(cases: list[Case]) -> list[Case]:
    """The workloads that the provider has words for."""
    return [case for case in cases if "terraform" in case.written]


def _strip_quotes(node: Any) -> Any:  # noqa: ANN401  # HCL is of any shape
    """The tree with the names of blocks bare."""
    if isinstance(node, dict):
        return {key.strip('"'): _strip_quotes(value) for key, value in node.items()}
    return [_strip_quotes(value) for value in node] if isinstance(node, list) else node


def _list_resources(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for block in document.get("resource", []):
        for kind, named in block.items():
            yield from ((kind, name, body) for name, body in named.items())


def test_every_resource_and_argument_is_the_providers(terraform_cases: list[Case]) -> None:
    """None is unknown, none that is required is missing, and values are of the kind that is asked for: each distinct block once."""
    blocks = dict.fromkeys(block for case in terraform_cases for block in _list_blocks(case))
    shapes = pick_cover(blocks, lambda block: [re.sub(r'(= )("[^"]*"|[0-9.]+)', _mask_value, block)])
    document = _strip_quotes(hcl2.loads("\n".join(shapes)))
    assert [mistake for kind, _, body in _list_resources(document) for mistake in _list_mistakes(kind, body)] == []
    assert len(terraform_cases) >= 55


def _mask_value(found: re.Match[str]) -> str:
    """A literal of the same type."""
    return f'{found[1]}""' if found[2].startswith('"') else f"{found[1]}0"


def _list_mistakes(kind: str, body: dict[str, Any]) -> Iterator[str]:
    if kind not in PROVIDER:
        yield f"{kind}: the provider has no such resource"
        return
    yield from _mistakes_within(kind, body, PROVIDER[kind])


def _mistakes_within(path: str, body: dict[str, Any], known: dict[str, Any]) -> Iterator[str]:
    needed = {name for name, kind in known.items() if (kind.endswith("!") if isinstance(kind, str) else kind.get("required"))}
    yield from (f"{path}.{name}: it is missing" for name in needed - set(body))
    for name, value in body.items():
        if name in _OURS:
            continue
        kind = known.get(name)
        if kind is None:
            yield f"{path}.{name}: the provider has no such argument"
        elif isinstance(kind, dict):
            yield from _mistakes_in_block(f"{path}.{name}", value, kind)
        elif not _has_type(value, kind.rstrip("!")):
            yield f"{path}.{name}: {value!r} is no {kind}"


def _mistakes_in_block(path: str, value: Any, kind: dict[str, Any]) -> Iterator[str]:  # noqa: ANN401  # HCL is of any shape
    if not (isinstance(value, list) and all(isinstance(one, dict) and one.get("__is_block__") for one in value)):
        yield f"{path}: it is a block"
        return
    if kind["block"] == "one" and len(value) > 1:
        yield f"{path}: there is one such block"
    for one in value:
        yield from _mistakes_within(path, one, kind["in"])


def _list_values(path: str, node: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  # HCL is of any shape
    """Every single value below a block, by its dotted path; elements of a list have the path of the list."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name not in _OURS:
                yield from _list_values(f"{path}.{name}" if path else name, value)
    elif isinstance(node, list):
        for value in node:
            yield from _list_values(path, value)
    else:
        yield path, node


def _has_shape(value: object, shape: str | list[str | int]) -> bool:
    """Whether a value is one of the words, or what the shape says."""
    if isinstance(shape, list):
        return (value.strip('"') if isinstance(value, str) else value) in shape
    return any(_SHAPES[name].fullmatch(str(value)) for name in shape.split(" or "))


def _has_type(value: object, kind: str) -> bool:
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


def test_every_name_in_an_expression_leads_to_something(terraform_cases: list[Case]) -> None:
    """A variable that is declared, a resource of the file."""
    for case in terraform_cases:
        text = case.written["terraform"].text
        assert set(re.findall(r"\bvar\.(\w+)", text)) == set(re.findall(r'^variable "(\w+)"', text, re.MULTILINE)), case.facts
        there = {f"{kind}.{name}" for kind, name in re.findall(r'^resource "(\w+)" "(\w+)"', text, re.MULTILINE)}
        assert set(re.findall(r"\b(aws_\w+\.\w+)", text)) <= there, case.facts


def test_what_the_provider_has_no_word_for_is_refused_with_the_formats_that_have(cases: list[Case]) -> None:
    """Inference components, capacity that was bought for an endpoint, a model for a device."""
    refused = {case.refused["terraform"].removeprefix("--format terraform: it cannot express ") for case in cases if case.refused}
    assert refused == {
        "SageMaker inference component, which this plan needs. Use cloudformation, cdk, sdk or cli.",
        "ProductionVariants.CapacityReservationConfig, which this plan needs. Use cloudformation, cdk, sdk or cli.",
        "SageMaker compilation job, which this plan needs. Use sdk or cli.",
    }


def test_an_argument_gets_the_arn_the_name_or_the_word_that_it_takes(terraform_cases: list[Case]) -> None:
    """A name where an ARN belongs fails when it is applied. Whatever is no literal has to have its shape in the table."""
    blocks = dict.fromkeys(block for case in terraform_cases for block in _list_blocks(case) if block.startswith("resource"))
    distinct = pick_cover(blocks, lambda block: [(block.split(" ", 2)[1], line) for line in block.splitlines()[1:]])
    document = _strip_quotes(hcl2.loads("\n".join(distinct)))
    given = {(kind, path, value) for kind, _, body in _list_resources(document) for path, value in _list_values("", body)}
    shapes = [(kind, path, value, VALUES.get(kind, {}).get(path)) for kind, path, value in given]
    assert [one[:3] for one in shapes if one[3] is None and _EXPRESSION.search(str(one[2]))] == []
    assert [one for one in shapes if one[3] is not None and not _has_shape(one[2], one[3])] == []
    assert {(kind, path) for kind, paths in VALUES.items() for path in paths} - {(kind, path) for kind, path, _ in given} == set()


def test_a_configuration_that_an_endpoint_uses_is_replaced_before_it_goes(terraform_cases: list[Case]) -> None:
    """Else an apply that changes the machines takes away what the endpoint is still running on."""
    texts = [case.written["terraform"].text for case in terraform_cases]
    configurations = [
        block
        for text in texts
        for block in re.findall(r'^resource "aws_sagemaker_endpoint_configuration" .*?^}', text, re.MULTILINE | re.DOTALL)
    ]
    assert len(configurations) >= 15
    assert all("create_before_destroy = true" in block for block in configurations)


def test_what_scaling_changes_is_left_alone(terraform_cases: list[Case]) -> None:
    """Else the next apply takes the machines away that the load had started."""
    owners = {
        "aws_appautoscaling_policy": "desired_count",
        "aws_ecs_capacity_provider": "desired_capacity",
        "aws_autoscaling_policy": "desired_capacity",
    }
    for case in terraform_cases:
        text = case.written["terraform"].text
        ignored = set(re.findall(r"ignore_changes = \[(.*)\]", text))
        for owner, count in owners.items():
            if f'"{owner}"' in text and 'service_namespace  = "sagemaker"' not in text:
                assert count in ignored, case.facts
        assert ("scaling_config[0].desired_size" in ignored) == ('"aws_eks_node_group"' in text), case.facts
