"""Kubernetes manifests: every field is one that the object has, with a value of its type, and objects find each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
import yaml

from tests.case_tables import read_table
from tests.engine.handover.template.conftest import HERE, Case
from tests.engine.handover.template.script_runs import run_sdk_script

FIELDS: Final[dict[str, Any]] = read_table(HERE / "kubernetes_fields.yaml")
_QUANTITY: Final = re.compile(r"[0-9]+(?:Ki|Mi|Gi|m)?")
_LONGEST_WINDOW_SECONDS: Final = 3600
Manifests = list[tuple[Case, list[dict[str, Any]]]]


@pytest.fixture(scope="module")
def manifests(cases: list[Case]) -> Manifests:
    """The documents of every workload on EKS, filled in."""
    return [(case, list(yaml.safe_load_all(run_sdk_script(case.written["sdk"]).printed))) for case in cases if case.plan.place == "eks"]


def find_mistakes(path: str, node: Any, known: Any) -> Iterator[str]:  # noqa: ANN401  # manifests are of any shape
    """What an object has that Kubernetes has not, lacks that it needs, or has of another type."""
    if isinstance(known, list):
        yield from () if node in known else (f"{path}: {node!r} is none of {known}",)
    elif isinstance(known, str):
        yield from _find_type_mistakes(path, node, known.rstrip("!"))
    elif not isinstance(node, dict):
        yield f"{path}: {node!r} is no object"
    else:
        fields = {name.removesuffix("[]"): (name.endswith("[]"), kind) for name, kind in known.items()}
        needed = {name for name, kind in known.items() if isinstance(kind, str) and kind.endswith("!")}
        yield from (f"{path}.{name}: it is missing" for name in needed - set(node))
        yield from (f"{path}.{name}: there is no such field" for name in set(node) - set(fields))
        for name in set(node) & set(fields):
            is_list, kind = fields[name]
            for item in node[name] if is_list else (node[name],):
                yield from find_mistakes(f"{path}.{name}", item, kind)


def _find_type_mistakes(path: str, node: Any, kind: str) -> Iterator[str]:  # noqa: ANN401  # the same
    if kind.startswith("map "):
        for name, value in node.items():
            yield from _find_type_mistakes(f"{path}.{name}", value, kind.removeprefix("map "))
        return
    is_right = {
        "string": isinstance(node, str) and node != "",
        "integer": isinstance(node, int) and not isinstance(node, bool),
        "quantity": isinstance(node, int) or (isinstance(node, str) and _QUANTITY.fullmatch(node) is not None),
    }[kind]
    yield from () if is_right else (f"{path}: {node!r} is no {kind}",)


def test_every_field_is_one_that_kubernetes_has(manifests: Manifests) -> None:
    """By the schemas of Kubernetes and KEDA."""
    for case, documents in manifests:
        for document in documents:
            kind = f"{document['apiVersion']} {document['kind']}"
            assert list(find_mistakes("metadata", document["metadata"], FIELDS["metadata"])) == [], case.facts
            assert list(find_mistakes(kind, document["spec"], FIELDS["kinds"][kind])) == [], case.facts
    assert {f"{one['apiVersion']} {one['kind']}" for _, documents in manifests for one in documents} == set(FIELDS["kinds"])


@pytest.mark.parametrize(
    ("spec", "mistake"),
    [
        ({"scaleTargetRef": {}, "triggers": []}, "ScaledObject.scaleTargetRef.name: it is missing"),
        ({"minReplicas": 1}, "ScaledObject.minReplicas: there is no such field"),
        ({"triggers": [{"type": "cpu"}]}, "ScaledObject.triggers.type: 'cpu' is none of ['prometheus']"),
        ({"pollingInterval": "15"}, "ScaledObject.pollingInterval: '15' is no integer"),
    ],
)
def test_a_wrong_field_would_be_found(spec: dict[str, Any], mistake: str) -> None:
    """Names, types, values and what is missing."""
    assert list(find_mistakes("ScaledObject", spec, FIELDS["kinds"]["keda.sh/v1alpha1 ScaledObject"])) == [mistake]


def test_a_scaled_object_scales_the_deployment_by_a_metric_of_its_pods(manifests: Manifests) -> None:
    """It names the deployment, its query the pods, and the count of the deployment is left to it."""
    scaled = 0
    for case, documents in manifests:
        objects = {document["kind"]: document for document in documents}
        if "ScaledObject" not in objects:
            continue
        scaled += 1
        spec, name = objects["ScaledObject"]["spec"], objects["Deployment"]["metadata"]["name"]
        (trigger,) = spec["triggers"]
        assert spec["scaleTargetRef"]["name"] == name, case.facts
        assert f'{{pod=~"{name}-.*"}}' in trigger["metadata"]["query"], case.facts
        assert float(trigger["metadata"]["threshold"]) > 0, case.facts
        assert 1 <= spec["minReplicaCount"] < spec["maxReplicaCount"], case.facts
        assert (
            spec["advanced"]["horizontalPodAutoscalerConfig"]["behavior"]["scaleDown"]["stabilizationWindowSeconds"]
            <= _LONGEST_WINDOW_SECONDS
        )
        assert "replicas" not in objects["Deployment"]["spec"], case.facts
    assert scaled


def test_requests_a_minute_become_requests_a_second(manifests: Manifests) -> None:
    """Where the plan counts a minute's requests, Prometheus gives the rate of one second."""
    told = set()
    for case, documents in manifests:
        for document in documents:
            if document["kind"] == "ScaledObject" and case.plan.scaling is not None:
                metadata = document["spec"]["triggers"][0]["metadata"]
                share = 60 if "rate(" in metadata["query"] else 1
                assert float(metadata["threshold"]) * share == pytest.approx(case.plan.scaling.target, rel=1e-4)
                told.add((case.plan.scaling.metric, share))
    assert told == {("ALBRequestCountPerTarget", 60), ("requests under way per copy", 1)}


def test_pods_wear_what_objects_select_them_by(manifests: Manifests) -> None:
    """Service, deployment and the command that watches them."""
    for case, documents in manifests:
        for document in documents:
            spec = document["spec"].get("jobTemplate", document)["spec"]
            if document["kind"] == "Service":
                assert document["spec"]["selector"] == {"app": document["metadata"]["name"]}, case.facts
            elif "template" in spec:
                assert spec["template"]["metadata"]["labels"] == {"app": document["metadata"]["name"]}, case.facts
