"""CloudFormation: AWS's linter finds nothing, and what moto has resources for deploys."""

from __future__ import annotations

import json
from typing import Any

import boto3
import pytest

from tests.depth import LONG
from tests.engine.handover.template.conftest import Case, list_paths, pick_cover
from tests.engine.handover.template.moto_account import NOT_IN_MOTO, REGION, account, account_value, drop_unserved

Documents = list[tuple[Case, dict[str, Any]]]


def test_the_linter_finds_neither_error_nor_warning(documents: Documents) -> None:
    """All rules of cfn-lint, in the region whose prices are shown, on each distinct resource."""
    from cfnlint.config import ConfigMixIn  # noqa: PLC0415  # half a second that no process needs to collect the tests
    from cfnlint.runner import Runner  # noqa: PLC0415  # the same

    linter = Runner(ConfigMixIn(regions=[REGION]))
    linted = pick_cover(documents, lambda pair: _list_shapes(pair[1]))
    mistakes = [(case.facts, match.rule.id, match.message) for case, document in linted for match in linter.validate_template(document)]
    assert mistakes == []
    assert len(documents) >= 60


def _list_shapes(document: dict[str, Any]) -> set[tuple[str, frozenset[str]]]:
    """Type and properties of each resource."""
    return {(one["Type"], frozenset(list_paths(one))) for one in document["Resources"].values()}


@pytest.mark.skipif(not LONG, reason="the linter checks the same stacks: in the long run (make soak)")
def test_what_moto_knows_deploys_with_the_plan_in_it(documents: Documents, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stack is complete, and its machines are the plan's; what moto has no resource for is left to the linter."""
    assert {resource["Type"] for _, document in documents for resource in document["Resources"].values()} >= NOT_IN_MOTO
    with account(monkeypatch) as made:
        client, machines, models = boto3.client("cloudformation"), boto3.client("ec2"), boto3.client("sagemaker")
        for number, (case, document) in enumerate(pick_cover(documents, lambda pair: _list_properties(drop_unserved(pair[1])))):
            types = {resource["Type"] for resource in document["Resources"].values()}
            whole = drop_unserved(document)
            if types <= NOT_IN_MOTO or _is_beyond_moto(whole):
                continue
            names = [{"ParameterKey": name, "ParameterValue": account_value(name, made)} for name in document.get("Parameters", {})]
            stack = f"stack-{number}"
            client.create_stack(StackName=stack, TemplateBody=json.dumps(whole), Parameters=names)
            assert client.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"] == "CREATE_COMPLETE", case.facts
            there = client.describe_stack_resources(StackName=stack)["StackResources"]
            assert {resource["ResourceType"] for resource in there} == types - NOT_IN_MOTO, case.facts
            assert {case.plan.instance_type} >= {kind for one in there for kind in _instance_types(one, machines, models)}, case.facts


def _list_properties(document: dict[str, Any]) -> set[tuple[str, frozenset[str]]]:
    """Type of each resource with the names of its properties."""
    return {(one["Type"], frozenset(one.get("Properties", {}))) for one in document["Resources"].values()}


def _is_beyond_moto(document: dict[str, Any]) -> bool:
    """Moto makes no model of several containers from a stack, and no endpoint whose variant has no model."""
    every = [resource.get("Properties", {}) for resource in document["Resources"].values()]
    return any("Containers" in one for one in every) or any(
        "ModelName" not in variant for one in every for variant in one.get("ProductionVariants", [])
    )


def _instance_types(resource: Any, machines: Any, models: Any) -> list[str]:  # noqa: ANN401  # a resource as boto3 tells it, and clients
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
