"""From a plan over what an API or a tool answers to a new ranking, and what belongs to no plan is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from engine.decision.choice import decide
from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from, restore_policy, restore_workload
from engine.handover.verify.measurement_plan import plan_measurements
from engine.handover.verify.outcome import Verified, apply_results
from engine.handover.verify.result_assignment import Reading, StatedMachines, assign_result
from engine.handover.verify.tools import parse_results
from engine.pipeline import advise
from engine.policy import policy_from
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.workloads import SEVERAL, advise_on, encode_advice, stated_workload

ASKED = {"model": "vit-base", "requests_per_second": 20, "latency_p99_ms": 200, "neuron_compatible": False}
CHAT = {"model": "llama-3-8b", "requests_per_second": 2, "latency_p99_ms": 20_000, "input_tokens": 512, "output_tokens": 256}

TOKENS = "instance_type,requests_per_second,latency_ms,per_token_ms,input_tokens,output_tokens,requests"


@pytest.fixture(scope="module")
def advice(knowledge: Knowledge) -> Advice:
    """An advice for a network."""
    return advise_on(knowledge, ASKED)


def choice_of(advice: Advice) -> Plan:
    """The choice."""
    assert advice.choice is not None
    return advice.choice


def describe_job(parameters: Mapping[str, Any], measured: Mapping[str, tuple[int, int]]) -> str:
    """What the API would answer of a job, through botocore's own check of the shape: requests a minute and ms for each type."""
    client = boto3.client("sagemaker", region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")  # noqa: S106  # no account
    rows = [
        {
            "Metrics": {"CostPerHour": 1.0, "CostPerInference": 1e-6, "MaxInvocations": rate, "ModelLatency": latency},
            "EndpointConfiguration": {"EndpointName": "e", "VariantName": "v", "InstanceType": name, "InitialInstanceCount": 1},
            "ModelConfiguration": {"InferenceSpecificationName": "s"},
        }
        for name, (rate, latency) in measured.items()
    ]
    arn = "arn:aws:sagemaker:us-east-1:123456789012:inference-recommendations-job/x"
    answer = {
        **{name: parameters[name] for name in ("JobName", "JobType", "RoleArn", "InputConfig")},
        "JobArn": arn,
        "Status": "COMPLETED",
        "CreationTime": 1.0,
        "LastModifiedTime": 2.0,
        "InferenceRecommendations": rows,
    }
    with Stubber(client) as stubber:
        stubber.add_response("describe_inference_recommendations_job", answer, {"JobName": parameters["JobName"]})
        told = client.describe_inference_recommendations_job(JobName=parameters["JobName"])
    return json.dumps(told, default=str)


def test_from_plan_over_the_apis_answer_to_a_new_ranking(advice: Advice, knowledge: Knowledge) -> None:
    """The choice proves slow and its rival quick: the rival is the choice then, with basis measured, and the difference says so."""
    plan = plan_measurements(advice, knowledge)
    advanced = next(job for job in plan.jobs if job.kind == "Advanced")
    types = [one["InstanceType"] for one in advanced.parameters["InputConfig"]["EndpointConfigurations"]]
    assert types[0] == choice_of(advice).instance_type
    assert len(types) > 1
    slow, *others = types
    text = describe_job(advanced.parameters, {slow: (30, 1_900), **dict.fromkeys(others, (60_000, 9))})
    outcome = apply_results(advice, parse_results(text, "job.json"), knowledge)
    assert [reading.trial.instance_type for reading in outcome.readings] == [name.removeprefix("ml.") for name in types]
    assert outcome.compared[0].finalist == "choice"
    assert outcome.difference.before is not None
    assert outcome.difference.before.instance_type == slow
    after = choice_of(outcome.advice)
    assert after.instance_type in others
    assert (after.basis, outcome.difference.after and outcome.difference.after.instance_type) == ("measured", after.instance_type)
    assert encode_advice(advice_from(json.loads(json.dumps(advice_as_json(outcome.advice))))) == encode_advice(outcome.advice)


def test_measuring_what_was_estimated_changes_no_choice(advice: Advice, knowledge: Knowledge) -> None:
    """The estimate of the choice, measured at its load: the same plan, its cost and its time, now measured."""
    plan = choice_of(advice)
    row = f"{plan.instance_type},{plan.instance_count},20,{plan.latency_ms.estimate},p99,5000"
    outcome = apply_results(
        advice, parse_results(f"instance_type,instance_count,requests_per_second,latency_ms,percentile,requests\n{row}\n", "m"), knowledge
    )
    after = choice_of(outcome.advice)
    assert outcome.difference.before == outcome.difference.after
    assert after.latency_ms.estimate == pytest.approx(plan.latency_ms.estimate)
    assert after.cost == plan.cost
    assert after.basis == "measured"
    assert outcome.readings[0].notes == ()


def test_measurements_add_up(advice: Advice, knowledge: Knowledge) -> None:
    """What was measured before still counts when more is read; and the ranking is that of the engine with both."""
    first = apply_results(advice, parse_results("instance_type,latency_ms\nml.g5.xlarge,55\n", "a"), knowledge).advice
    second = apply_results(first, parse_results("instance_type,latency_ms\nml.g6.xlarge,44\n", "b"), knowledge).advice
    assert [trial.instance_type for trial in second.measured] == ["g5.xlarge", "g6.xlarge"]
    anew = advise(restore_workload(advice, knowledge), knowledge, measurements=second.measured)
    assert encode_advice(second) == encode_advice(anew)


def test_own_terms_hold_for_the_new_ranking(knowledge: Knowledge) -> None:
    """A policy that the advice follows is followed after it too."""
    policy = policy_from({"approved": ["g5", "g6"], "discounts": {"all": 0.5}}, knowledge)
    advice = advise(stated_workload(knowledge, **ASKED), knowledge, policy=policy)
    after = apply_results(advice, parse_results("instance_type,latency_ms\nml.g6.xlarge,44\n", "a"), knowledge).advice
    assert restore_policy(after, knowledge) == policy
    assert choice_of(after).family in ("g5", "g6")


@pytest.mark.parametrize(
    ("where", "given", "machines"),
    [
        ("results/ml.g5.xlarge-x2/peak_stats.csv", {}, ("g5.xlarge", 2)),
        ("results/G5.2xlarge/x.csv", {}, ("g5.2xlarge", 1)),
        ("x.csv", {"instance_type": "ml.g6.xlarge", "instance_count": 3}, ("g6.xlarge", 3)),
        ("x.csv", {"instance_type": "g6.xlarge"}, ("g6.xlarge", 1)),
        ("results/ml.g5.xlarge-x2/peak_stats.csv", {"instance_type": "g6.xlarge", "instance_count": 3}, ("g5.xlarge", 2)),
        ("c5.large/x.csv, line 7", {}, ("c5.large", 1)),
    ],
)
def test_the_folder_or_the_person_says_the_machines(
    knowledge: Knowledge, where: str, given: dict[str, Any], machines: tuple[str, int]
) -> None:
    """What the file does not say itself."""
    text = '{"backend": "vllm", "completed": 900, "request_rate": 4, "request_throughput": 4, "p99_e2el_ms": 90}'
    [result] = parse_results(text, where)
    trial = assign_result(result, StatedMachines(**given), decide(stated_workload(knowledge, **ASKED), knowledge)).trial
    assert (trial.instance_type, trial.instance_count) == machines


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("instance_type,latency_ms\n,5\n", ["line 2", "--instance"]),
        ("instance_type,latency_ms\nml.g5.xlrge,5\n", ["line 2", "instance_type", "ml.g5.xlrge", "g5.xlarge"]),
        ("place,memory_mb,latency_ms\nsagemaker-serverles,2048,5\n", ["place", "sagemaker-serverless"]),
        ("place,latency_ms\nlambda,5\n", ["memory_mb", "lambda"]),
        ("instance_type,latency_ms,model\ng5.xlarge,5,resnet-50\n", ["resnet-50", "ViT base"]),
        ("instance_type,latency_ms,requests,failed\ng5.xlarge,5,100,50\n", ["50 of 100", "failed"]),
        ("instance_type,hours_per_run\ng5.xlarge,5\n", ["cannot be held against an estimate", "g5.xlarge"]),
        ("instance_type,latency_ms\ng5.xlarge,1e11\n", ["cannot be held against an estimate", "g5.xlarge", "units"]),
        ("place,memory_mb,latency_ms\nlambda,77,5\n", ["cannot be held against an estimate", "lambda 77 MB"]),
    ],
)
def test_what_belongs_to_no_plan_is_refused_in_one_line(advice: Advice, knowledge: Knowledge, text: str, words: list[str]) -> None:
    """It names the file, the line, and what would do."""
    with pytest.raises(InputError) as error:
        apply_results(advice, parse_results(text, "some.csv"), knowledge)
    line = str(error.value)
    assert line.startswith(("some.csv", "--instance"))
    assert "\n" not in line
    assert [word for word in words if word not in line] == [], line


