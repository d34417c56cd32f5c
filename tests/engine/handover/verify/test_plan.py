"""What is planned to be measured can be run as it stands, and is enough to tell."""

from __future__ import annotations

import ast
import math
import re
import shlex
import shutil
import subprocess
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Range
from engine.handover.verify.measurement_plan import plan_measurements
from engine.handover.verify.plan_record import LoadTest, VerifyPlan
from engine.handover.verify.scripts import K6, LOCUST, SCRIPTS
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.handover.template.botocore_models import find_mistakes
from tests.engine.workloads import SEVERAL, advise_on, draw_facts

VARIABLE = re.compile(r"\$\{?([A-Z][A-Z0-9_]*)")
ROLE = "arn:aws:iam::123456789012:role/recommender"
PACKAGE = "arn:aws:sagemaker:us-east-1:123456789012:model-package/photos/1"
KINDS = [kind for kind in SEVERAL if kind != "nothing that fits"]
MORE: dict[str, dict[str, Any]] = {
    "a photo service": {"model": "vit-base", "requests_per_second": 100, "latency_p99_ms": 200, "environment": "production"},
    "a chat": {"model": "llama-3-8b", "requests_per_second": 5, "latency_p99_ms": 5000, "input_tokens": 1000, "output_tokens": 300},
    "a chat in containers": {"model": "llama-3-8b", "requests_per_second": 5, "operations": "containers"},
    "a table": {"algorithm": "xgboost", "requests_per_second": 300, "latency_p99_ms": 50},
    "hardly anything": {"model": "resnet-50", "requests_per_second": 0.001, "require": ["sagemaker-realtime"]},
    "very much": {"model": "bert-base", "requests_per_second": 5000, "latency_p99_ms": 100},
}


@pytest.mark.parametrize("kind", [*KINDS, *MORE])
def test_the_plan_of_any_kind_of_work_can_be_run_and_is_enough(kind: str, knowledge: Knowledge) -> None:
    """One test for each kind, since its advice takes a while."""
    plan = plan_measurements(advise_on(knowledge, {**SEVERAL, **MORE}[kind]), knowledge)
    check_jobs(plan, knowledge)
    check_jobs_are_for_endpoints(plan)
    check_every_finalist(plan)
    check_load_tests(plan, knowledge)
    check_commands(plan)


def find_refusals(parameters: Mapping[str, Any]) -> list[str]:
    """What the API would refuse of a job with its blanks filled in."""
    config = parameters["InputConfig"] | {"ModelPackageVersionArn": PACKAGE}
    return find_mistakes("sagemaker", "CreateInferenceRecommendationsJob", {**parameters, "RoleArn": ROLE, "InputConfig": config})


def check_jobs(plan: VerifyPlan, knowledge: Knowledge) -> None:
    """The API takes every job: by botocore's own validation, by enumerations, bounds and patterns of its model and documented limits."""
    limits = {name: fact.value for name, fact in knowledge.tools["inference-recommender"].limits.items()}
    for job in plan.jobs:
        assert find_refusals(job.parameters) == []
        assert job.parameters["RoleArn"].startswith("<RoleArn: ")
        assert job.parameters["InputConfig"]["ModelPackageVersionArn"].startswith("<ModelPackageVersionArn: ")
        config = job.parameters["InputConfig"]
        assert job.parameters["JobName"] == job.name
        if job.kind == "Default":
            assert config["ContainerConfig"]["SupportedInstanceTypes"]
            continue
        phases = config["TrafficPattern"]["Phases"]
        assert all(limits["phase_seconds_min"] <= one["DurationInSeconds"] <= limits["phase_seconds_max"] for one in phases)
        assert all(1 <= one["InitialNumberOfUsers"] <= limits["first_users_max"] for one in phases)
        assert sum(one["DurationInSeconds"] for one in phases) <= config["JobDurationInSeconds"] <= limits["job_seconds_max"]
        kinds = {name for one in config["EndpointConfigurations"] for name in one}
        assert kinds in ({"InstanceType"}, {"ServerlessConfig"})
        assert [one["Percentile"] for one in job.parameters["StoppingConditions"].get("ModelLatencyThresholds", ())] in ([], ["P95"])


