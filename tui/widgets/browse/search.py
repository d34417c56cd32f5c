"""Finds entries as one types: what the words name, then names that begin with them, then names that hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from knowledge import Knowledge
from knowledge.lookup import EXPLAINED, look_up
from tui.views.entries import SHELVES, title_of
from tui.views.linked import Link

MOST: Final = 30
"""Hits that are shown."""
_READ: Final = 200
"""Characters of the search line that are heeded."""
_NEAR: Final = 3
_ALIKE: Final = 60
"""Least likeness, out of 100, of a name that is proposed instead."""
_ORDER: Final = tuple(dict.fromkeys((*EXPLAINED[: EXPLAINED.index("models")], "glossary", "lessons", "instances", *EXPLAINED, *SHELVES)))
"""Where names are alike: what is chosen from first, then what explains it, then the rest."""
_ROWS: Final = frozenset({"measurements", "deployments"})
"""Kinds whose entries have no names of their own."""


class Found(NamedTuple):
    """What a search found."""

    hits: tuple[Link, ...]
    is_exact: bool
    """Whether the first hit is what the words name."""
    total: int
    """How many there are; `hits` holds the best."""
    is_near: bool = False
    """Whether nothing fits and `hits` only come near."""


class _Named(NamedTuple):
    name: str
    rank: int
    """Place of its kind in the order."""
    link: Link


class Index:
    """The names and aliases of everything; built once."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Read every name of the base."""
        self._knowledge = knowledge
        self._names = list(_names(knowledge))

    def find(self, text: str) -> Found:
        """What `text` finds, best first."""
        words = _plain(text[:_READ])
        if not words:
            return Found((), is_exact=False, total=0)
        exact = [Link(*hit) for hit in look_up(text[:_READ], self._knowledge)]
        scored = sorted(self._scored(words))
        best = dict.fromkeys([*(link for score, *_, link in scored if score == 0), *exact, *(link for *_, link in scored)])
        if best:
            return Found(tuple(best)[:MOST], is_exact=bool(exact) or scored[0][0] == 0, total=len(best))
        near = self._near(words)
        return Found(near, is_exact=False, total=len(near), is_near=True)

    def _scored(self, words: str) -> Iterator[tuple[int, int, int, Link]]:
        parts = words.split()
        for name, rank, link in self._names:
            score = _score(name, words, parts)
            if score is not None:
                yield score, rank, len(name), link

    def _near(self, words: str) -> tuple[Link, ...]:
        from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a search that finds nothing needs it

        names = {one.name: one.link for one in reversed(self._names)}
        found = process.extract(words, list(names), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=2 * _NEAR)
        return tuple(dict.fromkeys(names[name] for name, *_ in found))[:_NEAR]


def _score(name: str, words: str, parts: list[str]) -> int | None:
    """0 where the words are the name, up to 4 where each stands in it somewhere; None where one does not."""
    if name == words:
        return 0
    if name.startswith(words):
        return 1
    if f" {words}" in name:
        return 2
    if words in name:
        return 3
    return 4 if len(parts) > 1 and all(part in name for part in parts) else None


def _names(knowledge: Knowledge) -> Iterator[_Named]:
    for rank, kind in enumerate(_ORDER):
        for identity, entry in getattr(knowledge, kind).items() if kind not in _ROWS else ():
            names = {_plain(name) for name in (identity, title_of(entry), *getattr(entry, "aliases", ()))}
            yield from (_Named(name, rank, Link(kind, identity)) for name in sorted(names) if name)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split()).removeprefix("ml.")
