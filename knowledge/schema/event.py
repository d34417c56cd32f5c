"""Events: what changed at AWS, on which day, and which entries it concerns."""

import datetime as dt
from typing import Annotated, Literal

from knowledge.schema.family import FamilyId
from knowledge.schema.record import Entry, Ref

EventKind = Literal["hardware", "feature", "price", "limit", "retirement", "software"]
"""A chip, family or size; what a place or a way to pay can do; what it costs; a limit or quota; an end; what runs on the machines."""
DatedBy = Literal["announcement", "api", "month"]
"""`api`: the day of the first SDK that knows it, which can lie weeks after the launch. `month`: its first day, for want of a better one."""


class Event(Entry):
    """A change. `summary` is what holds from then on, `as_of` the day on which its sources were read."""

    kind: EventKind
    date: dt.date
    dated_by: DatedBy = "announcement"
    release: str = ""
    """For `api`: the version of botocore that first knows it."""
    replaces: str = ""
    """What held before; empty for what is new."""
    families: tuple[FamilyId, ...] = ()
    accelerators: tuple[Annotated[str, Ref("accelerators")], ...] = ()
    cores: tuple[Annotated[str, Ref("cores")], ...] = ()
    places: tuple[Annotated[str, Ref("places")], ...] = ()
    purchases: tuple[Annotated[str, Ref("purchases")], ...] = ()
    scaling: tuple[Annotated[str, Ref("scaling")], ...] = ()
    tools: tuple[Annotated[str, Ref("tools")], ...] = ()
    software: tuple[Annotated[str, Ref("software")], ...] = ()
    frameworks: tuple[Annotated[str, Ref("frameworks")], ...] = ()
    images: tuple[Annotated[str, Ref("images")], ...] = ()
    networking: tuple[Annotated[str, Ref("networking")], ...] = ()
    algorithms: tuple[Annotated[str, Ref("algorithms")], ...] = ()

    @property
    def year(self) -> str:
        """The year, by which events are grouped."""
        return f"{self.date:%Y}"
