"""Mock exams: what is asked, how they go on after a stop, and what their result says."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.bank import Bank, load_bank
from quizzes.display_order import LETTERS
from quizzes.exam import Exam, Scope, decode_exam, encode_exam
from quizzes.exam_assembly import apportion_questions, assemble_exam
from quizzes.exam_result import estimate_scaled_score, mark_exam, wilson_interval
from quizzes.item_supply import ItemSupply
from quizzes.quiz_sentences import introduce_exam, summarize_result
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes.keys import key_of
from tests.quizzes.sample_items import BLUEPRINTS, LIVE, bank, case, choice, ordering, plenty, response, supply, typed

PLENTY = plenty()
LEGACY = BLUEPRINTS["mls-c01"]
seeds = st.integers(0, 10_000)


def right_answer(exam: Exam, index: int, items: Bank = PLENTY) -> str | list[str]:
    """Write the key of a slot in letters as shown."""
    slot, question = exam.slots[index], exam.question_at(items, index)
    key = [LETTERS[slot.order.index(place)] for place in key_of(question)]
    return key[0] if question.type == "choice" else key


def all_right(exam: Exam, count: int) -> Exam:
    """Answer the first `count` questions rightly."""
    for index in range(count):
        exam = exam.with_answer(PLENTY, right_answer(exam, index), index=index)
    return exam


@settings(max_examples=rounds(8, 100))
@given(seeds)
def test_a_whole_exam_keeps_to_its_blueprint(seed: int) -> None:
    """65 questions in 130 minutes, none asked twice: by domain 28, 26, 22 and 24 %, by type within two of the share, never one in words.

    The tasks of a domain take equal parts, but for a question or two of a case, whose questions stand together and in their order.
    """
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=seed)
    slots = exam.slots
    assert len(slots) == len({(slot.item, slot.part) for slot in slots}) == 65
    assert exam.seconds_allowed == 130 * 60
    assert not exam.shortfalls
    assert Counter(slot.domain for slot in slots) == {"1": 18, "2": 17, "3": 14, "4": 16}
    types, tasks = Counter(slot.type for slot in slots), Counter(slot.task for slot in slots)
    assert set(types) == set(LIVE.mix)
    assert all(abs(types[form] - share * 65) <= 2 for form, share in LIVE.mix.items())
    for domain in LIVE.domains.values():
        asked = [tasks[task] for task in domain.tasks]
        assert max(asked) - min(asked) <= 3
    cases = [index for index, slot in enumerate(slots) if slot.part == 0]
    assert cases
    assert all((slots[index + 1].item, slots[index + 1].part) == (slots[index].item, 1) for index in cases)


@settings(max_examples=rounds(8, 100))
@given(seeds, st.integers(1, 65))
def test_the_same_seed_makes_the_same_exam_of_any_length(seed: int, count: int) -> None:
    """Bank, blueprint and seed decide everything; the order of the bank's files does not."""
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=seed, questions=count)
    turned = bank(*reversed(list(PLENTY.items.values())))
    assert len(exam.slots) == count
    assert exam == assemble_exam(ItemSupply(turned), LIVE, seed=seed, questions=count)


def test_another_seed_makes_another_exam() -> None:
    """Ten seeds, ten exams."""
    assert len({assemble_exam(ItemSupply(PLENTY), LIVE, seed=seed).slots for seed in range(10)}) == 10


def test_the_compute_slice_asks_for_compute_alone_and_says_so(knowledge: Knowledge) -> None:
    """Tasks 3.1, 3.2 and 4.2, in the number that a whole exam has of them, on time in proportion."""
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=1, scope="compute")
    assert {slot.task for slot in exam.slots} == {"3.1", "3.2", "4.2"}
    assert len(exam.slots) == 15
    assert exam.seconds_allowed == 30 * 60
    first = next(introduce_exam(exam, LIVE, knowledge))
    assert "compute slice of MLA-C01 alone" in first
    assert "about 23 %" in first
    assert "assumption" in first


