"""Bases in which something changed since an advice was kept."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.advice import Advice
from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.schema.instance import Instance, MlName, Price
from tests.engine.workloads import Facts, stated_workload

INSTANCES = "catalog.instances"


def replace_sections(base: Knowledge, **sections: Any) -> Knowledge:  # noqa: ANN401  # sections of any kind
    """A base with other sections, by name; `instances` are the catalogue."""
    named = {INSTANCES if name == "instances" else name: section for name, section in sections.items()}
    return Knowledge(lambda section, cls: named[section] if section in named else base.decode(section, cls))


def with_entry(base: Knowledge, kind: str, identity: str, **changes: object) -> Knowledge:
    """A base in which one entry differs."""
    entries = getattr(base, kind)
    return replace_sections(base, **{kind: {**entries, identity: msgspec.structs.replace(entries[identity], **changes)}})


def drop_types(base: Knowledge, *names: str) -> Knowledge:
    """A base without some instance types, or families of them."""
    kept = {name: one for name, one in base.instances.items() if name not in names and one.family not in names}
    families = {name: one for name, one in base.families.items() if name not in names}
    return replace_sections(base, instances=kept, families=families)


def scale_prices(base: Knowledge, factor: float, *names: str) -> Knowledge:
    """A base in which instance types cost so many times what they did; all of them, where none is named."""
    found = base.instances.items()
    return replace_sections(
        base, instances={name: _scale_instance(one, factor) if not names or name in names else one for name, one in found}
    )


def _scale_instance(instance: Instance, factor: float) -> Instance:
    ml = instance.ml
    own = MlName(jobs=ml.jobs, price=_scale_price(ml.price, factor)) if ml is not None else None
    return msgspec.structs.replace(instance, price=_scale_price(instance.price, factor), ml=own)


def _scale_price(price: Price | None, factor: float) -> Price | None:
    return msgspec.structs.replace(price, usd_per_hour=price.usd_per_hour * factor) if price is not None else None


def save_advice(base: Knowledge, facts: Facts, **how: Any) -> Advice:  # noqa: ANN401  # whatever an advice is made with
    """An advice as it comes back from its file."""
    advice = advise(stated_workload(base, **facts), base, **{"explain": "choice", **how})
    return advice_from(msgspec.json.decode(msgspec.json.encode(advice_as_json(advice))))


def chosen_type(advice: Advice) -> str:
    """The instance type of its choice, as the catalogue names it."""
    assert advice.choice is not None
    assert advice.choice.instance_type is not None
    return advice.choice.instance_type.removeprefix("ml.")
