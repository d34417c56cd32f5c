"""Deployable text for an advice: a blueprint of its place, written in one of five formats."""

from __future__ import annotations

from engine.advice import Advice
from engine.handover.template.blueprint import Stack
from engine.handover.template.deployment import Deployment
from engine.handover.template.formats import FORMATS, Format
from engine.handover.template.opening_comment import write_opening_comment
from engine.handover.template.places import PLACES
from engine.handover.template.steps import Step, list_steps, write_steps
from engine.handover.template.unsupported import refuse_unsupported
from knowledge import Knowledge
from knowledge.schema.record import Record
from knowledge.sentences import bind_subject

__all__ = ["FORMATS", "FillIn", "Format", "Step", "Template", "write_template"]


class FillIn(Record):
    """Something that only the person knows."""

    name: str
    """As the format calls it."""
    description: str
    default: str = ""
    """The value that holds where the person gives none; empty where there is none."""


class Template(Record):
    """A deployable text."""

    format: str
    place: str
    file: str
    """The name under which the commands expect it."""
    fill_in: tuple[FillIn, ...]
    steps: tuple[Step, ...]
    """The way from an empty account to the first answer and back, as at the end of the text."""
    commands: tuple[str, ...]
    """The commands of all steps, in order."""
    text: str


def write_template(advice: Advice, knowledge: Knowledge, wanted: Format) -> Template:
    """The choice of an advice as deployable text.

    Raises InputError if the format cannot express it, naming those that can, or if the base does not know the choice any more;
    ValueError for an advice without a choice.
    """
    if advice.choice is None:
        raise ValueError("There is no choice to deploy.")
    spec = FORMATS[wanted]
    deployment = Deployment(advice, advice.choice, knowledge, is_declarative=spec.declares is not None)
    blueprint = PLACES[deployment.plan.place](deployment)
    refuse_unsupported(blueprint, knowledge, wanted)
    stack = Stack(blueprint, knowledge, deployment.name, deployment.region)
    parameters = blueprint.list_parameters()
    steps = list_steps(deployment, blueprint, wanted)
    closing_comment = write_steps(steps, bind_subject(knowledge, "template_steps"))
    return Template(
        format=wanted,
        place=deployment.plan.place,
        file=spec.file,
        fill_in=tuple(
            FillIn(name=spec.name_parameter(one.id), description=stack.describe_parameter(one), default=one.default) for one in parameters
        ),
        steps=steps,
        commands=tuple(command for step in steps for command in step.commands),
        text=f"{spec.first_line}{write_opening_comment(deployment, blueprint, wanted)}\n\n{spec.render(stack)}\n{closing_comment}\n",
    )
