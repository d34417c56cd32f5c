"""Times until further capacity answers, against those that others published."""

from __future__ import annotations

import pytest

from engine.sizing.start.parts import image_pull, loading, server_start
from engine.sizing.start.scale_out import Place, Replica, on_new_machine, on_running_machine
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.engine.sizing.starts import holds, pipes


def replica(knowledge: Knowledge, instance: str, place: Place = "sagemaker-realtime", **changes: object) -> Replica:
    """An 8B model in 16 bits on an instance type, with `changes`."""
    usual: dict[str, object] = {"weights_gb": 16.4, "parameters_b": 8.2, "pipes": pipes(knowledge, instance), "place": place}
    return Replica(**{**usual, **changes})  # type: ignore[arg-type]  # fields by name, of many types


CACHING = [
    # instance, image GB, weights GB, billions of parameters, server, seconds before, seconds with the image cached
    ("g6.2xlarge", 17.7, 16.4, 8.2, "vllm", 525, 258),
    ("g4dn.xlarge", 15.7, 0.001, 0.0005, "plain", 381, 134),
    ("g5.2xlarge", 17.5, 5.8, 2.9, "plain", 346, 164),
    ("g5.xlarge", 10.6, 6.5, 3.2, "plain", 346, 216),
]
"""The four cases that AWS published of SageMaker's container caching."""


@pytest.mark.parametrize(("instance", "image", "weights", "size", "server", "before", "after"), CACHING)
def test_published_scale_outs_are_met(
    knowledge: Knowledge, *, instance: str, image: float, weights: float, size: float, server: str, before: float, after: float
) -> None:
    """Within a fifth with and without the image, though only the launch was taken from these cases."""
    for pull, seconds in (("registry", before), ("cached", after)):
        copy = replica(knowledge, instance, image_gb=image, weights_gb=weights, parameters_b=size, server=server, pull=pull, compiled=True)
        found = on_new_machine(copy, knowledge.starts)
        assert found.estimate == pytest.approx(seconds, rel=0.2), (pull, found.steps)
        assert found.low <= seconds * 1.05, pull
        assert seconds <= found.high, pull


def test_a_demonstrated_start_on_kubernetes_lies_within_the_range(knowledge: Knowledge) -> None:
    """A 4-bit 7B model with a 9 GB image: six to eight minutes plainly, about two with streaming and a parallel pull."""
    usual = {"weights_gb": 4.0, "parameters_b": 7.2, "image_gb": 9.0}
    plain = replica(knowledge, "g5.xlarge", "eks", **usual)
    quick = replica(knowledge, "g5.xlarge", "eks", **usual, load_from="s3-stream", pull="parallel", compiled=True)
    assert holds(on_new_machine(plain, knowledge.starts), 6.5 * 60)
    assert on_new_machine(quick, knowledge.starts).estimate == pytest.approx(120, rel=0.25)


def test_sagemaker_pulls_and_downloads_side_by_side(knowledge: Knowledge) -> None:
    """Elsewhere the image comes first, so that the same parts take longer by the shorter of the two."""
    times = {place: on_new_machine(replica(knowledge, "g5.2xlarge", place, compiled=True), knowledge.starts) for place in ("ec2", "ecs")}
    assert times["ec2"] == times["ecs"]
    files = loading(16.4, "s3-download", pipes(knowledge, "g5.2xlarge"), knowledge.starts).estimate
    pulled = image_pull(17.5, "registry", knowledge.starts).estimate
    server = server_start("vllm", 8.2, knowledge.starts, compiled=True).estimate
    launch = {name: knowledge.starts["machine"].figures[name].value.typical for name in ("ec2_seconds", "sagemaker_seconds")}
    assert times["ec2"].estimate == pytest.approx(launch["ec2_seconds"] + pulled + files + server)
    found = on_new_machine(replica(knowledge, "g5.2xlarge", compiled=True), knowledge.starts).estimate
    assert found == pytest.approx(launch["sagemaker_seconds"] + max(pulled, files) + server)


def test_a_copy_on_a_running_machine_needs_neither_launch_nor_image(knowledge: Knowledge) -> None:
    """Loading and the server remain."""
    copy = replica(knowledge, "g5.2xlarge")
    assert on_running_machine(copy, knowledge.starts).estimate < on_new_machine(copy, knowledge.starts).estimate - 300


def test_neuron_devices_compile_graphs_instead_of_kernels(knowledge: Knowledge) -> None:
    """Once compiled, both kinds of device start alike."""
    fresh, kept = (replica(knowledge, "inf2.8xlarge", neuron=True, compiled=compiled) for compiled in (False, True))
    steps = " ".join(on_new_machine(fresh, knowledge.starts).steps)
    assert "compilation for Neuron" in steps
    assert "compilation of kernels" not in steps
    gpu = replica(knowledge, "inf2.8xlarge", compiled=True)
    assert on_new_machine(kept, knowledge.starts) == on_new_machine(gpu, knowledge.starts)


def test_a_place_that_is_none_is_told_with_the_nearest(knowledge: Knowledge) -> None:
    """One line, which names both."""
    starts = knowledge.starts
    with pytest.raises(InputError, match=r"place: there is no start for \"fargat\"\. Did you mean fargate\?"):
        on_new_machine(replica(knowledge, "g5.xlarge", "fargat"), starts)  # type: ignore[arg-type]  # a mistake on purpose
