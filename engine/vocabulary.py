"""What each fact accepts, read off the fields of `Workload`."""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.workload import FACT_NAMES, Id, Quantity, Workload


@cache
def accepts(name: str) -> Quantity | Id | tuple[str | int, ...] | None:
    """A quantity, ids, the choices, or None for true and false."""
    hint = _hints()[name]
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, (Quantity, Id)):
            return mark
    return next((get_args(option) for option in get_args(hint) if get_origin(option) is Literal), None)


def holds_several(name: str) -> bool:
    """True for facts whose value is a list of ids."""
    hint = _hints()[name]
    inner = hint.__origin__ if hasattr(hint, "__metadata__") else hint
    return any(get_origin(option) is tuple for option in get_args(inner) if option is not NoneType)


@cache
def _hints() -> dict[str, Any]:
    hints = get_type_hints(Workload, include_extras=True)
    return {name: hints[name] for name in FACT_NAMES}
