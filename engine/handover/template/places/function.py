"""A Lambda function from a container image, with copies kept warm where a cold start is no option."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.handover.template.givens import IMAGE, ROLE
from engine.handover.template.nodes import Blueprint, Node, Of, Resource
from engine.handover.template.subject import Subject

FUNCTION: Final = "Function"
VERSION: Final = "Version"


def function(subject: Subject) -> Blueprint:
    """The function; warm copies belong to a version of it, which is what is called then."""
    properties: dict[str, Node] = {
        "PackageType": "Image",
        "Code": {"ImageUri": IMAGE},
        "Role": ROLE,
        "MemorySize": int(subject.plan.memory_mb or 0),
        "Timeout": _timeout(subject),
        "Architectures": ["x86_64"],
    }
    resources = (Resource("lambda-function", FUNCTION, properties), *_warm(subject))
    remarks = (subject.say("one_of_several", count=subject.models),) if subject.models > 1 else ()
    following = subject.commands("then_lambda", function=subject.named(FUNCTION))
    return Blueprint(resources, told=(Of(FUNCTION, "name"),), remarks=remarks, following=following)


def _warm(subject: Subject) -> Iterator[Resource]:
    count = int(subject.plan.place_options.get("provisioned_concurrency", 0))
    if count:
        named: dict[str, Node] = {"FunctionName": Of(FUNCTION, "name")}
        yield Resource("lambda-version", VERSION, named, (FUNCTION,))
        provisioned: dict[str, Node] = {**named, "Qualifier": Of(VERSION, "version"), "ProvisionedConcurrentExecutions": count}
        yield Resource("lambda-provisioned-concurrency", "KeptWarm", provisioned, (VERSION,))


def _timeout(subject: Subject) -> int:
    """Seconds for one call, with room for its first."""
    slowest = max((subject.plan.latency_ms.high or 0.0) / 1e3, subject.number("processing_seconds"))
    wanted = max(slowest * subject.threshold("function_margin"), subject.threshold("function_least_seconds"))
    return math.ceil(min(wanted, subject.limit("processing_seconds")))
