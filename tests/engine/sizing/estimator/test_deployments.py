"""What others ran, recommended or failed to run: the estimate agrees with every published deployment that says enough."""

from __future__ import annotations

import msgspec

from engine.sizing.data_types import supported_precision
from engine.sizing.device import Device, accelerator_device, instance_device
from engine.sizing.estimate_records import Estimate, Run
from engine.sizing.estimator.estimate import estimate_run
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.deployment import Deployment
from knowledge.schema.instance import Instance
from knowledge.schema.processor import Stage
from tests.case_tables import for_each
from tests.engine.sizing.estimator.sample_runs import measured_inputs

AGREE = 0.97
STAGES: dict[str, Stage] = {"serve": "inference", "fine-tune": "fine-tuning", "pretrain": "training"}
MOST_MACHINES = "runs on 1 to 16 machines"
"""Recipes that say so run on 16, whatever their least number is."""
ANSWER = 256
"""Tokens of the longest sequence that are assumed to be the answer."""

INEXPRESSIBLE = {
    "d0760": "the smaller host of a training job, with weights offloaded to it: a run names neither",
    "f012": "no room was left for a cache whose length is not told, of a model that the base lacks",
    "f013": "prompts of 10,000 tokens in an engine whose settings are not told; weights and cache alone leave 9 % free",
    "h001": "loading took more than one file at a time; neither the row nor a run names the format of the checkpoint",
    "h005": "newer releases of the software take more host memory than older ones, which ran: a run names no release",
}
"""Failures that a question cannot express, and why."""


def is_complete(row: Deployment) -> bool:
    """Whether a row says what was run and on how many devices; memory of training needs the model's layers."""
    if row.purpose == "serve":
        return bool(row.model or row.parameters_b)
    return row.model is not None and bool(row.accelerators or row.count or MOST_MACHINES in row.note)


def estimate_deployment(knowledge: Knowledge, row: Deployment, *, checkpointing: bool | None = None) -> Estimate:
    """The estimate of a deployment; what the row leaves open is left to the estimator."""
    parameters = (row.parameters_b or 0.0) * 1e9
    shape = (
        model_shape(knowledge.models[row.model])
        if row.model
        else Shape(name="numbers", kind="language-model", parameters=parameters, active_parameters=parameters)
    )
    instance = knowledge.instances[row.instance_type] if row.instance_type else None
    machines = row.count or (16 if MOST_MACHINES in row.note else 1)
    device = _device(knowledge, row, instance, machines)
    run = Run(
        stage=STAGES[row.purpose],
        precision=_precision(row, device),
        accelerators=_devices(row, device, machines) if instance else None,
        count=machines if row.purpose != "serve" else 1,
        batch=int(row.batch) if row.batch else None,
        method=row.method or "full",
        checkpointing=checkpointing,
    )
    if row.max_tokens:
        tokens = int(row.max_tokens)
        answers = row.purpose == "serve" and shape.kind == "language-model" and tokens > ANSWER
        lengths = {"input_tokens": tokens - ANSWER, "output_tokens": ANSWER} if answers else {"input_tokens": tokens}
        run = msgspec.structs.replace(run, **lengths)
    return estimate_run(shape, device, run, knowledge, instance=instance, use_measurements=False)


