"""Will it run: software against hardware."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compatibility import check_compatibility, matrix_row
from engine.compatibility.obstacle import find_obstacle
from engine.compatibility.version_ranges import is_range, is_within, overlap, version_below
from engine.decision.choice import decide
from engine.intake.understand import understand
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import for_each, read_table
from tests.depth import rounds
from tests.engine.workloads import Facts, decide_on

THREADS: Final[list[dict[str, Any]]] = read_table(Path(__file__).with_name("thread_cases.yaml"))["cases"]
RIGHT: Final = {"a": 0.80, "b": 0.84, "c": 0.86, "d": 0.70, "e": 0.70, "f": 0.80}
"""Round of threads -> the least share whose verdict is that of the thread."""
WRONG: Final = {"a": 0.04, "b": 0.04, "c": 0.07, "d": 0.14, "e": 0.10, "f": 0.07}
"""Round -> the most whose verdict is the opposite; what is left is told as unknown."""

ANSWERS: list[tuple[str, str, str]] = [
    ("FlashAttention 2 on g4dn.xlarge", "fails", "compute capability 8.0 or more"),
    ("FlashAttention 2 on g5.xlarge", "runs", ""),
    ("vLLM 0.6 on p3.2xlarge", "runs", ""),
    ("vLLM on V100", "fails", "compute capability 7.5 or more"),
    ("SGLang on inf2.xlarge", "fails", "a CPU or a GPU"),
    ("can I use MIG on an L4?", "fails", "MIG"),
    ("MIG on A100", "runs", ""),
    ("hardware video encoder on p5.48xlarge", "fails", "a video encoder"),
    ("NVENC on g6.xlarge", "runs", ""),
    ("TF32 on T4", "fails", ""),
    ("g4dn: RuntimeError: FlashAttention only supports Ampere GPUs or newer", "fails", "compute capability"),
    ("ptxas error: Feature '.m16n8k16' requires .target sm_80 or higher, on g4dn.xlarge", "fails", "compute capability 8.0 or more"),
    (
        "built for NVIDIA Driver Release 575.51 or later, but version 470.256.02 was detected, on ml.g4dn.xlarge",
        "fails",
        "driver 575.51 or more",
    ),
    ("an unheard-of engine on g5.xlarge", "unknown", ""),
    ("flash-attention_2 on g4dn.xlarge", "fails", "compute capability"),
    ("Does PyTorch on an AWS Lambda function use a GPU with CUDA?", "fails", ""),
    ("our zip with all layers has 700 MB, AWS Lambda function", "fails", "250"),
    ("a 9 GB container image in an AWS Lambda function", "runs", ""),
    ("a 14 GB container image in an AWS Lambda function", "fails", "10 GB"),
    ("ResNet-50 with a GPU on Fargate tasks", "fails", "gpu parameter"),
]
UNKNOWN: list[tuple[str, str]] = [
    ("Will LMXServe run the AWQ checkpoint on a V100? vLLM refuses the card.", "Nothing is known here of LMXServe"),
    ("mistral-finetune with FSDP crashes in the first forward pass on g4dn.12xlarge, memory runs out", "You tell of a failure"),
    ("anything at all on g5.xlarge", "No software is named here"),
]


@for_each(
    ("question", "verdict", "target"),
    [
        ["does vllm run on a V100?", "fails", "NVIDIA V100 16 GB"],
        ["will flash attention 2 work on T4?", "fails", "NVIDIA T4"],
        ["does bitsandbytes run on g5g?", "runs", "g5g"],
        ["vLLM fails on V100 here, the same code runs on A100", "fails", "NVIDIA V100 16 GB"],
    ],
)
def test_the_hardware_of_a_plain_question_is_read(question: str, verdict: str, target: str, knowledge: Knowledge) -> None:
    """However it is asked; where the same code runs elsewhere, that is not what is asked about."""
    found = check_compatibility(question, knowledge)
    assert [(one.verdict, one.target) for one in found] == [(verdict, target)]


@for_each(("text", "verdict", "told"), ANSWERS)
def test_a_question_gets_its_verdict_and_what_decides(knowledge: Knowledge, text: str, verdict: str, told: str) -> None:
    """With what is needed and what there is; the nearest types where it fails."""
    found = check_compatibility(text, knowledge)[0]
    assert found.verdict == verdict, found
    assert told in " ".join(found.because)
    assert bool(found.because) or verdict != "fails"


@for_each(("text", "told"), UNKNOWN)
def test_what_is_not_known_is_said(knowledge: Knowledge, text: str, told: str) -> None:
    """With what it is about, and never as a yes or a no."""
    found = check_compatibility(text, knowledge)[0]
    assert found.verdict == "unknown"
    assert found.sentence.startswith(told)


def test_a_failure_that_is_told_of_gets_what_it_is_like(knowledge: Knowledge) -> None:
    """What helps against the symptom stands in for what is not known of the software."""
    text = "vllm/vllm-openai image on a p6-b200, the engine dies during start-up with: no kernel image is available, CUDA error"
    found = check_compatibility(text, knowledge)[0]
    assert found.verdict == "fails"
    assert found.mends


def test_a_chip_of_apple_is_no_machine_of_aws(knowledge: Knowledge) -> None:
    """M2 is a family of EC2, too."""
    assert check_compatibility("The image was built on my MacBook with an M2 chip, with vLLM", knowledge)[0].target == ""


@pytest.mark.parametrize("round_", RIGHT)
def test_threads_get_the_verdict_that_they_had(knowledge: Knowledge, round_: str) -> None:
    """Most of them; the opposite is rare, and what nobody knows is said to be unknown."""
    outcomes: Counter[str] = Counter()
    threads = [thread for thread in THREADS if thread["round"] == round_]
    for thread in threads:
        found = check_compatibility(thread["text"], knowledge)
        verdict = next((one.verdict for one in found if one.verdict == "fails"), found[0].verdict)
        outcomes["unknown" if verdict == "unknown" else "right" if verdict == thread["verdict"] else "wrong"] += 1
    assert outcomes["right"] / len(threads) >= RIGHT[round_], outcomes
    assert outcomes["wrong"] / len(threads) <= WRONG[round_], outcomes


def test_the_nearest_types_pass(knowledge: Knowledge) -> None:
    """On each of them the same question is answered with yes."""
    for software in ("flash-attention-2", "vllm", "fp8-weights", "nvenc", "sglang"):
        for instance in ("g4dn.xlarge", "p3.2xlarge", "inf2.xlarge", "c5.xlarge"):
            found = check_compatibility("", knowledge, software=[software], instances=[instance])[0]
            for name in found.nearest:
                assert check_compatibility("", knowledge, software=[software], instances=[name])[0].verdict == "runs", (software, name)


def test_names_of_nothing_are_told_with_the_nearest(knowledge: Knowledge) -> None:
    """One line each."""
    with pytest.raises(InputError, match=r'--software: "vlm" is not known. Did you mean vllm\?'):
        check_compatibility("", knowledge, software=["vlm"])
    with pytest.raises(InputError, match=r"--instance: .*Did you mean g4dn.xlarge\?"):
        check_compatibility("", knowledge, software=["vllm"], instances=["g4dn.xlarg"])


def test_a_version_decides(knowledge: Knowledge) -> None:
    """What an old version ran on is told of the old version alone."""
    old, new = (check_compatibility(f"{name} on V100", knowledge)[0].verdict for name in ("vllm 0.8", "vllm 0.22"))
    assert (old, new) == ("runs", "fails")


@for_each("name", ["flash-attention-2", "vllm", "sglang", "awq"])
def test_an_advice_takes_no_machine_that_the_software_does_not_run_on(knowledge: Knowledge, name: str) -> None:
    """Whatever is cheapest; without the software it may be another."""
    facts: Facts = {"model": "llama-3-8b", "requests_per_second": 1, "priority": "cost", "software": (name,)}
    decision = decide_on(knowledge, facts)
    assert decision.ranked_options
    for option in decision.ranked_options:
        if option.instance is not None:
            assert find_obstacle((name,), option.instance.instance_type, knowledge) is None, option.what


def test_every_need_can_be_held_against_hardware(knowledge: Knowledge) -> None:
    """Its ranges can be read, and no two pieces of software have the same name."""
    names: Counter[str] = Counter()
    for one in knowledge.software.values():
        names.update({alias.lower() for alias in (one.name, *one.aliases)})
        for need in one.needs:
            for wanted in (need.versions, need.compute_capability, need.cuda, need.driver, need.neuron, need.rocm, need.python):
                assert not wanted or is_range(wanted), (one.id, wanted)
            assert not need.feature or all(name.strip() for name in need.feature.split(",")), (one.id, need.what)
    assert [name for name, count in names.items() if count > 1] == []


_versions = st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda pair: f"{pair[0]}.{pair[1]}")


@settings(max_examples=rounds(50, 1_000))
@given(_versions, _versions, _versions)
def test_ranges_overlap_where_a_version_keeps_both(low: str, high: str, version: str) -> None:
    """A version in both is enough; two that are apart have none."""
    one, other = f">={low}", f"<{high}"
    if is_within(version, one) and is_within(version, other):
        assert overlap(one, other)
    if not overlap(one, other):
        assert not (is_within(version, one) and is_within(version, other))


def test_where_an_older_version_runs_the_answer_asks_for_it(knowledge: Knowledge) -> None:
    """Only where none was told."""
    asked, told = (check_compatibility(f"{name} on V100", knowledge)[0].ask for name in ("vllm", "vllm 0.22"))
    assert asked == "the version of vLLM, which runs there below 0.21"
    assert told == ""


@given(_versions)
def test_the_version_below_a_bound_is_out_of_its_range(bound: str) -> None:
    """And there is none below nothing."""
    below = version_below(f">={bound}")
    assert bool(below) == any(int(part) for part in bound.split("."))
    assert not below or not is_within(below, f">={bound}")


def test_a_row_of_the_matrix_says_what_the_answers_say(knowledge: Knowledge) -> None:
    """For the newest version of each engine, on a machine of each accelerator."""
    machines = {one.accelerator: one.instance_type for one in knowledge.instances.values() if one.accelerator}
    for identity in ("vllm", "sglang", "tensorrt-llm", "text-embeddings-inference"):
        for cell in matrix_row(knowledge.software[identity], knowledge):
            if cell.accelerator in machines:
                found = check_compatibility("", knowledge, software=[identity], instances=[machines[cell.accelerator]])[0]
                assert (cell.outcome == "fails") == (found.verdict == "fails"), (identity, cell, found)


@for_each(("text", "software"), [case.values() for case in read_table(Path(__file__).with_name("advice_cases.yaml"))["cases"]])
def test_the_choice_has_what_the_named_software_needs(knowledge: Knowledge, text: str, software: list[str]) -> None:
    """It is read from the message, and the machine that is chosen meets every need of its newest version."""
    workload = understand(text, knowledge).workload
    assert set(software) <= {*(workload.software or ()), workload.framework}, workload.software
    best = decide(workload, knowledge).best
    assert best is not None
    assert best.instance is None or find_obstacle(software, best.instance.instance_type, knowledge) is None, best.what
