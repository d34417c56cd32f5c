"""Reading a policy: what is understood, and the line for each mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.policy import NO_POLICY, policy_from
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import for_each, read_table


def test_nothing_said_is_no_policy(knowledge: Knowledge) -> None:
    """A file without terms, or with empty ones, leaves everything as it is."""
    silent: tuple[dict[str, Any], ...] = ({}, {"approved": [], "quotas": {}}, {"discounts": None}, {"quotas": {"g5": None}})
    for terms in silent:
        assert policy_from(terms, knowledge) == NO_POLICY
    assert NO_POLICY.applied_terms() is None


def test_names_are_found_as_people_write_them(knowledge: Knowledge) -> None:
    """Upper case, `ml.` and a list with commas are understood; places and hardware are told apart."""
    policy = policy_from({"approved": "ml.G5.xlarge, GPU, sagemaker-realtime", "discounts": {"SageMaker": "0.1"}}, knowledge)
    assert policy.approved_hardware == ("g5.xlarge", "gpu")
    assert policy.approved_places == ("sagemaker-realtime",)
    assert policy.discounts == (("sagemaker", 0.1),)


def test_a_policy_is_shown_as_it_was_written(knowledge: Knowledge) -> None:
    """The terms of an answer are those of the file, and only those."""
    terms = {"discounts": {"all": 0.05}, "approved": ["g5", "ec2"], "savings_plans": [{"kind": "compute", "usd_per_hour": 2}]}
    shown = msgspec.to_builtins(policy_from(terms, knowledge).applied_terms())
    assert shown == terms | {
        "approved": ("g5", "ec2"),
        "savings_plans": ({"kind": "compute", "usd_per_hour": 2.0, "family": None, "term_years": 1},),
    }


PLAN = {"kind": "compute", "usd_per_hour": 5}


@for_each(("terms", "words"), read_table(Path(__file__).with_name("refused.yaml")))
def test_a_mistake_is_named_with_its_value_and_the_nearest_valid_one(knowledge: Knowledge, terms: dict[str, Any], words: list[str]) -> None:
    """One line for each mistake, after the name of the file."""
    with pytest.raises(InputError) as raised:
        policy_from(terms, knowledge, where="p.yaml: ")
    line = str(raised.value)
    assert line.startswith("p.yaml: ")
    assert "\n" not in line
    assert [word for word in words if word not in line] == [], line


def test_every_mistake_has_its_line(knowledge: Knowledge) -> None:
    """All parts are read, whatever is wrong with the first."""
    with pytest.raises(InputError) as raised:
        policy_from({"discounts": {"g55": 0.1, "g5": 9}, "approved": ["nowhere"], "quotas": {"g5": "many"}}, knowledge)
    assert len(str(raised.value).splitlines()) == 4
