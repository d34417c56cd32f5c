"""Which facts need a second, independent source, which have one, and which only seem to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from knowledge.base import Knowledge
from knowledge.freshness import DatedPart, find_parts
from knowledge.schema.source import Source

_GUIDE_DEPTH: Final[Mapping[str, int]] = {"docs.aws.amazon.com": 3, "github.com": 2}
"""Host -> how many parts of a path name one publication: service, edition and guide; owner and repository."""
_LANGUAGE: Final = re.compile(r"[a-z]{2}_[a-z]{2}")
"""Part of an address that names the language of a guide, which makes it no other publication."""


class Coverage(NamedTuple):
    """The facts that need a second source, by what is known of one."""

    confirmed: tuple[DatedPart, ...]
    contradicted: tuple[DatedPart, ...]
    """No source confirms the value, and another gives a different one (`others`)."""
    sought: tuple[DatedPart, ...]
    """A second source was sought in vain."""
    lacking: tuple[DatedPart, ...]

    @property
    def due(self) -> int:
        """How many facts need one."""
        return sum(map(len, self))


def measure_coverage(knowledge: Knowledge) -> Coverage:
    """Sort every fact that some review wants confirmed."""
    confirmed, contradicted, sought, lacking = [], [], [], []
    for part in list_facts_to_confirm(knowledge):
        fact = part.record
        if fact.confirmed_by:
            confirmed.append(part)
        elif fact.others:
            contradicted.append(part)
        elif fact.second_source_sought:
            sought.append(part)
        else:
            lacking.append(part)
    return Coverage(tuple(confirmed), tuple(contradicted), tuple(sought), tuple(lacking))


def list_facts_to_confirm(knowledge: Knowledge) -> Iterator[DatedPart]:
    """The facts that need a second source, with file and field."""
    for review in knowledge.reviews.values():
        for path in review.second_source:
            yield from find_parts(knowledge, path)


def find_dependent_sources(knowledge: Knowledge) -> Iterator[str]:
    """One line for each fact that is confirmed only by the publication it comes from, or confirmed and said to lack a second source."""
    for part in list_facts_to_confirm(knowledge):
        where, fact = f"{part.file}: {part.field}", part.record
        own = {publication_of(knowledge.sources[identity]) for identity in fact.sources if identity in knowledge.sources}
        for identity in fact.confirmed_by:
            if identity in knowledge.sources and (identity in fact.sources or own == {publication_of(knowledge.sources[identity])}):
                yield f"{where}.confirmed_by: {identity} is the publication the fact comes from. Name another, or second_source_sought."
        if fact.confirmed_by and fact.second_source_sought:
            yield f"{where}.second_source_sought: confirmed_by names one. Leave this line out."


def publication_of(source: Source) -> tuple[str, ...]:
    """Equal for two sources that are not independent: pages of one guide, repository or site of one publisher."""
    address = urlsplit(source.url)
    host = address.netloc.removeprefix("www.").replace("docs.amazonaws.cn", "docs.aws.amazon.com")
    parts = [part for part in address.path.split("/") if part and not _LANGUAGE.fullmatch(part)]
    return source.publisher.casefold(), source.kind, host, *parts[: _GUIDE_DEPTH.get(host, 1)]
