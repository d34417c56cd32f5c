"""Bounds on a field's value, as `Annotated[float, Bound(gt=0)]`, and those that many fields have."""

from typing import Annotated, Any


class Bound:
    """What pydantic checks of a value: gt, ge, lt, le, min_length, pattern. Nothing heavy is loaded to say so."""

    __slots__ = ("limits",)

    def __init__(self, **limits: float | str) -> None:
        """Keep the limits under pydantic's own names."""
        self.limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401  # pydantic's own types stay unloaded
        """For pydantic: the type's schema with the limits added."""
        return {**handler(source), **self.limits}


Positive = Annotated[float, Bound(gt=0)]
Amount = Annotated[float, Bound(ge=0)]
"""Zero or more."""
Share = Annotated[float, Bound(ge=0, le=1)]
Count = Annotated[int, Bound(ge=1)]
"""A whole number from 1 on."""
