"""The workloads span what can be advised, so that what holds for their templates says something of all."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

from knowledge import Knowledge
from knowledge.schema.place import PlaceOption
from knowledge.schema.purchase import PurchaseKind
from tests.engine.handover.template.conftest import Case


def test_sixty_workloads_span_places_processors_and_purchases(cases: list[Case], knowledge: Knowledge) -> None:
    """Every place, every way to pay, every processor that is offered, every option of a place that an advice switches on."""
    assert len(cases) >= 60
    assert {case.plan.place for case in cases} == set(knowledge.places)
    assert {case.plan.purchase for case in cases} == set(get_args(PurchaseKind))
    assert {case.plan.processor for case in cases} >= {"cpu", "gpu", "inferentia", "trainium"}
    assert {option for case in cases for option in case.plan.place_options} == set(get_args(PlaceOption))
    assert {case.plan.scaling.policy for case in cases if case.plan.scaling} == {"target-tracking", "scheduled-scaling", "managed"}
    assert len({case.plan.instance_type for case in cases}) >= 20


def test_no_place_stands_for_most_of_them(cases: list[Case]) -> None:
    """Not even the usual one."""
    counts = Counter(case.plan.place for case in cases)
    assert max(counts.values()) <= len(cases) / 3


def test_the_place_takes_the_type_that_is_written(cases: list[Case], knowledge: Knowledge) -> None:
    """Every instance type in a text is that of the plan, and the job kind of its place accepts it."""
    for case in cases:
        if case.plan.instance_type is None:
            continue
        place, instance = knowledge.places[case.plan.place], knowledge.instances[case.plan.instance_type.removeprefix("ml.")]
        assert place.job_kind is None or (instance.ml is not None and place.job_kind in instance.ml.jobs)
        for template in case.written.values():
            named = re.findall(r"(?:ml\.)?[a-z][a-z0-9-]*\.[a-z0-9-]+", template.text.partition("\n\n")[2].partition("\n# Steps, ")[0])
            assert {name for name in named if name.removeprefix("ml.") in knowledge.instances} == {case.plan.instance_type}, case.facts
