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


def build_function(deployment: Deployment) -> Blueprint:
    """The function, and the version of it that has provisioned concurrency and is called then."""
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
        exports=(AttributeRef(_FUNCTION, "name"),),
        remarks=(deployment.say("one_of_several", count=deployment.model_count),) if deployment.model_count > 1 else (),
        next_commands=deployment.say_commands("then_lambda", function=deployment.name_resource(_FUNCTION)),
    )


def _provision_concurrency(deployment: Deployment) -> Iterator[Resource]:
    count = int(deployment.plan.place_options.get("provisioned_concurrency", 0))
    if count:
        named: dict[str, Node] = {"FunctionName": AttributeRef(_FUNCTION, "name")}
        yield Resource("lambda-version", _VERSION, named, (_FUNCTION,))
        provisioned: dict[str, Node] = {
            **named,
            "Qualifier": AttributeRef(_VERSION, "version"),
            "ProvisionedConcurrentExecutions": count,
        }
        yield Resource("lambda-provisioned-concurrency", "KeptWarm", provisioned, (_VERSION,))


def _timeout_seconds(deployment: Deployment) -> int:
    """Time limit of one call, long enough for a cold start."""
    slowest = max((deployment.plan.latency_ms.high or 0.0) / 1e3, deployment.get_number("processing_seconds"))
    wanted = max(slowest * deployment.get_threshold("function_margin"), deployment.get_threshold("function_least_seconds"))
    return math.ceil(min(wanted, deployment.get_limit("processing_seconds")))
