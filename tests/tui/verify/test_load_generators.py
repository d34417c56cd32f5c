"""From a plan over real load generators, against services on this machine, to a new ranking.

The generators are those on the PATH, and in the folder that SIZEWISE_LOAD_GENERATORS names; `make generators` installs what can be
installed. One that is not there is a run that fails, which the script names and leaves out.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from engine.advice import Advice
from engine.decision.choice import Decision, decide
from engine.handover.kept_advice import restore_workload
from engine.handover.verify.measurement_plan import plan_measurements
from engine.handover.verify.outcome import Verified, apply_results
from engine.handover.verify.plan_record import VerifyPlan
from engine.handover.verify.scripts import SCRIPTS
from engine.handover.verify.tools import parse_results
from knowledge import Knowledge
from tests.engine.workloads import advise_on
from tests.tui.verify.stub_services import StubService, running
from tui.cli.verify.plan import render_commands
from tui.cli.verify.read_results import read_path

SEARCHED = os.pathsep.join(filter(None, (os.environ.get("SIZEWISE_LOAD_GENERATORS"), os.environ.get("PATH"))))
PICTURES = {"model": "vit-base", "requests_per_second": 8, "operations": "containers", "latency_p99_ms": 500}
CHAT = {"model": "llama-3-8b", "requests_per_second": 4, "operations": "containers", "input_tokens": 40, "output_tokens": 12}
SHORT = {"run_seconds_least": 4, "run_seconds_most": 4, "warm_up_seconds": 1, "repetitions": 1, "tail_answers": 0.1}


def is_missing(tool: str) -> bool:
    """True if no such program is found."""
    return shutil.which(tool, path=SEARCHED) is None


@pytest.fixture
def short_runs(monkeypatch: pytest.MonkeyPatch, knowledge: Knowledge) -> None:
    """Runs of seconds instead of minutes; all else is as planned."""
    for name, value in SHORT.items():
        monkeypatch.setitem(knowledge.weights["verify"].thresholds, name, value)


def run_plan(plan: VerifyPlan, folder: Path, services: dict[str, StubService], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a plan as a person would, each finalist against its own service."""
    (folder / "body.json").write_bytes(b'{"a": 1}')
    for name, text in SCRIPTS.values():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "commands.sh").write_text(render_commands(plan), encoding="utf-8")
    addresses = {variable: service.address for variable, service in services.items()}
    body = {"PAYLOAD_FILE": "body.json", "CONTENT_TYPE": "application/json"}
    names = {"PATH": SEARCHED, "HOME": str(folder), **body, **addresses, **environment}
    return subprocess.run(["/bin/sh", "commands.sh"], cwd=folder, env=names, capture_output=True, text=True, check=False, timeout=240)


def only_first_steps(plan: VerifyPlan, tool: str, runs: tuple[str, ...]) -> VerifyPlan:
    """The plan with some runs of one tool, so that a test takes seconds; and the first run of every other."""
    return msgspec.structs.replace(
        plan,
        finalists=tuple(
            msgspec.structs.replace(
                one,
                commands=tuple(command for command in one.commands if command.run in (runs if command.tool == tool else ("alone",))),
            )
            for one in plan.finalists
        ),
    )


def unmeasured(decision: Decision, outcome: Verified) -> list[tuple[object, ...]]:
    """What is said of every option whose devices no run was on."""
    knowledge = decision.context.knowledge
    tried = {decision.context.hardware_key(knowledge.instances[str(one.trial.instance_type)]) for one in outcome.readings}
    return [
        (one.place.id, one.what, one.count, one.latency_ms, one.usd_per_month, one.is_measured)
        for one in decision.options
        if one.instance is None or decision.context.hardware_key(one.instance) not in tried
    ]


