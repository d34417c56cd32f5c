"""Generated items against what somebody saw of them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from knowledge import Knowledge
from knowledge.errors import InputError, KnowledgeError
from quizzes.generated import Source, Standing, faults, generated, load_source, read_seen, standings, write_seen


@pytest.fixture(scope="module")
def now(knowledge: Knowledge, source: Source) -> list[Standing]:
    """What every item says today."""
    return list(standings(knowledge, source))


def test_nothing_changed_unseen(now: list[Standing]) -> None:
    """Every item says what it said when somebody looked; else read it, and run `python -m quizzes.generated --confirm`."""
    assert list(faults(now, read_seen())) == []


def test_a_change_is_told(now: list[Standing], tmp_path: Path) -> None:
    """Another answer, another option, other knowledge, a new item and one that is gone are a line each."""
    path = tmp_path / "seen.csv"
    write_seen(now, path)
    seen = read_seen(path)
    assert list(faults(now, seen)) == []
    one = next(standing for standing in now if standing.wrong)
    other = [standing for standing in now if standing is not one]
    assert list(faults([*other, one._replace(answer="Amazon EKS")], seen)) == [
        f"{one.item}: the answer was {one.answer}, and is Amazon EKS today."
    ]
    assert "wrong options" in next(faults([*other, one._replace(wrong="x")], seen))
    assert list(faults([*other, one._replace(fingerprint="x")], seen)) == [f"{one.item}: what it stands on has changed."]
    assert list(faults([*other, one._replace(fault="nothing fits")], seen)) == [f"{one.item}: nothing fits."]
    assert list(faults([*now, one._replace(item="scenario-new-place")], seen)) == ["scenario-new-place: nobody has looked at it yet."]
    assert list(faults(other, seen)) == [f"{one.item}: nothing generates it any more."]


def test_a_scenario_without_an_answer_is_a_fault(source: Source, knowledge: Knowledge) -> None:
    """Facts that nothing fits, and a template whose formula is gone, stand there with the reason."""
    scenario = source.scenarios["plant-photos"]
    changed = load_source()
    impossible = msgspec.structs.replace(scenario, facts={**scenario.facts, "latency_p99_ms": 0.01})
    template = msgspec.structs.replace(source.templates["weights-by-precision"], formula="gone")
    changed.__dict__.update(scenarios={scenario.id: impossible}, templates={template.id: template})
    found = {one.item: one.fault for one in standings(knowledge, changed)}
    assert found["scenario-plant-photos-family"].startswith("the engine has no choice")
    assert found["number-weights-by-precision"].startswith("formula: there is no")


def test_items_come_by_task(source: Source, knowledge: Knowledge) -> None:
    """Tasks in their order, each with its items; only those that are named, where some are."""
    by_task = generated(knowledge, source, 5, kinds=("numbers",))
    assert list(by_task) == sorted(by_task)
    assert all(item.task == task for task, items in by_task.items() for item in items)
    assert sum(map(len, by_task.values())) == 2 * len(source.templates)
    assert list(generated(knowledge, source, 5, kinds=("numbers",), tasks=("4.2",))) == ["4.2"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("scenarioz: {}", "scenarios/own.yaml:1: scenarioz: no such field. Did you mean scenarios?"),
        ("scenarios:\n  a-b: {text: A., facts: {}, ask: {place: P.}, difficulty: 9}", "scenarios/own.yaml:2: scenarios.a-b.difficulty:"),
        ("scenarios:\n  A: {}", "scenarios/own.yaml:2: scenarios.A: give a mapping under an id of its own"),
        (
            "givens:\n  one: {text: x, facts: {}}\nscenarios:\n  a: {text: A., facts: {}, given: [onee], ask: {place: P.}, difficulty: 1}",
            "scenarios: a: given: there is no onee. Did you mean one?",
        ),
    ],
)
def test_a_mistake_is_one_line(text: str, told: str, tmp_path: Path) -> None:
    """A file that cannot be read as meant is told with file, line, field and the nearest name."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(KnowledgeError) as error:
        load_source(data=tmp_path, cache=tmp_path).scenarios  # noqa: B018  # reading is what is tested
    assert str(error.value).startswith(told)


def test_a_broken_list_of_what_was_seen_is_told(tmp_path: Path) -> None:
    """A file with other columns is refused with its line."""
    (tmp_path / "seen.csv").write_text("item,answer\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"seen.csv:1: expected the columns item, answer, wrong, fingerprint\."):
        read_seen(tmp_path / "seen.csv")
