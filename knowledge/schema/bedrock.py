"""How Amazon Bedrock offers a model: its id there, the prices of its tokens, and how long it stays."""

import datetime as dt
from typing import Literal

from knowledge.schema.bound import Amount, Count, Positive
from knowledge.schema.record import Fact, Record

LifeState = Literal["active", "legacy", "end-of-life"]
"""Active: for everybody. Legacy: only for accounts that use it already. End of life: requests fail."""
ServiceTier = Literal["flex", "priority", "reserved"]
"""Tiers beside the standard one."""


class LifeCycle(Record):
    """How long Bedrock offers a model. The dates are those of the sources of `state`."""

    state: Fact[LifeState]
    legacy_on: dt.date | None = None
    extended_access_on: dt.date | None = None
    """From this day of its legacy period on the maker may ask a higher price."""
    ends_on: dt.date | None = None
    """Its end of life. Null where none is announced, or no source gives the day."""
    ends_not_before: dt.date | None = None
    """For an active model: the day before which it does not end."""


class TokenRates(Record):
    """Prices of tokens in one way of asking for them."""

    usd_per_million_input_tokens: Fact[Amount]
    usd_per_million_output_tokens: Fact[Amount] | None = None
    """Null for models that return no tokens."""


class LongPrompt(TokenRates):
    """Prices of all tokens of a request whose prompt is longer than a limit."""

    above_tokens: Fact[Count]


class BedrockOffer(Record):
    """A model as Bedrock sells it: on demand, in us-east-1, by the cheapest inference profile that it has there."""

    model_id: str
    """Its name there."""
    usd_per_million_input_tokens: Fact[Amount] | None = None
    """Null where no price is known, or it is not sold by the token."""
    usd_per_million_output_tokens: Fact[Amount] | None = None
    """Null too for models that return no tokens."""
    usd_per_item: Fact[Positive] | None = None
    """Where an image or a query is billed and not its tokens; the fact's unit says what."""
    batch: TokenRates | None = None
    """Of batch inference; null where no source publishes it."""
    flex: TokenRates | None = None
    priority: TokenRates | None = None
    usd_per_million_cached_tokens: Fact[Amount] | None = None
    """Input tokens that are read from the prompt cache."""
    usd_per_million_tokens_to_cache: Fact[Amount] | None = None
    """Input tokens that are written to the cache for five minutes."""
    usd_per_million_tokens_to_cache_1h: Fact[Amount] | None = None
    long_prompt: LongPrompt | None = None
    regional_factor: Fact[Positive] | None = None
    """What a geographic profile or a single region costs, over the global profile."""
    tiers: Fact[tuple[ServiceTier, ...]] | None = None
    """Tiers that it has besides standard; null where no source tells."""
    life_cycle: LifeCycle | None = None
    note: str = ""

    @property
    def is_priced(self) -> bool:
        """True where the cost of a request can be computed."""
        return self.usd_per_million_input_tokens is not None or self.usd_per_item is not None

    @property
    def price_facts(self) -> tuple[Fact[float], ...]:
        """The prices on demand that are known."""
        prices = (self.usd_per_million_input_tokens, self.usd_per_million_output_tokens, self.usd_per_item)
        return tuple(fact for fact in prices if fact is not None)

    @property
    def is_gone(self) -> bool:
        """True after its end of life."""
        return self.life_cycle is not None and self.life_cycle.state.value == "end-of-life"
