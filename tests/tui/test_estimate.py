"""`sizewise estimate`: what a program reads, what a person reads, and what is refused."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.sizing.estimate_records import Estimate
from engine.sizing.estimator.estimate_options import OPTIONS
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.terminal_text import columns
from tests.tui.conftest import Start
from tests.tui.contract import COST, MEMORY, RANGE, breaches, differences
from tests.tui.refused import one_line
from tui.cli.estimate import answer_request

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(Path(__file__).with_name("estimate_cases.yaml").read_text(encoding="utf-8"))
CONTRACT = {
    "memory_gb": {**MEMORY, "per_device": (int, float), "device_usable": (int, float), "verdict": str},
    "host_gb": (int, float),
    "latency_ms": RANGE,
    "time_to_first_token_ms": RANGE,
    "time_per_output_token_ms": RANGE,
    "throughput_per_s": {**RANGE, "unit": str},
    "bound_by": str,
    "basis": str,
    "steps": [str],
    "sources": [str],
    "cost": (dict, type(None)),
}
TIMES = ("latency_ms", "time_to_first_token_ms", "time_per_output_token_ms")
QWEN = {
    "model_type": "qwen2",
    "hidden_size": 3584,
    "intermediate_size": 18944,
    "num_attention_heads": 28,
    "num_hidden_layers": 28,
    "num_key_value_heads": 4,
    "vocab_size": 152064,
    "tie_word_embeddings": False,
    "max_position_embeddings": 32768,
    "torch_dtype": "bfloat16",
}
"""The published configuration of Qwen2.5-7B."""


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The JSON Schema of the record."""
    return TypeAdapter(Estimate).json_schema(mode="serialization")


def told(inside: Start, arguments: str, status: int = 0) -> dict[str, Any]:
    """The JSON of an estimate."""
    ended = inside("estimate", *shlex.split(arguments), "--json")
    assert (ended.status, ended.err) == (status, "")
    document: dict[str, Any] = json.loads(ended.out)
    return document


def test_an_estimate_has_all_fields_of_the_contract_and_a_page_of_80_columns(inside: Start, schema: dict[str, Any]) -> None:
    """One document by the schema of its record, whose numbers agree with each other; a page with its parts, in lines of the width."""
    for case in CASES["good"]:
        status = 3 if case["verdict"] == "does-not-fit" else 0
        found = told(inside, case["arguments"], status)
        assert differences(found, CONTRACT) == [], case
        assert breaches(found, schema) == [], case
        assert_consistent(found, case)
        ended = inside("estimate", *shlex.split(case["arguments"]))
        lines = ended.out.splitlines()
        assert (ended.status, ended.err) == (status, ""), case
        assert [line for line in lines if columns(line) > 80 or line != line.rstrip()] == [], case
        parts = ["Memory                  GB", "Speed", "Steps"] + (["Cost"] if "--instance" in case["arguments"] else [])
        assert [part for part in parts if part not in lines] == [], case
        assert [line for line in lines if line.startswith("[1] ")], case


def assert_consistent(found: dict[str, Any], case: dict[str, Any]) -> None:
    """The figures of an estimate agree with each other and with its case."""
    fits = case["verdict"] != "does-not-fit"
    memory, rate = found["memory_gb"], found["throughput_per_s"]
    share = memory["per_device"] / memory["device_usable"]
    assert memory["verdict"] == ("does-not-fit" if share > 1 else "tight" if share > 0.85 else "fits"), case
    assert (memory["verdict"] != "does-not-fit") == fits, case
    parts = [value for name, value in memory.items() if name in MEMORY and name != "total"]
    assert sum(parts) == pytest.approx(memory["total"], rel=0.01), case
    assert rate["unit"] == case["unit"], case
    assert (rate["estimate"] is not None) == fits, case
    for name in (*TIMES, "throughput_per_s"):
        figures = [found[name][key] for key in ("low", "estimate", "high")]
        assert figures == [None] * 3 or figures[0] <= figures[1] <= figures[2], case
    assert (found["cost"] is not None) == case.get("cost", True), case
    if found["cost"]:
        assert differences(found["cost"], COST) == [], case
        assert found["cost"]["per"] == case["unit"], case
        million = found["cost"]["usd_per_hour"] / 3600 / rate["estimate"] * 1e6 if fits else None
        assert found["cost"]["usd_per_million"] == pytest.approx(million), case
    assert found["steps"], case
    assert found["sources"], case


