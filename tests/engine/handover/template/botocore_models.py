"""Requests held against botocore's models more strictly than botocore does: unknown names, enumerations, ranges and patterns too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import botocore.session
from botocore.model import OperationModel, Shape
from botocore.validate import ParamValidator


@cache
def session() -> botocore.session.Session:
    """Give one session, whose models are read once."""
    return botocore.session.get_session()


def decode_template(text: str) -> tuple[Any, list[Any]]:
    """Read a template of CloudFormation as cfn-lint reads it: the document, and what is wrong with it."""
    from cfnlint.decode import decode_str  # noqa: PLC0415  # half a second that no process needs to collect the tests

    document, mistakes = decode_str(text)
    return document, mistakes


@cache
def operation(service: str, name: str) -> OperationModel:
    """Give the model of an operation. Fails where there is none."""
    return session().get_service_model(service).operation_model(name)


def find_mistakes(service: str, name: str, parameters: dict[str, Any]) -> list[str]:
    """Tell what is wrong with a request; nothing where it is right."""
    shape = operation(service, name).input_shape
    assert shape is not None
    report = ParamValidator().validate(parameters, shape)
    found = [report.generate_report()] if report.has_errors() else []
    return found + list(_check_values(shape, parameters, name))


def _check_values(shape: Any, value: Any, path: str) -> Iterator[str]:  # noqa: ANN401  # shapes are of many kinds
    if shape.type_name == "structure":
        for name, inner in value.items():
            if name in shape.members:
                yield from _check_values(shape.members[name], inner, f"{path}.{name}")
    elif shape.type_name == "list":
        for inner in value:
            yield from _check_values(shape.member, inner, f"{path}[]")
    elif shape.type_name == "map":
        for inner in value.values():
            yield from _check_values(shape.value, inner, f"{path}{{}}")
    else:
        yield from _check_scalar(shape, value, path)


def _check_scalar(shape: Shape, value: object, path: str) -> Iterator[str]:
    enum, pattern, most = shape.metadata.get("enum"), shape.metadata.get("pattern"), shape.metadata.get("max")
    if enum and value not in enum:
        yield f"{path}: {value!r} is none of its values"
    if pattern and isinstance(value, str) and not _matches(pattern, value):
        yield f"{path}: {value!r} does not match {pattern}"
    size = len(value) if isinstance(value, str) else value
    if most is not None and isinstance(size, int | float) and size > float(most):
        yield f"{path}: {value!r} is more than {most}"


def _matches(pattern: str, value: str) -> bool:
    """Whether a value has the form that the model asks for; a pattern that Python does not read says nothing."""
    try:
        return re.search(pattern, value) is not None if pattern.startswith("^") else re.fullmatch(pattern, value) is not None
    except re.error:
        return True
