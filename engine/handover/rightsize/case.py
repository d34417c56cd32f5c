"""One resource on the desk: what it is, what it needs, and all that its finding looks at."""

from __future__ import annotations

import dataclasses
import functools

from engine.handover.rightsize.fit import Counts
from engine.handover.rightsize.market import Market, Site
from engine.handover.rightsize.need import Need, need_of
from engine.handover.rightsize.settings import Rooms, Settings, Thresholds
from engine.handover.rightsize.usage import JOBS, Usage
from engine.handover.rightsize.words import Words, name_at
from knowledge import Knowledge
from knowledge.schema.instance import HOURS_A_MONTH, Instance, Price
from knowledge.schema.place import Place


@dataclasses.dataclass(slots=True)
class Desk:
    """What all cases share; made once for a fleet."""

    knowledge: Knowledge
    settings: Settings
    thresholds: Thresholds
    market: Market
    words: Words

    @classmethod
    def of(cls, knowledge: Knowledge, settings: Settings) -> Desk:
        """A desk with nothing looked up yet."""
        thresholds = Thresholds(knowledge, settings)
        return cls(knowledge, settings, thresholds, Market(knowledge, settings, thresholds), Words(knowledge))


@dataclasses.dataclass
class Case:
    """One resource."""

    desk: Desk
    usage: Usage

    @functools.cached_property
    def instance(self) -> Instance:
        """Its machine."""
        return self.desk.knowledge.instances[self.usage.instance_type]

    @functools.cached_property
    def place(self) -> Place:
        """Where it runs."""
        return self.desk.knowledge.places[self.usage.place]

    @property
    def site(self) -> Site:
        """The same, with kind and region."""
        return Site(self.usage.kind, self.usage.place, self.usage.region or self.desk.settings.region)

    @functools.cached_property
    def need(self) -> Need:
        """What it needs, as far as that was measured."""
        return need_of(self.usage, self.instance)

    @functools.cached_property
    def rooms(self) -> Rooms:
        """How full its machines may be."""
        return self.desk.thresholds.rooms(self.usage.kind)

    @functools.cached_property
    def priced(self) -> tuple[float, Price] | None:
        """USD an hour of one of its machines, and the price it comes from."""
        return self.desk.market.price(self.site, self.instance)

    @property
    def is_job(self) -> bool:
        """Whether it runs and ends."""
        return self.usage.kind in JOBS

    @property
    def name(self) -> str:
        """Its type as the place writes it."""
        return name_at(self.place, self.instance)

    @property
    def hours_per_month(self) -> float:
        """Hours a month that are paid for: all of them, or of a job the hours measured, once a month."""
        if self.usage.hours_per_month is not None:
            return self.usage.hours_per_month
        return self.usage.hours or 1.0 if self.is_job else HOURS_A_MONTH

    @property
    def usd_per_month(self) -> float | None:
        """What it costs today; None where no price is known."""
        return None if self.priced is None else self.priced[0] * self.usage.count * self.hours_per_month

    @property
    def counts(self) -> Counts:
        """How many machines it may have: only endpoints share their work over as many as it takes."""
        now = self.usage.count
        if self.usage.kind != "endpoint":
            return Counts(now, now, now)
        safe = int(self.desk.thresholds["production_instances"])
        test = self.usage.environment in ("development", "test")
        least = 1 if test else safe if self.usage.environment == "production" else min(now, safe)
        return Counts(now, least, max(least, round(now * self.desk.thresholds["most_count_factor"])))
