"""Scenario items: the key is the engine's choice, and every other option is surely worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TypeAlias

import msgspec
import pytest

from engine.advice import Plan
from engine.decision.choice import Decision
from engine.decision.context import Option
from engine.pipeline import advise
from knowledge import Knowledge
from quizzes.bank import packaged_data
from quizzes.bank_files import read_blueprints
from quizzes.generated import ItemGenerator, ItemSource, read_confirmed
from quizzes.generated.confirmed_answers import find_doubts
from quizzes.generated.option_contest import SURELY_DEARER, OptionContest
from quizzes.generated.scenario import Aspect
from quizzes.generated.scenario_items import DecidedScenario, aspect_item, option_text
from quizzes.generated.source_files import read_files
from quizzes.item import Choice
from quizzes.lint import check_items
from tests.case_tables import for_each
from tests.depth import LONG, rounds

_FILES = sorted((packaged_data() / "scenarios").glob("*.yaml"))
_SCENARIOS = read_files(_FILES)["scenarios"]
NAMES = sorted(_SCENARIOS)[:: rounds(6, 1)]
"""Scenarios that are decided; all of them in a long run, and in `sizewise quiz check`."""
CASES = [(name, aspect) for name in NAMES for aspect in _SCENARIOS[name].ask]
only_in_long_runs = pytest.mark.skipif(not LONG, reason="it decides every scenario")
Items: TypeAlias = dict[tuple[str, Aspect], Choice | None]


@pytest.fixture(scope="module")
def items(stages: dict[str, DecidedScenario]) -> Items:
    """Their items, made once."""
    return {(name, aspect): aspect_item(stages[name], aspect) for name, aspect in CASES}


@pytest.fixture(scope="module")
def tasks() -> Collection[str]:
    """What the exam asks for."""
    return read_blueprints(packaged_data() / "blueprints")["mla-c01"].tasks


@pytest.fixture(scope="module")
def chosen(stages: dict[str, DecidedScenario], knowledge: Knowledge) -> dict[str, Plan | None]:
    """What `advise` chooses for each scenario."""
    return {name: advise(stage.workload, knowledge, explain="choice").choice for name, stage in stages.items()}


def _part(plan: Plan, aspect: Aspect) -> str | None:
    parts = {"place": plan.place, "processor": plan.processor, "family": plan.family, "purchase": plan.purchase}
    return parts[aspect]


def _ids(aspect: Aspect, texts: list[str], knowledge: Knowledge) -> list[str]:
    kinds = {"place": knowledge.places, "processor": knowledge.processors, "family": knowledge.families, "purchase": knowledge.purchases}
    names = {option_text(name, aspect, knowledge): name for name in kinds[aspect]}
    return [names[text] for text in texts]


def _has(option: Option, aspect: Aspect, name: str) -> bool:
    family = option.instance.family if option.instance is not None else None
    return name == {"place": option.place.id, "processor": option.processor, "family": family}[aspect]


def _costs(decision: Decision, aspect: Aspect, name: str) -> Iterator[float]:
    """Cost of each plan with that part that keeps all limits."""
    for option in decision.ranked_options:
        if _has(option, aspect, name):
            yield option.usd_per_run if option.usd_per_run is not None else option.usd_per_month


@for_each(("name", "aspect"), CASES)
def test_the_key_is_the_choice(name: str, aspect: Aspect, items: Items, chosen: dict[str, Plan | None], knowledge: Knowledge) -> None:
    """The right option is what `advise` chooses for the workload, and the only one marked right."""
    item, choice = items[name, aspect], chosen[name]
    assert item is not None
    assert choice is not None
    right = [option.text for option in item.options if option.right]
    assert _ids(aspect, right, knowledge) == [_part(choice, aspect)]


@for_each(("name", "aspect"), [case for case in CASES if case[1] != "purchase"])
def test_every_other_option_is_stopped_or_dearer(
    name: str, aspect: Aspect, items: Items, stages: dict[str, DecidedScenario], knowledge: Knowledge
) -> None:
    """No plan with a wrong option keeps all limits, or the cheapest one costs more than the choice by the margin."""
    item, decision = items[name, aspect], stages[name].decision
    assert item is not None
    assert decision.best is not None
    best = decision.best.usd_per_run if decision.best.usd_per_run is not None else decision.best.usd_per_month
    for wrong in _ids(aspect, [option.text for option in item.options if not option.right], knowledge):
        costs = list(_costs(decision, aspect, wrong))
        assert not costs or min(costs) >= SURELY_DEARER * best


@for_each(("name", "aspect"), [case for case in CASES if case[1] == "purchase"])
def test_every_other_way_to_pay_is_dearer_or_not_open(
    name: str, aspect: Aspect, items: Items, chosen: dict[str, Plan | None], knowledge: Knowledge
) -> None:
    """A wrong way to pay saves less than the advised one, is not sold for the plan, or asks for what the scenario does not state."""
    item, choice = items[name, aspect], chosen[name]
    assert item is not None
    assert choice is not None
    saving = {one.kind: one.saving for one in choice.purchases}
    paid = next((one.saving for one in choice.purchases if one.advised), 0.0)
    for wrong in _ids(aspect, [option.text for option in item.options if not option.right], knowledge):
        if wrong == "on-demand":
            assert paid >= 0.2
        else:
            assert wrong not in saving or knowledge.purchases[wrong].needs


@for_each(("name", "aspect"), CASES)
def test_no_other_option_can_be_defended(name: str, aspect: Aspect, stages: dict[str, DecidedScenario]) -> None:
    """Whatever is answered to an open question, no wrong option becomes the right one."""
    assert list(find_doubts(stages[name], aspect)) == []


def test_what_is_left_open_is_a_doubt(source: ItemSource, knowledge: Knowledge) -> None:
    """A scenario without its circumstances is one that somebody could answer otherwise, and the doubt names the fact."""
    bare = msgspec.structs.replace(source.scenarios["churn-endpoint"], given=())
    assert list(find_doubts(DecidedScenario(bare, source.givens, knowledge), "place")) == ["operations = serverless"]


def test_a_choice_near_its_target_is_a_doubt(source: ItemSource, knowledge: Knowledge) -> None:
    """Where the estimate of the choice lies within a quarter of the target, the item says so."""
    scenario = source.scenarios["contract-digests"]
    near = msgspec.structs.replace(scenario, facts={**scenario.facts, "latency_p99_ms": 600_000, "priority": "cost"})
    assert any("which an estimate may miss" in line for line in find_doubts(DecidedScenario(near, source.givens, knowledge), "place"))


def test_what_costs_about_the_same_is_no_wrong_option(source: ItemSource, knowledge: Knowledge) -> None:
    """A family whose plan keeps all limits at less than the margin above the choice is never told as losing."""
    contest = OptionContest(DecidedScenario(source.scenarios["fraud-trees"], source.givens, knowledge).decision, "family")
    ranked = contest.decision.ranked_options
    least = ranked[0].usd_per_run or 0.0
    near = {option.instance.family for option in ranked if option.instance is not None and (option.usd_per_run or 0.0) < 1.4 * least}
    assert len(near) > 1
    assert all(contest.find_loss(name) is None for name in near)


def test_what_the_base_does_not_know_is_no_wrong_option(source: ItemSource, knowledge: Knowledge) -> None:
    """A place without a known price of the model may sell it all the same, so nobody is told that it surely loses."""
    contest = OptionContest(DecidedScenario(source.scenarios["hourly-thumbnails"], source.givens, knowledge).decision, "place")
    assert contest.winner != "bedrock"
    assert contest.find_loss("bedrock") is None


def test_the_exam_agrees_where_it_is_said_to(items: Items, stages: dict[str, DecidedScenario], knowledge: Knowledge) -> None:
    """An item marked for the exam has no wrong option that comes before the key by what the exam's material knows."""
    marked = 0
    for name, aspect in CASES:
        item = items[name, aspect]
        if item is None or not item.exams or aspect == "purchase":
            continue
        marked += 1
        decision = stages[name].decide_under("exam")
        right, *wrong = _ids(aspect, sorted((one.text for one in item.options), key=lambda text: not _is_right(item, text)), knowledge)
        first = next(name for option in decision.ranked_options for name in (right, *wrong) if _has(option, aspect, name))
        assert first == right
    assert marked > (50 if LONG else 8)


