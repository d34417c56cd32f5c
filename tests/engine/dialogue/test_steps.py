"""The steps of a conversation: each returns another one, and none loses an answer."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from engine.dialogue import (
    Conversation,
    Desk,
    answer,
    back,
    discard,
    edit,
    keep,
    next_ask,
    next_workload,
    not_sure,
    progress,
    redo,
    respond,
    revisit,
    shortlist,
    show_now,
    start,
    tried,
    what_if,
    why,
    workload_of,
)
from engine.dialogue.record import Answer
from engine.pipeline import advise
from tests.case_tables import for_each, read_table
from tests.depth import rounds
from tests.engine.dialogue.person import hold_interview, read_sheets, words_for, workload_of_sheet

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("steps_cases.yaml"))

PLANTS = "identify plants from phone photos, answer within 200 ms"


def test_several_facts_in_one_answer_are_all_taken(desk: Desk) -> None:
    """What answers another question is told as that."""
    conversation = answer(edit(start(PLANTS, desk), "traffic", desk), "in spikes, 600k a day, it's pytorch, production", desk)
    known = workload_of(conversation.now.answers).known_facts()
    assert known["traffic"] == "spiky"
    assert known["framework"] == "pytorch"
    assert known["environment"] == "production"
    assert known["requests_per_second"] == pytest.approx(600_000 / 86_400)
    assert any("one question fewer" in line and "pytorch" in line for line in conversation.now.lines)


@for_each(("fact", "words", "value"), CASES["an_answer_may_be_given_in_words"])
def test_an_answer_may_be_given_in_words(fact: str, words: str, value: object, desk: Desk) -> None:
    """A value with a unit, a label, a word for it."""
    conversation = answer(edit(start("serve a model", desk), fact, desk), words, desk)
    assert conversation.now.answers[fact].value == value, conversation.notice


def test_a_volume_a_day_answers_the_question_of_the_peak(desk: Desk) -> None:
    """The peak follows from it, so it is not asked for again."""
    conversation = answer(edit(start(PLANTS, desk), "peak_requests_per_second", desk), "half a million a day", desk)
    assert conversation.now.answers["requests_per_second"].value == pytest.approx(500_000 / 86_400)
    following = next_ask(conversation, desk)
    assert following is None or following.fact != "peak_requests_per_second"


def test_a_correction_changes_one_answer_and_keeps_the_rest(desk: Desk) -> None:
    """At any time, in words; the echo names what it was."""
    before = answer(start(PLANTS, desk), "production", desk)
    after = answer(before, "make it 50 ms", desk)
    assert after.now.answers["latency_p99_ms"].value == 50
    assert {name for name, one in after.now.answers.items() if before.now.answers.get(name) != one} == {"latency_p99_ms"}
    assert any("was an answer within 200 ms" in line for line in after.now.lines)


def test_back_and_redo_restore_exactly(desk: Desk) -> None:
    """Every field, at every depth."""
    steps = [start(PLANTS, desk)]
    for words in ("production", "20 per second", "?", "a one-year commitment is fine", "cheap"):
        steps.append(answer(steps[-1], words, desk))
    walked = steps[-1]
    for before in reversed(steps[:-1]):
        walked = back(walked, desk)
        assert walked.now == before.now
        assert walked.past == before.past
    for after in steps[1:]:
        walked = redo(walked, desk)
        assert walked.now == after.now
        assert walked.past == after.past
    assert msgspec.structs.replace(walked, notice=()) == steps[-1]  # what the last step tells is no part of it
    assert redo(walked, desk).notice
    assert back(steps[0], desk).notice


def test_words_that_say_nothing_change_nothing(desk: Desk) -> None:
    """They are told, with an example of an answer."""
    before = start(PLANTS, desk)
    after = answer(before, "blub blub", desk)
    assert after.now == before.now
    assert after.past == before.past
    assert "blub blub" in after.notice[0]
    assert start("blub blub", desk).notice
    assert answer(before, "x " * 300_000, desk).notice


def test_the_same_answers_in_any_order_give_the_same_advice(desk: Desk) -> None:
    """Answers are a map, so that only what was said counts, not when."""
    shuffle = random.Random(7)  # noqa: S311  # an order, no secret
    for sheet in read_sheets()[:: rounds(quick=13, long=5)]:
        keys = set()
        for _ in range(rounds(quick=2, long=3)):
            conversation = start(sheet.say, desk)
            for fact, value in shuffle.sample(sorted(sheet.facts.items()), len(sheet.facts)):
                conversation = edit(conversation, fact, desk)
                ask = next_ask(conversation, desk)
                assert ask is not None
                conversation = answer(conversation, words_for(fact, value, ask), desk)
                assert conversation.now.answers[fact].value == value, (fact, value, conversation.notice)
            keys.add(desk.turn(workload_of(conversation.now.answers)).decision.choice_key())
        assert keys == {desk.turn(workload_of_sheet(sheet, desk)).decision.choice_key()}, sheet.name


def test_a_what_if_leaves_the_conversation_alone_until_it_is_kept(desk: Desk) -> None:
    """The difference is told; keep takes it over as one step, discard forgets it."""
    conversation = answer(start(PLANTS, desk), "production", desk)
    sandbox = what_if(conversation, "what if it must answer within 5 ms", desk)
    assert sandbox.now == conversation.now
    changes = tried(sandbox, desk)
    assert changes is not None
    assert changes.before != changes.after
    assert discard(sandbox, desk).now == conversation.now
    kept = keep(sandbox, desk)
    assert kept.now.answers["latency_p99_ms"].value == 5
    assert back(kept, desk).now == conversation.now
    assert back(sandbox, desk).sandbox is None
    assert tried(conversation, desk) is None
    assert keep(conversation, desk).notice
    assert discard(conversation, desk).notice
    assert what_if(conversation, "blub", desk).notice


def test_of_several_workloads_one_is_first_and_the_others_wait(desk: Desk) -> None:
    """Nothing is asked of any of them before that is settled."""
    text = "Two things: train xgboost on 50 GB every night. And serve BERT in real time with 20 requests per second under 100 ms."
    conversation = start(text, desk)
    ask = next_ask(conversation, desk)
    assert ask is not None
    assert ask.kind == "which"
    assert len(ask.offers) == 2
    stages = []
    for number in ("1", "2"):
        chosen = answer(conversation, number, desk)
        stages.append(chosen.now.answers["stage"].value)
        following = next_workload(chosen, desk)
        assert following is not None
        assert following.now.answers["stage"].value not in stages[-1:]
        assert next_workload(following, desk) is None
        assert len(show_now(chosen, desk, "choice").other_workloads) == 1
    assert set(stages) == {"training", "inference"}
    assert not_sure(conversation, desk).now.answers["stage"].value == stages[0]


def test_a_contradiction_is_told_and_asked(desk: Desk) -> None:
    """Either side may hold; who is not sure leaves both, and is not asked again."""
    conversation = answer(start("serve BERT, 50 requests per second", desk), "at most 10 requests per second at the peak", desk)
    ask = next_ask(conversation, desk)
    assert ask is not None
    assert ask.kind == "dispute"
    assert "less than the usual" in ask.prompt
    kept: set[str] = set()
    for number in (1, 2):
        settled = answer(conversation, str(number), desk)
        facts = settled.now.answers.keys() & {"requests_per_second", "peak_requests_per_second"}
        assert len(facts) == 1
        kept |= facts
        following = next_ask(settled, desk)
        assert following is None or following.kind != "dispute"
    assert kept == {"requests_per_second", "peak_requests_per_second"}
    left = next_ask(not_sure(conversation, desk), desk)
    assert left is None or left.kind != "dispute"


def test_a_list_is_dealt_with_at_once(desk: Desk) -> None:
    """All right, corrections by number, a line picked: each leads on."""
    conversation = start("LoRA fine-tuning of Llama 3 8B on 15,000 conversations, cheap, may be interrupted", desk)
    ask = next_ask(conversation, desk)
    assert ask is not None
    assert ask.kind == "check"
    right = answer(conversation, str(len(ask.offers)), desk)
    assert all(right.now.answers[offer.fact].kind == "as assumed" for offer in ask.offers if offer.fact)
    assert next_ask(right, desk) is None
    assert answer(conversation, "all right", desk).now == right.now
    line = next(number for number, offer in enumerate(ask.offers, 1) if offer.fact == "priority")
    corrected = answer(conversation, f"{line}: throughput", desk)
    assert corrected.now.answers["priority"].value == "throughput"
    picked = next_ask(answer(conversation, str(line), desk), desk)
    assert picked is not None
    assert picked.fact == "priority"


def test_show_now_is_the_advice_of_what_is_known(desk: Desk) -> None:
    """At any time; it names no question that was dealt with."""
    conversation = not_sure(answer(start(PLANTS, desk), "production", desk), desk)
    shown = show_now(conversation, desk)
    alone = advise(workload_of(conversation.now.answers), desk.knowledge)
    assert shown.choice == alone.choice
    assert shown.confidence in ("high", "medium", "low")
    assert not {one.fact for one in shown.next_questions} & set(conversation.now.answers)


def test_the_advice_quotes_the_words_that_were_said_last(desk: Desk) -> None:
    """Also where the same was said before in others."""
    for words in ("200 ms", "0.2 s"):
        shown = show_now(start(f"BERT sentiment, answers within {words}", desk), desk)
        assert shown.workload["latency_p99_ms"]["value"] == 200
        assert words in shown.workload["latency_p99_ms"]["quote"]


def test_the_one_that_matters_most_can_be_revisited(desk: Desk) -> None:
    """Of the answers that nobody was sure of, by effect."""
    conversation = start(PLANTS, desk)
    for _ in range(3):
        conversation = not_sure(conversation, desk)
    unsure = revisit(conversation, desk)
    assert unsure
    effects = [desk.turn(workload_of(conversation.now.answers)).effect(desk.knowledge.questions[fact]) for fact in unsure]
    assert effects == sorted(effects, reverse=True)
    assert revisit(start(PLANTS, desk), desk) == ()


def test_the_shortlist_counts_what_is_left(desk: Desk) -> None:
    """The first few families at their best place, and how many there were before."""
    conversation = start(PLANTS, desk)
    before = shortlist(conversation, desk)
    after = shortlist(answer(conversation, "it has custom CUDA kernels", desk), desk)
    assert len(before.top) == 3
    assert after.before == before.left
    assert after.left < before.left


def test_a_conversation_without_a_desk_of_its_own_goes_the_same_way(desk: Desk) -> None:
    """What was computed already changes nothing but the time; a conversation can be written down and read back."""
    for sheet in itertools.islice(read_sheets(), 0, None, rounds(quick=20, long=9)):
        one, other = hold_interview(sheet, desk), hold_interview(sheet, Desk(desk.knowledge))
        assert one == other
        written = msgspec.json.encode(one.conversation)
        assert msgspec.json.decode(written, type=Conversation) == one.conversation


def test_every_question_says_how_far_along_it_is(desk: Desk) -> None:
    """And why it is asked."""
    conversation = start("", desk)
    ask = next_ask(conversation, desk)
    assert ask is not None
    assert ask.fact == "stage"
    assert progress(ask, desk.knowledge).startswith("0 asked, at most")
    assert why(conversation, desk)[0] == ask.principle


def test_an_unknown_fact_cannot_be_changed(desk: Desk) -> None:
    """The answer names those that are known."""
    conversation = edit(start(PLANTS, desk), "colour", desk)
    assert "colour" in conversation.notice[0]
    assert "latency_p99_ms" in conversation.notice[0]


def test_a_step_back_tells_what_it_takes_back(desk: Desk) -> None:
    """What is gone, and what another fact is again; not what remains."""
    begun = answer(start(PLANTS, desk), "make it 50 ms", desk)
    assert back(begun, desk).notice == ("Taken back: an answer within 50 ms → an answer within 200 ms",)
    gone = back(answer(begun, "it is for production", desk), desk).notice
    assert gone == ("Taken back: production",)


def test_a_target_of_the_whole_answer_becomes_one_of_its_first_word(desk: Desk) -> None:
    """The same time said of the first word takes the place of the target, since both together would mean nothing new."""
    before = start("chatbot with llama 3 8b, 20 requests a second, answers within 2 s", desk)
    after = answer(before, "the first word within 2 s is enough", desk)
    assert after.now.answers["time_to_first_token_ms"].value == 2_000
    assert "latency_p99_ms" not in after.now.answers


NIGHTLY = "we score 5 million customers every night with xgboost on an r5.4xlarge on demand, 200 features, it takes 3 hours"


def test_more_of_the_same_things_is_more_of_the_fact_that_counted_them(desk: Desk) -> None:
    """20 million customers after 5 million a night are items of a run, no rows to learn from."""
    tried = what_if(start(NIGHTLY, desk), "what if 20 million customers", desk)
    assert tried.sandbox is not None
    assert tried.sandbox.answers["items_per_run"].value == 20_000_000
    assert "rows" not in tried.sandbox.answers


def test_a_figure_of_today_holds_for_the_work_it_was_told_for(desk: Desk) -> None:
    """Four times the customers take four times as long on what runs today, tried, kept and kept twice."""
    stated = start(NIGHTLY, desk)
    tried = what_if(stated, "what if 20 million customers", desk)
    assert tried.sandbox is not None
    kept = keep(what_if(keep(tried, desk), "what if 10 million customers", desk), desk)

    def cost(answers: dict[str, Answer]) -> float:
        best = desk.turn(workload_of(answers)).decision.best
        assert best is not None
        return best.usd_per_month

    assert cost(tried.sandbox.answers) > 2 * cost(stated.now.answers)
    assert cost(stated.now.answers) < cost(kept.now.answers) < cost(tried.sandbox.answers)
    assert kept.now.answers["current_run_hours"].measured_at == {"items_per_run": 5_000_000}


def test_a_what_if_is_kept_or_dropped_by_digit_and_by_label(desk: Desk) -> None:
    """As it is shown; any other words go on."""
    begun = start(PLANTS, desk)
    open_one = respond(begun, "what if it must answer within 5 ms?", desk).conversation
    assert open_one.sandbox is not None
    for words in ("1", "adopt it"):
        assert respond(open_one, words, desk).conversation.now.answers["latency_p99_ms"].value == 5
    for words in ("2", "drop it", "forget it"):
        dropped = respond(open_one, words, desk).conversation
        assert dropped.sandbox is None
        assert dropped.now.answers["latency_p99_ms"].value == 200


def test_somebody_who_wants_to_be_led_answers_by_digit(desk: Desk) -> None:
    """Before anything was said."""
    led = respond(None, "", desk).conversation
    assert respond(led, "2", desk).conversation.now.answers["stage"].value == "training"


def test_the_bound_of_questions_never_grows(desk: Desk) -> None:
    """Whatever the answers open."""
    conversation, least = respond(None, "", desk).conversation, 100
    for _ in range(15):
        ask = next_ask(conversation, desk)
        if ask is None:
            break
        assert ask.most <= least
        least = ask.most or least
        conversation = respond(conversation, "1", desk).conversation
