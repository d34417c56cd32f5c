"""What the base says of each kind of resource is what AWS's models, CloudFormation's schemas and the provider's schema say."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from botocore import xform_name

from engine.handover.template.nodes import Resource as Made
from knowledge import Knowledge
from knowledge.schema.resource import Resource
from knowledge.store import packaged_data
from tests.engine.handover.template.conftest import HERE
from tests.engine.handover.template.strict import operation, session
from tests.tables import table

KINDS = sorted(path.stem for path in (packaged_data() / "resources").glob("*.yaml"))
PROVIDER: dict[str, Any] = table(HERE / "terraform_arguments.yaml")
_SCHEMAS = Path(str(getattr(find_spec("cfnlint"), "origin", ""))).parent / "data" / "schemas"


@cache
def schema(kind: str) -> dict[str, Any]:
    """Read CloudFormation's schema of a type. Fails where us-east-1 has none."""
    named = json.loads((_SCHEMAS / "providers" / "us-east-1.json").read_text(encoding="utf-8"))[kind]
    read: dict[str, Any] = json.loads((_SCHEMAS / "resources" / f"{named}.json").read_text(encoding="utf-8"))
    return read


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, knowledge: Knowledge) -> Resource:
    """Every kind, one after the other."""
    return knowledge.resources[request.param]


def test_its_call_is_an_operation_with_that_name_and_those_answers(kind: Resource) -> None:
    """The field of the name is one that the request needs, and the response has what is read from it."""
    model = operation(kind.call.service, kind.call.operation)
    assert model.input_shape is not None
    fields = model.input_shape.members
    assert not kind.call.name or kind.call.name in fields
    for path in kind.call.answers.values():
        shape: Any = model.output_shape
        for name in path.split(".") if not path.startswith("=") else ():
            shape = shape.members[name]


def test_its_waiter_exists(kind: Resource) -> None:
    """Where it has one."""
    if kind.call.waits:
        assert kind.call.waits in {xform_name(name) for name in session().get_waiter_model(kind.call.service).waiter_names}


def test_cloudformation_has_its_type_and_attributes(kind: Resource) -> None:
    """A part is a property of the type that it belongs to."""
    declared = kind.cloudformation
    if declared.type:
        known = schema(declared.type)
        told = {path.removeprefix("/properties/") for path in known.get("readOnlyProperties", [])} | set(known["properties"])
        assert {name for name in declared.attributes.values() if name} <= told


def test_the_provider_has_its_type(kind: Resource) -> None:
    """And the arguments that hold names or switches."""
    declared = kind.terraform
    if declared.type:
        assert declared.type in PROVIDER
        assert not declared.named or declared.named in PROVIDER[declared.type]


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_used_by_a_template(name: str, made: list[Made]) -> None:
    """A kind that no place needs was forgotten."""
    assert name in {resource.kind for resource in made}


@pytest.mark.parametrize("job", ["TrainingJob", "TransformJob"])
def test_cloudformation_has_no_such_job_so_a_workflow_starts_it(job: str) -> None:
    """The day it has one, a template can be plainer."""
    with pytest.raises(KeyError):
        schema(f"AWS::SageMaker::{job}")
