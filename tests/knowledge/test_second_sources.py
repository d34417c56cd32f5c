"""Which facts a second source confirms, contradicts or lacks, and which sources are one publication."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest

from knowledge.base import Knowledge
from knowledge.base_checks import second_source_lines
from knowledge.loader import Records
from knowledge.schema.record import Claim, Fact
from knowledge.schema.review import Review
from knowledge.schema.source import Source
from knowledge.second_sources import find_dependent_sources, measure_coverage, publication_of

DAY = dt.date(2026, 5, 1)


def source(identity: str, url: str, publisher: str = "AWS", kind: Any = "documentation") -> Source:  # noqa: ANN401  # one of the kinds
    """A source at that address."""
    return Source(id=identity, title="T", publisher=publisher, kind=kind, url=url, read=DAY)


SOURCES = {
    "guide": source("guide", "https://docs.aws.amazon.com/lambda/latest/dg/limits.html"),
    "same-guide": source("same-guide", "https://docs.aws.amazon.com/de_de/lambda/latest/dg/memory.html"),
    "model": source("model", "https://github.com/boto/botocore", kind="api-model"),
    "blog": source("blog", "https://blog.example/lambda", "Somebody", "article"),
}


def fact(**more: Any) -> Fact[float]:  # noqa: ANN401  # any field of a fact
    """A fact that the guide states."""
    return Fact(value=6.0, unit="MB", as_of=DAY, sources=("guide",), **more)


@pytest.fixture
def holding(records: Records) -> Any:  # noqa: ANN401  # a function of limits
    """Make a base of one place with these limits."""

    def make(**limits: Fact[float]) -> Knowledge:
        place = msgspec.structs.replace(records["places"]["lambda"], limits=limits)
        review = Review(
            id="limits", name="limits", why="They change.", months=12, covers=("places.limits",), second_source=("places.limits",)
        )
        held: dict[str, Any] = {"places": {"lambda": place}, "reviews": {"limits": review}, "sources": SOURCES}
        return Knowledge(lambda name, _: held[name])

    return make


def test_each_fact_is_confirmed_contradicted_sought_or_lacking(holding: Any) -> None:  # noqa: ANN401  # as above
    """The last are told with file and field."""
    knowledge = holding(
        payload_mb=fact(confirmed_by=("model",)),
        response_mb=fact(others=(Claim(value=5.0, sources=("blog",)),)),
        image_gb=fact(second_source_sought=DAY),
        disk_gb=fact(),
    )
    found = measure_coverage(knowledge)
    assert [[part.field for part in parts] for parts in found] == [
        ["limits.payload_mb"],
        ["limits.response_mb"],
        ["limits.image_gb"],
        ["limits.disk_gb"],
    ]
    assert found.due == 4
    assert "  places/lambda.yaml: limits.disk_gb needs confirmed_by or second_source_sought" in list(second_source_lines(knowledge))


def test_a_source_of_the_same_publication_confirms_nothing(holding: Any) -> None:  # noqa: ANN401  # as above
    """Nor the same source once more; and a fact is not both confirmed and sought in vain."""
    assert list(find_dependent_sources(holding(payload_mb=fact(confirmed_by=("model", "blog"))))) == []
    for identity in ("guide", "same-guide"):
        (line,) = find_dependent_sources(holding(payload_mb=fact(confirmed_by=(identity,))))
        assert line.startswith(f"places/lambda.yaml: limits.payload_mb.confirmed_by: {identity} is the publication")
    (line,) = find_dependent_sources(holding(payload_mb=fact(confirmed_by=("blog",), second_source_sought=DAY)))
    assert line == "places/lambda.yaml: limits.payload_mb.second_source_sought: confirmed_by names one. Leave this line out."


def test_pages_of_one_guide_are_one_publication() -> None:
    """In whatever language; another guide, kind or publisher is another."""
    assert publication_of(SOURCES["guide"]) == publication_of(SOURCES["same-guide"])
    other = source("other", "https://docs.aws.amazon.com/general/latest/gr/lambda.html")
    assert len({publication_of(one) for one in (*SOURCES.values(), other)}) == 4


def test_every_limit_price_and_life_cycle_says_what_a_second_source_says(records: Records) -> None:
    """Of the packaged base: one confirms it, another claims otherwise, or the day on which none was found is noted."""
    found = measure_coverage(Knowledge(lambda name, _: records[name]))
    assert found.due > 200
    assert len(found.confirmed) > found.due / 2
