"""Deployable text for an advice: what a place is made of, written in one of five languages."""

from __future__ import annotations

from typing import Final

from engine.advice import Advice
from engine.handover.template.formats import cdk, cli, cloudformation, sdk, terraform
from engine.handover.template.formats.lacking import FORMATS, Format
from engine.handover.template.head import called, deploying, head
from engine.handover.template.nodes import Blueprint
from engine.handover.template.places import PLACES
from engine.handover.template.subject import Subject
from knowledge import Knowledge
from knowledge.schema.record import Record

__all__ = ["FORMATS", "FillIn", "Format", "Template", "template_of"]

_FILES: Final[dict[Format, str]] = {
    "cloudformation": "template.yaml",
    "cdk": "app.py",
    "terraform": "main.tf",
    "sdk": "deploy.py",
    "cli": "deploy.sh",
}
_WRITERS: Final = {"cdk": cdk, "terraform": terraform, "sdk": sdk, "cli": cli}
"""Format -> the module that writes it, of those that begin with a name and a region."""


class FillIn(Record):
    """Something that only the person knows."""

    name: str
    """As the format calls it."""
    description: str


class Template(Record):
    """A deployable text."""

    format: str
    place: str
    file: str
    """The name under which the commands expect it."""
    fill_in: tuple[FillIn, ...]
    commands: tuple[str, ...]
    """What to run next."""
    text: str


def template_of(advice: Advice, knowledge: Knowledge, wanted: Format) -> Template:
    """The choice of an advice as deployable text.

    Raises InputError where the format cannot say it, naming those that can, or where the base does not know the choice any more;
    ValueError for an advice without a choice.
    """
    if advice.choice is None:
        raise ValueError("There is no choice to deploy.")
    subject = Subject(advice, advice.choice, knowledge, declared=wanted not in ("sdk", "cli"))
    blueprint = PLACES[subject.plan.place](subject)
    return Template(
        format=wanted,
        place=subject.plan.place,
        file=_FILES[wanted],
        fill_in=tuple(FillIn(name=called(given, wanted), description=subject.describe(given)) for given in blueprint.givens()),
        commands=(deploying(subject, blueprint, wanted), *blueprint.following),
        text=_text(subject, blueprint, wanted),
    )


def _text(subject: Subject, blueprint: Blueprint, wanted: Format) -> str:
    opening, knowledge = head(subject, blueprint, wanted), subject.knowledge
    describe = subject.describe
    if wanted == "cloudformation":
        return f"{opening}\n\n{cloudformation.written(blueprint, knowledge, describe)}"
    module = _WRITERS[wanted]
    body = module.written(blueprint, knowledge, describe, name=subject.name, region=subject.region)
    first = f"{cli.SHEBANG}\n" if wanted == "cli" else ""
    return f"{first}{opening}\n\n{body}"
