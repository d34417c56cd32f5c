"""Whatever can be advised is advised to somebody: each place, purchase, processor, family, option and way to scale has its workload."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import engine.decision.explanation.scaling
from engine.advice import Plan, Rejection
from engine.decision.explanation import why_not
from knowledge import Knowledge
from knowledge.safe_yaml import read_mapping
from knowledge.schema.family import Family
from knowledge.schema.place import PlaceOption
from knowledge.schema.purchase import PurchaseKind
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.engine.workloads import Facts, advise_on, decide_on

TABLE: dict[str, dict[str, Any]] = read_mapping((Path(__file__).parent / "reachable.yaml").read_bytes(), "reachable.yaml")


def _what(plan: Plan) -> dict[str, set[str | None]]:
    """Section of the table -> what a plan stands for there."""
    return {
        "places": {plan.place},
        "purchases": {plan.purchase},
        "processors": {plan.processor},
        "options": set(plan.place_options),
        "scaling": {f"{plan.scaling.policy} / {plan.scaling.metric}"} if plan.scaling is not None else set(),
        "families": {plan.family},
        "exam_families": {plan.family},
    }


def _rows(*sections: str) -> Iterator[Any]:
    for section in sections:
        for name, row in TABLE[section].items():
            lens: Lens = "exam" if section.startswith("exam") else row.get("lens", "today")
            yield section, name, row, lens


def _chosen(knowledge: Knowledge, facts: Facts, lens: Lens) -> Plan:
    advice = advise_on(knowledge, facts, lens)
    assert advice.choice is not None, advice.relax
    return advice.choice


@for_each(
    ("section", "name", "row", "lens"),
    list(_rows("places", "purchases", "processors", "options", "scaling", "families", "exam_families")),
)
def test_it_is_the_choice_of_its_workload(knowledge: Knowledge, section: str, name: str, row: dict[str, Any], lens: Lens) -> None:
    """The facts beside a name lead to it."""
    assert name in _what(_chosen(knowledge, row["facts"], lens))[section]


@for_each(("section", "name", "row", "lens"), list(_rows("on_request")))
def test_what_nobody_would_choose_can_be_required(knowledge: Knowledge, section: str, name: str, row: dict[str, Any], lens: Lens) -> None:
    """A family that others outdo is the choice where it is required, and only there; the table says why."""
    assert section == "on_request"
    assert row["why"]
    assert _chosen(knowledge, row["facts"] | {"require": [name]}, lens).family == name
    assert _chosen(knowledge, row["facts"], lens).family != name


@for_each(("section", "name", "row", "lens"), list(_rows("closed", "exam_closed")))
def test_what_cannot_be_chosen_says_why(knowledge: Knowledge, section: str, name: str, row: dict[str, Any], lens: Lens) -> None:
    """What is closed stays so where it is required, by the limit of the table; where that changes, it needs a workload."""
    assert section.endswith("closed")
    assert row["why"]
    decision = decide_on(knowledge, row["facts"] | {"require": [name]}, lens)
    told = why_not(decision, name)
    assert decision.best is None
    assert isinstance(told, Rejection)
    assert told.limit == row["limit"]


def _ours(knowledge: Knowledge, family: Family) -> bool:
    """Whether a family is one for machine learning: with an accelerator, or a name at SageMaker. Variants are reached by name alone."""
    types = (instance for instance in knowledge.instances.values() if instance.family == family.id)
    named = any(instance.ml is not None and instance.ml.jobs for instance in types)
    return family.variant_of is None and (family.processor not in ("cpu", "other") or named)


def _ways_to_scale() -> set[str]:
    """Policies and metrics that stand in the code."""
    tree = ast.parse(Path(engine.decision.explanation.scaling.__file__).read_text(encoding="utf-8"))
    values = [one.value for one in ast.walk(tree) if isinstance(one, ast.keyword) and one.arg in ("policy", "metric")]
    values += [one.value for one in ast.walk(tree) if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "metric"]
    chosen = [end for value in values for end in ((value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,))]
    return {str(end.value) for end in chosen if isinstance(end, ast.Constant)}


def test_nothing_is_forgotten(knowledge: Knowledge) -> None:
    """The table holds every place, purchase, processor, option and way to scale, and every family that is current or expected."""
    closed, exam_closed = set(TABLE["closed"]), set(TABLE["exam_closed"])
    families = knowledge.families.values()
    current = {family.id for family in families if family.status.value == "current" and _ours(knowledge, family)}
    expected = {family.id for family in families if family.exam_standing.value_for("exam") == "expected"}
    assert set(TABLE["places"]) == set(knowledge.places)
    assert set(TABLE["purchases"]) == set(get_args(PurchaseKind))
    assert set(TABLE["processors"]) | (closed & set(knowledge.processors)) == set(knowledge.processors)
    assert set(TABLE["options"]) == set(get_args(PlaceOption))
    assert {part for name in TABLE["scaling"] for part in name.split(" / ")} == _ways_to_scale()
    assert set(TABLE["families"]) | set(TABLE["on_request"]) | (closed - set(knowledge.processors)) == current
    assert set(TABLE["exam_families"]) | exam_closed == expected
