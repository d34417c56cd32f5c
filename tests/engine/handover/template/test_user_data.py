"""The start script of a machine that runs a job: run in a shell with stand-ins, it ends the machine whatever happens."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.case_tables import read_table
from tests.engine.handover.template.conftest import HERE, Case
from tests.engine.handover.template.script_runs import run_sdk_script

_STUB: Final = """#!/bin/bash
call="$(basename "$0") $*"
echo "$call" >> "$STUBS/calls"
[ -z "$FAILS" ] || [[ "$call" != "$FAILS"* ]] || exit 1
case "$call" in
  *"spot/instance-action"*) [ -n "$INTERRUPTED" ] || exit 22;;
  "curl "*) echo i-0123456789abcdef0;;
  "aws ec2 describe-instances "*) echo sir-01234567;;
  "aws s3 ls "*) for start in $(seq "$STARTS"); do echo "i-$start"; done;;
  "aws s3 cp - "*) cat > /dev/null;;
  "docker login "*) cat > /dev/null;;
  "docker run "*) exit "$(sed -n "$(grep -c '^docker run ' "$STUBS/calls")p" "$STUBS/exits")";;
esac
"""
"""Stands in for every program: it notes the call, and answers as the case says."""
CASES: Final[list[dict[str, Any]]] = read_table(HERE / "user_data_cases.yaml")


def _write_stubs(folder: Path, case: dict[str, Any]) -> None:
    for name in ("aws", "curl", "docker", "shutdown", "sleep"):
        (folder / name).write_text(_STUB, encoding="utf-8")
        (folder / name).chmod(0o755)
    (folder / "exits").write_text("\n".join(map(str, case["exits"])), encoding="utf-8")
    (folder / "calls").touch()


def _run_script(script: str, case: dict[str, Any], folder: Path) -> tuple[int, list[str]]:
    """Its exit status, and every call that it makes."""
    _write_stubs(folder, case)
    environment = {
        "PATH": f"{folder}:/usr/bin:/bin",
        "STUBS": str(folder),
        "STARTS": str(case.get("starts", 1)),
        "FAILS": case.get("fails", ""),
        "INTERRUPTED": "yes" if case.get("interrupted") else "",
    }
    ended = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=60)  # noqa: S607  # the shell that the text names
    return ended.returncode, (folder / "calls").read_text(encoding="utf-8").splitlines()


def _find_script(cases: list[Case], *, is_spot: bool) -> str:
    """The start script of the first workload that runs on EC2 and ends."""
    for case in cases:
        if case.plan.place == "ec2" and case.plan.scaling is None and case.plan.hours_per_run and (case.plan.purchase == "spot") == is_spot:
            templates = [call for call in run_sdk_script(case.written["sdk"]).calls if call.name == "CreateLaunchTemplate"]
            return str(templates[0].parameters["LaunchTemplateData"]["UserData"])
    raise AssertionError("No workload runs on EC2 and ends.")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_run_ends_with_one_shutdown_after_a_bounded_number_of_attempts(cases: list[Case], case: dict[str, Any], tmp_path: Path) -> None:
    """However the container ends; the machine's log is kept before, and a Spot request that is done starts no other machine."""
    status, calls = _run_script(_find_script(cases, is_spot=case.get("spot", False)), case, tmp_path)
    assert status == case["status"]
    assert len([call for call in calls if call.startswith("docker run ")]) == case["attempts"]
    assert [call for call in calls if call.startswith("shutdown")] == ["shutdown -h now"]
    assert calls[-1] == "shutdown -h now"
    assert any(call.startswith("aws s3 cp /var/log/cloud-init-output.log s3://data/output/logs/i-0123456789abcdef0.log") for call in calls)
    cancels = [call for call in calls if call.startswith("aws ec2 cancel-spot-instance-requests")]
    assert cancels == ["aws ec2 cancel-spot-instance-requests --spot-instance-request-ids sir-01234567"] * case.get("cancels", 0)


def test_the_container_writes_to_cloudwatch_logs(cases: list[Case], tmp_path: Path) -> None:
    """Its logs outlive the machine."""
    _, calls = _run_script(_find_script(cases, is_spot=False), {"exits": [0]}, tmp_path)
    (run,) = [call for call in calls if call.startswith("docker run ")]
    assert "--log-driver awslogs --log-opt awslogs-region=us-east-1 --log-opt awslogs-group=" in run


def test_a_machine_that_is_told_to_stop_leaves_its_spot_request(cases: list[Case], tmp_path: Path) -> None:
    """SIGTERM comes with an interruption: the request has to start another machine, so it must not be cancelled."""
    script = _find_script(cases, is_spot=True).replace("date | aws", "kill -TERM $$; date | aws")
    status, calls = _run_script(script, {"exits": [0]}, tmp_path)
    assert status == 143
    assert not any("cancel-spot-instance-requests" in call or call.startswith("shutdown") for call in calls)


def test_a_machine_that_serves_tells_its_load_each_minute(cases: list[Case], tmp_path: Path) -> None:
    """The sum over the metric that scaling follows: nobody else publishes it."""
    served = [case for case in cases if case.plan.place == "ec2" and case.plan.scaling and "requests under way" in case.plan.scaling.metric]
    calls = [call for case in served for call in run_sdk_script(case.written["sdk"]).calls]
    scripts = [call.parameters["LaunchTemplateData"]["UserData"] for call in calls if call.name == "CreateLaunchTemplate"]
    script = next(script for script in scripts if "put-metric-data" in script)
    metrics = 'vllm:num_requests_running{engine="0"} 3.0\nvllm:num_requests_running{engine="1"} 4.0\nvllm:num_requests_waiting{} 9.0\n'
    (tmp_path / "metrics").write_text(metrics, encoding="utf-8")
    loop = (
        script[script.index("while sleep 60") :]
        .replace("done > /dev/null 2>&1 &", "exit; done")
        .replace("curl -s http://localhost:8000/metrics", "cat metrics")
    )
    _write_stubs(tmp_path, {"exits": [0]})
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "STUBS": str(tmp_path), "FAILS": "", "INTERRUPTED": "", "STARTS": "1"}
    subprocess.run(["bash", "-c", loop], env=environment, cwd=tmp_path, check=True, timeout=60)  # noqa: S607  # the shell that the text names
    (put,) = [call for call in (tmp_path / "calls").read_text(encoding="utf-8").splitlines() if call.startswith("aws ")]
    assert put.endswith("--value 7")
    (policy,) = {
        str(call.parameters["TargetTrackingConfiguration"]["CustomizedMetricSpecification"])
        for call in calls
        if call.name == "PutScalingPolicy"
    }
    assert all(word in policy for word in put.split() if "Requests" in word or "/" in word)