def check_only_measured_moved(advice: Advice, outcome: Verified, knowledge: Knowledge) -> None:
    """Whatever was not measured stands as it stood; nothing but what ran is called measured."""
    workload = restore_workload(advice, knowledge)
    before, after = decide(workload, knowledge), decide(workload, knowledge, measurements=outcome.advice.measured)
    assert unmeasured(before, outcome) == unmeasured(after, outcome)
    ran = {reading.trial.instance_type for reading in outcome.readings}
    assert {one.what for one in after.options if one.is_own_measurement} <= ran
    published = {one.what for one in before.options if one.is_measured}
    assert {one.what for one in after.options if one.is_measured} <= ran | published


@pytest.mark.skipif(is_missing("locust"), reason="locust is not installed")
def test_locust_measures_each_finalist_and_nothing_else_moves(knowledge: Knowledge, tmp_path: Path, short_runs: None) -> None:  # noqa: ARG001
    """The slow service is that of the choice: its figures are those of locust's own files, run by run, and the choice gives way."""
    advice = advise_on(knowledge, PICTURES)
    plan = only_first_steps(plan_measurements(advice, knowledge), "locust", ("alone", "peak1"))
    tested = [one for one in plan.finalists if one.commands]
    assert len(tested) > 1
    with ExitStack() as stack:
        seconds = (0.6, *[0.03] * len(tested))
        services = {
            one.endpoint: stack.enter_context(running(StubService(seconds=time))) for one, time in zip(tested, seconds, strict=False)
        }
        ended = run_plan(plan, tmp_path, services)
        for service in services.values():
            assert set(service.bodies) == {b'{"a": 1}'}
    assert "Traceback" not in ended.stderr
    assert (ended.returncode, "left out" in ended.stderr) == ((1, True) if is_missing("k6") else (0, False))
    outcome = apply_results(advice, read_path(str(tmp_path / "results")), knowledge)
    for one, slowest in zip(tested, (600, *[30] * len(tested)), strict=False):
        for run in ("alone", "peak1"):
            [reading] = [found for found in outcome.readings if found.where.endswith(f"{one.folder}/locust-{run}_stats.csv")]
            rows = list(csv.DictReader(Path(reading.where).read_text(encoding="utf-8").splitlines()))
            assert reading.trial.latency_ms == float(rows[-1]["99%"]) >= slowest
            assert f"{reading.trial.instance_type}" in str(one.plan.instance_type)
            assert reading.trial.concurrency == (1 if run == "alone" else None)
    assert outcome.difference.after != outcome.difference.before
    check_only_measured_moved(advice, outcome, knowledge)


@pytest.mark.skipif(is_missing("aiperf"), reason="AIPerf is not installed")
def test_aiperf_measures_tokens_as_they_stream(knowledge: Knowledge, tmp_path: Path, short_runs: None) -> None:  # noqa: ARG001
    """Its figures are those of its own files, run by run, and none is quicker than the service."""
    advice = advise_on(knowledge, CHAT)
    whole = plan_measurements(advice, knowledge)
    first = next(one for one in whole.finalists if one.commands)
    plan = only_first_steps(msgspec.structs.replace(whole, finalists=(first,)), "aiperf", ("alone", "half"))
    tested = [one for one in plan.finalists if one.commands]
    model = write_tokenizer(tmp_path / "tokenizer")
    with ExitStack() as stack:
        service = stack.enter_context(running(StubService(seconds=0.1, tokens=12, seconds_per_token=0.02)))
        services = {one.endpoint: service for one in whole.finalists if one.commands}
        ended = run_plan(plan, tmp_path, services, MODEL=model)
    results = read_path(str(tmp_path / "results"))
    assert {result.tool for result in results} >= {"AIPerf"}, ended.stderr
    outcome = apply_results(advice, results, knowledge)
    assert len(results) == 2 * len(tested)
    tables = [str(path) for path in (tmp_path / "results").rglob("*/profile_export_aiperf.csv") if "phases" not in path.parts]
    for name in tables:
        [table] = read_path(name)
        same = next(result for result in results if result.where.startswith(name.removesuffix(".csv")))
        assert table.latency_ms == pytest.approx(same.latency_ms, abs=0.01)
    assert {result.model for result in results} == {model}
    assert sorted({reading.trial.concurrency or 0 for reading in outcome.readings}) == [0, 1]
    for reading in outcome.readings:
        figures = json.loads(Path(reading.where).read_text(encoding="utf-8"))
        trial = reading.trial
        assert trial.latency_ms == figures["request_latency"]["p99"]
        assert trial.first_token_ms == figures["time_to_first_token"]["p99"] >= 100
        assert trial.per_token_ms == figures["inter_token_latency"]["p99"]
        assert trial.rate_per_s == figures["request_throughput"]["avg"]
        assert (trial.latency_ms or 0.0) >= 100 + 11 * 20
    check_only_measured_moved(advice, outcome, knowledge)


