"""What the base says of each kind of resource is what AWS's models, CloudFormation's schemas and the provider's schema say."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from botocore import xform_name

from engine.handover.template.deployment import Deployment
from engine.handover.template.places import PLACES
from knowledge import Knowledge
from tests.case_tables import read_table
from tests.engine.handover.template.botocore_models import operation, session
from tests.engine.handover.template.conftest import HERE, Case

PROVIDER: dict[str, Any] = read_table(HERE / "terraform_arguments.yaml")
_SCHEMAS = Path(str(getattr(find_spec("cfnlint"), "origin", ""))).parent / "data" / "schemas"


@cache
def read_schema(kind: str) -> dict[str, Any]:
    """Read CloudFormation's schema of a type. Fails where us-east-1 has none."""
    named = json.loads((_SCHEMAS / "providers" / "us-east-1.json").read_text(encoding="utf-8"))[kind]
    read: dict[str, Any] = json.loads((_SCHEMAS / "resources" / f"{named}.json").read_text(encoding="utf-8"))
    return read


def test_every_call_is_an_operation_with_its_name_answers_and_waiter(knowledge: Knowledge) -> None:
    """The request has the field of the name, the response has what is read from it, and the waiter exists."""
    for kind in knowledge.resources.values():
        model = operation(kind.call.service, kind.call.operation)
        assert model.input_shape is not None
        assert not kind.call.name or kind.call.name in model.input_shape.members, kind.id
        for path in kind.call.answers.values():
            shape: Any = model.output_shape
            for name in path.split(".") if not path.startswith("=") else ():
                shape = shape.members[name]
        waiters = session().get_waiter_model(kind.call.service).waiter_names if kind.call.waits else ()
        assert not kind.call.waits or kind.call.waits in {xform_name(name) for name in waiters}, kind.id


def test_cloudformation_has_each_type_and_its_attributes(knowledge: Knowledge) -> None:
    """A part is a property of the type that it belongs to."""
    for kind in knowledge.resources.values():
        if kind.cloudformation.type:
            known = read_schema(kind.cloudformation.type)
            readable = {path.removeprefix("/properties/") for path in known.get("readOnlyProperties", [])} | set(known["properties"])
            assert {name for name in kind.cloudformation.attributes.values() if name} <= readable, kind.id


def test_the_provider_has_each_type(knowledge: Knowledge) -> None:
    """And the arguments that hold names or switches."""
    for kind in knowledge.resources.values():
        declared = kind.terraform
        assert not declared.type or not declared.named or declared.named in PROVIDER[declared.type], kind.id
    assert {kind.terraform.type for kind in knowledge.resources.values()} - {""} <= set(PROVIDER)


def test_every_kind_is_used_by_a_template(cases: list[Case], knowledge: Knowledge) -> None:
    """A kind that no place needs was forgotten."""
    deployments = [Deployment(case.advice, case.plan, knowledge, is_declarative=one) for case in cases for one in (True, False)]
    assert {resource.kind for one in deployments for resource in PLACES[one.plan.place](one).resources} == set(knowledge.resources)


@pytest.mark.parametrize("job", ["TrainingJob", "TransformJob"])
def test_cloudformation_has_no_such_job_so_a_workflow_starts_it(job: str) -> None:
    """The day it has one, a template can be plainer."""
    with pytest.raises(KeyError):
        read_schema(f"AWS::SageMaker::{job}")