def test_a_bank_with_too_little_makes_a_shorter_exam_and_says_where(knowledge: Knowledge) -> None:
    """The weights are not bent to fill it."""
    items = bank(*(choice(f"only-{number}", task="3.1") for number in range(40)))
    exam = assemble_exam(ItemSupply(items), LIVE, seed=1)
    assert len(exam.slots) == 14
    assert exam.seconds_allowed == 28 * 60
    assert [(short.domain, short.wanted, short.found) for short in exam.shortfalls] == [("1", 18, 0), ("2", 17, 0), ("4", 16, 0)]
    assert "Model development: the bank has 0 of 17 questions, so the exam is shorter." in introduce_exam(exam, LIVE, knowledge)


def test_a_case_with_more_questions_than_are_left_is_not_taken() -> None:
    """An exam with one question has one."""
    exam = assemble_exam(supply(case(), choice()), LIVE, seed=1, scope="compute", questions=1)
    assert [slot.item for slot in exam.slots] == ["a-choice"]
    with pytest.raises(InputError, match="no question in the scope of MLA-C01 that fits"):
        assemble_exam(supply(case()), LIVE, seed=1, scope="compute", questions=1)


def test_what_is_beyond_the_exam_or_answered_in_words_is_never_asked() -> None:
    """Practice has it; a mock exam does not."""
    with pytest.raises(InputError, match="there is no question in the scope of MLA-C01"):
        assemble_exam(supply(choice(exams=()), typed()), LIVE, seed=1)


@for_each("scope", ["whole", "compute"])
def test_the_packaged_bank_fills_the_live_exam(scope: Scope, knowledge: Knowledge, warm: Path) -> None:
    """In every domain, by its weight."""
    assert assemble_exam(ItemSupply(load_bank(knowledge, cache=warm)), LIVE, seed=1, scope=scope).shortfalls == ()


def test_the_retired_exam_keeps_to_its_own_types_domains_and_time(knowledge: Knowledge) -> None:
    """It asks what the live one asks of the nearest task, by choices and responses, and says that it is retired."""
    exam = assemble_exam(ItemSupply(PLENTY), LEGACY, seed=1)
    assert {slot.type for slot in exam.slots} == {"choice", "response"}
    assert Counter(slot.domain for slot in exam.slots) == {"1": 13, "2": 16, "3": 23, "4": 13}
    assert exam.seconds_allowed == 180 * 60
    assert LEGACY.retired_on == date(2026, 3, 31)
    assert any("retired on 2026-03-31" in line for line in introduce_exam(exam, LEGACY, knowledge))


@for_each("count", [0, -1, 66])
def test_a_count_out_of_range_is_refused(count: int) -> None:
    """With the count the exam has."""
    with pytest.raises(InputError, match=f"questions: {count} is out of range; MLA-C01 has 65"):
        assemble_exam(ItemSupply(PLENTY), LIVE, seed=1, questions=count)


@given(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.01, 1), min_size=1), st.integers(0, 100))
def test_apportioned_numbers_sum_to_the_total_and_lie_within_one_of_their_share(shares: dict[str, float], total: int) -> None:
    """Largest remainders."""
    counts = apportion_questions(shares, total)
    assert sum(counts.values()) == total
    for name, count in counts.items():
        assert abs(count - total * shares[name] / sum(shares.values())) < 1 + 1e-9


def test_a_step_leaves_the_exam_before_it_as_it_was() -> None:
    """A value: undo is to keep the one before."""
    before = assemble_exam(ItemSupply(PLENTY), LIVE, seed=1)
    kept = encode_exam(before)
    after = before.with_answer(PLENTY, right_answer(before, 0)).with_flag_toggled(3).with_time_spent(5).with_shown_slot(2)
    assert encode_exam(before) == kept
    assert after.slots[0].picked is not None
    assert (after.flagged_slots, after.seconds_spent, after.at) == ((3,), 5, 2)
    assert after.unanswered_slots == tuple(range(1, 65))


def test_letters_refer_to_the_order_in_which_the_slot_was_shown() -> None:
    """The first letter is the option shown first, wherever the file has it."""
    exam = assemble_exam(supply(choice()), LIVE, seed=3, questions=65)
    assert exam.with_answer(bank(choice()), "a").slots[0].picked == (exam.slots[0].order[0],)


