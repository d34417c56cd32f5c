"""Questions to the estimator: of every kind, too large ones, those whose answer somebody measured."""

from __future__ import annotations

from typing import Any

from engine.sizing.device import Device, accelerator_device, host_device, instance_device
from engine.sizing.estimate_records import Estimate, Run
from engine.sizing.estimator.estimate import estimate_run
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge
from knowledge.schema.measurement import Measurement

RUNS: dict[str, tuple[str, str, Run]] = {
    "language model, one device": ("llama-3-8b", "g5.2xlarge", Run(batch=4, input_tokens=500, output_tokens=200)),
    "language model, split": ("llama-3-70b", "p4d.24xlarge", Run(concurrency=32, input_tokens=1000, output_tokens=300)),
    "language model, more requests than fit": ("llama-2-13b", "g6e.xlarge", Run(concurrency=64, input_tokens=3000, output_tokens=500)),
    "language model, experts": ("mixtral-8x7b", "p5.48xlarge", Run(batch=8)),
    "language model, 8 bits": ("llama-3-8b", "g5.2xlarge", Run(precision="int8", batch=2)),
    "language model, 4 bits": ("llama-3-70b", "g6e.2xlarge", Run(precision="int4", batch=1)),
    "language model, host": ("llama-3-2-1b", "c7i.8xlarge", Run(batch=1)),
    "language model, neuron": ("llama-3-8b", "inf2.24xlarge", Run(batch=2)),
    "language model, machines": ("llama-3-8b", "g5.2xlarge", Run(concurrency=8, count=2)),
    "encoder": ("bert-base", "g4dn.xlarge", Run(batch=8, input_tokens=128)),
    "encoder, devices": ("bert-large", "g5.12xlarge", Run(concurrency=16, accelerators=4)),
    "encoder, host": ("bert-base", "c6i.4xlarge", Run()),
    "images": ("resnet-50", "inf1.6xlarge", Run(batch=4)),
    "pictures": ("stable-diffusion-1-5", "g5.xlarge", Run()),
    "training": ("bert-large", "p3.16xlarge", Run(stage="training", batch=4, input_tokens=256, accelerators=8)),
    "training, sharded": ("llama-3-8b", "p4de.24xlarge", Run(stage="training", batch=1, input_tokens=2048)),
    "lora": ("llama-3-8b", "g5.12xlarge", Run(stage="fine-tuning", method="lora", batch=1, input_tokens=1024)),
    "qlora, machines": ("llama-3-70b", "p4d.24xlarge", Run(stage="fine-tuning", method="qlora", count=2, input_tokens=512)),
}
TOO_LARGE: dict[str, tuple[str, str, Run]] = {
    "weights": ("llama-3-70b", "g5.2xlarge", Run()),
    "a network": ("flan-t5-xxl", "inf1.xlarge", Run()),
    "one request": ("llama-3-1-8b", "g6.xlarge", Run(input_tokens=130_000, output_tokens=1000)),
    "states": ("llama-3-8b", "g5.2xlarge", Run(stage="training")),
    "a host": ("llama-3-70b", "c7i.xlarge", Run(precision="bf16")),
    "an image batch": ("resnet-50", "g4dn.xlarge", Run(batch=100_000)),
}


def estimate_of(knowledge: Knowledge, model: str, where: str, run: Run, **arguments: Any) -> Estimate:  # noqa: ANN401  # of estimate
    """An estimate on an instance type."""
    machine = knowledge.instances[where]
    device = instance_device(machine, knowledge)
    assert device is not None
    return estimate_run(model_shape(knowledge.models[model]), device, run, knowledge, **({"instance": machine} | arguments))


def measured_inputs(knowledge: Knowledge, row: Measurement) -> tuple[Shape, Device, Run]:
    """The question whose answer was measured."""
    shape = model_shape(knowledge.models[row.model])
    if row.accelerator:
        device = accelerator_device(knowledge.accelerators[row.accelerator], row.devices)
    else:
        device = host_device(row.core or "", row.devices, knowledge)
    assert device is not None
    together = row.tp if shape.kind == "language-model" and row.stage == "inference" else row.devices
    return (
        shape,
        device,
        Run(
            stage=row.stage,
            method=row.method or "full",
            checkpointing=row.checkpointing,
            precision=row.precision,
            accelerators=together if row.accelerator else None,
            batch=int(row.batch) if row.batch else None,
            concurrency=int(row.concurrency) if row.concurrency and row.regime == "concurrency" else None,
            input_tokens=int(row.input_tokens) if row.input_tokens else None,
            output_tokens=int(row.output_tokens) if row.output_tokens else None,
        ),
    )
