"""Generated items against what somebody saw of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from knowledge import Knowledge
from knowledge.errors import InputError, KnowledgeError
from quizzes.generated import (
    GeneratedAnswer,
    ItemGenerator,
    ItemSource,
    confirm_answers,
    current_answers,
    find_changes,
    load_source,
    read_confirmed,
    write_confirmed,
)
from tests.case_tables import read_table
from tests.depth import rounds

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("confirmed_answers_cases.yaml"))


@pytest.fixture(scope="module")
def now(knowledge: Knowledge, sample: ItemSource) -> list[GeneratedAnswer]:
    """What the items of the sample say today."""
    return list(current_answers(knowledge, sample))


def test_nothing_changed_unseen(now: list[GeneratedAnswer]) -> None:
    """Every item says what it said when somebody looked; else read it, and run `sizewise quiz check --confirm ITEM`."""
    names = {one.item for one in now}
    assert list(find_changes(now, {name: one for name, one in read_confirmed().items() if name in names})) == []


def test_a_change_is_told(now: list[GeneratedAnswer], tmp_path: Path) -> None:
    """Another answer, option, exam or point, other knowledge, a new item and one that is gone are a sentence each."""
    path = tmp_path / "seen.csv"
    write_confirmed(confirm_answers(now, {}), path)
    seen = read_confirmed(path)
    assert list(find_changes(now, seen)) == []
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
        assert list(find_changes([*others, changed], seen)) == ([(one.item, told)] if changed != one else [])
    assert list(find_changes([*now, one._replace(item="scenario-new-place")], seen)) == [
        ("scenario-new-place", "nobody has looked at it yet")
    ]
    assert list(find_changes(others, seen)) == [(one.item, "nothing generates it any more")]


def test_what_somebody_looked_at_is_kept(now: list[GeneratedAnswer]) -> None:
    """The named ones alone, or all; what cannot be asked is never seen, and what is gone goes."""
    one, two = now[0]._replace(answer="another"), now[1]._replace(fault="nothing fits")
    seen = {standing.item: standing for standing in now} | {"gone": now[0]._replace(item="gone")}
    assert confirm_answers([one, two, now[2]], seen, {one.item}) == {one.item: one, now[2].item: now[2]}
    assert confirm_answers([one, two, now[2]], {}, {one.item}) == {one.item: one}
    assert confirm_answers([one, two, now[2]], seen) == {one.item: one, now[2].item: now[2]}


def test_a_scenario_without_an_answer_is_a_fault(source: ItemSource, knowledge: Knowledge) -> None:
    """Facts that nothing fits, a story that leaves its key open, and a template whose formula is gone stand there with the reason."""
    open_one = msgspec.structs.replace(source.scenarios["churn-endpoint"], given=())
    scenario = source.scenarios["plant-photos"]
    changed = load_source()
    impossible = msgspec.structs.replace(scenario, facts={**scenario.facts, "latency_p99_ms": 0.01})
    template = msgspec.structs.replace(source.templates["weights-by-precision"], formula="gone")
    changed.__dict__.update(scenarios={scenario.id: impossible, open_one.id: open_one}, templates={template.id: template})
    found = {one.item: one.fault for one in current_answers(knowledge, changed)}
    assert found["scenario-plant-photos-family"].startswith("the engine has no choice")
    assert found["scenario-churn-endpoint-place"] == "operations = serverless"
    assert found["number-weights-by-precision"].startswith("formula: there is no")


def test_what_is_listed_is_what_is_made(generator: ItemGenerator) -> None:
    """Form, task, difficulty, exams and points of every item are known before it is made."""
    for listed in list(generator.listed_by_id.values())[:: rounds(8, 1)]:
        item = generator.make_item(listed.id, 5)
        assert item is not None
        for name in ("id", "type", "exams", "task", "difficulty", "stands_on", "confusable"):
            assert getattr(item, name) == getattr(listed, name), (listed.id, name)


def test_what_nobody_has_looked_at_is_not_asked(source: ItemSource, knowledge: Knowledge) -> None:
    """A new scenario waits until somebody confirms it."""
    seen = read_confirmed()
    name = next(iter(seen))
    assert name not in ItemGenerator(knowledge, source, {one: standing for one, standing in seen.items() if one != name}).listed_by_id


@pytest.mark.parametrize(
    ("text", "told"),
    CASES["a_mistake_is_one_line"],
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
        read_confirmed(tmp_path / "seen.csv")
