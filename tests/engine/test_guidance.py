"""Rules of thumb: each holds for the mistake it names, and the advice for its example does not make that mistake."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, get_args

from engine.decision.choice import decide
from engine.decision.context import Context, Option, Situation, is_condition_met
from engine.decision.scoring import DERIVED, PLAN
from engine.decision.scoring.guidance import PLAN_FACTS, workload_facts
from engine.intake.from_mapping import from_mapping
from engine.intake.values import value_of
from engine.sizing.estimate_records import BoundBy
from engine.workload import FACT_NAMES, Value
from knowledge import Knowledge, load
from knowledge.schema.accelerator import Precision
from knowledge.schema.condition import Condition, Predicate
from knowledge.schema.decision import ModelKind
from knowledge.schema.family import Category, Status
from knowledge.schema.place import Operations
from knowledge.schema.rule import Rule
from tests.case_tables import for_each

RULES = load().guidance
NAMED: Final[Mapping[str, Collection[object]]] = {
    "situation": get_args(Situation),
    "model_kind": get_args(ModelKind),
    "plan.processor": load().processors,
    "plan.family": load().families,
    "plan.category": get_args(Category),
    "plan.status": get_args(Status),
    "plan.architecture": ("x86_64", "arm64"),
    "plan.accelerator": load().accelerators,
    "plan.precision": get_args(Precision),
    "plan.place": load().places,
    "plan.operations": get_args(Operations),
    "plan.bound_by": get_args(BoundBy),
    "plan.purchase": load().purchases,
    **dict.fromkeys(
        ("plan.linked", "plan.bf16", "plan.native_precision", "plan.efa", "plan.idle_is_billed", "plan.can_stop"), (True, False)
    ),
}
"""Fact of a plan, or one that follows from a workload -> all that it may be; numbers are compared with bounds."""


def _chosen(rule: Rule, knowledge: Knowledge) -> tuple[Context, Option]:
    decision = decide(from_mapping(rule.example.facts, knowledge), knowledge, "today")
    assert decision.best is not None, f"nothing fits {rule.example.facts}"
    return decision.context, decision.best


@for_each("rule", RULES.values())
def test_the_advice_for_a_rules_example_follows_the_rule(rule: Rule, knowledge: Knowledge) -> None:
    """What is chosen is what the rule expects; a warning does not hold for it, a reason does."""
    context, best = _chosen(rule, knowledge)
    for name, values in rule.example.chosen.items():
        assert PLAN_FACTS[name](context, best) in values, name
    known = workload_facts(context)

    def actual(name: str) -> Value | None:
        return PLAN_FACTS[name.removeprefix(PLAN)](context, best) if name.startswith(PLAN) else known(name)

    assert is_condition_met(rule.when, actual) == (rule.effect in ("prefer", "explain"))


@for_each("rule", [rule for rule in RULES.values() if rule.effect in ("avoid", "caution")])
def test_a_warning_holds_for_the_mistake_it_names(rule: Rule, knowledge: Knowledge) -> None:
    """With the facts of the example and of the mistaken plan."""
    context, _ = _chosen(rule, knowledge)
    known = workload_facts(context)

    def mistaken(name: str) -> Value | None:
        return rule.example.mistake.get(name.removeprefix(PLAN)) if name.startswith(PLAN) else known(name)

    assert rule.example.mistake
    assert is_condition_met(rule.when, mistaken)


@for_each("rule", RULES.values())
def test_a_rule_asks_for_facts_that_exist(rule: Rule) -> None:
    """Of the workload, of the plan, or derived; each test gives one comparison."""
    names = {*FACT_NAMES, *DERIVED, *(PLAN + name for name in PLAN_FACTS)}
    tests = (*rule.when.every, *rule.when.some, *rule.when.none)
    assert tests
    for test in tests:
        assert test.fact in names, test.fact
        bounds = (test.equals is not None, bool(test.among), test.at_least is not None or test.at_most is not None)
        assert sum(bounds) == 1, test
    assert {*rule.example.chosen, *rule.example.mistake} <= set(PLAN_FACTS)
    assert rule.weight == 0 or rule.effect in ("avoid", "prefer")


@for_each("rule", RULES.values())
def test_a_rule_asks_for_values_that_the_fact_can_have(rule: Rule, knowledge: Knowledge) -> None:
    """A value that nothing has any more would say that the rule holds more widely than it does."""
    for test in (*rule.when.every, *rule.when.some, *rule.when.none):
        for value in (*test.among, *(() if test.equals is None else (test.equals,))):
            if test.fact in FACT_NAMES:
                assert value_of(test.fact, value, knowledge) == value
            else:
                assert value in NAMED[test.fact], (test.fact, value)


@for_each(
    ("condition", "facts", "expected"),
    [
        (Condition(), {}, True),
        (Condition(every=(Predicate(fact="x", equals=1),)), {"x": 1}, True),
        (Condition(every=(Predicate(fact="x", equals=1),)), {}, False),
        (Condition(every=(Predicate(fact="x", at_least=2, at_most=3),)), {"x": 3}, True),
        (Condition(every=(Predicate(fact="x", at_least=2, at_most=3),)), {"x": 1}, False),
        (Condition(every=(Predicate(fact="x", at_least=2),)), {"x": "many"}, False),
        (Condition(some=(Predicate(fact="x", equals="a"), Predicate(fact="x", among=("b", "c")))), {"x": "c"}, True),
        (Condition(some=(Predicate(fact="x", equals="a"), Predicate(fact="x", among=("b", "c")))), {"x": "d"}, False),
        (Condition(none=(Predicate(fact="x", equals=True),)), {"x": True}, False),
        (Condition(none=(Predicate(fact="x", equals=True),)), {}, True),
        (Condition(every=(Predicate(fact="x", among=("spot",)),)), {"x": ("gpu", "spot")}, True),
    ],
)
def test_a_condition_holds_by_all_any_and_not(condition: Condition, facts: dict[str, Value], expected: bool) -> None:  # noqa: FBT001  # a case
    """An unknown fact fails its test, whichever comparison it is."""
    assert is_condition_met(condition, facts.get) == expected
