"""An advice that was kept comes back as it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice
from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from, restore_policy, restore_workload
from engine.intake.from_mapping import from_mapping, together
from engine.intake.understand import understand
from engine.pipeline import advise
from engine.policy import NO_POLICY, policy_from
from engine.workload import Origin
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.workloads import advise_on, draw_facts, encode_advice

ASKED = {"model": "bert-base", "latency_p99_ms": 200, "requests_per_second": 20, "compare": ["g5", "inf2", "spot"]}


def test_what_a_figure_of_today_was_measured_at_is_kept(knowledge: Knowledge) -> None:
    """A run's hours belong to the rows they were told for, in the file too."""
    told = from_mapping({"algorithm": "xgboost", "stage": "inference", "current_instance": "r5.4xlarge", "items_per_run": 2e7}, knowledge)
    hours = Origin(kind="said", quote="3 hours", measured_at={"items_per_run": 5_000_000})
    advice = advise(told.with_fact("current_run_hours", 3.0, hours), knowledge)
    again = restore_workload(advice_from(advice_as_json(advice)), knowledge)
    assert again.origins["current_run_hours"] == hours


@pytest.fixture(scope="module")
def document(knowledge: Knowledge) -> dict[str, Any]:
    """An advice as its file has it."""
    advice = advise(from_mapping(ASKED, knowledge), knowledge)
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(advice_as_json(advice)))
    return read


def reload_advice(advice: Advice) -> Advice:
    """The advice as it comes back from its file."""
    return advice_from(msgspec.json.decode(msgspec.json.encode(advice_as_json(advice))))


@settings(max_examples=rounds(quick=6, long=1_000), deadline=None)
@given(data=st.data())
def test_any_advice_comes_back_as_it_was(knowledge: Knowledge, data: st.DataObject) -> None:
    """What is read from the JSON of an advice is that advice."""
    advice = advise_on(knowledge, data.draw(draw_facts(knowledge)))
    assert encode_advice(reload_advice(advice)) == encode_advice(advice)


def test_an_advice_with_all_its_parts_comes_back(knowledge: Knowledge, document: dict[str, Any]) -> None:
    """Flips, questions and comparison come back too, and its facts lead to the same advice."""
    advice = advice_from(document)
    assert advice.flips
    assert advice.comparison
    assert encode_advice(advise(restore_workload(advice, knowledge), knowledge)) == encode_advice(advice)


def test_a_number_said_to_be_about_so_much_stays_one(knowledge: Knowledge) -> None:
    """The advice from its kept facts is the same, the little that such a target allows included."""
    workload = understand("ResNet-50, 100 requests a second in about 8 ms", knowledge).workload
    assert workload.origins["latency_p99_ms"].about
    advice = reload_advice(advise(workload, knowledge, explain="choice"))
    assert restore_workload(advice, knowledge).origins == workload.origins
    assert encode_advice(advise(restore_workload(advice, knowledge), knowledge, explain="choice")) == encode_advice(advice)


def test_what_follows_from_a_fact_follows_another_one_given_later(knowledge: Knowledge) -> None:
    """The peak of a kept advice was that of its rate; with another rate it is another one. What only the words told stays."""
    workload = understand("Llama 3 8B chat, 5 requests a second", knowledge).workload
    kept = restore_workload(reload_advice(advise(workload, knowledge, explain="choice")), knowledge)
    assert kept == workload
    assert kept.origins["stage"].kind == "derived"
    more = advise(together(kept, from_mapping({"requests_per_second": 50}, knowledge)), knowledge, explain="choice")
    assert more.workload["peak_requests_per_second"]["value"] == 50


def test_the_terms_of_an_advice_come_back(knowledge: Knowledge) -> None:
    """A policy that was followed is the same when it is read back."""
    plan = {"kind": "ec2-instance", "usd_per_hour": 2.5, "family": "m7i", "term_years": 3}
    terms = {"discounts": {"all": 0.1, "ml.g5.xlarge": 0.25}, "approved": ["lambda", "g5"], "quotas": {"g6": 0}, "savings_plans": [plan]}
    policy = policy_from(terms, knowledge)
    advice = advise(from_mapping(ASKED, knowledge), knowledge, policy=policy, explain="choice")
    kept = reload_advice(advice)
    assert restore_policy(kept, knowledge) == policy
    assert restore_policy(advise_on(knowledge, ASKED), knowledge) == NO_POLICY


def test_fields_of_a_newer_version_are_left_out(document: dict[str, Any]) -> None:
    """A field that this version does not know, at any depth, does no harm."""
    newer = {**document, "mood": "good", "choice": {**document["choice"], "colour": "green"}}
    assert advice_from(newer) == advice_from(document)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"choice": {"place": 3}}, "choice.place"),
        ({"choice": None, "needs": None}, "needs: "),
        ({"choice": "g5"}, "choice: "),
        ({"schema": 9}, "schema: "),
        ({"schema": None}, "schema: "),
        ({"flips": 7}, "flips: "),
        ({"flips": [7]}, "flips[0]"),
        ({"comparison": [None]}, "comparison: "),
        ({"verdict": "perhaps"}, "verdict: "),
    ],
)
def test_a_damaged_file_gets_one_line_that_names_the_field(document: dict[str, Any], change: dict[str, Any], said: str) -> None:
    """The line names the field, and says which file would do."""
    with pytest.raises(InputError) as error:
        advice_from({**document, **change}, "kept.json: ")
    line = str(error.value)
    assert line.startswith("kept.json: ")
    assert said in line
    assert "\n" not in line


def test_a_field_that_is_missing_is_named(document: dict[str, Any]) -> None:
    """A file that was cut is told by the first field that is not there."""
    with pytest.raises(InputError, match="needs: it is missing"):
        advice_from({name: value for name, value in document.items() if name != "needs"})


def test_a_file_of_something_else_is_no_advice() -> None:
    """Facts, or nothing, are told apart from an advice."""
    with pytest.raises(InputError, match="this is no advice"):
        advice_from({"model": "bert-base"})


def test_a_fact_that_the_base_does_not_know_is_named(knowledge: Knowledge, document: dict[str, Any]) -> None:
    """A kept fact is checked like any other."""
    advice = advice_from({**document, "workload": {"latency_p99_ms": {"value": "fast", "origin": "said"}}})
    with pytest.raises(InputError, match=r"latency_p99_ms: \"fast\""):
        restore_workload(advice, knowledge)