def _device(knowledge: Knowledge, row: Deployment, instance: Instance | None, machines: int) -> Device:
    if instance:
        found = instance_device(instance, knowledge)
    else:
        found = accelerator_device(knowledge.accelerators[row.accelerator or ""], max((row.accelerators or 1) // machines, 1))
    assert found is not None, row.id
    return found


def _precision(row: Deployment, device: Device) -> str | None:
    """A device without one of the two 16-bit types runs the other."""
    swapped = row.precision in ("bf16", "fp16") and row.precision not in device.peak_gflops
    return supported_precision(device, None) if swapped else row.precision


def _devices(row: Deployment, device: Device, machines: int) -> int | None:
    """Devices of one machine that work together: a copy's where that is told, else those that were used."""
    if device.processor == "cpu":
        return None
    used = row.tp if row.purpose == "serve" and row.tp else (row.accelerators or 0) // machines
    return min(used, int(device.count)) or None


def best_verdict(knowledge: Knowledge, row: Deployment) -> str:
    """What the estimate says of a row that ran: fitting in either way that it may have been run."""
    verdict = ""
    for checkpointing in (None, True) if row.purpose != "serve" else (None,):
        try:
            memory = estimate_deployment(knowledge, row, checkpointing=checkpointing).memory_gb
        except InputError as error:
            return str(error)
        if memory.verdict != "does-not-fit":
            return memory.verdict
        verdict = f"does-not-fit: {memory.per_device:.1f} of {memory.device_usable:.1f} GB; {memory.remedy}"
    return verdict


def test_what_ran_fits(knowledge: Knowledge) -> None:
    """At least 97 of 100 deployments fit; the others are printed."""
    rows = [row for row in knowledge.deployments.values() if row.outcome == "ran" and not row.special and is_complete(row)]
    verdicts = {row.id: best_verdict(knowledge, row) for row in rows}
    others = {name: text for name, text in verdicts.items() if text not in ("fits", "tight")}
    for name, text in others.items():
        row = knowledge.deployments[name]
        print(name, row.purpose, row.model, row.instance_type or row.accelerator, row.precision, row.method, text)  # noqa: T201  # for a red test
    assert len(rows) > 300
    assert len(others) <= (1 - AGREE) * len(rows), f"{len(others)} of {len(rows)}: {', '.join(others)}"


def test_what_was_measured_fits(knowledge: Knowledge) -> None:
    """Of the plain runs that answered within a batch or under load, 99 of 100 fit; the others are printed."""
    plain = [row for row in knowledge.measurements.values() if row.stage == "inference" and not row.special and row.trust != "C"]
    rows = [row for row in plain if row.throughput and row.regime in ("batch", "concurrency", "stream")]
    others = []
    for row in rows:
        shape, device, run = measured_inputs(knowledge, row)
        try:
            memory = estimate_run(shape, device, run, knowledge, explain=False, use_measurements=False).memory_gb
            text = f"{memory.verdict}: {memory.per_device:.1f} of {memory.device_usable:.1f} GB"
        except InputError as error:
            text = str(error)
        if not text.startswith(("fits", "tight")):
            others.append(row.id)
            print(row.id, row.model, row.accelerator or row.core, row.precision, row.batch, row.input_tokens, text)  # noqa: T201  # the same
    assert len(rows) > 1000
    assert len(others) <= 0.01 * len(rows), f"{len(others)} of {len(rows)}: {', '.join(others)}"


def _failed(knowledge: Knowledge) -> list[Deployment]:
    causes = ("memory", "host-memory")
    rows = [row for row in knowledge.deployments.values() if row.outcome == "failed" and row.cause in causes and not row.special]
    return [row for row in rows if is_complete(row) and row.id not in INEXPRESSIBLE]


def test_what_ran_out_of_memory_does_not_fit(knowledge: Knowledge) -> None:
    """Every failure for lack of memory that can be asked for."""
    rows = _failed(knowledge)
    assert len(rows) > 25
    wrong = [row.id for row in rows if estimate_deployment(knowledge, row).memory_gb.verdict != "does-not-fit"]
    assert not wrong


def test_failures_left_out_are_of_the_base(knowledge: Knowledge) -> None:
    """No id is misspelt, and no more than a handful are left out."""
    for name in INEXPRESSIBLE:
        row = knowledge.deployments[name]
        assert (row.outcome, row.special) == ("failed", ""), name
    assert len(INEXPRESSIBLE) <= 5


@for_each(("failed", "ran"), [("f002", "f003"), ("f020", "f021"), ("f022", "f023"), ("f016", "f019"), ("f017", "f018")])
def test_the_setting_that_helped_is_the_one_that_helps(knowledge: Knowledge, failed: str, ran: str) -> None:
    """Pairs told side by side: a smaller batch, or 4 bits for 16, is what makes the same model fit the same card."""
    before, after = (estimate_deployment(knowledge, knowledge.deployments[name]).memory_gb for name in (failed, ran))
    assert (before.verdict, after.verdict != "does-not-fit") == ("does-not-fit", True)
    assert after.per_device < before.per_device