@pytest.mark.parametrize("case", CASES["started"], ids=lambda case: case["arguments"])
def test_a_start_is_told_by_what_it_finds(case: dict[str, Any], inside: Start) -> None:
    """Both lines say what was asked for, and a new machine answers sooner than one that finds nothing prepared."""
    model = case["arguments"].split(" --")[0] + " --" + case["arguments"].split(" --")[1]
    prepared, usual = (_starts(told(inside, arguments)) for arguments in (case["arguments"], model))
    assert all(any(word in line for line, _ in prepared) for word in case["words"])
    assert usual[1][1] - prepared[1][1] > case["sooner"]


def _starts(found: dict[str, Any]) -> list[tuple[str, float]]:
    """The lines on the start, and the minutes that they give."""
    lines = [step for step in found["steps"] if step.startswith("start on a ")]
    times = [re.search(r" = ([\d.]+) (s|min) \(", line) for line in lines]
    return [(line, float(time[1]) / (60 if time[2] == "s" else 1)) for line, time in zip(lines, times, strict=True) if time]


@pytest.mark.parametrize("case", CASES["offloaded"], ids=lambda case: case["arguments"])
def test_what_is_offloaded_is_held_by_the_host(case: dict[str, Any], inside: Start) -> None:
    """Devices and host both have to hold it; how fast it then is nobody knows, and the page says so."""
    fits = case["verdict"] != "does-not-fit"
    found = told(inside, case["arguments"], status=0 if fits else 3)
    assert found["memory_gb"]["verdict"] == case["verdict"]
    assert found["memory_gb"]["remedy"].startswith(case.get("remedy", ""))
    assert found["throughput_per_s"] == {"estimate": None, "low": None, "high": None, "unit": "training tokens"}
    assert found["memory_gb"]["optimizer"] == 0
    page = " ".join(inside("estimate", *shlex.split(case["arguments"])).out.split())
    assert "to hold what is offloaded" in page
    assert ("throughput is not known" in page) == fits


