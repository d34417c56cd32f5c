"""What items stand on: the entries of the base that must be true for a key to be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import nearest, suggestion
from knowledge.references import references
from quizzes.fault import Fault, fault_of
from quizzes.item import Item

KINDS: Final = (
    "accelerators", "algorithms", "cores", "defaults", "deployments", "efficiencies", "families", "frameworks", "glossary", "guidance",
    "ideas", "images", "infrastructure", "instances", "lessons", "limits", "measurements", "models", "networking", "places", "processors",
    "purchases", "regions", "scaling", "starts", "tables", "tools", "weights",
)  # fmt: skip
"""Kinds of entry that say what is true; words and questions do not."""


def entries_of(kind: str, knowledge: Knowledge) -> Mapping[str, Any]:
    """The entries of one of the KINDS by id."""
    entries: Mapping[str, Any] = getattr(knowledge, kind)
    return entries


def entry_at(reference: str, knowledge: Knowledge) -> object | None:
    """The entry that `kind/id` names; None where there is none."""
    kind, _, identity = reference.partition("/")
    return entries_of(kind, knowledge).get(identity) if kind in KINDS else None


def dangling(item: Item, knowledge: Knowledge) -> Iterator[Fault]:
    """A fault for each reference of `item` that leads nowhere."""
    for index, reference in enumerate(item.stands_on):
        if entry_at(reference, knowledge) is None:
            yield fault_of(item, f"stands_on.{index}", f"there is no {reference}.{hint_for(reference, knowledge)}")
    for field, _, target in references(item):
        if target not in knowledge.sources:
            yield fault_of(item, field, f"there is no sources/{target}.{suggestion(target, knowledge.sources)}")


def hint_for(reference: str, knowledge: Knowledge) -> str:
    """The end of a message on a reference that leads nowhere: the nearest one."""
    kind, _, identity = reference.rpartition("/")
    elsewhere = [f"{other}/{identity}" for other in KINDS if identity in entries_of(other, knowledge)]
    if elsewhere:
        return f" Did you mean {nearest(reference, elsewhere) or elsewhere[0]}?"
    if kind not in KINDS:
        return suggestion(kind, KINDS, "Write kind/id, as in places/lambda.")
    close = nearest(identity, entries_of(kind, knowledge))
    return f" Did you mean {kind}/{close}?" if close else ""
