"""The phrases of the lexicon and of the cues, kept by their first word."""

from __future__ import annotations

import msgspec

from knowledge.phrases import Phrases, index_of, key_of
from knowledge.reading import reading_of
from knowledge.schema.reading import PhraseIndex, Reading
from tests.knowledge.packaged import base

TERMS = {"pace": {"fast": ("in a hurry", "fast|quick reply"), "slow": ("slow* but sure", "no rush & overnight")}}


def kept() -> Phrases:
    """Give the phrases as they come back from a compiled base."""
    return Phrases(msgspec.json.decode(msgspec.json.encode(index_of(TERMS)), type=PhraseIndex))


def test_a_phrase_is_found_by_each_choice_of_its_first_word() -> None:
    """What follows stays a choice of whole words and of beginnings."""
    phrases = kept()
    for word in ("fast", "quick"):
        (found,) = phrases.beginning_with(word)
        assert (found.group, found.value, found.rest) == ("pace", "fast", ((frozenset({"reply"}), ()),))
    assert phrases.beginning_with("reply") == ()


def test_a_beginning_is_found_by_its_first_letters() -> None:
    """The beginning itself comes with the phrase."""
    ((begin, found),) = kept().begun_by("slo")
    assert begin == "slow"
    assert found.value == "slow"
    assert kept().begun_by("sl") == ()


def test_the_parts_of_a_pair_are_groups_of_their_own() -> None:
    """Each is looked for by itself."""
    phrases = kept()
    assert phrases.groups == ("pace",)
    assert phrases.pairs == (("pace", "slow", ("& no rush", "& overnight")),)
    (found,) = phrases.beginning_with("no")
    assert found.group == "& no rush"


def test_a_word_that_begins_nothing_is_not_kept() -> None:
    """A process that reads many messages grows with the lexicon, not with what people write."""
    phrases = kept()
    for number in range(100):
        assert phrases.beginning_with(f"word{number}") == ()
        assert phrases.begun_by(f"w{number}") == ()
    assert not phrases._whole
    assert not phrases._begun


def test_a_name_is_looked_up_without_its_signs() -> None:
    """Hyphens part words, points inside do not."""
    assert key_of("SageMaker Real-Time, m5.large") == "sagemaker real time m5.large"


def test_what_is_compiled_is_what_the_records_say() -> None:
    """The cache holds no reading of its own."""
    made = reading_of(base())
    assert msgspec.json.decode(msgspec.json.encode(made), type=Reading).names == base().reading.names
    assert made.known == base().reading.known
    assert made.targets == base().reading.targets
    assert set(made.facts.groups) == set(base().lexicon)
