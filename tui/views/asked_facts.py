"""The facts of an entry that a question asks for: limits, quotas, prices, memory, with what they apply to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from knowledge import Knowledge
from knowledge.catalog_figures import FIGURES, list_types
from knowledge.entry_questions import MACHINE, PART, SIZE, TUNING
from knowledge.machine_sizes import read_machine_size, types_of_size
from knowledge.schema.family import Family
from knowledge.schema.instance import Instance
from knowledge.schema.model import Model, ModelFamily
from knowledge.schema.quota import Quota
from knowledge.schema.record import Fact, Record
from knowledge.sentences import fill_sentence
from tui.views.entries import kind_of
from tui.views.model_needs import cheapest_types, describe_fitting_types, describe_tuning, describe_weights

_LIMITED_KINDS: Final = ("places", "purchases", "glossary", "scaling", "networking", "tools", "infrastructure")
"""Kinds whose `limits` are numbers."""


class AskedFact(NamedTuple):
    """One fact that answers."""

    field: str
    """Its field, key or label in the catalogue."""
    within: str
    """The field that it is a part of; "" for a field of the entry itself."""
    value: Any
    """A fact, a plain value or a text."""
    about: str = ""
    """The part of the entry it holds for, such as the plan of a purchase or the name of a quota."""


def asked_fields(asked: Iterable[str], knowledge: Knowledge) -> list[str]:
    """The fields that answer what is asked, in the order in which they are told."""
    texts = knowledge.wording["asked_facts"].texts
    fields = (field.strip() for one in asked for field in texts.get(f"{one}.fields", "").split(","))
    return list(dict.fromkeys(field for field in fields if field))


def find_asked(entry: Any, asked: Sequence[str], knowledge: Knowledge) -> list[AskedFact]:  # noqa: ANN401  # a record of any kind
    """The facts of an entry that answer what is asked; empty where it has none of that kind."""
    found = list(_parts(entry, knowledge))
    answers: dict[tuple[str, str, str], AskedFact] = {}
    for one in asked:
        for fact in _pointed_facts(entry, one, knowledge):
            answers[fact.within, fact.field, fact.about] = fact
    for field in asked_fields(asked, knowledge):
        for fact in found:
            whole = field == "limits" and fact.within == "limits" and kind_of(entry) in _LIMITED_KINDS
            if fact.field == field or whole or (field == "quotas" and fact.within == "quotas"):
                answers.setdefault((fact.within, fact.field, fact.about), fact)
    return list(answers.values())


def _pointed_facts(entry: Any, asked: str, knowledge: Knowledge) -> Iterator[AskedFact]:  # noqa: ANN401  # the same
    """The facts that a question points to by a key of its own: a letter of a name, or a number of parameters."""
    what, _, key = asked.partition(":")
    if what == PART and (text := getattr(entry, "parts", {}).get(key)):
        yield AskedFact(key, "parts", text)
    if what == SIZE and key:
        yield AskedFact("model.weights", "", describe_weights(float(key), knowledge))
        if text := describe_fitting_types(float(key), None, knowledge):
            yield AskedFact("model.instances", "", text)
    if what == MACHINE and (size := read_machine_size(key)) is not None:
        names = cheapest_types(types_of_size(size, knowledge), knowledge)
        yield AskedFact("catalog.of_size", "", names or fill_sentence(knowledge, "explain", "no_such_size"))
    if what == TUNING and key:
        yield AskedFact("model.tuning", "", describe_tuning(float(key), knowledge))


def _model_parts(entry: Any, knowledge: Knowledge) -> Iterator[AskedFact]:  # noqa: ANN401  # the same
    """What a model asks of hardware."""
    if isinstance(entry, ModelFamily):
        entry = knowledge.models[entry.assumed]
        yield AskedFact("assumed", "", entry.id)
    if isinstance(entry, Model):
        size = entry.parameters_b.value
        yield AskedFact("model.weights", "", describe_weights(size, knowledge))
        if text := describe_fitting_types(size, entry.stored, knowledge):
            yield AskedFact("model.instances", "", text)


def _parts(entry: Any, knowledge: Knowledge) -> Iterator[AskedFact]:  # noqa: ANN401  # the same
    """Everything of an entry that can answer."""
    yield from _quota_parts(entry, knowledge)
    if isinstance(entry, Instance):
        from tui.views.instance import instance_facts  # noqa: PLC0415  # 16 ms that other entries can do without
        from tui.views.spot_prices import read_spot_prices  # noqa: PLC0415  # the same

        yield from (AskedFact(label, "", text) for label, text in instance_facts(entry, knowledge, read_spot_prices()))
        return
    yield from _model_parts(entry, knowledge)
    types = list_types(kind_of(entry), entry.id, knowledge)
    if text := cheapest_types(types, knowledge):
        yield AskedFact("catalog.cheapest", "", text)
    for name, figure in FIGURES.items() if types else ():
        if text := figure.compute(types, knowledge):
            yield AskedFact(name, "", text)
    yield from _record_parts(entry, "", "")


def _record_parts(record: Record, within: str, about: str) -> Iterator[AskedFact]:
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if value is None or value in ("", (), {}):
            continue
        yield from _value_parts(field, value, within, about)


def _value_parts(field: str, value: object, within: str, about: str) -> Iterator[AskedFact]:
    if not (field == "limits" and isinstance(value, tuple | Mapping)):
        yield AskedFact(field, within, value, about)
    if isinstance(value, Fact):
        return
    if isinstance(value, Record):
        yield from _record_parts(value, field, about)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _value_parts(str(key), inner, field, about)
    elif isinstance(value, tuple) and value and all(isinstance(item, Record) and "name" in item.__struct_fields__ for item in value):
        for item in value:
            yield from _record_parts(item, field, item.name)


def _quota_parts(entry: Any, knowledge: Knowledge) -> Iterator[AskedFact]:  # noqa: ANN401  # the same
    """The quotas that an entry counts against, those of on-demand first; of a quota also those of the same families."""
    quotas = sorted(knowledge.quotas.values(), key=lambda quota: (quota.purchase != "on-demand", quota.id))
    letter = _letter_of(entry, knowledge)
    if isinstance(entry, Instance):
        yield AskedFact("vcpu", "quotas", f"{entry.vcpu} vCPUs count for each {entry.instance_type}.", "what it takes")
    for quota in quotas:
        if quota is entry or (letter and letter in quota.letters):
            yield AskedFact(quota.id, "quotas", quota.default or quota.counts, quota.name)
    if (letter and not isinstance(entry, Quota)) or (
        kind_of(entry) == "places" and entry.id in knowledge.quotas["sagemaker-instances"].places
    ):
        sagemaker = knowledge.quotas["sagemaker-instances"]
        yield AskedFact(sagemaker.id, "quotas", sagemaker.counts, sagemaker.name)


def _letter_of(entry: object, knowledge: Knowledge) -> str:
    """The letter of a family, of the family of an instance type, or of a quota; "" for other entries."""
    if isinstance(entry, Quota):
        return entry.letters[0] if entry.letters else ""
    if isinstance(entry, Instance):
        entry = knowledge.families.get(entry.family)
    return entry.letter if isinstance(entry, Family) else ""
