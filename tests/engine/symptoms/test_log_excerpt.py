"""What is kept of a log: telling lines, utilization, and no secret."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.symptoms.log_excerpt import excerpt_log, hide_secrets
from tests.case_tables import for_each

SECRETS = (
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEYAB", "wJalrXUtnFEMI"),
    ("using key AKIAIOSFODNN7EXAMPLE for S3", "AKIAIOSFODNN7"),
    ("HF token hf_abcdefghijklmnopqrstuvwxyz", "hf_abcdef"),
    ('"password": "hunter2-and-more"', "hunter2"),
    ("Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "eyJhbGci"),
    ("postgres://admin:s3cr3tpw@db.internal:5432/ml", "s3cr3tpw"),
)
NVIDIA_SMI = "|  0  Tesla T4   On | 00:1E.0 Off |\n| N/A 40C P0 27W / 70W | 1200MiB / 15360MiB |      8%      Default |"


@for_each("line, secret", SECRETS)
def test_no_secret_is_kept(line: str, secret: str) -> None:
    """Keys, tokens and passwords are hidden in every line."""
    assert secret not in excerpt_log(f"INFO start\n{line}\nERROR: failed").text
    assert secret not in hide_secrets(line)


def test_the_line_that_failed_is_found_in_a_long_log() -> None:
    """Among tens of thousands that tell nothing."""
    log = "\n".join([*(f"step {number} loss={1 / (number + 1):.5f}" for number in range(40_000)), "RuntimeError: NCCL error", *["bye"] * 3])
    excerpt = excerpt_log(log)
    assert "RuntimeError: NCCL error" in excerpt.lines
    assert len(excerpt.lines) < 100


def test_lines_that_differ_by_numbers_alone_are_kept_once() -> None:
    """A warning at each step is one warning."""
    excerpt = excerpt_log("\n".join(f"WARN retry {number} after timeout" for number in range(1_000)))
    assert len(excerpt.lines) == 1


def test_utilization_is_read_from_nvidia_smi_and_cloudwatch() -> None:
    """The mean of what is shown."""
    assert excerpt_log(NVIDIA_SMI).observed == {"current_gpu_utilization_percent": 8.0}
    assert excerpt_log("GPUUtilization: 20\nGPUUtilization: 40").observed == {"current_gpu_utilization_percent": 30.0}


@given(st.text(max_size=2_000))
def test_any_text_is_a_log(log: str) -> None:
    """Nothing in it makes reading fail, and no line of it is long."""
    excerpt = excerpt_log(log)
    assert all(len(line) <= 400 for line in excerpt.lines)
