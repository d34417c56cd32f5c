"""Reads an advice that was kept as JSON (`sizewise advise --json`) back into its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import inspect

from engine.advice import Advice, Plan, Rejection
from engine.decision.context import complete_workload
from engine.intake.from_mapping import from_mapping
from engine.policy import NO_POLICY, Policy, policy_from
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value

_HOW_TO_WRITE: Final = "Give a file that `sizewise advise --json` wrote."
_SCHEMA: Final = 1


def advice_from(document: Mapping[str, Any], where: str = "") -> Advice:
    """The advice of a JSON document; fields that a newer version added are left out.

    Raises InputError, its line after `where`, for a document that is none: it names the field.
    """
    if "choice" not in document or "workload" not in document:
        raise InputError(f"{where}this is no advice. {_HOW_TO_WRITE}")
    if document.get("schema") != _SCHEMA:
        raise InputError(
            f"{where}schema: {quote_value(document.get('schema'))} is not one that this version reads. It reads {_SCHEMA}: advise anew."
        )
    types = get_type_hints(Advice)
    values = {name: value for name, value in document.items() if name in types}
    values["flips"] = [_rename_before(flip) for flip in _list_items(values.get("flips"), f"{where}flips")]
    compared = _list_items(values.pop("comparison", None), f"{where}comparison")
    missing = [
        field.encode_name for field in msgspec.structs.fields(Advice) if field.required and field.name not in {*values, "comparison"}
    ]
    if missing:
        raise InputError(f"{where}{missing[0]}: it is missing. {_HOW_TO_WRITE}")
    read = {name: _convert(value, types[name], f"{where}{name}") for name, value in values.items()}
    _check_facts(read["workload"], f"{where}workload")
    for number, other in enumerate(read["other_workloads"], 1):
        _check_facts(other.get("facts"), f"{where}other_workloads, number {number}")
    return Advice(**read, comparison=tuple(_convert(one, _comparison_type(one), f"{where}comparison") for one in compared))


class _KeptFact(msgspec.Struct):
    """The part of a kept fact that every reader needs."""

    value: Value


def _check_facts(facts: object, where: str) -> None:
    """Raise InputError for anything but a map of facts with values."""
    if not isinstance(facts, Mapping):
        raise InputError(f"{where}: {quote_value(facts)} is no map of facts. {_HOW_TO_WRITE}")
    for name, fact in facts.items():
        _convert(fact, _KeptFact, f"{where}.{name}")


def _comparison_type(one: object) -> type[Plan | Rejection]:
    """The type of an entry of the comparison: only a rejection has `what`."""
    return Rejection if isinstance(one, Mapping) and "what" in one else Plan


def restore_workload(advice: Advice, knowledge: Knowledge, where: str = "") -> Workload:
    """The facts that the advice was made from, each with its origin, without what was assumed or derived from them.

    Raises InputError where a fact is none that the base knows today.
    """
    told = {name: fact.get("value") if isinstance(fact, Mapping) else fact for name, fact in advice.workload.items()}
    workload = from_mapping(told, knowledge, where)
    for name, value in workload.known_facts().items():
        workload = workload.with_fact(name, value, _restore_origin(advice.workload[name], knowledge, f"{where}{name}: "))
    for name in [name for name, origin in workload.origins.items() if origin.kind == "derived"]:
        workload = _drop_derivable(workload, name, knowledge)
    return workload


def _drop_derivable(workload: Workload, name: str, knowledge: Knowledge) -> Workload:
    """The workload without a fact that follows from the others, since with other facts another value would follow."""
    less = workload.without_fact(name)
    again = complete_workload(less, knowledge)
    same = getattr(again, name) == getattr(workload, name) and again.origins.get(name) == workload.origins[name]
    return less if same else workload


def restore_policy(advice: Advice, knowledge: Knowledge, where: str = "") -> Policy:
    """The person's own terms that the advice follows. Raises InputError where they name something that the base does not know today."""
    return policy_from(msgspec.to_builtins(advice.policy), knowledge, where) if advice.policy is not None else NO_POLICY


def _restore_origin(fact: object, knowledge: Knowledge, where: str) -> Origin:
    """The origin of a kept fact; said, if the file has none. Raises InputError where it was measured at facts that are none."""
    told = fact if isinstance(fact, Mapping) else {}
    quote, because = str(told.get("quote", "")), str(told.get("from", ""))
    kind: Any = told.get("origin")
    about = told.get("about") is True
    at = told.get("measured_at")
    measured_at = from_mapping(at, knowledge, where).known_facts() if isinstance(at, Mapping) else {}
    kind = kind if kind in ("said", "answered", "derived") else "said"
    return Origin(kind=kind, quote=quote, because=because, about=about, measured_at=measured_at)


def _rename_before(flip: object) -> object:
    """A flip with its `from` under its name in the record."""
    if not isinstance(flip, Mapping):
        return flip
    return {("before" if name == "from" else name): value for name, value in flip.items()}


def _list_items(values: object, where: str) -> list[Any]:
    if values is None:
        return []
    if not isinstance(values, list | tuple):
        raise InputError(f"{where}: {quote_value(values)} is no list. {_HOW_TO_WRITE}")
    return list(values)


def _convert(document: object, hint: Any, where: str) -> Any:  # noqa: ANN401  # a type of any field, and its value
    known = _drop_unknown_fields(document, inspect.type_info(hint))
    try:
        return msgspec.convert(known, hint)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        raise InputError(f"{where}{path.rstrip('`')}: {message[:1].lower()}{message[1:]}. {_HOW_TO_WRITE}") from None


def _drop_unknown_fields(value: object, kind: inspect.Type) -> object:
    """`value` without the fields that its record does not name, at any depth."""
    if isinstance(kind, inspect.UnionType):
        structs = [one for one in kind.types if isinstance(one, inspect.StructType | inspect.VarTupleType)]
        return _drop_unknown_fields(value, structs[0]) if structs and value is not None else value
    if isinstance(kind, inspect.StructType) and isinstance(value, Mapping):
        fields = {field.encode_name: field.type for field in kind.fields}
        return {name: _drop_unknown_fields(one, fields[name]) for name, one in value.items() if name in fields}
    if isinstance(kind, inspect.VarTupleType) and isinstance(value, list | tuple):
        return [_drop_unknown_fields(one, kind.item_type) for one in value]
    return value
