"""What each fact accepts, read from the fields of `Workload`."""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.workload import FACT_NAMES, Id, Quantity, Workload


@cache
def accepted_values(name: str) -> Quantity | Id | tuple[str | int, ...] | None:
    """The quantity, the kinds of id or the choices that a fact accepts; None for booleans."""
    hint = _field_hints()[name]
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, (Quantity, Id)):
            return mark
    options = [option for one in get_args(hint) for option in (get_args(one) if get_origin(one) is tuple else (one,))]
    return next((get_args(option) for option in options if get_origin(option) is Literal), None)


def is_list_fact(name: str) -> bool:
    """True for facts whose value is a list of ids or of choices."""
    hint = _field_hints()[name]
    inner = hint.__origin__ if hasattr(hint, "__metadata__") else hint
    return any(get_origin(option) is tuple for option in get_args(inner) if option is not NoneType)


@cache
def _field_hints() -> dict[str, Any]:
    hints = get_type_hints(Workload, include_extras=True)
    return {name: hints[name] for name in FACT_NAMES}