def test_what_is_unanswered_counts_as_wrong() -> None:
    """Ten right of 65, and 55 wrong."""
    result = mark_exam(all_right(assemble_exam(ItemSupply(PLENTY), LIVE, seed=2), 10).as_handed_in(), PLENTY)
    assert (result.right, result.asked, result.unanswered) == (10, 65, 55)
    assert sum(tally.right for tally in result.domains) == sum(tally.right for tally in result.tasks) == 10
    assert sum(tally.asked for tally in result.domains) == sum(tally.asked for tally in result.tasks) == 65
    assert len(result.questions_to_review) == 55


def test_a_partly_right_answer_does_not_count() -> None:
    """All or nothing, as in the exam."""
    items = bank(ordering())
    exam = assemble_exam(ItemSupply(items), LIVE, seed=1, questions=65)
    order = exam.slots[0].order
    swapped = [LETTERS[order.index(place)] for place in (0, 1, 3, 2)]
    result = mark_exam(exam.with_answer(items, swapped), items)
    assert (result.questions[0].grade.verdict, result.right) == ("partial", 0)


def test_the_review_begins_with_what_was_wrong_and_sure_and_ends_with_right_guesses() -> None:
    """Sure and wrong teaches most."""
    exam = assemble_exam(supply(*(choice(f"one-{number}") for number in range(4))), LIVE, seed=5, questions=20)
    items = bank(*(choice(f"one-{number}") for number in range(4)))
    wrong = [next(letter for letter in "ab" if letter != right_answer(exam, index, items)) for index in range(4)]
    exam = exam.with_answer(items, wrong[0], index=0, confidence=1).with_answer(items, wrong[1], index=1, confidence=3)
    exam = exam.with_answer(items, right_answer(exam, 2, items), index=2, confidence=1)
    exam = exam.with_answer(items, right_answer(exam, 3, items), index=3, confidence=3)
    assert [one.slot for one in mark_exam(exam, items).questions_to_review] == [1, 0, 2]


@for_each("spent", [30 * 60, 30 * 60 + 0.5, 1e9])
def test_nothing_is_answered_once_the_time_is_over(spent: float) -> None:
    """Looking round is free; the answers before stay."""
    exam = all_right(assemble_exam(ItemSupply(PLENTY), LIVE, seed=1, scope="compute"), 2).with_time_spent(spent)
    assert (exam.seconds_left, exam.is_over) == (0, True)
    with pytest.raises(InputError, match="the time is over"):
        exam.with_answer(PLENTY, "a")
    assert mark_exam(exam.with_shown_slot(3), PLENTY).right == 2


def test_without_a_timer_time_is_never_over() -> None:
    """It still is counted."""
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=1, timed=False).with_time_spent(1e9)
    assert (exam.seconds_left, exam.is_over) == (None, False)


def test_what_is_handed_in_stays_as_it_is() -> None:
    """Neither answers nor flags change afterwards."""
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=1).as_handed_in()
    with pytest.raises(InputError, match="handed in"):
        exam.with_answer(PLENTY, "a")
    with pytest.raises(InputError, match="handed in"):
        exam.with_flag_toggled(0)


@for_each("index", [-1, 65, 1000])
def test_a_slot_that_does_not_exist_is_refused(index: int) -> None:
    """With the numbers there are."""
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=1)
    with pytest.raises(InputError, match=f"question: there is no {index + 1}; they are numbered from 1 to 65"):
        exam.with_shown_slot(index)


def test_questions_that_the_bank_has_lost_or_changed_do_not_count(knowledge: Knowledge) -> None:
    """An exam that is opened after an update still ends."""
    before = bank(*(choice(f"one-{number}") for number in range(4)))
    exam = assemble_exam(ItemSupply(before), LIVE, seed=1, questions=18)
    after = bank(choice("one-0"), choice("one-1", options=choice().options[:3]), ordering("one-2", count=3))
    result = mark_exam(exam, after)
    assert (result.asked, len(result.gone)) == (1, 3)
    assert "3 questions have been changed or removed since, and do not count." in summarize_result(result, LIVE, knowledge)


@for_each("data", [b"", b"{}", b"[1]", b'{"schema": 1}', b"\xff", b'{"schema": "x"}'])
def test_what_is_no_saved_exam_is_refused_in_one_line(data: bytes) -> None:
    """A file cut short, or another program's."""
    with pytest.raises(InputError, match="exam: this is no saved exam"):
        decode_exam(data)


