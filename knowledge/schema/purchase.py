"""Purchases: how compute is paid for."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.processor import Stage
from knowledge.schema.record import Entry, Fact, Record, Ref, Text

PurchaseKind = Literal["on-demand", "spot", "savings-plan", "reserved", "capacity-block"]


class PlaceSaving(Record):
    """What a plan saves at one place where that differs from its saving elsewhere."""

    saving_up_to: Fact[float]
    saving_typical: dict[str, Fact[float]]
    """Share of the on-demand price to expect, by term in years."""
    scope: Text
    """Which charges of the place are discounted, and which are not."""


class Plan(Record):
    """One way to buy under a purchase kind."""

    id: str
    name: Text
    covers: tuple[Annotated[str, Ref("places")], ...]
    """The places whose usage it pays for."""
    families: tuple[Annotated[str, Ref("families")], ...] = ()
    """Families it is limited to; empty for any."""
    excluded_types: tuple[Annotated[str, Ref("instances")], ...] = ()
    """Types of these families that it is not sold for."""
    instances_at_once: dict[Annotated[str, Ref("families")], Fact[int]] = field(default_factory=dict)
    """Family -> instances of the smallest UltraServer, for what is sold by whole UltraServers."""
    terms_years: tuple[Literal[1, 3], ...] = ()
    """Commitment terms on offer; empty where there is none."""
    saving_up_to: Fact[float] | None = None
    """The published maximum, as a share of the on-demand price."""
    saving_typical: dict[str, Fact[float]]
    """Share of the on-demand price to expect, by term: "0", "1" or "3" years. `Fact.note` says where it is an estimate."""
    savings_at: dict[Annotated[str, Ref("places")], PlaceSaving] = field(default_factory=dict)
    """Places where it saves another share than `saving_typical`."""
    usd_per_accelerator_hour: dict[Annotated[str, Ref("families")], Fact[float]] = field(default_factory=dict)
    """Published rates of what is sold by the accelerator-hour, in US regions."""
    scope: Text
    """What the commitment is tied to: any family and region, one family in one region, a zone."""
    stays_free: str = ""
    """What may change within the term; empty where there is none."""
    binds_family: bool = False
    """True if it pays for one family only, which it saves more on."""

    def is_sold_for(self, place: str, family: str | None, instance_type: str | None) -> bool:
        """True if it pays for a type at a place; both names are None for what runs without instances."""
        return place in self.covers and (not self.families or family in self.families) and instance_type not in self.excluded_types

    def typical_saving(self, place: str, years: int) -> Fact[float] | None:
        """Share of the on-demand price to expect at a place for a term in years, 0 for none; None where no figure is known."""
        here = self.savings_at.get(place)
        return (here.saving_typical if here is not None else self.saving_typical).get(str(years))


class Purchase(Entry):
    """A purchase kind."""

    kind: PurchaseKind
    plans: tuple[Plan, ...]
    stages: tuple[Stage, ...]
    """The stages it suits."""
    interruptible: Fact[bool]
    notice_seconds: Fact[float] | None = None
    """Notice before an interruption, seconds."""
    needs: tuple[Text, ...] = ()
    """What must be true before it is advised."""
    rules_out: tuple[Text, ...] = ()
    complexity: int
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...]
    limits: dict[str, Fact[float]]
    """Named limits with unit: days, instances, weeks ahead."""

    def accelerator_rate(self, place: str, family: str, instance_type: str) -> Fact[float] | None:
        """USD per accelerator-hour of a type at a place by the plan that is sold for it; None where no rate is published."""
        sold = (plan for plan in self.plans if plan.is_sold_for(place, family, instance_type))
        return next((plan.usd_per_accelerator_hour[family] for plan in sold if family in plan.usd_per_accelerator_hour), None)

    def smallest_lot(self, family: str) -> int:
        """The fewest instances of a family that are sold at once: those of an UltraServer, else 1."""
        sizes = (plan.instances_at_once[family].value for plan in self.plans if family in plan.instances_at_once)
        return max(sizes, default=1)
