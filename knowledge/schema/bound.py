"""Bounds on a field's value, as `Annotated[float, Bound(gt=0)]`."""

from typing import Any


class Bound:
    """What pydantic checks of a value: gt, ge, lt, le, min_length, pattern. Nothing heavy is loaded to say so."""

    __slots__ = ("limits",)

    def __init__(self, **limits: float | str) -> None:
        """Keep the limits under pydantic's own names."""
        self.limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401  # pydantic's own types stay unloaded
        """For pydantic: the type's schema with the limits added."""
        return {**handler(source), **self.limits}
