"""Endpoints of SageMaker: real-time, serverless, asynchronous."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.handover.template.givens import CAPTURE_PERCENT, CAPTURE_URI, IMAGE, MODEL_DATA, OUTPUT, RESERVATION, ROLE
from engine.handover.template.nodes import Blueprint, Node, Of, Resource, without_none
from engine.handover.template.places.models import MODEL, is_large, model, of_several
from engine.handover.template.places.variant_scaling import VARIANT, from_zero, of_component, of_variant
from engine.handover.template.subject import Subject

CONFIG: Final = "EndpointConfig"
ENDPOINT: Final = "Endpoint"


def realtime(subject: Subject) -> Blueprint:
    """An endpoint on instances that stay on."""
    if subject.has("inference_components"):
        return _blueprint(subject, _with_components(subject))
    return _blueprint(subject, (model(subject), *_endpoint(_config(subject)), *of_variant(subject, ENDPOINT)))


def serverless(subject: Subject) -> Blueprint:
    """An endpoint by memory size."""
    scaling, warm = subject.plan.scaling, subject.plan.place_options.get("provisioned_concurrency")
    most = min(scaling.max if scaling else 1, subject.limit("concurrency"))
    served: dict[str, Node] = {"MemorySizeInMB": int(subject.plan.memory_mb or 0), "MaxConcurrency": max(1, int(most))}
    if warm:
        served["ProvisionedConcurrency"] = min(int(warm), int(most))
    variant: dict[str, Node] = {
        "VariantName": VARIANT,
        "ModelName": Of(MODEL, "name"),
        "InitialVariantWeight": 1,
        "ServerlessConfig": served,
    }
    return _blueprint(subject, (model(subject), *_endpoint({"ProductionVariants": [variant]})))


def asynchronous(subject: Subject) -> Blueprint:
    """An endpoint behind a queue, empty where nothing waits."""
    queue: Node = {"OutputConfig": {"S3OutputPath": OUTPUT}}
    properties = {**_config(subject), "AsyncInferenceConfig": queue}
    return _blueprint(subject, (model(subject), *_endpoint(properties), *of_variant(subject, ENDPOINT), *from_zero(subject, ENDPOINT)))


def _blueprint(subject: Subject, resources: tuple[Resource, ...]) -> Blueprint:
    remarks = []
    shared = any(subject.has(name) for name in ("multi_model", "multi_container", "inference_components"))
    if subject.models > 1 and not shared:
        remarks.append(subject.say("one_of_several", count=subject.models))
    if subject.has("inference_components") and subject.models > subject.threshold("written_out"):
        remarks.append(subject.say("components_once", count=subject.models))
    following = subject.commands(f"then_{subject.plan.place}", endpoint=subject.named(ENDPOINT))
    if subject.has("inference_components") and _machines_for_all(subject) > subject.count:
        machines = _machines_for_all(subject)
        count, devices = subject.models, _devices(subject)
        remarks.append(subject.say("components_full", count=count, devices=devices, machines=machines, planned=subject.count))
    return Blueprint(resources, told=(Of(ENDPOINT, "name"),), remarks=tuple(remarks), following=following)


def _endpoint(config: dict[str, Node]) -> Iterator[Resource]:
    yield Resource("sagemaker-endpoint-config", CONFIG, config)
    yield Resource("sagemaker-endpoint", ENDPOINT, {"EndpointConfigName": Of(CONFIG, "name")})


def _config(subject: Subject) -> dict[str, Node]:
    """One variant on instances."""
    variant = {**_variant(subject), "ModelName": Of(MODEL, "name"), **_starting(subject)}
    return without_none({"ProductionVariants": [variant], "DataCaptureConfig": _capture(subject)})


def _variant(subject: Subject) -> dict[str, Node]:
    variant: dict[str, Node] = {
        "VariantName": VARIANT,
        "InstanceType": subject.type_name,
        "InitialInstanceCount": subject.count,
        "InitialVariantWeight": 1,
    }
    if subject.plan.purchase == "capacity-block":
        only: Node = {"CapacityReservationPreference": "capacity-reservations-only", "MlReservationArn": RESERVATION}
        variant["CapacityReservationConfig"] = only
    return variant


def _starting(subject: Subject) -> dict[str, Node]:
    """Time to download and start, where a model is too large for the usual one."""
    if not is_large(subject):
        return {}
    seconds = int(subject.threshold("slow_start_seconds"))
    return dict.fromkeys(("ModelDataDownloadTimeoutInSeconds", "ContainerStartupHealthCheckTimeoutInSeconds"), seconds)


def _capture(subject: Subject) -> Node | None:
    if subject.fact("data_capture") is not True:
        return None
    options: Node = [{"CaptureMode": "Input"}, {"CaptureMode": "Output"}]
    return {
        "EnableCapture": True,
        "InitialSamplingPercentage": CAPTURE_PERCENT,
        "DestinationS3Uri": CAPTURE_URI,
        "CaptureOptions": options,
    }


def _with_components(subject: Subject) -> tuple[Resource, ...]:
    """An endpoint without a model, and a component for each model, which shares its machines."""
    scaling = subject.plan.scaling
    least, most = (scaling.min, scaling.max) if scaling else (subject.count, subject.count)
    managed: Node = {"Status": "ENABLED", "MinInstanceCount": least, "MaxInstanceCount": max(most, _machines_for_all(subject), 1)}
    routed: Node = {"RoutingStrategy": "LEAST_OUTSTANDING_REQUESTS"}
    variant: dict[str, Node] = {**_variant(subject), "ManagedInstanceScaling": managed, "RoutingConfig": routed}
    config: dict[str, Node] = {"ExecutionRoleArn": ROLE, "ProductionVariants": [variant]}
    config |= {"EnableNetworkIsolation": True} if subject.isolated else {}
    found = [*_endpoint(config)]
    every = subject.models if subject.models <= subject.threshold("written_out") else 1
    for number in range(1, every + 1):
        found += [_component(subject, number), *of_component(subject, _component_name(subject, number), number)]
    return tuple(found)


def _component_name(subject: Subject, number: int) -> str | Of:
    """The name of a component; CloudFormation does not tell one that it found itself."""
    return f"{subject.name}-component-{number}" if subject.declared else Of(f"Component{number}", "name")


def _component(subject: Subject, number: int) -> Resource:
    needs: dict[str, Node] = {"MinMemoryRequiredInMb": subject.host_mib("component_mib_least")}
    if subject.instance.accelerator is not None:
        needs["NumberOfAcceleratorDevicesRequired"] = _devices(subject)
    specification: Node = {
        "Container": {"Image": of_several(IMAGE, number), "ArtifactUrl": of_several(MODEL_DATA, number)},
        "ComputeResourceRequirements": needs,
    }
    properties: dict[str, Node] = {
        "EndpointName": Of(ENDPOINT, "name"),
        "VariantName": VARIANT,
        "Specification": specification,
        "RuntimeConfig": {"CopyCount": subject.count},
    }
    if subject.declared:
        properties["InferenceComponentName"] = _component_name(subject, number)
    return Resource("sagemaker-inference-component", f"Component{number}", properties)


def _machines_for_all(subject: Subject) -> int:
    """Machines that hold one copy of every model at once: a device is given to one component alone."""
    held = subject.instance.accelerator_count
    return math.ceil(subject.models * _devices(subject) / held) if held else subject.count


def _devices(subject: Subject) -> int:
    """Devices that one copy of one model fills."""
    memory = (subject.instance.accelerator_memory_mib or 1) * 2**20 / 1e9
    wanted = math.ceil(subject.advice.needs.memory_gb.total / memory)
    return max(1, min(wanted, int(subject.instance.accelerator_count)))
