"""The numbered steps: they run in one shell from the first to the last, and every call is one that AWS's command line takes."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from botocore import xform_name

from engine.handover.template import FORMATS, Format, Template, write_template
from knowledge import Knowledge
from tests.case_tables import read_table
from tests.engine.handover.template.botocore_models import find_mistakes, operation, session
from tests.engine.handover.template.conftest import HERE, Case, parameter_value, pick_cover
from tests.engine.handover.template.script_runs import to_pascal_case

_PROGRAMS: Final = ("aws", "bash", "cdk", "curl", "docker", "eksctl", "helm", "kubectl", "python", "sizewise", "sleep", "terraform")
_STUB: Final = """#!/bin/bash
printf '%s\\0' "${0##*/}" "$@" $'\\1' >> "$STUBS/calls" # in one write, since one of them runs beside others
case "${0##*/} $*" in
  "kubectl port-forward "*) exec /bin/sleep 1;;
  "python deploy.py"|"bash deploy.sh") cat "$STUBS/outputs";;
  "docker login "*) cat > /dev/null;;
  "aws sts get-caller-identity "*) echo 123456789012;;
  *"create-load-balancer "*) echo arn:aws:elasticloadbalancing:us-east-1:123456789012:loadbalancer/app/x/0123456789abcdef;;
  *"create-target-group "*) echo arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/x/0123456789abcdef;;
  *"create-topic "*) echo arn:aws:sns:us-east-1:123456789012:x;;
  *"list-service-quotas "*) echo L-01234567;;
  *"start-execution "*) echo arn:aws:states:us-east-1:123456789012:execution:x:y;;
  "aws "*" --query "*|"terraform output "*) echo arn:aws:service:us-east-1:123456789012:thing:x;;
