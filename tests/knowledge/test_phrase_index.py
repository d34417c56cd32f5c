"""The phrases of the lexicon and of the cues, kept by their first word."""

from __future__ import annotations

import msgspec

from knowledge.message_vocabulary import build_message_vocabulary
from knowledge.phrase_index import Phrases, build_index, phrase_key
from knowledge.schema.message_vocabulary import MessageVocabulary, PhraseIndex
from tests.knowledge.packaged_base import base

TERMS = {"pace": {"fast": ("in a hurry", "fast|quick reply"), "slow": ("slow* but sure", "no rush & overnight")}}


def stored_phrases() -> Phrases:
    """Give the phrases as they come back from a compiled base."""
    return Phrases(msgspec.json.decode(msgspec.json.encode(build_index(TERMS)), type=PhraseIndex))


def test_a_phrase_is_found_by_each_choice_of_its_first_word() -> None:
    """What follows stays a choice of whole words and of beginnings."""
    phrases = stored_phrases()
    for word in ("fast", "quick"):
        (found,) = phrases.beginning_with(word)
        assert (found.group, found.value, found.rest) == ("pace", "fast", ((frozenset({"reply"}), ()),))
    assert phrases.beginning_with("reply") == ()


def test_a_beginning_is_found_by_its_first_letters() -> None:
    """The beginning itself comes with the phrase."""
    ((begin, found),) = stored_phrases().with_prefix("slo")
    assert begin == "slow"
    assert found.value == "slow"
    assert stored_phrases().with_prefix("sl") == ()


def test_the_parts_of_a_pair_are_groups_of_their_own() -> None:
    """Each is looked for by itself."""
    phrases = stored_phrases()
    assert phrases.groups == ("pace",)
    assert phrases.pairs == (("pace", "slow", ("& no rush", "& overnight")),)
    (found,) = phrases.beginning_with("no")
    assert found.group == "& no rush"


def test_a_word_that_begins_nothing_is_not_kept() -> None:
    """A process that reads many messages grows with the lexicon, not with what people write."""
    phrases = stored_phrases()
    for number in range(100):
        assert phrases.beginning_with(f"word{number}") == ()
        assert phrases.with_prefix(f"w{number}") == ()
    assert not phrases._whole
    assert not phrases._begun


def test_a_name_is_looked_up_without_its_signs() -> None:
    """Hyphens part words, points inside do not."""
    assert phrase_key("SageMaker Real-Time, m5.large") == "sagemaker real time m5.large"


def test_what_is_compiled_is_what_the_records_say() -> None:
    """The cache holds no reading of its own."""
    made = build_message_vocabulary(base())
    assert msgspec.json.decode(msgspec.json.encode(made), type=MessageVocabulary).names == base().message_vocabulary.names
    assert made.known == base().message_vocabulary.known
    assert made.targets == base().message_vocabulary.targets
    assert set(made.facts.groups) == set(base().lexicon)
