"""Which machines the resources of a metric file are: from a table, from what AWS describes, or one type for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.handover.rightsize.cloudwatch.json_shapes import as_list, as_mapping, as_text
from engine.handover.rightsize.fleet_table import Row
from engine.handover.rightsize.usage import Usage

_JOB_SHAPES: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("TrainingJobName", "training", ("ResourceConfig",)),
    ("ProcessingJobName", "processing", ("ProcessingResources", "ClusterConfig")),
    ("TransformJobName", "transform", ("TransformResources",)),
    ("NotebookInstanceName", "notebook", ()),
)
"""The name of a job in what AWS describes, its kind, and the path to its instance type and count."""


class Inventory:
    """Resources by name; a name without its variant stands for all of them."""

    def __init__(self, resources: Sequence[Usage], default: Usage | None = None) -> None:
        """`default` is what any other resource is."""
        self._resources = {usage.resource: usage for usage in resources}
        self._default = default

    @property
    def only_name(self) -> str | None:
        """The name of the only resource, for series that name none."""
        return next(iter(self._resources)) if len(self._resources) == 1 else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all resources."""
        return tuple(self._resources)

    def find_resource(self, name: str) -> Usage | None:
        """The resource of this name, with its machine; None where nothing says."""
        known = self._resources.get(name) or self._resources.get(name.partition("/")[0])
        variants = (usage for other, usage in self._resources.items() if other.partition("/")[0] == name)
        usage = known or next(variants, None) or self._default
        return msgspec.structs.replace(usage, resource=name) if usage is not None else None


def describe_rows(documents: Sequence[object]) -> Iterator[Row]:
    """What `aws … describe-…` says of endpoints and their configurations, jobs, notebooks and instances, as rows of a fleet table.

    Only a configuration tells the type of an endpoint, and only the endpoint what it is called and how many run: both together do.
    """
    all_documents = [one for document in documents for one in (document if isinstance(document, list) else [document])]
    mappings = [one for one in all_documents if isinstance(one, Mapping)]
    endpoints = {str(one.get("EndpointConfigName")): one for one in mappings if "EndpointName" in one}
    for document in mappings:
        yield from _job_rows(document)
        yield from _variant_rows(document, endpoints.get(str(document.get("EndpointConfigName")), document))
        for reservation in as_list(document.get("Reservations")):
            yield from (_instance_row(as_mapping(one)) for one in as_list(as_mapping(reservation).get("Instances")))


def _job_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    for name, kind, path in _JOB_SHAPES:
        if name in document:
            machines = document
            for step in path:
                machines = as_mapping(machines.get(step))
            yield {
                "resource": document[name],
                "kind": kind,
                "instance_type": machines.get("InstanceType"),
                "count": machines.get("InstanceCount"),
                "region": _find_region(document),
            }


def _variant_rows(configuration: Mapping[str, Any], endpoint: Mapping[str, Any]) -> Iterator[Row]:
    """The variants of a configuration that run on instances, named by their endpoint where that is known."""
    name = endpoint.get("EndpointName") or configuration.get("EndpointConfigName")
    variants = map(as_mapping, as_list(endpoint.get("ProductionVariants")))
    running = {str(one.get("VariantName")): one.get("CurrentInstanceCount") for one in variants}
    for variant in map(as_mapping, as_list(configuration.get("ProductionVariants"))):
        if variant.get("InstanceType"):
            yield {
                "resource": f"{name}/{variant.get('VariantName')}",
                "kind": "endpoint",
                "instance_type": variant["InstanceType"],
                "count": running.get(str(variant.get("VariantName"))) or variant.get("InitialInstanceCount"),
                "region": _find_region(configuration),
            }


def _instance_row(instance: Mapping[str, Any]) -> Row:
    zone = as_text(as_mapping(instance.get("Placement")).get("AvailabilityZone"))
    return {
        "resource": instance.get("InstanceId"),
        "kind": "instance",
        "instance_type": instance.get("InstanceType"),
        "region": zone.rstrip("abcdefghijklmnopqrstuvwxyz") or None,
    }


def _find_region(document: Mapping[str, Any]) -> str | None:
    """The region of the first ARN; None where there is none."""
    arn = next((str(value) for name, value in document.items() if name.endswith("Arn") and str(value).startswith("arn:")), "")
    return arn.split(":")[3] if arn.count(":") > 3 else None  # noqa: PLR2004  # arn:partition:service:region:…
