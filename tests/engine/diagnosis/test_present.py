"""From what runs today to what should: measured, worth the move, and told with its time, effort, risk and first step."""

from __future__ import annotations

import pytest

from engine.advice import Advice, Present
from engine.intake.understand import understand
from engine.pipeline import advise
from engine.workload import Workload
from knowledge import Knowledge
from tests.case_tables import for_each


def _understood(text: str, knowledge: Knowledge) -> Workload:
    return understand(text, knowledge).workload


def _advised(text: str, knowledge: Knowledge) -> tuple[Advice, Present]:
    advice = advise(_understood(text, knowledge), knowledge)
    assert advice.present is not None
    return advice, advice.present


def test_a_busy_share_and_a_load_measure_what_a_machine_carries(knowledge: Knowledge) -> None:
    """At 50 % today, one machine is enough; at 95 % it is not, for the same load."""
    text = "ResNet-50 on one g4dn.xlarge on EC2 today, not on Neuron, 30 requests a second, the GPU is {} % busy, answers under 200 ms"
    easy, _ = _advised(text.format(10), knowledge)
    full, _ = _advised(text.format(95), knowledge)
    assert easy.choice is not None
    assert full.choice is not None
    assert (full.choice.utilization or 0) > (easy.choice.utilization or 0)


def test_a_busy_share_alone_tells_the_load(knowledge: Knowledge) -> None:
    """Nobody said how much is asked: as much as keeps today's machines so busy."""
    advice, _ = _advised("we run 4 x ml.m5.4xlarge endpoints with XGBoost, CPU at 9 %", knowledge)
    assert "It keeps 4 × m5.4xlarge busy by 9%, as today." in {one.why for one in advice.assumptions}


@for_each("share", [70, 85, 95])
def test_machines_that_nobody_complains_of_are_enough(share: int, knowledge: Knowledge) -> None:
    """However busy they are, no larger bill is advised for the load of today."""
    _, present = _advised(
        f"Our Llama 3 8B runs on g5.2xlarge, GPU at {share} %, p95 latency 1.8 s which is fine. Should we move?", knowledge
    )
    assert " more" not in present.step


def test_what_is_fine_is_how_it_does_and_no_target(knowledge: Knowledge) -> None:
    """A remark behind a number of today's machine."""
    work = _understood("Our Llama 3 8B runs on g5.2xlarge, p95 latency 1.8 s which is fine", knowledge)
    assert (work.current_latency_ms, work.latency_p99_ms) == (1800.0, None)


def test_a_saving_that_is_not_worth_the_move_leaves_everything_as_it_is(knowledge: Knowledge) -> None:
    """The plan of today comes first, though another is cheaper by a few dollars."""
    advice, present = _advised(
        "One m7i.large on EC2 serves XGBoost at 60 % CPU, 30 requests a second, 20 ms each today. Keep it?", knowledge
    )
    assert advice.choice is not None
    assert present.step.startswith(("Stay", "Now"))
    saved = (present.usd_per_month or 0) - (advice.choice.cost.usd_per_month or 0)
    assert (advice.choice.instance_type == "m7i.large") == (present.changes == ())
    assert present.changes == () or saved > 10


@for_each("text", ["our PyTorch service on one g5.xlarge", "a service of ours on 2 x g4dn.xlarge, 5 requests a second"])
def test_nobody_is_sent_from_a_gpu_to_cpus_on_an_assumed_model(text: str, knowledge: Knowledge) -> None:
    """What runs there may need it."""
    advice, _ = _advised(f"{text} costs too much. What else?", knowledge)
    assert advice.choice is None or advice.choice.processor != "cpu"


def test_who_asks_about_cpus_may_get_them(knowledge: Knowledge) -> None:
    """A comparison that names them is the person's own wish."""
    advice, _ = _advised("our text classifier runs on one g5.xlarge; would a CPU do for 5 requests a second?", knowledge)
    assert not any(one.limit == "unproven_on_cpu" for one in advice.rejected)


@pytest.mark.parametrize("stage", ["", "PyTorch training: "])
def test_who_needs_more_speed_gets_a_faster_device_than_today(stage: str, knowledge: Knowledge) -> None:
    """Whatever runs on it: a V100 that is too slow leads to no T4."""
    advice, _ = _advised(f"{stage}I went from p3.2xlarge to p3.8xlarge and still need more speed", knowledge)
    assert advice.choice is not None
    assert advice.choice.processor == "gpu"
    assert not (advice.choice.instance_type or "").removeprefix("ml.").startswith(("g4dn", "p2", "p3", "g3"))


def test_a_run_may_take_no_more_than_twice_as_long_as_today(knowledge: Knowledge) -> None:
    """Where nobody said how long; a cheaper machine that needs a week is no help."""
    advice, present = _advised("ResNet-50 training on one p3.8xlarge takes 9 hours, $110 a run", knowledge)
    assert advice.choice is not None
    assert (advice.choice.hours_per_run or 0) <= 18
    assert present.time.startswith("A run takes 9.00 h today")


def test_a_move_tells_effort_risk_and_first_step(knowledge: Knowledge) -> None:
    """And nothing of them where everything stays."""
    _, moved = _advised("3 x g5.2xlarge on ECS for BERT embeddings, 40 requests a second, GPU at 12 %, $2,650 a month", knowledge)
    assert moved.changes
    assert all((moved.effort, moved.risk, moved.first_step))
    _, stays = _advised("nightly XGBoost batch transform on one ml.m5.large takes 10 minutes", knowledge)
    assert bool(stays.changes) == bool(stays.effort)


def test_a_remedy_that_is_an_option_of_the_place_is_part_of_the_plan(knowledge: Knowledge) -> None:
    """Jobs that wait for their machine get a pool that stays."""
    text = "Each of our XGBoost training jobs on SageMaker waits six minutes in Starting and runs for four, thirty times a day. So slow."
    advice = advise(_understood(text, knowledge), knowledge)
    assert advice.choice is not None
    assert advice.diagnosis[0].symptom == "jobs-wait-for-start"
    assert advice.choice.place_options.get("warm_pool") is True


@for_each(
    "text",
    [
        "nightly batch scores 40 million rows with XGBoost, takes 5 hours on one m5.4xlarge today and we need it within 1 hour",
        "Batch Transform on one ml.g4dn.xlarge takes 70 hours for 12 million pictures, the deadline is 24 hours from now on",
        "YOLO11m on two c6i.xlarge answers in 900 ms today, the SLA says 150 ms, 20 requests a second",
    ],
)
def test_what_runs_today_is_no_plan_where_it_misses_a_stated_target(text: str, knowledge: Knowledge) -> None:
    """However small the saving: what somebody demands comes before the effort of a move."""
    advice, present = _advised(text, knowledge)
    assert present.changes
    assert advice.choice is not None
    targets = advice.workload
    if "training_deadline_hours" in targets:
        assert (advice.choice.hours_per_run or 0.0) <= targets["training_deadline_hours"]["value"]
    else:
        assert (advice.choice.latency_ms.estimate or 0.0) <= targets["latency_p99_ms"]["value"]
