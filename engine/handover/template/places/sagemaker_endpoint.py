"""SageMaker endpoints: real-time, serverless, asynchronous."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, Node, Resource, drop_unset
from engine.handover.template.container_image import explain_image, find_build
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import CAPTURE_PERCENT, CAPTURE_URI, IMAGE, MODEL_DATA, OUTPUT, RESERVATION, ROLE
from engine.handover.template.places.autoscaling import VARIANT, scale_component, scale_from_zero, scale_variant
from engine.handover.template.places.private_network import encrypt_results
from engine.handover.template.places.sagemaker_model import MODEL, build_model, is_large_model, number_parameter

_CONFIG: Final = "EndpointConfig"
_ENDPOINT: Final = "Endpoint"
_SHARING_OPTIONS: Final = ("multi_model", "multi_container", "inference_components")
_BYTES_PER_MIB, _BYTES_PER_GB = 2**20, 1e9


def build_realtime(deployment: Deployment) -> Blueprint:
    """An endpoint on instances that stay on."""
    if deployment.has_option("inference_components"):
        return _make_blueprint(deployment, (*_build_component_endpoint(deployment), *_build_components(deployment)))
    endpoint = _build_endpoint(_configure_instances(deployment))
    return _make_blueprint(deployment, (build_model(deployment), *endpoint, *scale_variant(deployment, _ENDPOINT)))


def build_serverless(deployment: Deployment) -> Blueprint:
    """An endpoint with a memory size instead of instances."""
    scaling, warm = deployment.plan.scaling, deployment.plan.place_options.get("provisioned_concurrency")
    maximum = int(min(scaling.max if scaling else 1, deployment.get_limit("concurrency")))
    config: dict[str, Node] = {"MemorySizeInMB": int(deployment.plan.memory_mb or 0), "MaxConcurrency": max(1, maximum)}
    if warm:
        config["ProvisionedConcurrency"] = min(int(warm), maximum)
    variant: dict[str, Node] = {
        "VariantName": VARIANT,
        "ModelName": AttributeRef(MODEL, "name"),
        "InitialVariantWeight": 1,
        "ServerlessConfig": config,
    }
    return _make_blueprint(deployment, (build_model(deployment), *_build_endpoint({"ProductionVariants": [variant]})))


def build_async(deployment: Deployment) -> Blueprint:
    """An endpoint behind a queue, without instances while the queue is empty."""
    queue: Node = {"OutputConfig": {"S3OutputPath": OUTPUT, **encrypt_results(deployment)}}
    endpoint = _build_endpoint({**_configure_instances(deployment), "AsyncInferenceConfig": queue})
    scaling = (*scale_variant(deployment, _ENDPOINT), *scale_from_zero(deployment, _ENDPOINT))
    return _make_blueprint(deployment, (build_model(deployment), *endpoint, *scaling))


def _make_blueprint(deployment: Deployment, resources: tuple[Resource, ...]) -> Blueprint:
    return Blueprint(
        resources,
        exports=(AttributeRef(_ENDPOINT, "name"),),
        remarks=(*_list_remarks(deployment), *explain_image(deployment)),
    )


def _list_remarks(deployment: Deployment) -> Iterator[str]:
    """What to do where there are several models, and where a type may be short."""
    count = deployment.model_count
    if count > 1 and not any(map(deployment.has_option, _SHARING_OPTIONS)):
        yield deployment.say("one_of_several", count=count)
    if deployment.has_option("instance_pools"):
        yield deployment.say("instance_pools", type=deployment.type_name)
    if not deployment.has_option("inference_components"):
        return
    if count > deployment.get_threshold("written_out"):
        yield deployment.say("components_once", count=count)
    machines, planned = _instances_for_all(deployment), deployment.instance_count
    if machines > planned:
        devices = _devices_per_copy(deployment)
        yield deployment.say("components_full", count=count, devices=devices, machines=machines, planned=planned)


def _build_endpoint(config: Mapping[str, Node]) -> Iterator[Resource]:
    yield Resource("sagemaker-endpoint-config", _CONFIG, config)
    yield Resource("sagemaker-endpoint", _ENDPOINT, {"EndpointConfigName": AttributeRef(_CONFIG, "name")})


def _configure_instances(deployment: Deployment) -> dict[str, Node]:
    """An endpoint configuration with one variant on instances."""
    variant = {**_make_variant(deployment), "ModelName": AttributeRef(MODEL, "name"), **_extend_timeouts(deployment)}
    build = find_build(deployment)
    if build is not None and build.host_image:  # whose driver serves the CUDA version of the image
        variant["InferenceAmiVersion"] = build.host_image
    return drop_unset({"ProductionVariants": [variant], "DataCaptureConfig": _configure_capture(deployment)})


def _make_variant(deployment: Deployment) -> dict[str, Node]:
    variant: dict[str, Node] = {
        "VariantName": VARIANT,
        "InstanceType": deployment.type_name,
        "InitialInstanceCount": deployment.instance_count,
        "InitialVariantWeight": 1,
    }
    if deployment.plan.purchase == "capacity-block":
        reserved: Node = {"CapacityReservationPreference": "capacity-reservations-only", "MlReservationArn": RESERVATION}
        variant["CapacityReservationConfig"] = reserved
    return variant


def _extend_timeouts(deployment: Deployment) -> dict[str, Node]:
    """Time to download and start a large model."""
    if not is_large_model(deployment):
        return {}
    seconds = int(deployment.get_threshold("slow_start_seconds"))
    return dict.fromkeys(("ModelDataDownloadTimeoutInSeconds", "ContainerStartupHealthCheckTimeoutInSeconds"), seconds)


def _configure_capture(deployment: Deployment) -> Node | None:
    """Data capture, where it was asked for."""
    if deployment.get_fact("data_capture") is not True:
        return None
    return {
        "EnableCapture": True,
        "InitialSamplingPercentage": CAPTURE_PERCENT,
        "DestinationS3Uri": CAPTURE_URI,
        "CaptureOptions": [{"CaptureMode": "Input"}, {"CaptureMode": "Output"}],
        **encrypt_results(deployment),
    }


def _build_component_endpoint(deployment: Deployment) -> Iterator[Resource]:
    """An endpoint without a model, whose instances the inference components share."""
    scaling, count = deployment.plan.scaling, deployment.instance_count
    minimum, maximum = (scaling.min, scaling.max) if scaling else (count, count)
    managed: Node = {
        "Status": "ENABLED",
        "MinInstanceCount": minimum,
        "MaxInstanceCount": max(maximum, _instances_for_all(deployment), 1),
    }
    routing: Node = {"RoutingStrategy": "LEAST_OUTSTANDING_REQUESTS"}
    variant: dict[str, Node] = {**_make_variant(deployment), "ManagedInstanceScaling": managed, "RoutingConfig": routing}
    config: dict[str, Node] = {"ExecutionRoleArn": ROLE, "ProductionVariants": [variant]}
    config |= {"EnableNetworkIsolation": True} if deployment.is_isolated else {}
    yield from _build_endpoint(config)


def _build_components(deployment: Deployment) -> Iterator[Resource]:
    """One inference component per model; only the first where there are too many to write out."""
    count = deployment.model_count
    for number in range(1, (count if count <= deployment.get_threshold("written_out") else 1) + 1):
        yield _build_component(deployment, number)
        yield from scale_component(deployment, _name_component(deployment, number), number)


def _name_component(deployment: Deployment, number: int) -> str | AttributeRef:
    """The name of a component; CloudFormation does not return a generated one."""
    return f"{deployment.name}-component-{number}" if deployment.is_declarative else AttributeRef(f"Component{number}", "name")


def _build_component(deployment: Deployment, number: int) -> Resource:
    needs: dict[str, Node] = {"MinMemoryRequiredInMb": deployment.host_memory_mib("component_mib_least")}
    if deployment.instance.accelerator is not None:
        needs["NumberOfAcceleratorDevicesRequired"] = _devices_per_copy(deployment)
    specification: Node = {
        "Container": {"Image": number_parameter(IMAGE, number), "ArtifactUrl": number_parameter(MODEL_DATA, number)},
        "ComputeResourceRequirements": needs,
    }
    properties: dict[str, Node] = {
        "EndpointName": AttributeRef(_ENDPOINT, "name"),
        "VariantName": VARIANT,
        "Specification": specification,
        "RuntimeConfig": {"CopyCount": deployment.instance_count},
    }
    if deployment.is_declarative:
        properties["InferenceComponentName"] = _name_component(deployment, number)
    return Resource("sagemaker-inference-component", f"Component{number}", properties)


def _instances_for_all(deployment: Deployment) -> int:
    """Instances that hold one copy of every model at once: a device belongs to one component alone."""
    devices = deployment.device_count
    if not devices:
        return deployment.instance_count
    return math.ceil(deployment.model_count * _devices_per_copy(deployment) / devices)


def _devices_per_copy(deployment: Deployment) -> int:
    """Devices that one copy of one model fills."""
    memory_gb = (deployment.instance.accelerator_memory_mib or 1) * _BYTES_PER_MIB / _BYTES_PER_GB
    wanted = math.ceil(deployment.advice.needs.memory_gb.total / memory_gb)
    return max(1, min(wanted, deployment.device_count))
