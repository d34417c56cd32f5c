"""Generated items against what somebody saw of them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from knowledge import Knowledge
from knowledge.errors import InputError, KnowledgeError
from quizzes.generated import Generator, Source, Standing, confirmed, faults, load_source, read_seen, standings, write_seen
from quizzes.lint import Made


@pytest.fixture(scope="module")
def now(made: Made) -> list[Standing]:
    """What every item says today."""
    return list(made.now.values())


def test_nothing_changed_unseen(now: list[Standing]) -> None:
    """Every item says what it said when somebody looked; else read it, and run `sizewise quiz check --confirm ITEM`."""
    assert list(faults(now, read_seen())) == []


def test_a_change_is_told(now: list[Standing], tmp_path: Path) -> None:
    """Another answer, option, exam or point, other knowledge, a new item and one that is gone are a sentence each."""
    path = tmp_path / "seen.csv"
    write_seen(confirmed(now, {}), path)
    seen = read_seen(path)
    assert list(faults(now, seen)) == []
    one = next(standing for standing in now if standing.wrong)
    others = [standing for standing in now if standing is not one]
    for changes, told in (
        ({"answer": "Amazon EKS"}, f"the answer was {one.answer}, today: Amazon EKS"),
        ({"wrong": "x"}, f"the wrong options were {one.wrong}, today: x"),
        ({"exams": ""}, f"the exams were {one.exams or 'none'}, today: none"),
        ({"stands_on": "places/eks"}, f"the points were {one.stands_on}, today: places/eks"),
        ({"fingerprint": "x"}, "what it stands on has changed"),
        ({"fault": "nothing fits"}, "nothing fits"),
    ):
        changed = one._replace(**changes)
        assert list(faults([*others, changed], seen)) == ([(one.item, told)] if changed != one else [])
    assert list(faults([*now, one._replace(item="scenario-new-place")], seen)) == [("scenario-new-place", "nobody has looked at it yet")]
    assert list(faults(others, seen)) == [(one.item, "nothing generates it any more")]


def test_what_somebody_looked_at_is_kept(now: list[Standing]) -> None:
    """The named ones alone, or all; what cannot be asked is never seen, and what is gone goes."""
    one, two = now[0]._replace(answer="another"), now[1]._replace(fault="nothing fits")
    seen = {standing.item: standing for standing in now} | {"gone": now[0]._replace(item="gone")}
    assert confirmed([one, two, now[2]], seen, {one.item}) == {one.item: one, now[2].item: now[2]}
    assert confirmed([one, two, now[2]], {}, {one.item}) == {one.item: one}
    assert confirmed([one, two, now[2]], seen) == {one.item: one, now[2].item: now[2]}


def test_a_scenario_without_an_answer_is_a_fault(source: Source, knowledge: Knowledge) -> None:
    """Facts that nothing fits, a story that leaves its key open, and a template whose formula is gone stand there with the reason."""
    open_one = msgspec.structs.replace(source.scenarios["churn-endpoint"], given=())
    scenario = source.scenarios["plant-photos"]
    changed = load_source()
    impossible = msgspec.structs.replace(scenario, facts={**scenario.facts, "latency_p99_ms": 0.01})
    template = msgspec.structs.replace(source.templates["weights-by-precision"], formula="gone")
    changed.__dict__.update(scenarios={scenario.id: impossible, open_one.id: open_one}, templates={template.id: template})
    found = {one.item: one.fault for one in standings(knowledge, changed)}
    assert found["scenario-plant-photos-family"].startswith("the engine has no choice")
    assert found["scenario-churn-endpoint-place"] == "operations = serverless"
    assert found["number-weights-by-precision"].startswith("formula: there is no")


def test_what_is_listed_is_what_is_made(generator: Generator) -> None:
    """Form, task, difficulty, exams and points of every item are known before it is made."""
    for listed in generator.listed.values():
        item = generator.item(listed.id, 5)
        assert item is not None
        for name in ("id", "type", "exams", "task", "difficulty", "stands_on", "confusable"):
            assert getattr(item, name) == getattr(listed, name), (listed.id, name)


def test_what_nobody_has_looked_at_is_not_asked(source: Source, knowledge: Knowledge) -> None:
    """A new scenario waits until somebody confirms it."""
    seen = read_seen()
    name = next(iter(seen))
    assert name not in Generator(knowledge, source, {one: standing for one, standing in seen.items() if one != name}).listed


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
    with pytest.raises(InputError, match=r"seen.csv:1: expected the columns item, answer, wrong, exams, stands_on, fingerprint\."):
        read_seen(tmp_path / "seen.csv")
