"""Quotas: how much of something an account may use until AWS raises it."""

from typing import Annotated

from knowledge.schema.record import Entry, Fact, Ref, Text


class Quota(Entry):
    """A service quota, with the default that AWS gives and what counts against it."""

    service: Text
    """The service that keeps it, as Service Quotas names it."""
    code: str = ""
    """Its code in Service Quotas: "L-417A185B"; empty where no source tells."""
    default: Fact[float] | None = None
    """What an account has before it asks for more; null where no source at hand tells."""
    counts: Text
    """What uses it up."""
    letters: tuple[str, ...] = ()
    """Letters of the instance families that count against it; empty where it is not about families."""
    places: tuple[Annotated[str, Ref("places")], ...] = ()
    """Where it limits what can run."""
    purchase: Annotated[str, Ref("purchases")] | None = None
    """How capacity is bought that counts against it; null for any way."""
    adjustable: Fact[bool]
    """True if AWS raises it on request."""