def test_an_exam_of_a_newer_version_is_refused_as_such() -> None:
    """Not half understood."""
    newer = msgspec.json.decode(encode_exam(assemble_exam(ItemSupply(PLENTY), LIVE, seed=1))) | {"schema": 2, "more": True}
    with pytest.raises(InputError, match="a newer Sizewise saved it"):
        decode_exam(msgspec.json.encode(newer))


@given(st.integers(10, 200).flatmap(lambda asked: st.tuples(st.integers(0, asked), st.just(asked))))
def test_the_interval_holds_the_share_and_an_estimate_says_how_it_stands(counts: tuple[int, int]) -> None:
    """Within the scale, in order, and open wherever the pass mark lies inside."""
    right, asked = counts
    around, estimate = wilson_interval(right, asked), estimate_scaled_score(right, asked, LIVE)
    assert around is not None
    assert estimate is not None
    assert 0 <= around.low <= right / asked <= around.high <= 1
    assert 100 <= estimate.low <= estimate.scaled <= estimate.high <= 1000
    assert (estimate.standing == "open") == (estimate.low < 720 <= estimate.high)


def test_more_questions_make_the_interval_narrower() -> None:
    """Half right of 20 tells less than half right of 200."""
    few, many = wilson_interval(10, 20), wilson_interval(100, 200)
    assert few is not None
    assert many is not None
    assert many.high - many.low < (few.high - few.low) / 2


def test_fewer_than_ten_questions_tell_nothing(knowledge: Knowledge) -> None:
    """No number is made up."""
    exam = all_right(assemble_exam(ItemSupply(PLENTY), LIVE, seed=1, questions=9), 9)
    result = mark_exam(exam, PLENTY)
    assert result.estimate is None
    assert list(summarize_result(result, LIVE, knowledge))[-1] == "Too few questions for an estimate: 9 of at least 10."


def test_an_estimate_is_called_one_with_its_interval_and_what_it_assumes(knowledge: Knowledge) -> None:
    """On the scale of the exam, for a whole exam."""
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=1)
    lines = list(summarize_result(mark_exam(all_right(exam, 12), PLENTY), LIVE, knowledge))
    line = next(line for line in lines if line.startswith("Estimate: "))
    assert "90 % interval" in line
    assert "assumes a straight line" in line


def test_the_compute_tasks_alone_estimate_no_score_and_no_pass_of_the_exam(knowledge: Knowledge) -> None:
    """Even with every answer right: the other three quarters were not asked."""
    exam = assemble_exam(ItemSupply(PLENTY), LIVE, seed=1, scope="compute")
    result = mark_exam(all_right(exam, 15), PLENTY)
    assert result.estimate is None
    said = " ".join(summarize_result(result, LIVE, knowledge))
    assert "Estimate for the compute tasks alone: 85 to 100 % of their questions right (90 % interval)" in said
    assert "about 23 % of MLA-C01; the other 77 % was not asked" in said
    assert "of 1000" not in said
    assert "lies above" not in said


def test_an_exam_says_which_tasks_of_the_guide_it_asks(knowledge: Knowledge) -> None:
    """All of them, or which are missing."""
    whole = introduce_exam(assemble_exam(ItemSupply(PLENTY), LIVE, seed=1), LIVE, knowledge)
    assert "It asks for each of the 12 tasks of the exam guide." in whole
    only = bank(*(choice(f"only-{number}", task="3.1") for number in range(40)))
    part = " ".join(introduce_exam(assemble_exam(ItemSupply(only), LIVE, seed=1), LIVE, knowledge))
    assert "It asks nothing on the tasks 1.1, 1.2, 1.3, 2.1, 2.2, 2.3, 3.2, 3.3, 4.1, 4.2, 4.3 of the exam guide" in part


def test_a_question_that_asks_for_two_takes_exactly_two() -> None:
    """One letter or three leave the paper as it was."""
    items = bank(*(response(f"two-{number}", (0, 2)) for number in range(20)))
    exam = assemble_exam(ItemSupply(items), LIVE, seed=1)
    for answer, count in (("a", 1), ("a b c", 3)):
        with pytest.raises(InputError, match=f"answer: {count} of 2 options are given; give 2 letters."):
            exam.with_answer(items, answer)
    assert exam.with_answer(items, "a b").slots[0].picked is not None