def read_chat(knowledge: Knowledge, text: str) -> Reading:
    """The only run of a CSV file, measured for a chat."""
    [result] = parse_results(text, "m")
    return assign_result(result, StatedMachines(), decide(stated_workload(knowledge, **CHAT), knowledge))


def test_answers_of_another_length_are_converted(knowledge: Knowledge) -> None:
    """As many tokens a second; the time of an answer by that per token; and a note says so."""
    reading = read_chat(knowledge, f"{TOKENS}\nml.g6e.xlarge,2,3000,20,512,128,5000\n")
    assert reading.trial.rate_per_s == pytest.approx(1.0)
    assert reading.trial.latency_ms == pytest.approx(3000 + 128 * 20)
    assert "128 answer tokens" in reading.notes[0]


def test_answers_of_another_length_without_a_time_per_token_are_refused(knowledge: Knowledge) -> None:
    """Nobody knows how long the others would take."""
    with pytest.raises(InputError, match="128 answer tokens, where the workload has 256"):
        read_chat(knowledge, "instance_type,latency_ms,output_tokens\nml.g6e.xlarge,3000,128\n")


def test_prompts_of_another_length_and_few_requests_are_noted(knowledge: Knowledge) -> None:
    """What to know before trusting it."""
    notes = read_chat(knowledge, f"{TOKENS}\nml.g6e.xlarge,2,9000,20,4000,256,50\n").notes
    assert any("4,000 prompt tokens" in note for note in notes)
    assert any("50 requests" in note for note in notes)


