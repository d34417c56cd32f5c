"""Reading a policy: what is understood, and the line for each mistake."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from engine.policy import NO_POLICY, policy_from
from knowledge import Knowledge
from knowledge.errors import InputError


def test_nothing_said_is_no_policy(knowledge: Knowledge) -> None:
    """A file without terms, or with empty ones, leaves everything as it is."""
    silent: tuple[dict[str, Any], ...] = ({}, {"approved": [], "quotas": {}}, {"discounts": None}, {"quotas": {"g5": None}})
    for terms in silent:
        assert policy_from(terms, knowledge) == NO_POLICY
    assert NO_POLICY.applied() is None


def test_names_are_found_as_people_write_them(knowledge: Knowledge) -> None:
    """Upper case, `ml.` and a list with commas are understood; places and hardware are told apart."""
    policy = policy_from({"approved": "ml.G5.xlarge, GPU, sagemaker-realtime", "discounts": {"SageMaker": "0.1"}}, knowledge)
    assert policy.approved_hardware == ("g5.xlarge", "gpu")
    assert policy.approved_places == ("sagemaker-realtime",)
    assert policy.discounts == (("sagemaker", 0.1),)


def test_a_policy_is_shown_as_it_was_written(knowledge: Knowledge) -> None:
    """The terms of an answer are those of the file, and only those."""
    terms = {"discounts": {"all": 0.05}, "approved": ["g5", "ec2"], "savings_plans": [{"kind": "compute", "usd_per_hour": 2}]}
    shown = msgspec.to_builtins(policy_from(terms, knowledge).applied())
    assert shown == terms | {
        "approved": ("g5", "ec2"),
        "savings_plans": ({"kind": "compute", "usd_per_hour": 2.0, "family": None, "term_years": 1},),
    }


PLAN = {"kind": "compute", "usd_per_hour": 5}


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"discount": {"all": 0.1}}, ["discount", "Did you mean discounts?"]),
        ({"zzz": 1}, ["zzz", "discounts, approved, quotas, savings_plans"]),
        ({"discounts": 0.1}, ["discounts", "0.1", "name: value"]),
        ({"discounts": {"sagmaker": 0.1}}, ["discounts", "sagmaker", "sagemaker"]),
        ({"discounts": {"ml.g5.xlrge": 0.1}}, ["ml.g5.xlrge", "ml.g5.xlarge"]),
        ({"discounts": {"g5": 20}}, ["discounts, g5", "20", "Did you mean 0.2?"]),
        ({"discounts": {"g5": "20 %"}}, ["20 %", "Did you mean 0.2?"]),
        ({"discounts": {"g5": 1}}, ["discounts, g5", "1"]),
        ({"discounts": {"g5": -0.1}}, ["-0.1", "0 to below 1"]),
        ({"discounts": {"g5": True}}, ["True"]),
        ({"discounts": {"g5": math.nan}}, ["nan"]),
        ({"discounts": {"g5": 0.1, "G5": 0.2}}, ["g5", "twice"]),
        ({"approved": ["g55"]}, ["approved", "g55", "g5"]),
        ({"approved": {"g5": True}}, ["approved", "list"]),
        ({"approved": [5]}, ["approved", "5"]),
        ({"quotas": {"g5": 2.5}}, ["quotas, g5", "2.5", "Try 2"]),
        ({"quotas": {"g5": -1}}, ["quotas, g5", "-1"]),
        ({"quotas": {"sagemaker": 4}}, ["quotas", "sagemaker"]),
        ({"savings_plans": PLAN}, ["savings_plans", "list"]),
        ({"savings_plans": [5]}, ["savings_plans, number 1", "5"]),
        ({"savings_plans": [PLAN, PLAN | {"kind": "computer"}]}, ["savings_plans, number 2, kind", "computer", "compute"]),
        ({"savings_plans": [PLAN | {"usd_an_hour": 5}]}, ["usd_an_hour", "usd_per_hour"]),
        ({"savings_plans": [PLAN | {"usd_per_hour": 0}]}, ["usd_per_hour", "0"]),
        ({"savings_plans": [{"kind": "compute"}]}, ["usd_per_hour"]),
        ({"savings_plans": [PLAN | {"term_years": 2}]}, ["term_years", "2", "1 or 3"]),
        ({"savings_plans": [PLAN | {"family": "m7i"}]}, ["family", "m7i", "ec2-instance"]),
        ({"savings_plans": [PLAN | {"kind": "ec2-instance"}]}, ["family", "none is named"]),
        ({"savings_plans": [PLAN | {"kind": "ec2-instance", "family": "m77i"}]}, ["family", "m77i", "m7i"]),
    ],
)
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
