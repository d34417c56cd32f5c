"""An advice that was kept comes back as it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.handover.kept import advice_from, workload_of
from engine.intake.given import from_mapping
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.engine.workloads import answered, encoded, facts
from tui.cli.as_json import advice_as_json

ASKED = {"model": "bert-base", "latency_p99_ms": 200, "requests_per_second": 20, "compare": ["g5", "inf2", "spot"]}


@pytest.fixture(scope="module")
def document(knowledge: Knowledge) -> dict[str, Any]:
    """An advice as its file has it."""
    advice = advise(from_mapping(ASKED, knowledge), knowledge)
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(advice_as_json(advice)))
    return read


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_any_advice_comes_back_as_it_was(knowledge: Knowledge, data: st.DataObject) -> None:
    """What is read from the JSON of an advice is that advice."""
    advice = answered(knowledge, data.draw(facts(knowledge)))
    assert encoded(advice_from(msgspec.json.decode(msgspec.json.encode(advice_as_json(advice))))) == encoded(advice)


def test_an_advice_with_all_its_parts_comes_back(knowledge: Knowledge, document: dict[str, Any]) -> None:
    """Flips, questions and comparison come back too, and its facts lead to the same advice."""
    advice = advice_from(document)
    assert advice.flips
    assert advice.comparison
    assert encoded(advise(workload_of(advice, knowledge), knowledge)) == encoded(advice)


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
        workload_of(advice, knowledge)