def test_bad_input_is_refused_in_one_line(inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind gets one line with the field, the value and the nearest valid one; no number is made of nothing."""
    monkeypatch.chdir(tmp_path)
    for case in CASES["bad"]:
        if "config" in case:
            Path("config.json").write_text(case["config"], encoding="utf-8")
        line = one_line(inside("estimate", *shlex.split(case["arguments"])))
        Path("config.json").unlink(missing_ok=True)
        assert [word for word in case["words"] if word not in line] == [], (case["it"], line)
        assert len(line) < 300, case["it"]


def test_a_model_that_generates_no_text_has_no_time_per_token(inside: Start) -> None:
    """What there is not is null, not zero."""
    found = told(inside, "--model bert-base --instance g5.xlarge")
    for name in TIMES[1:]:
        assert found[name] == {"estimate": None, "low": None, "high": None}
    assert found["latency_ms"]["estimate"] > 0


def test_a_type_is_paid_as_it_is_written(inside: Start, knowledge: Knowledge) -> None:
    """With ml. the price is SageMaker's, without it EC2's; several instances cost and carry several times as much."""
    instance = knowledge.instances["g5.xlarge"]
    assert instance.price
    assert instance.ml
    assert instance.ml.price
    plain, sagemaker, three = (
        told(inside, f"--model llama-3-8b --instance {name}") for name in ("g5.xlarge", "ml.g5.xlarge", "g5.xlarge --count 3")
    )
    assert plain["cost"]["usd_per_hour"] == instance.price.usd_per_hour
    assert sagemaker["cost"]["usd_per_hour"] == instance.ml.price.usd_per_hour != instance.price.usd_per_hour
    assert three["cost"]["usd_per_hour"] == pytest.approx(3 * instance.price.usd_per_hour)
    assert three["throughput_per_s"]["estimate"] == pytest.approx(3 * plain["throughput_per_s"]["estimate"])
    assert three["latency_ms"] == plain["latency_ms"]


def test_the_base_wins_over_numbers_where_it_knows_the_name(inside: Start) -> None:
    """Numbers beside a known name change nothing but a note; beside an unknown one they are the model."""
    known = told(inside, "--model llama-3-8b --instance g5.xlarge")
    both = told(inside, "--model llama-3-8b --parameters-b 1 --layers 2 --instance g5.xlarge")
    assert "left aside" in both["steps"][0]
    assert both["steps"][1:] == known["steps"]
    assert {**both, "steps": ()} == {**known, "steps": ()}
    ours = told(inside, "--model ours --parameters-b 1 --layers 2 --instance g5.xlarge")
    assert ours["memory_gb"]["weights"] == pytest.approx(2.0, rel=0.02)


def test_what_is_assumed_of_numbers_is_said(inside: Start) -> None:
    """A size alone takes its proportions from a model like it, and says so; with all of them given nothing is assumed."""
    alone = told(inside, "--parameters-b 8 --instance g5.xlarge")
    assert "assumed" in alone["steps"][0]
    whole = told(inside, "--parameters-b 8 --layers 32 --hidden-size 4096 --heads 32 --kv-heads 8 --head-size 128 --instance g5.xlarge")
    assert [step for step in whole["steps"] if "assumed" in step] == []
    half = told(inside, "--parameters-b 8 --layers 32 --hidden-size 4096 --heads 32 --kv-heads 4 --head-size 128 --instance g5.xlarge")
    assert half["memory_gb"]["kv_cache"] == pytest.approx(whole["memory_gb"]["kv_cache"] / 2)


def test_a_configuration_is_the_model_it_describes(inside: Start, tmp_path: Path) -> None:
    """The published configuration of a model that the base knows gives the memory of that model; packed weights are heard."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps(QWEN), encoding="utf-8")
    read, known = told(inside, f"--model-config {path} --instance g6.xlarge"), told(inside, "--model qwen2-5-7b --instance g6.xlarge")
    assert read["memory_gb"]["total"] == pytest.approx(known["memory_gb"]["total"], rel=0.01)
    path.write_text(json.dumps({**QWEN, "quantization_config": {"quant_method": "gptq", "bits": 4}}), encoding="utf-8")
    packed = told(inside, f"--model-config {path} --instance g6.xlarge")
    assert packed["memory_gb"]["weights"] < read["memory_gb"]["weights"] / 2
    assert "int4" in packed["steps"][0]


def test_options_of_training_change_its_memory(inside: Start) -> None:
    """Less is held per device with a leaner optimizer or more sharding, more where activations stay or the batch grows."""
    asked = "--model llama-3-8b --instance p5.48xlarge --accelerators 8 --stage training --batch 2"

    def per_device(more: str = "") -> float:
        return float(told(inside, f"{asked} {more}")["memory_gb"]["per_device"])

    usual = per_device()
    assert per_device("--optimizer adamw-8bit") < usual
    assert per_device("--method lora") < usual
    assert per_device("--no-checkpointing") > usual
    assert per_device("--batch 8") > usual
    sharded = [told(inside, f"{asked} --sharding {name}", status)["memory_gb"]["per_device"] for name, status in SHARDED]
    assert sharded == sorted(sharded, reverse=True)
    assert len(set(sharded)) == 4


SHARDED = (("none", 3), ("zero-1", 0), ("zero-2", 0), ("zero-3", 0))
"""Sharding of 8 B parameters over eight H100, and the status: unsharded they do not fit."""


def test_lines_are_answered_in_order(sizewise: Start) -> None:
    """Each request gets its own answer with its id; a bad one gets an error, and the rest go on."""
    good = {"model": "bert-base", "instance": "g5.xlarge"}
    lines: list[tuple[str, object, str]] = [
        (json.dumps({"id": 1, **good}), 1, ""),
        ("{not json", None, "JSON"),
        ('["bert-base"]', None, "object"),
        (json.dumps({"id": 2, **good, "batch": 8, "input_tokens": 384, "precision": None}), 2, ""),
        (json.dumps({"id": 3, **good, "batch": -1}), 3, "batch"),
        (json.dumps({"id": 4, **good, "batch": True}), 4, "batch"),
        (json.dumps({"id": 5, **good, "batch": [8]}), 5, "batch"),
        (json.dumps({"id": 6, **good, "batsh": 8}), 6, "batch"),
        (json.dumps({"id": 7, **good, "model": 5}), 7, "model"),
        (json.dumps({"id": 8, **good, "model": ""}), 8, "model"),
        (json.dumps({"id": 9, **good, "no_checkpointing": "no"}), 9, "no_checkpointing"),
        (json.dumps({"id": 10, **good, "stage": {"a": 1}}), 10, "stage"),
        ('{"id": 11, "model": "bert-base", "instance": "g5.xlarge", "batch": 1e999}', None, "JSON"),
        (json.dumps({"id": 12}), 12, "instance"),
        (json.dumps({"id": 13, "model_config": QWEN, "instance": "g5.xlarge"}), 13, ""),
        (json.dumps({"id": 14, "model_config": "a\0b", "instance": "g5.xlarge"}), 14, "model_config"),
        (json.dumps({"id": 15, "model_config": {"hidden_size": "x"}, "instance": "g5.xlarge"}), 15, ""),
        (json.dumps({"id": 16, "model_config": "-", "instance": "g5.xlarge"}), 16, "where the requests come from"),
        (json.dumps({"id": "last", "model": "llama-3-1-405b", "accelerator": "a10g", "accelerators": 1}), "last", ""),
    ]
    ended = sizewise("estimate", "--jsonl", given="\n".join(line for line, *_ in lines))
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert (ended.status, ended.err) == (0, "")
    assert [one["id"] for one in answers if "JSON" not in one.get("error", "")] == [wanted for _, wanted, word in lines if word != "JSON"]
    assert len(answers) == len(lines)
    for one, (line, _, word) in zip(answers, lines, strict=True):
        assert word in one.get("error", ""), line
        assert word or "model_config" in line or differences(one, CONTRACT) == []
    by_id = {one["id"]: one for one in answers}
    assert by_id["last"]["memory_gb"]["verdict"] == "does-not-fit"
    assert differences(by_id[13], CONTRACT) == []
    assert "error" in by_id[15]


def test_the_same_by_line_and_by_command(inside: Start) -> None:
    """A line and the command give the same numbers."""
    line = {"model": "llama-3-8b", "instance": "ml.g5.12xlarge", "accelerators": 4, "concurrency": 16}
    by_line = json.loads(inside("estimate", "--jsonl", given=json.dumps(line)).out)
    options = [word for name, value in line.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    by_command = json.loads(inside("estimate", "--json", *options).out)
    assert by_line == {"id": None, **by_command}


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
LIKELY = st.sampled_from(
    [1, 2.5, 64, "1e3", "llama-3-8b", "bert-base", "g5.12xlarge", "c7i.large", "a10g", "training", "lora", "fp8", True]
)


@settings(max_examples=rounds(quick=60, long=5_000), deadline=None, derandomize=True, database=None)
@given(asked=st.dictionaries(st.sampled_from(OPTIONS), LIKELY | ANYTHING, max_size=8))
def test_whatever_is_asked_is_answered_or_refused(knowledge: Knowledge, asked: dict[str, Any]) -> None:
    """No request fails in another way than by a line that says why; an answer has finite numbers."""
    try:
        found: dict[str, Any] | None = answer_request({"model": "bert-base", "instance": "g5.xlarge"} | asked, knowledge)
        line = ""
    except InputError as error:
        found, line = None, str(error).splitlines()[0]
    if found is None:
        assert 10 < len(line) < 400
    else:
        assert differences(json.loads(json.dumps(found, allow_nan=False)), CONTRACT) == []
