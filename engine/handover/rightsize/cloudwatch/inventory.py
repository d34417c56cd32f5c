"""Which machines the resources of a metric file are: from a table, from what AWS describes, or one type for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.handover.rightsize.cloudwatch.shapes import fields, listed, word
from engine.handover.rightsize.rows import Row
from engine.handover.rightsize.usage import Usage

_JOBS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("TrainingJobName", "training", ("ResourceConfig",)),
    ("ProcessingJobName", "processing", ("ProcessingResources", "ClusterConfig")),
    ("TransformJobName", "transform", ("TransformResources",)),
    ("NotebookInstanceName", "notebook", ()),
)
"""The name of a job in what AWS describes, its kind, and the way to its instance type and count."""


class Inventory:
    """Resources by name; a name without its variant stands for all of them."""

    def __init__(self, known: Sequence[Usage], otherwise: Usage | None = None) -> None:
        """`otherwise` is what any other resource is."""
        self._known = {usage.resource: usage for usage in known}
        self._otherwise = otherwise

    @property
    def only(self) -> str | None:
        """The name of the only resource, for series that name none."""
        return next(iter(self._known)) if len(self._known) == 1 else None

    @property
    def names(self) -> tuple[str, ...]:
        """All that are known by name."""
        return tuple(self._known)

    def of(self, resource: str) -> Usage | None:
        """The machine of a resource; None where nothing says."""
        head = resource.partition("/")[0]
        known = self._known.get(resource) or self._known.get(head)
        found = known or next((usage for name, usage in self._known.items() if name.partition("/")[0] == resource), None) or self._otherwise
        return msgspec.structs.replace(found, resource=resource) if found is not None else None


def described(documents: Sequence[object]) -> Iterator[Row]:
    """What `aws … describe-…` says of endpoints and their configurations, jobs, notebooks and instances, as rows of a fleet table.

    Only a configuration tells the type of an endpoint, and only the endpoint what it is called and how many run: both together do.
    """
    every = [one for document in documents for one in (document if isinstance(document, list) else [document])]
    known = [one for one in every if isinstance(one, Mapping)]
    endpoints = {str(one.get("EndpointConfigName")): one for one in known if "EndpointName" in one}
    for document in known:
        yield from _jobs(document)
        yield from _variants(document, endpoints.get(str(document.get("EndpointConfigName")), document))
        for reservation in listed(document.get("Reservations")):
            yield from (_instance(fields(one)) for one in listed(fields(reservation).get("Instances")))


def _jobs(document: Mapping[str, Any]) -> Iterator[Row]:
    for name, kind, way in _JOBS:
        if name in document:
            inner = document
            for step in way:
                inner = fields(inner.get(step))
            yield {
                "resource": document[name],
                "kind": kind,
                "instance_type": inner.get("InstanceType"),
                "count": inner.get("InstanceCount"),
                "region": _region(document),
            }


def _variants(configuration: Mapping[str, Any], endpoint: Mapping[str, Any]) -> Iterator[Row]:
    """The variants of a configuration that run on instances, named by their endpoint where that is known."""
    name = endpoint.get("EndpointName") or configuration.get("EndpointConfigName")
    variants = map(fields, listed(endpoint.get("ProductionVariants")))
    running = {str(one.get("VariantName")): one.get("CurrentInstanceCount") for one in variants}
    for variant in map(fields, listed(configuration.get("ProductionVariants"))):
        if variant.get("InstanceType"):
            yield {
                "resource": f"{name}/{variant.get('VariantName')}",
                "kind": "endpoint",
                "instance_type": variant["InstanceType"],
                "count": running.get(str(variant.get("VariantName"))) or variant.get("InitialInstanceCount"),
                "region": _region(configuration),
            }


def _instance(instance: Mapping[str, Any]) -> Row:
    zone = word(fields(instance.get("Placement")).get("AvailabilityZone"))
    return {
        "resource": instance.get("InstanceId"),
        "kind": "instance",
        "instance_type": instance.get("InstanceType"),
        "region": zone.rstrip("abcdefghijklmnopqrstuvwxyz") or None,
    }


def _region(document: Mapping[str, Any]) -> str | None:
    """From the ARN, whichever it has."""
    arn = next((str(value) for name, value in document.items() if name.endswith("Arn") and str(value).startswith("arn:")), "")
    return arn.split(":")[3] if arn.count(":") > 3 else None  # noqa: PLR2004  # arn:partition:service:region:…
