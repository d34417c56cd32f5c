"""A second reader's proposals: checked by our own reading of the words they quote, and weighed against what the rules have read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.intake.candidate import Certainty
from engine.intake.reader import Act, Proposal, Proposals, ReadingTask
from engine.intake.understand import understand
from engine.intake.weighing import literal_only
from engine.workload import FACT_NAMES
from knowledge import Knowledge
from tests.case_tables import for_each, read_table
from tests.engine.intake.message_scores import Score, compare, messages, understood_once
from tests.engine.intake.oracle import Oracle, labelled

CASES: Final = read_table(Path(__file__).with_name("proposal_cases.yaml"))
TEXT: Final = "BERT for our shop, 20 requests a second, each within 200 ms. On Black Fridays it goes mad, and no Lambda please."
HALVES: Final = ("held_out_a", "held_out_b")
LEAST_PRECISION: Final = 0.93
"""Of what is taken where a third of a reader's proposals are wrong."""
LEAST_OFFERED: Final = 0.98
"""Share of an oracle's facts that are taken or asked about."""
LEAST_CAUGHT: Final = 0.95
"""Share of the wrong proposals that are not taken."""


def proposals_of(case: dict[str, Any]) -> Proposals:
    """The proposals of a case."""
    facts = [Proposal(one["fact"], one["value"], one["quote"], one.get("role", "wanted")) for one in case["proposals"]]
    acts = [Act(one["act"], one["quote"]) for one in case.get("acts", ())]
    return Proposals(tuple(facts), tuple(acts), case.get("asked", ""))


@for_each("case", CASES)
def test_each_proposal_is_judged_by_its_words(case: dict[str, Any], knowledge: Knowledge) -> None:
    """Not in the text, no such fact, a value that does not follow, said of something else, otherwise read by the rules."""
    weighed = {
        (one.proposal.fact, one.proposal.quote): one
        for one in understand(case["text"], knowledge, proposals=proposals_of(case)).weighing.all
    }
    for one in case["proposals"]:
        found = weighed.get((one["fact"], one["quote"]))
        if one["verdict"] == "absent":
            assert found is None, case["because"]
        else:
            assert found is not None, case["because"]
            assert found.verdict in one["verdict"].split("_or_"), (case["because"], found)
            assert "why" not in one or found.why == one["why"], (case["because"], found)


def test_what_is_taken_quotes_its_words_and_is_used(knowledge: Knowledge) -> None:
    """As any other fact."""
    text = "ResNet-50. After a pause a slow beginning would not hurt us."
    quote = "After a pause a slow beginning would not hurt us"
    assert understand(text, knowledge).workload.cold_start_ok is None
    found = understand(text, knowledge, proposals=Proposals((Proposal("cold_start_ok", "true", quote),))).workload
    assert (found.cold_start_ok, found.origins["cold_start_ok"].quote, found.origins["cold_start_ok"].kind) == (True, quote, "said")


def test_a_reader_that_is_caught_out_is_not_believed_in_what_only_it_can_tell(knowledge: Knowledge) -> None:
    """The same proposal is taken from one that is otherwise right, and asked about from one that makes things up."""
    text = "ResNet-50 within 200 ms. After a pause a slow beginning would not hurt us."
    good = Proposal("cold_start_ok", "true", "After a pause a slow beginning would not hurt us")
    invented = Proposal("exclude", "gpu", "no GPU, said the boss")
    assert understand(text, knowledge, proposals=Proposals((good,))).weighing.all[0].verdict == "taken"
    found = understand(text, knowledge, proposals=Proposals((good, invented)))
    assert [(one.verdict, one.why) for one in found.weighing.all] == [("open", "meaning")]
    assert found.workload.cold_start_ok is None


def test_each_workload_of_a_message_gets_its_own_proposals(knowledge: Knowledge) -> None:
    """By where their words stand."""
    text = (
        "Training: XGBoost on 40 million rows in 3 hours, the scratch disks hold 70 GB of it.\n"
        "Serving: the endpoint answers 20 requests a second within 90 ms, after a pause a slow beginning would not hurt us."
    )
    alone = understand(text, knowledge)
    assert len(alone.other_workloads) == 1
    told = Proposals((Proposal("cold_start_ok", "true", "after a pause a slow beginning would not hurt us"),))
    found = understand(text, knowledge, proposals=told)
    assert found.workload.cold_start_ok is None
    assert found.other_workloads[0].cold_start_ok is True


