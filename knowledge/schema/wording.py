"""Words: how people say things, what is meant by them, and what is said to people."""

from knowledge.schema.record import Record, Text


class Lexicon(Record):
    """How people say the values of one fact. `id` is the fact."""

    id: str
    terms: dict[str, tuple[Text, ...]]
    """Value -> words and phrases in lower case. `a & b`: both stand in the message. `a + b`: they stand in one sentence. `a b / c + d`: one
    of two phrases does, beside another."""


class Cues(Record):
    """Words that tell what is meant by what stands beside them: "per token", "so far", "must be"."""

    id: str
    terms: dict[str, tuple[Text, ...]]
    """Cue -> words and phrases, as in a lexicon."""


class Wording(Record):
    """Sentences of one subject, with $placeholders."""

    id: str
    texts: dict[str, Text]
