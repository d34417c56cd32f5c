"""CloudFormation: AWS's linter finds nothing, and what moto has resources for deploys."""

from __future__ import annotations

import json
from typing import Any

import boto3
import pytest
from cfnlint.config import ConfigMixIn
from cfnlint.decode import decode_str
from cfnlint.runner import Runner

from tests.engine.handover.template.conftest import Case
from tests.engine.handover.template.in_moto import NOT_IN_MOTO, REGION, account, served, value_of


@pytest.fixture(scope="module")
def documents(cases: list[Case]) -> list[tuple[Case, dict[str, Any]]]:
    """Every template, read as cfn-lint reads it."""
    found = []
    for case in cases:
        if "cloudformation" in case.written:
            document, mistakes = decode_str(case.written["cloudformation"].text)
            assert mistakes == [], case.facts
            found.append((case, document))
    return found


def test_the_linter_finds_neither_error_nor_warning(documents: list[tuple[Case, dict[str, Any]]]) -> None:
    """All rules of cfn-lint, in the region whose prices are shown."""
    linter = Runner(ConfigMixIn(regions=[REGION]))
    told = [(case.facts, match.rule.id, match.message) for case, document in documents for match in linter.validate_template(document)]
    assert told == []
    assert len(documents) >= 60


def test_what_moto_knows_deploys_with_the_plan_in_it(documents: list[tuple[Case, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stack is complete, and its resources are there; those that moto has none of are named, and left to the linter."""
    left_out = set()
    with account(monkeypatch) as made:
        client = boto3.client("cloudformation")
        for number, (case, document) in enumerate(documents):
            types = {resource["Type"] for resource in document["Resources"].values()}
            left_out |= types & NOT_IN_MOTO
            whole = served(document)
            if not whole["Resources"] or _is_of_several_containers(whole):
                continue
            names = [{"ParameterKey": name, "ParameterValue": value_of(name, made)} for name in document.get("Parameters", {})]
            stack = f"stack-{number}"
            client.create_stack(StackName=stack, TemplateBody=json.dumps(whole), Parameters=names)
            assert client.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"] == "CREATE_COMPLETE", case.facts
            there = client.describe_stack_resources(StackName=stack)["StackResources"]
            assert {resource["ResourceType"] for resource in there} == types - NOT_IN_MOTO, case.facts
    assert left_out == NOT_IN_MOTO


def _is_of_several_containers(document: dict[str, Any]) -> bool:
    """Moto makes no model of several containers from a stack, and no endpoint whose variant has no model."""
    return any(
        "Containers" in resource["Properties"]
        or not all("ModelName" in one for one in resource["Properties"].get("ProductionVariants", []))
        for resource in document["Resources"].values()
    )