def check_jobs_are_for_endpoints(plan: VerifyPlan) -> None:
    """Jobs name the instance types and memory sizes of the endpoints among the finalists, and no others."""
    wanted: set[Any] = {one.plan.instance_type for one in plan.finalists if one.plan.place == "sagemaker-realtime"}
    wanted |= {one.plan.memory_mb for one in plan.finalists if one.plan.place == "sagemaker-serverless"}
    named: set[Any] = set()
    for job in plan.jobs:
        for one in job.parameters["InputConfig"].get("EndpointConfigurations", ()):
            named.add(one.get("InstanceType") or one["ServerlessConfig"]["MemorySizeInMB"])
    assert named == wanted


def test_the_check_of_jobs_can_fail(knowledge: Knowledge) -> None:
    """A type that endpoints do not take, and a parameter that is none, are found out."""
    job = plan_measurements(advise_on(knowledge, MORE["a photo service"]), knowledge).jobs[1].parameters
    job["InputConfig"]["EndpointConfigurations"][0]["InstanceType"] = "ml.z9.large"
    job["InputConfig"]["TrafficPattern"]["Phases"][0]["Users"] = 3
    assert ["Users" in line for line in find_refusals(job)] == [True, False]
    assert "ml.z9.large" in find_refusals(job)[1]


def check_every_finalist(plan: VerifyPlan) -> None:
    """Each has a test or a word why not, in a folder of its own, whose name says the machines."""
    folders = [one.folder for one in plan.finalists]
    assert len(folders) == len(set(folders))
    for one in plan.finalists:
        assert (one.test is None) == bool(one.trial)
        assert bool(one.commands) == (one.test is not None)
        assert one.plan.instance_type is None or f"{one.plan.instance_type}-x{one.plan.instance_count}" in one.folder


def find_shortfalls(test: LoadTest, rates: dict[str, float]) -> list[str]:
    """What a test is too short for."""
    told = []
    for step in test.steps:
        if step.rate_per_s is None:
            told += [f"{step.name}: {step.users} users"] if step.users != 1 else []
            continue
        answers = step.requests * rates["tail"]
        if answers < rates["tail_answers"] * 0.99 and step.seconds < rates["run_seconds_most"]:
            told.append(f"{step.name}: {answers} answers beyond the percentile")
        if not rates["run_seconds_least"] <= step.seconds <= rates["run_seconds_most"]:
            told.append(f"{step.name}: {step.seconds} s")
        if step.requests < step.rate_per_s * step.seconds * 0.99:
            told.append(f"{step.name}: {step.requests} requests end before their time")
    return told


def check_load_tests(plan: VerifyPlan, knowledge: Knowledge) -> None:
    """Enough answers for the percentile, a peak that is the plan's, and a last step beyond what it carries by estimate."""
    rates = knowledge.weights["verify"].thresholds
    for one in plan.finalists:
        if one.test is None:
            continue
        assert find_shortfalls(one.test, rates) == []
        names = [step.name for step in one.test.steps]
        assert names[:3] == ["alone", "half", "peak"]
        paced = [step.rate_per_s for step in one.test.steps if step.rate_per_s is not None]
        assert paced == sorted(paced)
        assert one.capacity_per_s is not None
        assert one.latency_ms.high is not None
        assert one.latency_ms.estimate is not None
        assert paced[1] == pytest.approx(one.capacity_per_s * (one.utilization or 0), rel=0.01)
        assert paced[-1] >= one.capacity_per_s * one.latency_ms.high / one.latency_ms.estimate * 0.99
        check_users(one.test, one.latency_ms)


