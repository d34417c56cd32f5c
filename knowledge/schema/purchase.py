"""Purchases: how compute is paid for."""

from typing import Annotated, Literal

from knowledge.schema.processor import Stage
from knowledge.schema.record import Entry, Fact, Record, Ref, Text

PurchaseKind = Literal["on-demand", "spot", "savings-plan", "reserved", "capacity-block"]


class Plan(Record):
    """One way to buy under a purchase kind."""

    id: str
    name: Text
    covers: tuple[Annotated[str, Ref("places")], ...]
    """The places whose usage it pays for."""
    families: tuple[Annotated[str, Ref("families")], ...] = ()
    """Families it is limited to; empty for any."""
    terms_years: tuple[Literal[1, 3], ...] = ()
    """Commitment terms on offer; empty where there is none."""
    saving_up_to: Fact[float] | None = None
    """The published maximum, as a share of the on-demand price."""
    saving_typical: dict[str, Fact[float]]
    """Share of the on-demand price to expect, by term: "0", "1" or "3" years. `Fact.note` says where it is an estimate."""
    scope: Text
    """What the commitment is tied to: any family and region, one family in one region, a zone."""
    stays_free: str = ""
    """What may change within the term; empty where there is none."""
    binds_family: bool = False
    """True if it pays for one family only, which it saves more on."""


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
