"""Drills: every key is what the base states or the engine computes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.compatibility import matrix_row
from engine.decision.choice import decide
from engine.diagnosis import diagnose_text
from engine.workload import Workload
from knowledge import Knowledge
from quizzes.drills import DRILL_KINDS, DrillGenerator, DrillKind, FigureChoice, ListedDrill
from quizzes.drills.bill_drills import MIN_AHEAD, draw_bill
from quizzes.exact_grading import grade_item
from quizzes.generated import ItemGenerator, load_source
from quizzes.generated.option_contest import chosen_part
from quizzes.generated.scenario_items import option_text
from quizzes.item import Choice, Item, Typed
from quizzes.item_dependencies import find_dangling_references
from tests.depth import rounds

QUOTED = re.compile(r'"(.*)"', re.DOTALL)


@pytest.fixture(scope="module")
def scenarios(knowledge: Knowledge, warm: Path) -> ItemGenerator:
    """What makes scenarios."""
    return ItemGenerator(knowledge, load_source(cache=warm))


@pytest.fixture(scope="module")
def drills(knowledge: Knowledge, scenarios: ItemGenerator) -> DrillGenerator:
    """What makes drills."""
    return DrillGenerator(knowledge, scenarios)


def made(drills: DrillGenerator, kind: DrillKind, every: int, seeds: tuple[int, ...] = (0, 3)) -> list[tuple[ListedDrill, int, Choice]]:
    """Every so many-th drill with a key of a kind, for some seeds."""
    listed = [one for one in drills.listed_by_id.values() if one.kind == kind][:: rounds(every, 1)]
    found = ((one, seed, drills.make_drill(one.id, seed)) for one in listed for seed in seeds)
    return [(one, seed, item) for one, seed, item in found if isinstance(item, Choice)]


def right_text(item: Choice) -> str:
    """The option that is right."""
    (right,) = [option.text for option in item.options if option.right]
    return right


@pytest.mark.parametrize("kind", DRILL_KINDS)
def test_a_drill_is_a_sound_item_and_the_same_for_the_same_seed(drills: DrillGenerator, knowledge: Knowledge, kind: DrillKind) -> None:
    """One right option of four that differ, a reason for each, entries and sources that exist; its letters grade."""
    several = [one for one in drills.listed_by_id.values() if one.kind == kind][:: rounds(9, 1)]
    found = [drills.make_drill(one.id, 1) for one in several]
    items: list[Item] = [item for item in found if item is not None]
    assert items
    for item in items:
        assert list(find_dangling_references(item, knowledge)) == [], item.id
        assert item == drills.make_drill(item.id, 1)
        assert item.is_beyond_exams
        if isinstance(item, Choice):
            assert len({option.text for option in item.options}) == 4, item.id
            assert all(option.why for option in item.options), item.id
            assert grade_item(item, right_text(item)).verdict == "correct"


def test_a_term_and_its_meaning_belong_together_both_ways(drills: DrillGenerator, knowledge: Knowledge) -> None:
    """The key is the base's own summary; no other option describes the term, and no summary gives its name away."""
    for one, _, item in made(drills, "glossary", 12):
        term = knowledge.glossary[one.origin]
        asks_meaning = one.id.startswith("drill-meaning-")
        assert right_text(item) == (term.summary if asks_meaning else term.name)
        assert (term.name if asks_meaning else term.summary) in item.stem
        assert term.name.lower() not in term.summary.lower(), one.id
        texts = {text: identity for identity, other in knowledge.glossary.items() for text in (other.summary, other.name)}
        assert all(texts[option.text] != one.origin for option in item.options if not option.right)


def test_what_is_tried_first_is_what_the_engine_tells(drills: DrillGenerator, knowledge: Knowledge) -> None:
    """Of the words in the stem it makes that symptom, and of no other option is it the remedy."""
    for one, _, item in made(drills, "symptoms", 9, (0,)):
        quoted = QUOTED.search(item.stem)
        assert quoted is not None
        (found,) = diagnose_text(quoted[1], "", Workload(), knowledge)
        assert found.symptom == one.origin
        assert right_text(item) in found.remedy


def test_a_device_runs_software_if_the_engine_says_so(drills: DrillGenerator, knowledge: Knowledge) -> None:
    """The right one does what is asked and no other option does; nothing rests on what is unknown."""
    for one, _, item in made(drills, "compatibility", 14):
        names = {
            knowledge.accelerators[cell.accelerator].name: cell.outcome for cell in matrix_row(knowledge.software[one.origin], knowledge)
        }
        wanted, other = ("passes", "fails") if one.id.startswith("drill-runs-") else ("fails", "passes")
        for option in item.options:
            assert names[option.text] == (wanted if option.right else other), (one.id, option.text)


def test_the_change_that_saves_most_is_right_by_a_margin(drills: DrillGenerator, knowledge: Knowledge) -> None:
    """Computed anew from the lines of the bill, which stand in its drawing."""
    for one, seed, item in made(drills, "bills", 1, tuple(range(12))):
        lines = draw_bill(one, seed, knowledge)
        assert lines is not None
        assert isinstance(item, FigureChoice)
        saved = {}
        for line in lines:
            instance = knowledge.instances[line.instance]
            assert instance.ml is not None
            assert instance.ml.price is not None
            paid = line.machines * instance.ml.price.usd_per_hour * 730
            assert paid == pytest.approx(line.usd_per_month, rel=1e-3)
            share = {"plan": line.figure / 100, "idle": 1 - line.figure / line.machines}.get(line.change, 1 - line.figure / 24)
            saved[line.change] = paid * share
            assert any(f"{line.machines} × ml.{line.instance}" in row for row in item.figure)
        first, second, *_ = sorted(saved.values(), reverse=True)
        assert saved[one.origin] == first
        assert first >= MIN_AHEAD * second * 0.999
        assert all(len(row) <= 76 for row in item.figure)


def test_the_change_worth_making_is_the_choice_of_the_engine(
    drills: DrillGenerator, scenarios: ItemGenerator, knowledge: Knowledge
) -> None:
    """And one option stays with what costs more."""
    several = made(drills, "changes", 16, (0,))
    assert several
    for one, _, item in several:
        aspect = scenarios.listed_by_id[one.origin].aspect
        workload = scenarios.workload_of(one.origin)
        assert aspect is not None
        assert workload is not None
        winner = chosen_part(decide(workload, knowledge), aspect)
        assert winner is not None
        assert right_text(item).endswith(option_text(winner, aspect, knowledge))
        assert sum(option.text.startswith("None: stay") for option in item.options) == 1
        assert not right_text(item).startswith("None")


def test_an_explanation_is_marked_and_completed_by_the_words_of_the_base(drills: DrillGenerator, knowledge: Knowledge) -> None:
    """Its model answer is the summary of the term."""
    item = drills.make_drill("drill-explain-cache-kv", 0)
    assert isinstance(item, Typed)
    assert item.references == (knowledge.glossary["cache-kv"].summary,)
