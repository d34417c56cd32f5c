"""The entries of the knowledge base that items depend on: they must be true for a key to be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import nearest_name, suggest_name
from knowledge.references import list_references
from quizzes.fault import Fault, item_fault
from quizzes.item import Item

KNOWLEDGE_KINDS: Final = (
    "accelerators", "algorithms", "cores", "datasets", "defaults", "deployments", "efficiencies", "families", "frameworks", "glossary",
    "guidance", "hosted_models", "ideas", "images", "infrastructure", "instances", "lessons", "limits", "measurements", "models",
    "networking", "places", "processors", "purchases", "regions", "scaling", "software", "starts", "symptoms", "tables", "tools", "weights",
)  # fmt: skip
"""Kinds of entries that state facts; wording and questions do not."""


def entries_of(kind: str, knowledge: Knowledge) -> Mapping[str, Any]:
    """The entries of one of the KNOWLEDGE_KINDS by id."""
    entries: Mapping[str, Any] = getattr(knowledge, kind)
    return entries


def find_entry(reference: str, knowledge: Knowledge) -> object | None:
    """The entry that `kind/id` names; None if there is none."""
    kind, _, identity = reference.partition("/")
    return entries_of(kind, knowledge).get(identity) if kind in KNOWLEDGE_KINDS else None


def find_dangling_references(item: Item, knowledge: Knowledge) -> Iterator[Fault]:
    """A fault for each reference of `item` that leads nowhere."""
    for index, reference in enumerate(item.stands_on):
        if find_entry(reference, knowledge) is None:
            yield item_fault(item, f"stands_on.{index}", f"there is no {reference}.{nearest_reference_hint(reference, knowledge)}")
    for field, _, target in list_references(item):
        if target not in knowledge.sources:
            yield item_fault(item, field, f"there is no sources/{target}.{suggest_name(target, knowledge.sources)}")


def nearest_reference_hint(reference: str, knowledge: Knowledge) -> str:
    """End of a message about a broken reference: the nearest existing one."""
    kind, _, identity = reference.rpartition("/")
    elsewhere = [f"{other}/{identity}" for other in KNOWLEDGE_KINDS if identity in entries_of(other, knowledge)]
    if elsewhere:
        return f" Did you mean {nearest_name(reference, elsewhere) or elsewhere[0]}?"
    if kind not in KNOWLEDGE_KINDS:
        return suggest_name(kind, KNOWLEDGE_KINDS, "Write kind/id, as in places/lambda.")
    close = nearest_name(identity, entries_of(kind, knowledge))
    return f" Did you mean {kind}/{close}?" if close else ""
