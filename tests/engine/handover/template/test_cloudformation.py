"""CloudFormation: AWS's linter finds nothing, and what moto has resources for deploys."""

from __future__ import annotations

import json
from typing import Any

import boto3
import pytest

from tests.engine.handover.template.conftest import Case
from tests.engine.handover.template.in_moto import NOT_IN_MOTO, REGION, account, served, value_of
from tests.engine.handover.template.strict import decoded


@pytest.fixture(scope="module")
def documents(cases: list[Case]) -> list[tuple[Case, dict[str, Any]]]:
    """Every template, read as cfn-lint reads it."""
    found = []
    for case in cases:
        if "cloudformation" in case.written:
            document, mistakes = decoded(case.written["cloudformation"].text)
            assert mistakes == [], case.facts
            found.append((case, document))
    return found


def test_the_linter_finds_neither_error_nor_warning(documents: list[tuple[Case, dict[str, Any]]]) -> None:
    """All rules of cfn-lint, in the region whose prices are shown."""
    from cfnlint.config import ConfigMixIn  # noqa: PLC0415  # half a second that no process needs to collect the tests
    from cfnlint.runner import Runner  # noqa: PLC0415  # the same

    linter = Runner(ConfigMixIn(regions=[REGION]))
    told = [(case.facts, match.rule.id, match.message) for case, document in documents for match in linter.validate_template(document)]
    assert told == []
    assert len(documents) >= 60


def test_what_moto_knows_deploys_with_the_plan_in_it(documents: list[tuple[Case, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stack is complete, and its machines are the plan's; what moto has no resource for is named, and left to the linter."""
    left_out, count = set(), 0
    with account(monkeypatch) as made:
        client, machines, models = boto3.client("cloudformation"), boto3.client("ec2"), boto3.client("sagemaker")
        for case, document in documents:
            types = {resource["Type"] for resource in document["Resources"].values()}
            left_out |= types & NOT_IN_MOTO
            whole = served(document)
            if types <= NOT_IN_MOTO or _is_beyond_moto(whole):
                continue
            names = [{"ParameterKey": name, "ParameterValue": value_of(name, made)} for name in document.get("Parameters", {})]
            stack, count = f"stack-{count}", count + 1
            client.create_stack(StackName=stack, TemplateBody=json.dumps(whole), Parameters=names)
            assert client.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"] == "CREATE_COMPLETE", case.facts
            there = client.describe_stack_resources(StackName=stack)["StackResources"]
            assert {resource["ResourceType"] for resource in there} == types - NOT_IN_MOTO, case.facts
            assert {case.plan.instance_type} >= {hardware for one in there for hardware in _hardware(one, machines, models)}, case.facts
    assert left_out == NOT_IN_MOTO
    assert count >= 50


def _is_beyond_moto(document: dict[str, Any]) -> bool:
    """Moto makes no model of several containers from a stack, and no endpoint whose variant has no model."""
    every = [resource.get("Properties", {}) for resource in document["Resources"].values()]
    return any("Containers" in one for one in every) or any(
        "ModelName" not in variant for one in every for variant in one.get("ProductionVariants", [])
    )


def _hardware(resource: Any, machines: Any, models: Any) -> list[str]:  # noqa: ANN401  # a resource as boto3 tells it, and clients
    """The instance types of a resource in the account."""
    name = resource.get("PhysicalResourceId", "")
    if resource["ResourceType"] == "AWS::EC2::LaunchTemplate":
        versions = machines.describe_launch_template_versions(LaunchTemplateId=name)["LaunchTemplateVersions"]
        return [version["LaunchTemplateData"]["InstanceType"] for version in versions]
    if resource["ResourceType"] == "AWS::SageMaker::EndpointConfig":
        variants = models.describe_endpoint_config(EndpointConfigName=name.rpartition("/")[2])["ProductionVariants"]
        return [variant["InstanceType"] for variant in variants if "InstanceType" in variant]
    if resource["ResourceType"] == "AWS::SageMaker::NotebookInstance":
        return [models.describe_notebook_instance(NotebookInstanceName=name.rpartition("/")[2])["InstanceType"]]
    return []