def write_tokenizer(folder: Path) -> str:
    """A tokenizer of single words, for tools that count tokens without a network; its folder."""
    folder.mkdir()
    words = {
        "[UNK]": 0,
        **{word: number for number, word in enumerate(("word", "the", "and", "of", "to", "in", "a", "that", "is", "it"), 1)},
    }
    model = {"type": "WordLevel", "vocab": words, "unk_token": "[UNK]"}
    document = {"version": "1.0", "added_tokens": [], "pre_tokenizer": {"type": "Whitespace"}, "model": model}
    (folder / "tokenizer.json").write_text(json.dumps(document), encoding="utf-8")
    settings = {"tokenizer_class": "PreTrainedTokenizerFast", "unk_token": "[UNK]", "model_max_length": 100_000}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    return str(folder)


def test_a_run_that_fails_is_left_out_and_the_others_go_on(knowledge: Knowledge, tmp_path: Path) -> None:
    """Programs that fail, in place of the generators: the script names each run, goes on to the last, and ends with status 1."""
    plan = plan_measurements(advise_on(knowledge, PICTURES), knowledge)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, status in (("locust", 1), ("k6", 0)):
        (programs / name).write_text(f'#!/bin/sh\necho "$ENDPOINT_URL $@" >> {tmp_path}/called\nexit {status}\n', encoding="utf-8")
        (programs / name).chmod(0o755)
    addresses = {one.endpoint: f"http://{one.endpoint.lower()}" for one in plan.finalists if one.commands}
    (tmp_path / "commands.sh").write_text(render_commands(plan), encoding="utf-8")
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "PAYLOAD_FILE": "x", "CONTENT_TYPE": "y", **addresses}
    ended = subprocess.run(
        ["/bin/sh", "commands.sh"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    runs = [(one, command) for one in plan.finalists for command in one.commands]
    called = (tmp_path / "called").read_text(encoding="utf-8").splitlines()
    assert len(called) == len(runs)
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [
        f"This run failed and is left out: {one.folder}/locust-{command.run}" for one, command in runs if command.tool == "locust"
    ]
    for line, (one, command) in zip(called, runs, strict=True):
        assert f"http://{one.endpoint.lower()}" in line
        assert f"{one.folder}/{command.tool}-{command.run}" in line


def test_results_in_a_plans_folders_belong_to_its_finalists(knowledge: Knowledge) -> None:
    """The name of the folder says the machines and how many, and the first run is one request at a time."""
    plan = plan_measurements(advise_on(knowledge, PICTURES), knowledge)
    text = "Type,Name,Request Count,Failure Count,Requests/s,Failures/s,99%\n,Aggregated,6000,0,17,0,90\n"
    for one in plan.finalists:
        if one.commands:
            outcome = apply_results(advise_on(knowledge, PICTURES), parse_results(text, f"{one.folder}/locust-alone_stats.csv"), knowledge)
            [reading] = outcome.readings
            assert (reading.trial.instance_type, reading.trial.instance_count) == (one.plan.instance_type, one.plan.instance_count)
            assert reading.trial.concurrency == 1
            assert outcome.compared[0].finalist == one.role