esac
"""
_FILES: Final = ("request.json", "response.json", "advice.json", "model.tar.gz", "sourcedir.tar.gz")
_OWN_COMMANDS: Final = frozenset({("cloudformation", "deploy"), ("ecr", "get-login-password"), ("eks", "update-kubeconfig")})
"""Commands of the tool that are no operation of a service; `s3` has only such."""
_UNLIMITED: Final = frozenset(
    {
        "ecr:GetAuthorizationToken",
        "eks:DescribeNodegroup",
        *(f"ec2:{verb}" for verb in ("CancelSpotInstanceRequests", "CreateTags", "RunInstances")),
    }
    | {f"ec2:{verb}NetworkInterface{part}" for verb in ("Create", "Delete") for part in ("", "Permission")}
    | {
        f"ec2:Describe{what}"
        for what in ("DhcpOptions", "Images", "InstanceTypes", "Instances", "LaunchTemplateVersions", "NetworkInterfaces")
    }
    | {f"ec2:Describe{what}" for what in ("SecurityGroups", "Subnets", "Vpcs")}
    | {f"autoscaling:Describe{what}" for what in ("AutoScalingGroups", "AutoScalingInstances", "LaunchConfigurations", "ScalingActivities")}
    | {"ec2:GetInstanceTypesFromInstanceRequirements"}
)
"""Actions that are allowed on every resource: AWS limits them to none, or the resource is made by the service and has no name before."""
_SERVICES: Final = {"s3api": "s3"}
"""Word of the command line -> the service, where they differ."""
_TOOL_OPTIONS: Final = frozenset({"query", "output", "region", "cli-binary-format"})


class StepRun(NamedTuple):
    """A template whose steps ran."""

    case: Case
    format: Format
    template: Template
    calls: list[list[str]]
    """The words of every call of a program."""


def _run_steps(template: Template, folder: Path) -> list[list[str]]:
    """Run the commands in one shell with stand-ins for the programs. Fails where one of them fails."""
    for name in _PROGRAMS:
        (folder / name).write_text(_STUB, encoding="utf-8")
        (folder / name).chmod(0o755)
    for name in _FILES:
        (folder / name).write_text("{}", encoding="utf-8")
    (folder / "outputs").write_text("", encoding="utf-8")
    asked = set(re.findall(r"\$\{(\w+):\?", "\n".join(template.commands))) - {"EMAIL"}
    filled = {name: parameter_value(to_pascal_case(name)) for name in asked}
    ended = subprocess.run(
        [str(shutil.which("bash")), "-eu", "-o", "pipefail", "-c", "\n".join(template.commands)],
        cwd=folder,
        env={"PATH": f"{folder}:/usr/bin:/bin", "STUBS": str(folder), "EMAIL": "team@example.com", **filled},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == 0, (ended.stderr, template.commands)
    return [call.split("\0")[:-1] for call in (folder / "calls").read_text(encoding="utf-8").split("\1\0")[:-1]]


def _name_command(command: str) -> str:
    """A command without its options and values."""
    return re.sub(r"[=:].*", "", re.split(r" -|\"\$(?=[A-Z])", command)[0]) + "".join(re.findall(r"\$\(aws [a-z0-9-]+ [a-z0-9-]+", command))


@pytest.fixture(scope="module")
def runs(cases: list[Case], tmp_path_factory: pytest.TempPathFactory) -> list[StepRun]:
    """A template for each distinct command of each format."""
    every = [(case, wanted, case.written[wanted]) for case in cases for wanted in FORMATS if wanted in case.written]
    picked = pick_cover(every, lambda one: {_name_command(command) for command in one[2].commands})
    return [StepRun(*one, _run_steps(one[2], tmp_path_factory.mktemp("steps"))) for one in picked]


def test_every_call_is_one_of_the_command_line(runs: list[StepRun]) -> None:
    """An operation of its service with the options that it has and needs; documents among them are requests that it accepts."""
    calls = {tuple(words[1:]) for run in runs for words in run.calls if words[0] == "aws"}
    assert [mistake for words in calls for mistake in _find_call_mistakes(list(words))] == []
    assert len({words[:2] for words in calls}) >= 60


def _find_call_mistakes(words: list[str]) -> Iterator[str]:
    service, name, *rest = words
    if service == "s3" or (service, name) in _OWN_COMMANDS:
        return
    service = _SERVICES.get(service, service)
    options = _read_options(rest[1:] if name == "wait" else rest)
    if name == "wait":
        waiters = session().get_waiter_model(service)
        names = {xform_name(one, "-"): one for one in waiters.waiter_names}
        if rest[0] not in names:
            yield f"{service} wait {rest[0]}: there is no such waiter"
            return
        model = operation(service, waiters.get_waiter(names[rest[0]]).operation)
    else:
        operations = {xform_name(one, "-"): one for one in session().get_service_model(service).operation_names}
        if name not in operations:
            yield f"{service} {name}: there is no such operation"
            return
        model = operation(service, operations[name])
    assert model.input_shape is not None
    fields = {xform_name(field, "-"): field for field in model.input_shape.members}
    if name == "run-instances":  # the command line has words of its own for some
        options |= dict.fromkeys(("min-count", "max-count"), options.pop("count", "1"))
    if (service, name) == ("sns", "subscribe"):
        options["endpoint"] = options.pop("notification-endpoint")
    yield from (f"{service} {name}: --{option}" for option in set(options) - set(fields) - _TOOL_OPTIONS)
    yield from (
        f"{service} {name}: no --{xform_name(field, '-')}"
        for field in model.input_shape.required_members
        if xform_name(field, "-") not in options
    )
    documents = {fields[option]: json.loads(value) for option, value in options.items() if option in fields and value[:1] in ("{", "[")}
    for field, document in documents.items():
        shape = model.input_shape.members[field]
        if shape.type_name != "string":
            yield from (
                one for one in find_mistakes(service, model.name, {field: document}) if "Missing required" not in one or field in one
            )


def _read_options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    name = ""
    for word in words:
        if word.startswith("--"):
            name = word.removeprefix("--")
            options[name] = ""
        elif name:
            options[name] = f"{options[name]} {word}".strip()
    return options


def test_policies_allow_actions_that_services_have_and_nothing_by_wildcard(runs: list[StepRun]) -> None:
    """Each action is an operation of its service; a resource is `*` only where the service knows no other."""
    seen = set()
    for run in runs:
        for words in run.calls:
            if words[1:3] == ["iam", "put-role-policy"]:
                for statement in json.loads(_read_options(words[3:])["policy-document"])["Statement"]:
                    actions = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
                    seen |= set(actions)
                    assert statement["Resource"] != "*" or "Condition" in statement or set(actions) <= _UNLIMITED, statement
                    assert "iam:PassRole" not in actions or "iam:PassedToService" in statement["Condition"]["StringEquals"]
    known = {"s3:ListBucket", "s3:GetObject", "s3:PutObject", "iam:PassRole", "states:StartExecution"}  # not all named as the operation is
    assert [action for action in seen - known if not _is_operation(*action.split(":"))] == []
    assert len(seen) >= 25


def _is_operation(service: str, name: str) -> bool:
    return name in session().get_service_model(service).operation_names


def test_the_way_begins_with_the_advice_measures_and_ends_with_a_check(runs: list[StepRun]) -> None:
    """And what an earlier step makes is there for a later one, which the shell has checked."""
    for run in runs:
        commands = run.template.commands
        assert commands[0].startswith(("sizewise advise ", "test -s advice.json"))
        assert commands[-1] == "sizewise recheck advice.json"
        if run.case.plan.scaling is not None:
            assert "sizewise verify plan --file advice.json" in commands
        deploy = next(number for number, step in enumerate(run.template.steps) if step.title == "Deploy")
        assert 1 < deploy < len(run.template.steps) - 3


def test_the_text_ends_with_the_numbered_steps(cases: list[Case]) -> None:
    """As a comment, so that the text stays what it is."""
    for case in cases:
        for template in case.written.values():
            tail = template.text[template.text.index("# Steps, from an empty account") :].splitlines()
            assert all(line.startswith("#") for line in tail)
            assert all(f"#     {command}" in tail for command in template.commands)
            assert [line for line in tail if re.match(r"# [ 0-9][0-9]\. ", line)] == [
                f"# {number:2}. {step.title}" for number, step in enumerate(template.steps, start=1)
            ]


def test_what_is_made_is_taken_down(runs: list[StepRun]) -> None:
    """Roles, profiles, buckets, registries, alarms, topics, budgets, balancers: a delete for each create."""
    pairs = {
        ("iam", "create-role"): ("iam", "delete-role"),
        ("iam", "create-instance-profile"): ("iam", "delete-instance-profile"),
        ("s3api", "create-bucket"): ("s3", "rb"),
        ("ecr", "create-repository"): ("ecr", "delete-repository"),
        ("elbv2", "create-load-balancer"): ("elbv2", "delete-load-balancer"),
        ("elbv2", "create-target-group"): ("elbv2", "delete-target-group"),
        ("ec2", "create-security-group"): ("ec2", "delete-security-group"),
        ("eks", "create-pod-identity-association"): ("eks", "delete-pod-identity-association"),
        ("kms", "create-key"): ("kms", "schedule-key-deletion"),
        ("ec2", "create-vpc-endpoint"): ("ec2", "delete-vpc-endpoints"),
        ("sns", "create-topic"): ("sns", "delete-topic"),
        ("budgets", "create-budget"): ("budgets", "delete-budget"),
    }
    for run in runs:
        calls = [tuple(words[1:3]) for words in run.calls if words[0] == "aws"]
        for made, deleted in pairs.items():
            assert calls.count(made) == calls.count(deleted), (made, run.case.facts)
        alarms = [_read_options(words[3:])["alarm-name"] for words in run.calls if words[1:3] == ["cloudwatch", "put-metric-alarm"]]
        gone = [
            name
            for words in run.calls
            if words[1:3] == ["cloudwatch", "delete-alarms"]
            for name in _read_options(words[3:])["alarm-names"].split()
        ]
        assert set(alarms) <= set(gone), run.case.facts  # which has those of the template itself too


def test_a_script_of_calls_takes_down_what_it_made(cases: list[Case], knowledge: Knowledge) -> None:
    """Every kind of resource that goes on costing has a command; the rest ends by itself or with what it belongs to."""
    free = {
        "scalable-target",
        "scaling-policy",
        "group-scaling-policy",
        "scheduled-action",
        "ecs-cluster-capacity",
        "ecs-task",
        "ecs-task-definition",
    }
    free |= {"lambda-version", "lambda-alias", "lambda-provisioned-concurrency", "machines"}
    kept = {kind.id for kind in knowledge.resources.values() if not kind.delete and not kind.call.each_run}
    assert kept == free
    assert cases


def test_every_chart_and_value_is_one_that_there_is(runs: list[StepRun]) -> None:
    """A value that a chart does not have is passed over in silence, so each is held against the chart's own list."""
    charts: dict[str, dict[str, Any]] = read_table(HERE / "helm_values.yaml")
    installed = [words[1:] for run in runs for words in run.calls if words[:2] == ["helm", "upgrade"]]
    for _, install, _, chart, *options in installed:
        known = charts[chart]
        assert install == "--install"
        given = dict(itertools.pairwise(options))
        assert given.get("--repo") == known.get("repository")
        settings = [value.partition("=")[0] for option, value in itertools.pairwise(options) if option == "--set"]
        assert sorted(settings) == sorted(known.get("values", []))
    assert {words[3] for words in installed} == set(charts)


