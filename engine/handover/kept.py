"""An advice that was kept as JSON (`sizewise advise --json`), read back into its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import inspect

from engine.advice import Advice, Plan, Rejection
from engine.decision.complete import complete
from engine.intake.given import from_mapping
from engine.policy import NO_POLICY, Policy, policy_from
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.errors import InputError, shown

_WRITE_ONE: Final = "Give a file that `sizewise advise --json` wrote."
_SCHEMA: Final = 1
_HINTS: Final = get_type_hints(Advice)
"""Field of an advice -> its type."""


def advice_from(document: Mapping[str, Any], where: str = "") -> Advice:
    """The advice of a JSON document; fields that a newer version added are left out.

    Raises InputError, its line after `where`, for a document that is none: it names the field.
    """
    if "choice" not in document or "workload" not in document:
        raise InputError(f"{where}this is no advice. {_WRITE_ONE}")
    if document.get("schema") != _SCHEMA:
        raise InputError(
            f"{where}schema: {shown(document.get('schema'))} is not one that this version reads. It reads {_SCHEMA}: advise anew."
        )
    values = {name: value for name, value in document.items() if name in _HINTS}
    values["flips"] = [_renamed(flip) for flip in _each(values.get("flips"), f"{where}flips")]
    compared = _each(values.pop("comparison", None), f"{where}comparison")
    missing = [
        field.encode_name for field in msgspec.structs.fields(Advice) if field.required and field.name not in {*values, "comparison"}
    ]
    if missing:
        raise InputError(f"{where}{missing[0]}: it is missing. {_WRITE_ONE}")
    read = {name: _converted(value, _HINTS[name], f"{where}{name}") for name, value in values.items()}
    _check_facts(read["workload"], f"{where}workload")
    for number, other in enumerate(read["other_workloads"], 1):
        _check_facts(other.get("facts"), f"{where}other_workloads, number {number}")
    return Advice(**read, comparison=tuple(_converted(one, _compared(one), f"{where}comparison") for one in compared))


class _Fact(msgspec.Struct):
    """As much as every reader of a fact rests on."""

    value: Value


def _check_facts(facts: object, where: str) -> None:
    """Raise InputError where something is no map of facts with values."""
    if not isinstance(facts, Mapping):
        raise InputError(f"{where}: {shown(facts)} is no map of facts. {_WRITE_ONE}")
    for name, fact in facts.items():
        _converted(fact, _Fact, f"{where}.{name}")


def _compared(one: object) -> type[Plan | Rejection]:
    """What stands in a comparison: only a rejection says of what it is one."""
    return Rejection if isinstance(one, Mapping) and "what" in one else Plan


def workload_of(advice: Advice, knowledge: Knowledge, where: str = "") -> Workload:
    """The facts that the advice was made from, each with its origin; what was assumed, or follows from them, is left to be found again.

    Raises InputError where a fact is none that the base knows today.
    """
    told = {name: fact.get("value") if isinstance(fact, Mapping) else fact for name, fact in advice.workload.items()}
    workload = from_mapping(told, knowledge, where)
    for name, value in workload.known().items():
        workload = workload.with_fact(name, value, _origin(advice.workload[name]))
    for name in [name for name, origin in workload.origins.items() if origin.kind == "derived"]:
        workload = _without_what_follows(workload, name, knowledge)
    return workload


def _without_what_follows(workload: Workload, name: str, knowledge: Knowledge) -> Workload:
    """The workload without a fact that follows from the others: with other facts beside it, another one would."""
    less = workload.without(name)
    again = complete(less, knowledge)
    same = getattr(again, name) == getattr(workload, name) and again.origins.get(name) == workload.origins[name]
    return less if same else workload


def policy_of(advice: Advice, knowledge: Knowledge, where: str = "") -> Policy:
    """The person's own terms that the advice follows. Raises InputError where they name something that the base does not know today."""
    return policy_from(msgspec.to_builtins(advice.policy), knowledge, where) if advice.policy is not None else NO_POLICY


def _origin(fact: object) -> Origin:
    """Where a kept fact comes from; said, where the file does not tell."""
    told = fact if isinstance(fact, Mapping) else {}
    quote, because = str(told.get("quote", "")), str(told.get("from", ""))
    kind = told.get("origin")
    about = told.get("about") is True
    return Origin(kind=kind if kind in ("said", "answered", "derived") else "said", quote=quote, because=because, about=about)


def _renamed(flip: object) -> object:
    """A flip with its `from` under the name that the record has."""
    if not isinstance(flip, Mapping):
        return flip
    return {("before" if name == "from" else name): value for name, value in flip.items()}


def _each(values: object, where: str) -> list[Any]:
    if values is None:
        return []
    if not isinstance(values, list | tuple):
        raise InputError(f"{where}: {shown(values)} is no list. {_WRITE_ONE}")
    return list(values)


def _converted(document: object, hint: Any, where: str) -> Any:  # noqa: ANN401  # a type of any field, and its value
    known = _known(document, inspect.type_info(hint))
    try:
        return msgspec.convert(known, hint)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        raise InputError(f"{where}{path.rstrip('`')}: {message[:1].lower()}{message[1:]}. {_WRITE_ONE}") from None


def _known(value: object, kind: inspect.Type) -> object:
    """`value` without the fields that its record does not name, at any depth."""
    if isinstance(kind, inspect.UnionType):
        structs = [one for one in kind.types if isinstance(one, inspect.StructType | inspect.VarTupleType)]
        return _known(value, structs[0]) if structs and value is not None else value
    if isinstance(kind, inspect.StructType) and isinstance(value, Mapping):
        fields = {field.encode_name: field.type for field in kind.fields}
        return {name: _known(one, fields[name]) for name, one in value.items() if name in fields}
    if isinstance(kind, inspect.VarTupleType) and isinstance(value, list | tuple):
        return [_known(one, kind.item_type) for one in value]
    return value
