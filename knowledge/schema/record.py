"""What every record of the base has in common.

A record is a frozen dataclass. pydantic checks it when it is read from YAML, and msgspec reads it back from
the compiled cache; neither has to be loaded to use one, which keeps the start of the program short.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar, dataclass_transform

from annotated_types import MinLen

Lens = Literal["today", "exam"]
"""`today` is what to use now; `exam` is what the exam guide and its study material expect."""


@dataclass(frozen=True, slots=True)
class Ref:
    """Marks a field that holds the id of another record, so that the loader can check that it exists."""

    kind: str
    """The folder below `knowledge/data` (or `instances` for the catalogue)."""


Text = Annotated[str, MinLen(1)]
SourceIds = Annotated[tuple[Annotated[str, Ref("sources")], ...], MinLen(1)]
"""At least one id of a record under `sources/`."""

T = TypeVar("T")
C = TypeVar("C")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[C]) -> type[C]:
    """Make `cls` a frozen record that accepts no field it does not name."""
    config: dict[str, Any] = {"extra": "forbid", "use_attribute_docstrings": True, "allow_inf_nan": False}
    cls.__pydantic_config__ = config  # type: ignore[attr-defined]  # pydantic reads it from any dataclass
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@record
class Claim(Generic[T]):
    """A value that another source gives for the same fact."""

    value: T
    sources: SourceIds
    note: str = ""
    """Why this value is not the one in use."""


@record
class Fact(Generic[T]):
    """A value with its unit, its date and its sources; both lenses where they differ.

    In YAML a fact may leave out `as_of` and `sources`: those at the head of its file then stand for it.
    """

    value: T
    unit: str = ""
    """Empty only for flags, names and text."""
    as_of: dt.date
    """The day on which the source said so, or was read."""
    sources: SourceIds
    exam: T | None = None
    """What the exam's study material says, where it differs."""
    others: tuple[Claim[T], ...] = ()
    note: str = ""

    def under(self, lens: Lens) -> T:
        """The value under `lens`."""
        return self.exam if lens == "exam" and self.exam is not None else self.value


@record
class Entry:
    """The head of every YAML file. The id is the path below the kind's folder, without its ending."""

    id: str
    name: Text
    summary: Text
    """One or two sentences of our own."""
    as_of: dt.date
    sources: SourceIds
    aliases: tuple[str, ...] = ()
    """Other names that people type for it, in lower case."""
