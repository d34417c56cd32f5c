"""Which member of a family of models is meant: the one of the size that is told, or the one to reckon with until it is."""

from __future__ import annotations

from typing import Final

from knowledge import Knowledge
from knowledge.schema.decision import Choice
from knowledge.schema.model import Model, ModelFamily

_SAME_SIZE: Final = 0.25
"""Share by which the size of a member may differ from how it is told."""


def members_of(family: ModelFamily, knowledge: Knowledge) -> tuple[Model, ...]:
    """The models that a family's name usually means."""
    return tuple(knowledge.models[member] for member in family.members)


def member_of_size(family: ModelFamily, billions: float, knowledge: Knowledge) -> Model | None:
    """The member that is nearest to this many parameters, in 10^9; None where none comes near."""
    nearest = min(members_of(family, knowledge), key=lambda model: abs(model.parameters_b.value - billions))
    return nearest if abs(nearest.parameters_b.value - billions) <= _SAME_SIZE * billions else None


def member_choices(family: ModelFamily, knowledge: Knowledge) -> tuple[Choice, ...]:
    """Each member as an answer to which of them it is."""
    models = members_of(family, knowledge)
    return tuple(Choice(label=model.name, value=model.id, prior=1 / len(models)) for model in models)