@pytest.fixture(scope="module")
def texts() -> list[dict[str, Any]]:
    """Messages that no rule was made for, without those that follow another."""
    return [one for one in messages(*HALVES) if "before" not in one and "others" not in one]


def read_with(oracle: Oracle, texts: list[dict[str, Any]], knowledge: Knowledge) -> tuple[Score, dict[tuple[str, bool], int]]:
    """The score of both together, and how many proposals ended how, by whether the labels bear them out."""
    score, ends = Score(), dict[tuple[str, bool], int]()
    for message in texts:
        proposals = oracle.read(ReadingTask(message["text"]))
        found = understand(message["text"], knowledge, proposals=proposals)
        compare(score, message, found.workload.known_facts())
        for one in found.weighing.all:
            key = one.verdict, oracle.is_right(one, message["text"])
            ends[key] = ends.get(key, 0) + 1
    return score, ends


def test_a_reader_that_is_right_finds_more_and_spoils_nothing(texts: list[dict[str, Any]], knowledge: Knowledge) -> None:
    """Whatever it is right in is taken, or at least asked about; precision does not fall below that of the rules alone."""
    alone = Score()
    for message in texts:
        compare(alone, message, understood_once(message["text"], knowledge).workload.known_facts())
    score, ends = read_with(Oracle(labelled(texts), knowledge), texts, knowledge)
    offered = sum(count for (verdict, _), count in ends.items() if verdict != "dropped")
    assert score.precision >= alone.precision
    assert score.recall >= alone.recall + 0.02
    assert offered / sum(ends.values()) >= LEAST_OFFERED, ends


@pytest.mark.parametrize("seed", [1, 2])
def test_a_reader_that_is_wrong_in_a_third_does_little_harm(seed: int, texts: list[dict[str, Any]], knowledge: Knowledge) -> None:
    """Other values, other facts, words that nobody wrote, facts out of thin air: nearly all are caught."""
    score, ends = read_with(Oracle(labelled(texts), knowledge, spoilt=1 / 3, seed=seed), texts, knowledge)
    wrong = sum(count for (_, is_right), count in ends.items() if not is_right)
    assert score.precision >= LEAST_PRECISION
    assert wrong > 100
    assert ends.get(("taken", False), 0) <= (1 - LEAST_CAUGHT) * wrong, ends


WORDS: Final = st.sampled_from(
    ["", "within 200 ms", "BERT", "goes mad", "no Lambda please", "20 requests a second", "20", "us-east-1", TEXT, "\x00", "é"]
)
VALUES: Final = st.one_of(
    st.text(max_size=12), st.floats(), st.integers(), st.booleans(), st.sampled_from(["gpu", "spiky", "true", "200 ms", "lambda"])
)
PROPOSALS: Final = st.builds(
    Proposal,
    st.one_of(st.sampled_from(FACT_NAMES), st.text(max_size=8)),
    VALUES,
    WORDS,
    st.sampled_from(["wanted", "past"]),
    st.sampled_from(Certainty),
)


@given(found=st.lists(PROPOSALS, max_size=6))
def test_no_proposal_changes_what_the_rules_have_read_in_so_many_words(found: list[Proposal], knowledge: Knowledge) -> None:
    """Nor does any stop the reading."""
    before = understood_once(TEXT, knowledge).workload
    after = understand(TEXT, knowledge, proposals=Proposals(tuple(found))).workload
    for fact, value in before.known_facts().items():
        now = getattr(after, fact)
        if before.origins[fact].kind == "said":
            assert set(value) <= set(now) if isinstance(value, tuple) else now == value, fact


def test_only_words_of_the_text_are_looked_at() -> None:
    """The rest is counted."""
    found = literal_only(Proposals((Proposal("traffic", "spiky", "goes mad"), Proposal("traffic", "spiky", "goes crazy"))), TEXT)
    assert ([one.quote for one in found.facts], found.faults) == (["goes mad"], 1)
