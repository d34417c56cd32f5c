"""Titles of entries, and the order and groups in which they are listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from knowledge import Knowledge
from knowledge.base import KINDS
from knowledge.schema.deployment import Deployment
from knowledge.schema.event import Event
from knowledge.schema.instance import Excluded, Instance
from knowledge.schema.measurement import Measurement

READING_ORDER: Final = (
    "lessons",
    "ideas",
    "guidance",
    "symptoms",
    "processors",
    "accelerators",
    "cores",
    "families",
    "instances",
    "places",
    "purchases",
    "events",
    "scaling",
    "algorithms",
    "models",
    "model_families",
    "datasets",
    "hosted_models",
    "frameworks",
    "software",
    "tools",
    "images",
    "infrastructure",
    "resources",
    "networking",
    "metrics",
    "limits",
    "quotas",
    "regions",
    "glossary",
    "tables",
    "questions",
    "defaults",
    "measurements",
    "deployments",
    "efficiencies",
    "starts",
    "weights",
    "reviews",
    "lexicon",
    "excluded",
    "sources",
)
"""Kinds in reading order: lessons, options to choose from, references, the data behind them."""

_GROUPED: Final[Mapping[str, str]] = {
    "families": "category",
    "instances": "family",
    "glossary": "subject",
    "symptoms": "area",
    "software": "kind",
    "events": "year",
    "algorithms": "kind",
    "models": "algorithm",
    "datasets": "data_type",
    "hosted_models": "maker",
    "measurements": "model",
    "deployments": "model",
    "sources": "publisher",
}
"""Kind -> field by which its entries are grouped."""

_GROUPS_ARE: Final[Mapping[str, str]] = {"models": "algorithms", "measurements": "models", "deployments": "models"}
"""Kind -> kind of the entries that its groups refer to."""
_WORDED: Final = frozenset({"families", "glossary", "algorithms", "symptoms", "software", "datasets"})
"""Kinds whose groups are enumerated words of the schema."""
NO_GROUP: Final = "other"
"""The group of entries without one."""

_KIND_OF: Final[Mapping[type[Any], str]] = {
    **{cls: kind for kind, cls in KINDS.items()},
    Instance: "instances",
    Excluded: "excluded",
    Measurement: "measurements",
    Deployment: "deployments",
}


def kind_of(entry: object) -> str:
    """The kind of a record."""
    return _KIND_OF[type(entry)]


def title_of(entry: Any) -> str:  # noqa: ANN401  # a record of any kind
    """The full title of an entry."""
    if isinstance(entry, Measurement | Deployment):
        return _row_title(entry)
    if isinstance(entry, Event):
        return f"{entry.date:%Y-%m-%d}  {entry.name}" if entry.dated_by != "month" else f"{entry.date:%Y-%m}  {entry.name}"
    for field in ("name", "prompt", "title", "instance_type"):
        if name := getattr(entry, field, ""):
            return str(name)
    return str(entry.id).replace("_", " ").replace("-", " ")


def label_of(kind: str, identity: str, knowledge: Knowledge) -> str:
    """The name of an entry inside a sentence: the id of a family, the title of any other."""
    entry = getattr(knowledge, kind).get(identity)
    return identity if entry is None or kind == "families" else title_of(entry)


def group_of(kind: str, entry: Any, knowledge: Knowledge) -> str:  # noqa: ANN401  # a record of any kind
    """The group of an entry; "" for a kind without groups."""
    field = _GROUPED.get(kind)
    if field is None:
        return ""
    value = str(getattr(entry, field) or "")
    named = _GROUPS_ARE.get(kind)
    return (label_of(named, value, knowledge) if named and value else value.replace("-", " ") if kind in _WORDED else value) or NO_GROUP


def _row_title(row: Measurement | Deployment) -> str:
    """A row that has no name of its own: what ran on what."""
    what = row.model or row.id
    machine = row.instance_type or row.accelerator or (row.core if isinstance(row, Measurement) else "") or ""
    doing = row.stage if isinstance(row, Measurement) else row.purpose
    return ", ".join(part for part in (f"{what} on {machine}" if machine else what, doing, row.precision or "") if part)
