"""How old facts are, and which are due for review on a day that is given."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest

from knowledge.base import Knowledge
from knowledge.base_checks import review_lines
from knowledge.freshness import describe_age, find_parts, is_due, measure_freshness
from knowledge.loader import Records
from knowledge.schema.record import Fact
from knowledge.schema.review import Review

TODAY = dt.date(2026, 6, 1)
OLD, RECENT = dt.date(2025, 5, 1), dt.date(2026, 5, 1)


def fact(as_of: dt.date, **more: Any) -> Fact[float]:  # noqa: ANN401  # any field of a fact
    """A fact of that day."""
    return Fact(value=1.0, unit="MB", as_of=as_of, sources=("aws-lambda-quotas",), **more)


def base_of(**sections: Any) -> Knowledge:  # noqa: ANN401  # records by kind
    """A base of these sections."""
    return Knowledge(lambda name, _: sections[name])


@pytest.fixture
def small(records: Records) -> Knowledge:
    """Two places: one with an old and a recent limit, one with a recent limit; and three reviews."""
    place = records["places"]["lambda"]
    places = {
        "old": msgspec.structs.replace(place, id="old", limits={"payload_mb": fact(OLD), "image_gb": fact(RECENT)}),
        "new": msgspec.structs.replace(place, id="new", limits={"payload_mb": fact(RECENT)}),
    }
    reviews = {
        "limits": Review(id="limits", name="limits", why="They change.", months=12, covers=("places.limits",)),
        "places": Review(id="places", name="places", why="They stay.", covers=("places",)),
        "nothing": Review(id="nothing", name="nothing", why="None.", months=1, covers=("places.host_drivers.driver",)),
    }
    return base_of(places=places, reviews=reviews, sources=records["sources"])


def test_a_fact_is_due_after_the_months_of_its_review(small: Knowledge) -> None:
    """By file; what covers nothing is left out."""
    limits, places = measure_freshness(small, TODAY)
    assert (limits.subject, limits.facts, limits.oldest, limits.newest) == ("limits", 3, OLD, RECENT)
    assert limits.due == {"places/old.yaml": 1}
    assert describe_age(limits) == "3, of 2025-05-01 to 2026-05-01; 1 due for review"
    assert (places.subject, places.due) == ("places", {})
    assert "due" not in describe_age(places)


def test_what_does_not_change_is_never_due() -> None:
    """And nothing is due before its day."""
    assert not is_due(OLD, None, dt.date(2999, 1, 1))
    assert not is_due(OLD, 12, dt.date(2026, 5, 1))
    assert is_due(OLD, 12, dt.date(2026, 5, 2))


def test_a_search_for_a_second_source_is_a_review(small: Knowledge) -> None:
    """Whether it found one or not: the later day counts."""
    place = small.places["old"]
    for later in ({"second_source_sought": RECENT}, {"confirmed_by": ("aws-botocore-models",)}):
        changed = msgspec.structs.replace(place, limits={"payload_mb": fact(OLD, **later)})
        assert measure_freshness(base_of(places={"old": changed}, reviews=small.reviews, sources=small.sources), TODAY)[0].due == {}, later


def test_an_article_confirms_the_day_it_was_written_and_no_later_one(small: Knowledge) -> None:
    """However late it is read: a price list of last year tells nothing of this one."""
    source = small.sources["aws-botocore-models"]
    for published, due in ((OLD, {"places/old.yaml": 1}), (RECENT, {}), (None, {})):
        written = msgspec.structs.replace(source, read=RECENT, published=published)
        place = msgspec.structs.replace(small.places["old"], limits={"payload_mb": fact(OLD, confirmed_by=("aws-botocore-models",))})
        base = base_of(places={"old": place}, reviews=small.reviews, sources={**small.sources, "aws-botocore-models": written})
        assert measure_freshness(base, TODAY)[0].due == due, published


def test_prices_of_retired_types_and_of_hosted_models(knowledge: Knowledge) -> None:
    """No list has the first any more, so they are never due; the second change at any time, so each of them has its day."""
    retired = {name for name, one in knowledge.instances.items() if one.status == "retired" and one.ml is not None and one.ml.price}
    assert retired
    covered = {id(part.record) for path in knowledge.reviews["instance-prices"].covers for part in find_parts(knowledge, path)}
    assert not any(id(knowledge.instances[name].ml.price) in covered for name in retired)  # type: ignore[union-attr]  # they have one
    hosted = {id(part.record) for path in knowledge.reviews["hosted-models"].covers for part in find_parts(knowledge, path)}
    for model in knowledge.hosted_models.values():
        if model.bedrock is not None and model.bedrock.is_priced:
            assert {id(price) for price in model.bedrock.price_facts} <= hosted, model.id


def test_parts_are_found_along_a_path_with_their_file_and_field(small: Knowledge) -> None:
    """Through mappings and lists; a kind alone gives its entries."""
    assert [(part.file, part.field) for part in find_parts(small, "places.limits")] == [
        ("places/old.yaml", "limits.payload_mb"),
        ("places/old.yaml", "limits.image_gb"),
        ("places/new.yaml", "limits.payload_mb"),
    ]
    assert [(part.file, part.field) for part in find_parts(small, "places")] == [("places/old.yaml", ""), ("places/new.yaml", "")]


def test_the_check_of_the_base_lists_what_is_due_with_its_file(small: Knowledge) -> None:
    """A line for each review, and below it the files."""
    lines = list(review_lines(small, TODAY))
    assert any(line.startswith("limits ") and line.endswith("1 due") for line in lines)
    assert "  places/old.yaml: 1" in lines
    assert not any("new.yaml" in line for line in lines)


def test_every_review_of_the_packaged_base_leads_to_facts(records: Records) -> None:
    """A path that leads nowhere is a slip of the pen."""
    knowledge = Knowledge(lambda name, _: records[name])
    for review in records["reviews"].values():
        for path in (*review.covers, *review.second_source):
            if path.partition(".")[0] not in ("instances", "stamp"):
                assert next(find_parts(knowledge, path), None) is not None, (review.id, path)