def _is_right(item: Choice, text: str) -> bool:
    return next(option.right for option in item.options if option.text == text)


@for_each(("name", "aspect"), CASES)
def test_an_item_is_whole(name: str, aspect: Aspect, items: Items, tasks: Collection[str], knowledge: Knowledge) -> None:
    """Four options that differ, a reason each, a stem without placeholders that shows its cues, entries and sources that exist."""
    item = items[name, aspect]
    assert item is not None
    assert len({option.text for option in item.options}) == 4
    assert sum(option.right for option in item.options) == 1
    assert all(option.why.endswith(".") and "$name" not in option.why for option in item.options)
    assert "$" not in item.stem
    assert item.stem.endswith("?")
    assert all(cue.lower() in item.stem.lower() for cue in item.cues)
    assert set(item.sources) <= set(knowledge.sources)
    assert item.task in tasks


def test_scenarios_cover_the_field(source: ItemSource) -> None:
    """At least 40 workloads; confirmed keys of ten places, three processors, four ways to pay and eight families, Trainium among them."""
    keys: dict[str, set[str]] = {"place": set(), "processor": set(), "family": set(), "purchase": set()}
    for answer in read_confirmed().values():
        keys.get(answer.item.rpartition("-")[2], set()).add(answer.answer)
    assert len(source.scenarios) >= 40
    assert len(keys["place"]) >= 10
    assert keys["processor"] == {"CPU", "GPU", "AWS Inferentia"}
    assert any(family.startswith("Trn1 ") for family in keys["family"])
    assert len(keys["purchase"]) >= 4
    assert len(keys["family"]) >= 8