def test_a_measured_job_tells_its_hours_and_cost(knowledge: Knowledge) -> None:
    """Twice as long as estimated, on the machines of the choice: no longer the hours of the advice."""
    before = advise_on(knowledge, SEVERAL["adapters"])
    plan = choice_of(before)
    assert plan.hours_per_run is not None
    row = f"{plan.instance_type},{plan.instance_count},{plan.hours_per_run * 2}"
    outcome = apply_results(before, parse_results(f"instance_type,instance_count,hours_per_run\n{row}\n", "m"), knowledge)
    [compared] = outcome.compared
    assert compared.hours_per_run.after is not None
    assert compared.hours_per_run.before == pytest.approx(plan.hours_per_run)
    assert compared.hours_per_run.after > plan.hours_per_run


def test_a_plan_that_is_ruled_out_says_why(advice: Advice, knowledge: Knowledge) -> None:
    """By the limit that stops it now."""
    outcome = apply_results(advice, parse_results("instance_type,requests_per_second,latency_ms\nml.g5.xlarge,20,9000\n", "m"), knowledge)
    [compared] = outcome.compared
    assert compared.latency_ms.after is None
    assert "200 ms" in compared.stopped
    assert "ml.g5.xlarge" not in [plan.instance_type for plan in (choice_of(outcome.advice), *outcome.advice.alternatives)]


def agrees_with_difference(outcome: Verified) -> bool:
    """True if the difference is that of the two advices."""
    choice, after = outcome.advice.choice, outcome.difference.after
    return (choice is None) == (after is None) and (choice is None or after is None or choice.instance_type == after.instance_type)


@settings(max_examples=rounds(quick=2, long=1_000))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("ml.g5.xlarge", "ml.g6.xlarge", "ml.c7i.4xlarge", "inf2.xlarge")), st.floats(0.1, 1e5), st.floats(0.01, 1e4)
        ),
        max_size=4,
    ),
    st.booleans(),
)
def test_any_measurements_lead_to_a_ranking(
    advice: Advice,
    knowledge: Knowledge,
    rows: list[tuple[str, float, float]],
    saturated: bool,  # noqa: FBT001  # given by Hypothesis
) -> None:
    """However good or bad they are; the new advice is the engine's own for them."""
    if not rows:
        return
    text = "instance_type,latency_ms,requests_per_second,saturated\n" + "".join(
        f"{name},{latency},{rate},{str(saturated).lower()}\n" for name, latency, rate in rows
    )
    outcome = apply_results(advice, parse_results(text, "m"), knowledge)
    assert agrees_with_difference(outcome)
    anew = advise(restore_workload(advice, knowledge), knowledge, measurements=[reading.trial for reading in outcome.readings])
    assert encode_advice(anew) == encode_advice(outcome.advice)
