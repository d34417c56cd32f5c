"""The SDK and the command line: their texts run, and the requests they make are those that AWS's models allow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from botocore import xform_name

from tests.engine.handover.template.botocore_models import find_mistakes, session
from tests.engine.handover.template.conftest import Case, list_paths, pick_cover
from tests.engine.handover.template.moto_account import NOT_SERVED, MotoSession, account, account_value
from tests.engine.handover.template.script_runs import ScriptRun, execute_script, run_cli_script, run_sdk_script, to_pascal_case

Runs = list[tuple[Case, ScriptRun]]
Pairs = list[tuple[Case, ScriptRun, ScriptRun]]


@pytest.fixture(scope="module")
def runs(cases: list[Case]) -> Runs:
    """Every workload, with what its boto3 script did."""
    return [(case, run_sdk_script(case.written["sdk"])) for case in cases]


@pytest.fixture(scope="module")
def pairs(runs: Runs) -> Pairs:
    """A boto3 script and its shell script for each distinct request."""
    return [(case, sdk, run_cli_script(case.written["cli"])) for case, sdk in pick_cover(runs, lambda run: _list_shapes(run[1]))]


def _list_shapes(run: ScriptRun) -> set[tuple[str, str, frozenset[str]]]:
    """Service, operation and arguments of each request."""
    return {(call.service, call.name, frozenset(list_paths(_parse_documents(call.parameters)))) for call in run.calls}


def test_every_request_is_one_that_the_service_accepts(runs: Runs) -> None:
    """By botocore's models, with enumerations, ranges and patterns."""
    requests = {repr(call): call for _, sdk in runs for call in sdk.calls if not call.name.startswith("wait ")}.values()
    assert [(call.name, mistakes) for call in requests if (mistakes := find_mistakes(call.service, call.name, call.parameters))] == []
    assert len(runs) >= 60


def test_every_wait_knows_what_it_waits_for(pairs: Pairs) -> None:
    """Its fields are a request of the operation that the waiter asks again and again, in the script and in the shell."""
    for case, sdk, cli in pairs:
        for one, other in zip(sdk.calls, cli.calls, strict=True):
            if one.name.startswith("wait "):
                waiters = session().get_waiter_model(one.service)
                polled = {xform_name(name): waiters.get_waiter(name).operation for name in waiters.waiter_names}
                assert find_mistakes(one.service, polled[one.name.removeprefix("wait ")], one.parameters) == [], case.facts
                assert {xform_name(name, "-"): value for name, value in one.parameters.items()} == other.parameters


def test_script_and_shell_make_the_same_requests(pairs: Pairs) -> None:
    """One after the other, with the same values."""
    for case, sdk, cli in pairs:
        assert [call[:2] for call in sdk.calls] == [call[:2] for call in cli.calls], case.facts
        for one, other in zip(sdk.calls, cli.calls, strict=True):
            if not one.name.startswith("wait "):
                assert _parse_documents(one.parameters) == _parse_documents(other.parameters), case.facts
        if case.plan.place == "eks":
            assert sdk.printed.rstrip() == cli.printed.rstrip(), case.facts


def _parse_documents(node: Any) -> Any:  # noqa: ANN401  # JSON is of any shape
    """A request with the documents in it read, since how they are spaced is no matter."""
    if isinstance(node, dict):
        return {key: _parse_documents(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_parse_documents(value) for value in node]
    return json.loads(node) if isinstance(node, str) and node.startswith("{") else node


def test_a_job_within_a_workflow_is_one_that_the_service_accepts(runs: Runs) -> None:
    """The request in the definition of the state machine, its name apart, which is made when it runs."""
    found = [task for _, sdk in runs for call in sdk.calls if call.name == "CreateStateMachine" for task in _tasks(call.parameters)]
    for service, name, parameters in found:
        assert find_mistakes(service, name, parameters) == []
    assert {name for _, name, _ in found} == {"CreateTrainingJob", "CreateProcessingJob", "CreateTransformJob"}


def _tasks(parameters: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for state in json.loads(parameters["definition"])["States"].values():
        service, action = state["Resource"].removeprefix("arn:aws:states:::").removesuffix(".sync").split(":")
        plain = {name.removesuffix(".$"): "a-name" if name.endswith(".$") else value for name, value in state["Parameters"].items()}
        yield service, f"{action[0].upper()}{action[1:]}", plain


def test_what_a_schedule_calls_is_an_operation_of_its_service(runs: Runs) -> None:
    """Universal targets name a service and an operation, and their input is a request of it."""
    found = []
    for _, sdk in runs:
        for call in sdk.calls:
            if call.name == "CreateSchedule" and ":aws-sdk:" in call.parameters["Target"]["Arn"]:
                service, action = call.parameters["Target"]["Arn"].rpartition("aws-sdk:")[2].split(":")
                found.append((service, f"{action[0].upper()}{action[1:]}", json.loads(call.parameters["Target"]["Input"])))
    assert [mistakes for request in found if (mistakes := find_mistakes(*request))] == []
    assert {name for _, name, _ in found} == {"RunInstances", "StopNotebookInstance"}


def test_every_manifest_is_kubernetes_yaml(runs: Runs) -> None:
    """Each document has a kind and a name, and one of them runs the image on the nodes of the group."""
    manifests = [(case, sdk.printed) for case, sdk in runs if case.plan.place == "eks"]
    kinds = set()
    for case, manifest in manifests:
        documents = list(yaml.safe_load_all(manifest))
        assert all(document["metadata"]["name"] and document["apiVersion"] for document in documents)
        kinds |= {document["kind"] for document in documents}
        assert "123456789012.dkr.ecr" in manifest
        devices = [name for name in ("nvidia.com/gpu", "aws.amazon.com/neuron") if name in manifest]
        assert bool(devices) == (case.plan.processor != "cpu")
        assert ("vpc.amazonaws.com/efa" in manifest) == bool(case.plan.place_options.get("efa"))
    assert kinds == {"Deployment", "Service", "ScaledObject", "Job", "CronJob"}


def _list_arguments(run: tuple[Case, ScriptRun]) -> set[tuple[str, frozenset[str]]]:
    """Operation and names of the arguments of each request."""
    return {(call.name, frozenset(call.parameters)) for call in run[1].calls}


def test_what_moto_serves_is_made(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scripts run against moto as they are, but for endpoints without a model, of which it makes none."""
    endpoints = 0
    plain = [run for run in runs if not run[0].plan.place_options.get("inference_components")]
    with account(monkeypatch) as made:
        served = MotoSession()
        served.client("eks").create_cluster(
            name=account_value("ClusterName", made), roleArn=account_value("RoleArn", made), resourcesVpcConfig={}
        )
        for number, (case, _) in enumerate(pick_cover(plain, _list_arguments)):
            template = case.written["sdk"]
            named = {fill_in.name: account_value(to_pascal_case(fill_in.name), made) for fill_in in template.fill_in}
            execute_script(template, served, {**named, "NAME": f"name-{number}"})
            endpoints += "create_endpoint(" in template.text
        assert served.refused == NOT_SERVED
        assert len(served.client("sagemaker").list_endpoints(MaxResults=100)["Endpoints"]) == endpoints > 0
        assert served.client("sagemaker").list_training_jobs()["TrainingJobSummaries"]
        assert served.client("ecs").list_clusters()["clusterArns"]
        assert served.client("eks").list_nodegroups(clusterName=account_value("ClusterName", made))["nodegroups"]
