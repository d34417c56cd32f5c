"""The base says things in its own words: none of its sentences runs along with what a source was quoted for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from knowledge.base import KINDS
from knowledge.base_checks import list_texts
from tests.case_tables import read_table
from tests.knowledge.packaged_base import base

RUN: Final = 8
"""Words in a row that two writers do not share by chance, unless they are names."""
QUOTES = read_table(Path(__file__).with_name("quotes.yaml"))


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of words in a text, in lower case and without its marks."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return set(zip(*(words[start:] for start in range(RUN)), strict=False))


def shared(texts: Iterator[str], quoted: set[tuple[str, ...]]) -> list[str]:
    """Find the runs that texts share with what was quoted."""
    return [" ".join(run) for text in texts for run in runs(text) & quoted]


def test_no_sentence_is_shared_with_a_source_that_was_quoted() -> None:
    """Names of sources are left out: a title is a title."""
    quoted = {run for quotes in QUOTES.values() for quote in quotes for run in runs(quote)}
    found = {
        f"{kind}/{identity}": same
        for kind in KINDS
        if kind != "sources"
        for identity, entry in getattr(base(), kind).items()
        if (same := shared(list_texts(entry), quoted))
    }
    assert found == {}


def test_a_sentence_that_was_copied_is_found() -> None:
    """Whatever marks and capitals it was given."""
    quote = next(quote for quotes in QUOTES.values() for quote in quotes if len(quote.split()) > RUN)
    assert shared(iter([f"As they say: {quote.upper()}!"]), runs(quote))


def test_every_quotation_is_of_a_source_of_the_base_and_short() -> None:
    """At most 80 words each, and from at least a hundred sources."""
    assert len(QUOTES) >= 100
    assert set(QUOTES) <= set(base().sources)
    assert max(len(quote.split()) for quotes in QUOTES.values() for quote in quotes) <= 80
