"""Hosted models, and what Bedrock sells: one model for a name, prices that agree, a life cycle that agrees with its dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from knowledge.phrase_index import phrase_key
from knowledge.schema.bedrock import BedrockOffer, TokenRates
from tests.knowledge.packaged_base import base


def offers() -> Iterator[tuple[str, BedrockOffer]]:
    """Every model that Bedrock sells or sold, by its id."""
    for records in (base().models, base().hosted_models):
        yield from ((identity, entry.bedrock) for identity, entry in records.items() if entry.bedrock is not None)


def test_every_name_belongs_to_one_model() -> None:
    """Ids, names and aliases of models and hosted models, as a message is looked up; ids of Bedrock too."""
    names: Counter[str] = Counter()
    for records in (base().models, base().hosted_models):
        for identity, entry in records.items():
            own = {phrase_key(name) for name in (identity, *entry.aliases, *([entry.bedrock.model_id] if entry.bedrock else []))}
            names.update(own)
    assert {name: count for name, count in names.items() if count > 1} == {}


def test_a_hosted_model_is_offered_or_stands_for_one_that_is() -> None:
    """A line leads to a version that is still on offer, and a version has an offer."""
    for identity, model in base().hosted_models.items():
        assert (model.bedrock is None) == (model.current is not None), identity
        if model.current is not None and identity != "titan-text":
            version = base().hosted_models[model.current].bedrock
            assert version is not None, identity
            assert not version.is_gone, identity


def test_the_life_cycle_agrees_with_its_dates() -> None:
    """Legacy comes before the end, and the state is that of the day on which it was read."""
    for identity, offer in offers():
        life = offer.life_cycle
        if life is None:
            continue
        days = [day for day in (life.legacy_on, life.extended_access_on, life.ends_on) if day is not None]
        assert days == sorted(days), identity
        read, state = life.state.as_of, life.state.value
        if life.ends_on is not None:
            assert (state == "end-of-life") == (life.ends_on <= read), identity
            assert state != "active", identity
        elif life.legacy_on is not None:
            assert state != "active" or life.legacy_on > read, identity


def test_what_takes_the_place_of_a_model_is_there_for_longer() -> None:
    """Successors lead, in one step or several, to a model that has not ended, and never back."""
    models = base().hosted_models
    for identity in models:
        seen, at = {identity}, models[identity].successor
        while at is not None:
            assert at not in seen, identity
            seen.add(at)
            offer = models[at].bedrock
            assert offer is not None, identity
            at = models[at].successor if offer.is_gone else None


def test_cheaper_ways_are_cheaper_and_dearer_ones_dearer() -> None:
    """Batch, flex and cached tokens cost less than on demand; priority, writing to the cache and long prompts more."""
    for identity, offer in offers():
        given, made = offer.usd_per_million_input_tokens, offer.usd_per_million_output_tokens
        for rates, is_cheaper in ((offer.batch, True), (offer.flex, True), (offer.priority, False), (offer.long_prompt, False)):
            if isinstance(rates, TokenRates):
                assert given is not None, identity
                assert (rates.usd_per_million_input_tokens.value < given.value) == is_cheaper, identity
                if made is not None and rates.usd_per_million_output_tokens is not None:
                    assert (rates.usd_per_million_output_tokens.value < made.value) == is_cheaper, identity
        read, written = offer.usd_per_million_cached_tokens, offer.usd_per_million_tokens_to_cache
        assert read is None or (given is not None and read.value < given.value), identity
        assert written is None or (given is not None and written.value >= given.value), identity


def test_a_model_that_generates_text_has_both_prices_or_none() -> None:
    """The price of answers is never left out of a cost."""
    for identity, model in base().hosted_models.items():
        offer = model.bedrock
        if offer is not None and model.generates_text:
            assert (offer.usd_per_million_input_tokens is None) == (offer.usd_per_million_output_tokens is None), identity
