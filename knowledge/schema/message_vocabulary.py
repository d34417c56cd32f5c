"""What reading a message looks words up in: made from the lexicon, the cues and the names of the base when it is compiled."""

from typing import NamedTuple

import msgspec

from knowledge.schema.record import Record


class PhraseIndex(Record):
    """The phrases of several groups by their first word; those of a word are decoded when a message has it."""

    groups: tuple[str, ...]
    meanings: tuple[tuple[str, str], ...]
    """Group and value of phrases, which name them by their place here."""
    whole: dict[str, msgspec.Raw]
    """First word -> for each phrase its meaning and the words after the first, in the order of the groups."""
    begun: dict[str, msgspec.Raw]
    """First letters -> beginnings of words with them, each with meaning and further words of its phrase."""
    pairs: tuple[tuple[str, str, tuple[str, ...]], ...]
    """Group, value, and the groups in which its parts are looked for."""


class EntityName(NamedTuple):
    """What a phrase names."""

    kind: str
    """`models`, `algorithms`, `datasets`, `regions`, `hardware` for what can be required, excluded or compared, `services` for what can
    only be compared, `ruled_out` for what is excluded."""
    id: str
    others: tuple[str, ...] = ()
    """More ids that the phrase names: an accelerator is several families."""


class TypoTargets(NamedTuple):
    """Words that a typo may have meant."""

    words: tuple[str, ...]
    common: tuple[str, ...]
    """Those that messages are full of: they win over others that come as near, and only they are meant by words of four letters."""
    numbered: tuple[str, ...]
    """Names with a number behind: "resnet50"."""
    pairs: frozenset[tuple[str, str]]
    """Words that stand side by side in a name: "random forest"."""


class MessageVocabulary(Record):
    """Everything that reading looks words up in."""

    facts: PhraseIndex
    """How people say the values of facts."""
    flags: frozenset[str]
    """Facts that are so or not."""
    cues: PhraseIndex
    """Words that tell what is meant by what stands beside them."""
    names: dict[str, int]
    """Phrase -> what it names, by its place among these:"""
    named: tuple[EntityName, ...]
    known: frozenset[str]
    """Words that are no typos."""
    targets: TypoTargets
    """Words of the field that a typo may have meant."""
