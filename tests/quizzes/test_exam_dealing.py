"""Which items a mock exam takes: what its learner met least, never two that ask the same, and little that another exam has too."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from knowledge import Knowledge
from quizzes.bank import Bank, load_bank
from quizzes.exam import Exam
from quizzes.exam_assembly import assemble_exam
from quizzes.exam_dealing import Seen, read_seen
from quizzes.exam_result import mark_exam
from quizzes.generated import ItemGenerator, load_source
from quizzes.item_supply import ItemSupply
from quizzes.practice_log import undo_row
from quizzes.quiz_sentences import introduce_exam, summarize_result
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes.practice_rows import Question, answer, at, numbered
from tests.quizzes.sample_items import LIVE, bank, choice, plenty

PLENTY = plenty()


def test_what_was_seen_least_is_asked_first_and_the_rest_is_told(knowledge: Knowledge) -> None:
    """Within the same weights: only where a task has nothing new left does an old question come again."""
    old = {item.id: 1 for item in PLENTY.items.values() if item.id.endswith(("-0", "-1"))}
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=3, seen=Seen(old))
    assert exam.asked_before == sum(slot.item in old for slot in exam.slots) == 0
    assert Counter(slot.domain for slot in exam.slots) == {"1": 18, "2": 17, "3": 14, "4": 16}
    every = dict.fromkeys(PLENTY.items, 2) | {item.id: 1 for item in PLENTY.by_task["3.3"]}
    again = assemble_exam(ItemSupply(PLENTY), LIVE, seed=3, seen=Seen(every))
    assert "You have met 65 of these questions before." in introduce_exam(again, LIVE, knowledge)
    assert any("the estimate is rather high" in line for line in summarize_result(mark_exam(again, PLENTY), LIVE, knowledge))
    assert not any("before" in line for line in introduce_exam(exam, LIVE, knowledge))


def test_of_near_duplicates_an_exam_asks_one() -> None:
    """However many there are, and the one that was not asked yet."""
    items = bank(*(choice(f"one-{number}", twins="pair") for number in range(5)), *(choice(f"own-{number}") for number in range(3)))
    for seed in range(10):
        asked = {slot.item for slot in assemble_exam(ItemSupply(items), LIVE, seed=seed).slots}
        assert len(asked) == 4
        seen = {f"one-{number}": 1 for number in range(5) if number != 2}
        assert "one-2" in {slot.item for slot in assemble_exam(ItemSupply(items), LIVE, seed=seed, seen=Seen(seen)).slots}


EXAMS = rounds(quick=8, long=40)
MOST_SHARED = 0.3
"""Share of its questions that an exam may have in common with any other of forty."""


@pytest.fixture(scope="module")
def packaged(knowledge: Knowledge, warm: Path) -> ItemSupply:
    """All that came with the package, generated items too."""
    return ItemSupply(load_bank(knowledge, cache=warm), ItemGenerator(knowledge, load_source(cache=warm)))


def most_shared(exams: list[Exam]) -> float:
    """The largest share of questions that two of the exams have in common."""
    asked = [{(slot.item, slot.part) for slot in exam.slots} for exam in exams]
    return max(len(first & second) / len(first) for first, second in combinations(asked, 2))


def twins_asked(exam: Exam, items: Bank) -> list[str]:
    """The groups of near-duplicates that an exam asks of, one entry for each of its items."""
    names = {slot.item for slot in exam.slots} & set(items.items)
    return [items.items[name].twins for name in sorted(names) if items.items[name].twins]


def keeps_blueprint(exam: Exam) -> bool:
    """True for 65 questions by the weights of the domains, by type within two of the mix."""
    types = Counter(slot.type for slot in exam.slots)
    by_weight = Counter(slot.domain for slot in exam.slots) == {"1": 18, "2": 17, "3": 14, "4": 16}
    return by_weight and all(abs(types[form] - share * 65) <= 2 for form, share in LIVE.mix.items())


def test_exams_of_different_seeds_share_little_and_never_ask_near_duplicates(packaged: ItemSupply) -> None:
    """Of forty exams no two have more than three of ten questions in common, and each keeps to its blueprint."""
    exams = [assemble_exam(packaged, LIVE, seed=seed) for seed in range(EXAMS)]
    assert all(keeps_blueprint(exam) for exam in exams)
    for asked in (twins_asked(exam, packaged.bank) for exam in exams):
        assert len(asked) == len(set(asked))
    assert most_shared(exams) <= MOST_SHARED


@for_each("practised", [0, 300])
def test_a_learner_who_takes_exam_after_exam_meets_what_is_new_first(practised: int, packaged: ItemSupply) -> None:
    """The first exams are new but for what was practised; none of forty shares more than three of ten questions with another."""
    times = Counter(random.Random(practised).sample(sorted(packaged.bank.items), practised))  # noqa: S311  # the same learner every time
    exams, before = list[Exam](), list[frozenset[str]]()
    for number in range(EXAMS):
        exam = assemble_exam(packaged, LIVE, seed=65 * number, seen=Seen(times, tuple(before)))
        exams.append(exam)
        before.append(frozenset(slot.item for slot in exam.slots))
        times.update(before[-1])
    assert all(keeps_blueprint(exam) for exam in exams)
    assert [exam.asked_before for exam in exams[:2]] == [0, 0] if not practised else exams[0].asked_before <= 6
    assert most_shared(exams) <= MOST_SHARED


def test_the_log_says_what_was_seen_and_in_which_exams() -> None:
    """A case counts once, undone answers not at all; exams are told apart by their days."""
    exam = [msgspec.structs.replace(answer(Question(id=name), day), mode="exam") for name, day in (("a", 0), ("b", 0), ("c", 5))]
    case = [answer(Question(id="case", type="case"), 7, part=part) for part in (0, 1, 2)]
    taken_back = [answer(Question(id="gone"), 8), undo_row(8, time=at(8))]
    seen = read_seen(numbered([*exam, answer(Question(id="a"), 6), *case, *taken_back]))
    assert {name: times for name, times in seen.times.items() if times} == {"a": 2, "b": 1, "c": 1, "case": 1}
    assert seen.exams == (frozenset("ab"), frozenset("c"))
