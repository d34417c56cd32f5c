"""How much is understood of what people say without the field's terms: "nobody sits in front of it" for callers who need not wait."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from knowledge import Knowledge
from tests.case_tables import read_table
from tests.engine.intake.message_scores import understood_once

SENTENCES: Final = Path(__file__).with_name("everyday_words.yaml")
LEAST_UNDERSTOOD: Final = 0.25
MOST_CONTRADICTED: Final = 0.03
MOST_TAKEN: Final = 0.18
UNTOLD: Final = "untold"


def _value(fact: str, text: str, knowledge: Knowledge) -> str | None:
    known = understood_once(text, knowledge).workload
    if fact == "hosted":
        return "true" if "bedrock" in (known.require or ()) else None
    value = getattr(known, fact)
    return str(value).lower() if value is not None else None


def test_everyday_words_are_understood_as_often_as_they_were_and_rarely_misread(knowledge: Knowledge) -> None:
    """Shares of sentences: understood, taken for the contrary, and near misses that were taken for the fact."""
    found = [
        (value, _value(fact, text, knowledge))
        for fact, values in read_table(SENTENCES).items()
        for value, sentences in values.items()
        for text in sentences
    ]
    told = [(value, read) for value, read in found if value != UNTOLD]
    untold = [read for value, read in found if value == UNTOLD]
    understood = sum(value == read for value, read in told) / len(told)
    contradicted = sum(read not in (None, value) for value, read in told) / len(told)
    taken = sum(read is not None for read in untold) / len(untold)
    assert (understood >= LEAST_UNDERSTOOD, contradicted <= MOST_CONTRADICTED, taken <= MOST_TAKEN) == (True, True, True), (
        understood,
        contradicted,
        taken,
    )