def check_users(test: LoadTest, latency: Range) -> None:
    """Enough for the slowest answers of the range; the ladder of those under way spans the range, by Little's law."""
    assert latency.low is not None
    assert latency.high is not None
    for step in test.steps:
        if step.rate_per_s is not None:
            assert step.users >= step.rate_per_s * latency.high / 1e3
            assert step.users_ladder[0] == max(math.ceil(step.rate_per_s * latency.low / 1e3), 1)
            assert step.users_ladder[-1] == max(math.ceil(step.rate_per_s * latency.high / 1e3), 1)
            assert list(step.users_ladder) == sorted(set(step.users_ladder))


def check_commands(plan: VerifyPlan) -> None:
    """A shell reads each; each run of each tool comes once; what is to be filled in comes from the environment and is explained."""
    told = {blank.name for blank in plan.fill_in}
    endpoints = [one.endpoint for one in plan.finalists if one.commands]
    assert len(endpoints) == len(set(endpoints))
    for one in plan.finalists:
        runs = [(command.tool, command.text) for command in one.commands]
        assert len(runs) == len(set(runs))
        for command in one.commands:
            words = shlex.split(command.text.replace("\\\n", " "))
            assert any(word in {"vllm", "aiperf", "python", "locust", "k6"} for word in words)
            assert any(one.folder in word for word in words)
            assert "None" not in command.text
            assert set(VARIABLE.findall(command.text)) - {"OPENAI_API_KEY"} <= told
            assert one.endpoint in command.text
            if command.tool in SCRIPTS:
                assert SCRIPTS[command.tool][0] in words


def test_only_tools_that_sign_requests_are_sent_to_sagemaker(knowledge: Knowledge) -> None:
    """Its endpoints answer no others; a service of one's own is asked by those that speak its protocol."""
    managed = plan_measurements(advise_on(knowledge, MORE["a chat"]), knowledge).finalists[0]
    own = plan_measurements(advise_on(knowledge, MORE["a chat in containers"]), knowledge).finalists[0]
    assert {command.tool for command in managed.commands} == {"llmperf", "locust"}
    assert {command.tool for command in own.commands} == {"vllm", "aiperf", "llmperf"}
    assert all("--llm-api sagemaker" in one.text for one in managed.commands if one.tool == "llmperf")
    assert all("--llm-api openai" in one.text for one in own.commands if one.tool == "llmperf")
    assert all(f'--model "${managed.endpoint}"' in one.text for one in managed.commands if one.tool == "llmperf")
    assert all('--model "$MODEL"' in one.text for one in own.commands)


def test_the_model_is_named_as_its_server_spells_it(knowledge: Knowledge) -> None:
    """The base knows names in lower case only, and servers tell them by case: so it is asked for, and never guessed."""
    plan = plan_measurements(advise_on(knowledge, MORE["a chat in containers"]), knowledge)
    assert "MODEL" in {blank.name for blank in plan.fill_in}
    assert not any("llama" in command.text.lower() for one in plan.finalists for command in one.commands)


def test_the_commands_of_vllm_note_the_machines(knowledge: Knowledge) -> None:
    """So that its result tells by itself to which plan it belongs."""
    own = plan_measurements(advise_on(knowledge, MORE["a chat in containers"]), knowledge).finalists[0]
    peaks = [command.text for command in own.commands if command.tool == "vllm" and command.step == "peak"]
    assert own.test is not None
    assert len(peaks) == own.test.repetitions
    for peak in peaks:
        assert f"--metadata instance_type={own.plan.instance_type} instance_count={own.plan.instance_count}" in peak
        assert "--request-rate 5 " in peak


def test_where_nothing_fits_there_is_nothing_to_measure(knowledge: Knowledge) -> None:
    """One line says so."""
    with pytest.raises(InputError, match="nothing to measure"):
        plan_measurements(advise_on(knowledge, SEVERAL["nothing that fits"]), knowledge)