def test_the_bank_would_take_them(items: Items, generator: ItemGenerator) -> None:
    """What is checked of written items finds no fault in generated ones, but that those of one scenario are alike and none has a rubric."""
    numbers = generator.make_items(generator.ids_of_kind("numbers"), 7)
    every = [*numbers, *(item for item in items.values() if item is not None)]
    report = check_items(every, read_blueprints(packaged_data() / "blueprints"))
    ours = {item.id for item in every}
    own = [fault for fault in report.faults if fault.item in ours and fault.field != "rubric"]
    assert [fault.line for fault in own if "asks nearly the same as" not in fault.text] == []
    twins = [(fault.item, fault.text.split()[5]) for fault in own if "asks nearly the same as" in fault.text]
    assert all(one.rpartition("-")[0] in (other.rpartition("-")[0], other) for one, other in twins)


@only_in_long_runs
def test_neither_position_nor_length_gives_the_key_away(items: Items) -> None:
    """The key stands in each place about equally often; who always takes the longest or the shortest option fares little above chance."""
    every = [item for item in items.values() if item is not None]
    places = Counter(next(at for at, one in enumerate(item.options) if one.right) for item in every)
    assert all(0.15 <= places[at] / places.total() <= 0.35 for at in range(4))
    for pick in (max, min):
        right = sum(pick(item.options, key=lambda one: len(one.text)).right for item in every)
        assert right / len(every) <= 0.40


def test_ids_are_made_without_the_engine(generator: ItemGenerator) -> None:
    """Each scenario has an id per question and one for its plan, and each id makes an item of that id."""
    ids = generator.ids_of_kind("scenarios")
    assert len(ids) == len(set(ids))
    assert [item.id for item in generator.make_items(ids[:4], 3)] == list(ids[:4])