def test_the_quota_is_that_of_the_family_and_the_purchase(runs: list[StepRun], knowledge: Knowledge) -> None:
    """A code of the base; for SageMaker the name under which Service Quotas lists the type."""
    codes = {quota.code for quota in knowledge.quotas.values()}
    asked = set()
    for run in runs:
        for words in run.calls:
            if words[1:3] == ["service-quotas", "request-service-quota-increase"]:
                options = _read_options(words[3:])
                assert int(options["desired-value"]) >= (run.case.plan.instance_count or 1), run.case.facts
                assert options["quota-code"] in codes or options["service-code"] == "sagemaker"
                asked.add(options["service-code"])
    assert asked == {"ec2", "sagemaker"}


def test_alarms_watch_the_persons_target(runs: list[StepRun]) -> None:
    """The latency that was asked for, in the unit of the metric."""
    scales = {"ModelLatency": 1e3, "Duration": 1.0, "TargetResponseTime": 1e-3}
    told = set()
    for run in runs:
        target: Any = run.case.advice.workload.get("latency_p99_ms", {}).get("value")
        for words in run.calls:
            if words[1:3] == ["cloudwatch", "put-metric-alarm"]:
                options = _read_options(words[3:])
                if options["metric-name"] in scales:
                    assert float(options["threshold"]) == pytest.approx(float(target) * scales[options["metric-name"]])
                    told.add(options["metric-name"])
    assert told == set(scales)


@pytest.mark.parametrize(
    "words", ["a b", "$(touch evil)", "`touch evil`", "'; touch evil; '", '"; touch evil; "', "x\ntouch evil", "\\' && touch evil"]
)
def test_words_of_the_person_stay_one_word_of_the_command(cases: list[Case], knowledge: Knowledge, words: str) -> None:
    """Whatever the shell would make of them bare."""
    advice = cases[0].advice
    workload = {**advice.workload, "task": {"value": words, "origin": "said"}, "model": {"value": words, "origin": "said"}}
    template = write_template(msgspec.structs.replace(advice, workload=workload), knowledge, "cli")
    told = shlex.split(template.commands[0])
    assert told[:2] == ["sizewise", "advise"]
    assert told.count("--set") == len([word for word in told if "=" in word])
    assert [word for word in told if word.startswith("task=")] == [f"task={' '.join(words.split())}"]
