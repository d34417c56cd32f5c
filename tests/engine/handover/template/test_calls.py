"""The SDK and the command line: their texts run, and the requests they make are those that AWS's models allow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from botocore import xform_name

from tests.engine.handover.template.captured import Ran, of_cli, of_sdk, pascal, run_sdk
from tests.engine.handover.template.conftest import Case
from tests.engine.handover.template.in_moto import NOT_SERVED, Served, account, value_of
from tests.engine.handover.template.strict import session, wrong

Both = list[tuple[Case, Ran, Ran]]


@pytest.fixture(scope="module")
def ran(cases: list[Case]) -> Both:
    """Every workload, with what its boto3 script and its shell script did."""
    return [(case, of_sdk(case.written["sdk"]), of_cli(case.written["cli"])) for case in cases]


def test_every_request_is_one_that_the_service_accepts(ran: Both) -> None:
    """By botocore's models, with enumerations, ranges and patterns."""
    told = [
        (case.plan.place, call.name, mistakes)
        for case, sdk, _ in ran
        for call in sdk.calls
        if not call.name.startswith("wait ") and (mistakes := wrong(call.service, call.name, call.parameters))
    ]
    assert told == []
    assert len(ran) >= 60


def test_every_wait_knows_what_it_waits_for(ran: Both) -> None:
    """Its fields are a request of the operation that the waiter asks again and again, in the script and in the shell."""
    for case, sdk, cli in ran:
        for one, other in zip(sdk.calls, cli.calls, strict=True):
            if one.name.startswith("wait "):
                waiters = session().get_waiter_model(one.service)
                polled = {xform_name(name): waiters.get_waiter(name).operation for name in waiters.waiter_names}
                assert wrong(one.service, polled[one.name.removeprefix("wait ")], one.parameters) == [], case.facts
                assert {xform_name(name, "-"): value for name, value in one.parameters.items()} == other.parameters


def test_script_and_shell_make_the_same_requests(ran: Both) -> None:
    """One after the other, with the same values."""
    for case, sdk, cli in ran:
        assert [call[:2] for call in sdk.calls] == [call[:2] for call in cli.calls], case.facts
        for one, other in zip(sdk.calls, cli.calls, strict=True):
            if not one.name.startswith("wait "):
                assert _read(one.parameters) == _read(other.parameters), case.facts
        if case.plan.place == "eks":
            assert sdk.printed.rstrip() == cli.printed.rstrip(), case.facts


def _read(node: Any) -> Any:  # noqa: ANN401  # JSON is of any shape
    """A request with the documents in it read, since how they are spaced is no matter."""
    if isinstance(node, dict):
        return {key: _read(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_read(value) for value in node]
    return json.loads(node) if isinstance(node, str) and node.startswith("{") else node


def test_a_job_within_a_workflow_is_one_that_the_service_accepts(ran: Both) -> None:
    """The request in the definition of the state machine, its name apart, which is made when it runs."""
    found = [task for _, sdk, _ in ran for call in sdk.calls if call.name == "CreateStateMachine" for task in _tasks(call.parameters)]
    for service, name, parameters in found:
        assert wrong(service, name, parameters) == []
    assert {name for _, name, _ in found} == {"CreateTrainingJob", "CreateProcessingJob", "CreateTransformJob"}


def _tasks(parameters: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for state in json.loads(parameters["definition"])["States"].values():
        service, action = state["Resource"].removeprefix("arn:aws:states:::").removesuffix(".sync").split(":")
        plain = {name.removesuffix(".$"): "a-name" if name.endswith(".$") else value for name, value in state["Parameters"].items()}
        yield service, f"{action[0].upper()}{action[1:]}", plain


def test_what_a_schedule_calls_is_an_operation_of_its_service(ran: Both) -> None:
    """Universal targets name a service and an operation, and their input is a request of it."""
    found = []
    for _, sdk, _ in ran:
        for call in sdk.calls:
            if call.name == "CreateSchedule" and ":aws-sdk:" in call.parameters["Target"]["Arn"]:
                service, action = call.parameters["Target"]["Arn"].rpartition("aws-sdk:")[2].split(":")
                found.append((service, f"{action[0].upper()}{action[1:]}", json.loads(call.parameters["Target"]["Input"])))
    assert [mistakes for request in found if (mistakes := wrong(*request))] == []
    assert {name for _, name, _ in found} == {"RunInstances", "StopNotebookInstance"}


def test_every_manifest_is_kubernetes_yaml(ran: Both) -> None:
    """Each document has a kind and a name, and one of them runs the image on the nodes of the group."""
    manifests = [(case, sdk.printed) for case, sdk, _ in ran if case.plan.place == "eks"]
    kinds = set()
    for case, manifest in manifests:
        documents = list(yaml.safe_load_all(manifest))
        assert all(document["metadata"]["name"] and document["apiVersion"] for document in documents)
        kinds |= {document["kind"] for document in documents}
        assert "123456789012.dkr.ecr" in manifest
        devices = [name for name in ("nvidia.com/gpu", "aws.amazon.com/neuron") if name in manifest]
        assert bool(devices) == (case.plan.processor != "cpu")
        assert ("vpc.amazonaws.com/efa" in manifest) == bool(case.plan.place_options.get("efa"))
    assert kinds == {"Deployment", "Service", "HorizontalPodAutoscaler", "Job", "CronJob"}


def test_what_moto_serves_is_made(cases: list[Case], monkeypatch: pytest.MonkeyPatch) -> None:
    """The scripts run against moto as they are, but for endpoints without a model, of which it makes none."""
    endpoints = 0
    with account(monkeypatch) as made:
        served = Served()
        served.client("eks").create_cluster(name=value_of("ClusterName", made), roleArn=value_of("RoleArn", made), resourcesVpcConfig={})
        for number, case in enumerate(cases):
            if case.plan.place_options.get("inference_components"):
                continue
            template = case.written["sdk"]
            named = {fill_in.name: value_of(pascal(fill_in.name), made) for fill_in in template.fill_in}
            run_sdk(template, served, {**named, "NAME": f"name-{number}"})
            endpoints += "create_endpoint(" in template.text
        assert served.refused == NOT_SERVED
        assert len(served.client("sagemaker").list_endpoints(MaxResults=100)["Endpoints"]) == endpoints
        assert served.client("sagemaker").list_training_jobs()["TrainingJobSummaries"]
        assert served.client("ecs").list_clusters()["clusterArns"]
        assert served.client("eks").list_nodegroups(clusterName=value_of("ClusterName", made))["nodegroups"]
