"""Times until further capacity answers, against those that others published."""

from __future__ import annotations

import pytest

from engine.sizing.startup.parts import image_pull_time, loading_time, server_start_time
from engine.sizing.startup.scale_out import Place, Replica, new_machine_time, running_machine_time
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.sizing.startup.published_times import bandwidth_of, is_within_range


def replica(knowledge: Knowledge, instance: str, place: Place = "sagemaker-realtime", **changes: object) -> Replica:
    """An 8B model in 16 bits on an instance type, with `changes`."""
    usual: dict[str, object] = {"weights_gb": 16.4, "parameters_b": 8.2, "bandwidth": bandwidth_of(knowledge, instance), "place": place}
    return Replica(**{**usual, **changes})  # type: ignore[arg-type]  # fields by name, of many types


CACHING = [
    # instance, image GB, weights GB, billions of parameters, server, seconds before, seconds with the image cached
    ("g6.2xlarge", 17.7, 16.4, 8.2, "vllm", 525, 258),
    ("g4dn.xlarge", 15.7, 0.001, 0.0005, "plain", 381, 134),
    ("g5.2xlarge", 17.5, 5.8, 2.9, "plain", 346, 164),
    ("g5.xlarge", 10.6, 6.5, 3.2, "plain", 346, 216),
]
"""The four cases that AWS published of SageMaker's container caching."""


@for_each(("instance", "image", "weights", "size", "server", "before", "after"), CACHING)
def test_published_scale_outs_are_met(
    knowledge: Knowledge, *, instance: str, image: float, weights: float, size: float, server: str, before: float, after: float
) -> None:
    """Within a fifth with and without the image, though only the launch was taken from these cases."""
    for pull, seconds in (("registry", before), ("cached", after)):
        copy = replica(knowledge, instance, image_gb=image, weights_gb=weights, parameters_b=size, server=server, pull=pull, compiled=True)
        found = new_machine_time(copy, knowledge.starts)
        assert found.estimate == pytest.approx(seconds, rel=0.2), pull
        assert found.low <= seconds * 1.05, pull
        assert seconds <= found.high, pull


def test_a_demonstrated_start_on_kubernetes_lies_within_the_range(knowledge: Knowledge) -> None:
    """A 4-bit 7B model with a 9 GB image: six to eight minutes plainly, about two with streaming and a parallel pull."""
    usual = {"weights_gb": 4.0, "parameters_b": 7.2, "image_gb": 9.0}
    plain = replica(knowledge, "g5.xlarge", "eks", **usual)
    quick = replica(knowledge, "g5.xlarge", "eks", **usual, load_from="s3-stream", pull="parallel", compiled=True)
    assert is_within_range(new_machine_time(plain, knowledge.starts), 6.5 * 60)
    assert new_machine_time(quick, knowledge.starts).estimate == pytest.approx(120, rel=0.25)


def test_sagemaker_pulls_and_downloads_side_by_side(knowledge: Knowledge) -> None:
    """Elsewhere the image comes first, so that the same parts take longer by the shorter of the two."""
    times = {place: new_machine_time(replica(knowledge, "g5.2xlarge", place, compiled=True), knowledge.starts) for place in ("ec2", "ecs")}
    assert times["ec2"] == times["ecs"]
    files = loading_time(16.4, "s3-download", bandwidth_of(knowledge, "g5.2xlarge"), knowledge.starts).estimate
    pulled = image_pull_time(17.5, "registry", knowledge.starts).estimate
    server = server_start_time("vllm", 8.2, knowledge.starts, compiled=True).estimate
    launch = {name: knowledge.starts["machine"].figures[name].value.typical for name in ("ec2_seconds", "sagemaker_seconds")}
    assert times["ec2"].estimate == pytest.approx(launch["ec2_seconds"] + pulled + files + server)
    found = new_machine_time(replica(knowledge, "g5.2xlarge", compiled=True), knowledge.starts).estimate
    assert found == pytest.approx(launch["sagemaker_seconds"] + max(pulled, files) + server)


def test_a_copy_on_a_running_machine_needs_neither_launch_nor_image(knowledge: Knowledge) -> None:
    """Loading and the server remain."""
    copy = replica(knowledge, "g5.2xlarge")
    assert running_machine_time(copy, knowledge.starts).estimate < new_machine_time(copy, knowledge.starts).estimate - 300