@settings(max_examples=rounds(quick=10, long=1_000))
@given(data=st.data())
def test_any_advice_has_a_plan(knowledge: Knowledge, data: st.DataObject) -> None:
    """Whatever the facts are; its jobs are valid ones."""
    advice = advise_on(knowledge, data.draw(draw_facts(knowledge)))
    if advice.choice is None:
        return
    plan = plan_measurements(advice, knowledge)
    assert plan.finalists
    for job in plan.jobs:
        assert find_refusals(job.parameters) == []


class FakeLocust(types.ModuleType):
    """What the script imports of locust, noting what it fires."""

    def __init__(self) -> None:
        """With nothing fired."""
        super().__init__("locust")
        self.fired: list[dict[str, Any]] = []
        request = types.SimpleNamespace(fire=lambda **told: self.fired.append(told))
        start = types.SimpleNamespace(add_listener=lambda function: function)
        self.events = types.SimpleNamespace(request=request, test_start=start)
        self.User = self.FastHttpUser = type("User", (), {})
        self.task = lambda function: function
        self.constant_throughput = lambda rate: lambda _user: ("paced", rate)


def run_script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **environment: str) -> tuple[dict[str, Any], FakeLocust]:
    """The names of the locust script, run with an environment."""
    fake, body = FakeLocust(), tmp_path / "body.json"
    monkeypatch.setitem(sys.modules, "gevent", types.ModuleType("gevent"))
    body.write_bytes(b'{"a": 1}')
    monkeypatch.setitem(sys.modules, "locust", fake)
    for name, value in {"PAYLOAD_FILE": str(body), **environment}.items():
        monkeypatch.setenv(name, value)
    names: dict[str, Any] = {}
    exec(compile(LOCUST, "locustfile.py", "exec"), names)  # noqa: S102  # our own script
    return names, fake


def test_the_locust_script_sends_the_body_to_the_endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And tells locust how long it took, or what went wrong."""
    names, fake = run_script(monkeypatch, tmp_path, ENDPOINT_NAME="mine", RATE="6")
    assert (names["SageMakerUser"].abstract, names["WebUser"].abstract) == (False, True)
    user, sent = names["SageMakerUser"](), []

    def invoke(**given: Any) -> dict[str, Any]:  # noqa: ANN401  # as boto3 takes them
        sent.append(given)
        if len(sent) > 1:
            raise RuntimeError("throttled")
        return {"Body": types.SimpleNamespace(read=lambda: b"answer")}

    user.runtime = types.SimpleNamespace(invoke_endpoint=invoke)
    user.invoke()
    user.invoke()
    assert sent[0] == {"EndpointName": "mine", "Body": b'{"a": 1}', "ContentType": "application/json"}
    assert [(told["response_length"], str(told["exception"])) for told in fake.fired] == [(6, "None"), (0, "throttled")]
    names["share_the_rate"](types.SimpleNamespace(parsed_options=types.SimpleNamespace(num_users=3)))
    assert names["pace"](user) == ("paced", 2.0)


def test_the_locust_script_asks_a_service_by_its_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One after the other where no rate is given."""
    names, _ = run_script(monkeypatch, tmp_path, ENDPOINT_URL="http://localhost:1/x", CONTENT_TYPE="text/plain")
    assert (names["SageMakerUser"].abstract, names["WebUser"].abstract) == (True, False)
    user, sent = names["WebUser"](), []
    user.client = types.SimpleNamespace(post=lambda path, **given: sent.append((path, given)))
    user.ask()
    assert sent == [("", {"data": b'{"a": 1}', "headers": {"Content-Type": "text/plain"}, "name": "ask"})]
    assert names["pace"](user) == 0
    assert ast.get_docstring(ast.parse(LOCUST))


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js here")
def test_the_k6_script_is_javascript(tmp_path: Path) -> None:
    """Node reads it as a module."""
    path = tmp_path / "load.mjs"
    path.write_text(K6, encoding="utf-8")
    done = subprocess.run([str(shutil.which("node")), "--check", str(path)], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
