"""Searches entries as people type: the exact name, what a question is about, then names that begin with the words or contain them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from knowledge import Knowledge
from knowledge.entry_questions import read_question
from knowledge.entry_search import names_exactly
from knowledge.lookup import EXPLAINED_KINDS
from tui.views.entries import READING_ORDER, title_of
from tui.views.linked_text import Link

MAX_HITS: Final = 30
"""Hits shown of a search."""
_MAX_SEARCH_CHARACTERS: Final = 200
"""The rest of the search line is ignored."""
_MAX_NEAR_HITS: Final = 3
_MIN_LIKENESS: Final = 60
"""Similarity, out of 100, from which a name is proposed where nothing matches."""
_KIND_ORDER: Final = tuple(
    dict.fromkeys(
        (*EXPLAINED_KINDS[: EXPLAINED_KINDS.index("models")], "glossary", "lessons", "instances", *EXPLAINED_KINDS, *READING_ORDER)
    )
)
"""Order of kinds among equal matches: what is chosen from first, then what explains it, then the rest."""
_NAMELESS_KINDS: Final = frozenset({"measurements", "deployments"})
"""Kinds whose entries have no names."""


class SearchResult(NamedTuple):
    """The result of a search."""

    hits: tuple[Link, ...]
    is_exact: bool
    """True if the words name the first hit exactly."""
    total: int
    """Number of matches; `hits` holds the best of them."""
    is_near: bool = False
    """True if nothing matches and `hits` are only similar."""


class _NameEntry(NamedTuple):
    name: str
    rank: int
    """Index of its kind in _KIND_ORDER."""
    link: Link


class NameIndex:
    """The names and aliases of all entries."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Collect every name of the base."""
        self._knowledge = knowledge
        self._names = list(_list_names(knowledge))

    def find_entries(self, text: str) -> SearchResult:
        """Entries that match `text`, best first."""
        words = _normalize_name(text[:_MAX_SEARCH_CHARACTERS])
        if not words:
            return SearchResult((), is_exact=False, total=0)
        finding = read_question(text[:_MAX_SEARCH_CHARACTERS], self._knowledge).finding
        asked = [Link(*hit) for hit in finding.hits]
        exact = asked if finding.covers and (" " in words or names_exactly(words, self._knowledge)) else []
        scored = sorted(self._score_names(words))
        best = dict.fromkeys([*(link for score, *_, link in scored if score == 0), *exact, *(link for *_, link in scored)])
        if best:
            return SearchResult(tuple(best)[:MAX_HITS], is_exact=bool(exact) or scored[0][0] == 0, total=len(best))
        near = tuple(dict.fromkeys((*self._nearest_names(words), *asked)))[:_MAX_NEAR_HITS]
        return SearchResult(near, is_exact=False, total=len(near), is_near=True)

    def _score_names(self, words: str) -> Iterator[tuple[int, int, int, Link]]:
        parts = words.split()
        for name, rank, link in self._names:
            score = _match_score(name, words, parts)
            if score is not None:
                yield score, rank, len(name), link

    def _nearest_names(self, words: str) -> tuple[Link, ...]:
        from rapidfuzz import fuzz, process  # noqa: PLC0415  # 14 ms that only a search without a match needs

        names = {one.name: one.link for one in reversed(self._names)}
        found = process.extract(words, list(names), scorer=fuzz.ratio, score_cutoff=_MIN_LIKENESS, limit=2 * _MAX_NEAR_HITS)
        return tuple(dict.fromkeys(names[name] for name, *_ in found))[:_MAX_NEAR_HITS]


def _match_score(name: str, words: str, parts: list[str]) -> int | None:
    """0 for the exact name, up to 4 where the name contains each word; None for no match."""
    if name == words:
        return 0
    if name.startswith(words):
        return 1
    if f" {words}" in name:
        return 2
    if words in name:
        return 3
    return 4 if len(parts) > 1 and all(part in name for part in parts) else None


def _list_names(knowledge: Knowledge) -> Iterator[_NameEntry]:
    for rank, kind in enumerate(_KIND_ORDER):
        for identity, entry in getattr(knowledge, kind).items() if kind not in _NAMELESS_KINDS else ():
            names = {_normalize_name(name) for name in (identity, title_of(entry), *getattr(entry, "aliases", ()))}
            yield from (_NameEntry(name, rank, Link(kind, identity)) for name in sorted(names) if name)


def _normalize_name(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split()).removeprefix("ml.")
