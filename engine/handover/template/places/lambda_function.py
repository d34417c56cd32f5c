"""A Lambda function from a container image, with provisioned concurrency where cold starts are not acceptable."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, Node, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import IMAGE, ROLE

_FUNCTION: Final = "Function"
_VERSION: Final = "Version"
_ALIAS: Final = "Alias"
_ALIAS_NAME: Final = "live"


def build_function(deployment: Deployment) -> Blueprint:
    """The function; with provisioned concurrency, also the alias that has it and is called."""
    properties: dict[str, Node] = {
        "PackageType": "Image",
        "Code": {"ImageUri": IMAGE},
        "Role": ROLE,
        "MemorySize": int(deployment.plan.memory_mb or 0),
        "Timeout": _timeout_seconds(deployment),
        "Architectures": ["x86_64"],
    }
    return Blueprint(
        (Resource("lambda-function", _FUNCTION, properties), *_provision_concurrency(deployment)),
        exports=(AttributeRef(_ALIAS, "arn") if _warm_copies(deployment) else AttributeRef(_FUNCTION, "name"),),
        remarks=(deployment.say("one_of_several", count=deployment.model_count),) if deployment.model_count > 1 else (),
    )


def _warm_copies(deployment: Deployment) -> int:
    """Copies that are kept warm."""
    return int(deployment.plan.place_options.get("provisioned_concurrency", 0))


def _provision_concurrency(deployment: Deployment) -> Iterator[Resource]:
    count = _warm_copies(deployment)
    if count:
        named: dict[str, Node] = {"FunctionName": AttributeRef(_FUNCTION, "name")}
        yield Resource("lambda-version", _VERSION, named, (_FUNCTION,))
        alias: dict[str, Node] = {**named, "Name": _ALIAS_NAME, "FunctionVersion": AttributeRef(_VERSION, "version")}
        yield Resource("lambda-alias", _ALIAS, alias)
        provisioned: dict[str, Node] = {**named, "Qualifier": _ALIAS_NAME, "ProvisionedConcurrentExecutions": count}
        yield Resource("lambda-provisioned-concurrency", "KeptWarm", provisioned, (_ALIAS,))


def _timeout_seconds(deployment: Deployment) -> int:
    """Time limit of one call, long enough for a cold start."""
    slowest = max((deployment.plan.latency_ms.high or 0.0) / 1e3, deployment.get_number("processing_seconds"))
    wanted = max(slowest * deployment.get_threshold("function_margin"), deployment.get_threshold("function_least_seconds"))
    return math.ceil(min(wanted, deployment.get_limit("processing_seconds")))
