"""A question to the estimator in the words of people: names of models and machines, and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from engine.sizing.described import ReadConfig, found, model_of, no_file, spellings
from engine.sizing.device import Device, device_of
from engine.sizing.estimate import estimate
from engine.sizing.estimated import Estimate, Run
from engine.sizing.options import STARTS, values_of
from engine.sizing.shape import Shape
from engine.sizing.start.scale_out import Found
from engine.sizing.start.told import USUAL
from knowledge import Knowledge
from knowledge.catalog.named import instance_named
from knowledge.errors import InputError, shown
from knowledge.schema.instance import Instance

_MOST_DEVICES: Final = 8
"""Bare accelerators among which the estimate may choose where nobody says how many there are."""


class Asked(NamedTuple):
    """A question as the engine takes it."""

    shape: Shape
    device: Device
    run: Run
    instance: Instance | None
    sagemaker: bool
    """True where the type was written with `ml.`."""
    notes: tuple[str, ...]
    """What was assumed or left aside."""
    found: Found = USUAL
    """What a further copy finds when it starts."""

    def answer(self, knowledge: Knowledge) -> Estimate:
        """The estimate; what was assumed stands first among its steps. Raises InputError."""
        told = estimate(self.shape, self.device, self.run, knowledge, instance=self.instance, sagemaker=self.sagemaker, found=self.found)
        return msgspec.structs.replace(told, steps=(*self.notes, *told.steps))


def asked_of(given: Mapping[str, object], knowledge: Knowledge, read_config: ReadConfig = no_file) -> Asked:
    """The question that the options put; None is not given. `read_config` reads a `model_config` that is given by its name.

    Raises InputError naming option, value and the nearest valid one.
    """
    values = values_of(given)
    device, instance = _hardware(values, knowledge)
    shape, notes = model_of(values, knowledge, read_config)
    run = Run(
        stage=values.get("stage") or ("fine-tuning" if "method" in values else "inference"),
        checkpointing=False if values.get("no_checkpointing") else None,
        **{name: values[name] for name in Run.__struct_fields__ if name in values and name != "stage"},
    )
    sagemaker = str(values.get("instance", "")).strip().lower().startswith("ml.")
    return Asked(shape, device, run, instance, sagemaker, notes, _start(values, run, sagemaker=sagemaker))


def _start(values: Mapping[str, Any], run: Run, *, sagemaker: bool) -> Found:
    """What a further copy finds when it starts. Raises InputError where nothing starts that answers, or not at that place."""
    given = {name: values[name] for name in STARTS if name in values}
    if given and run.stage != "inference":
        raise InputError(f"{next(iter(given))}: it is of a model that answers, and the stage is {run.stage}. Leave it out.")
    if given and "instance" not in values:
        raise InputError(f"{next(iter(given))}: it is of a machine that starts, and none is given. Give --instance.")
    found = Found(**given)
    if found.place is not None and found.place.startswith("sagemaker-") != sagemaker:
        hint = f"Write the type {'without' if sagemaker else 'with'} ml., or leave the place out."
        raise InputError(f"place: {found.place} does not run the type as it is written. {hint}")
    return found


def _hardware(values: Mapping[str, Any], knowledge: Knowledge) -> tuple[Device, Instance | None]:
    if "instance" in values and "accelerator" in values:
        raise InputError(f"accelerator: {shown(values['accelerator'])} and an instance are both given. Give one of the two.")
    if "instance" in values:
        instance = instance_named(values["instance"], knowledge)
        device = device_of(instance, knowledge)
        if device is None:
            what = instance.accelerator or "the processor"
            raise InputError(f"instance: the base does not know how fast {what} of {instance.instance_type} is. Choose another type.")
        return device, instance
    if "accelerator" not in values:
        raise InputError("instance: no hardware is given. Give --instance g5.xlarge, or --accelerator a10g --accelerators 1.")
    if "count" in values:
        raise InputError(f"count: {shown(values['count'])} counts instances, and none is given. Give accelerators instead.")
    identity = found("accelerator", values["accelerator"], spellings(knowledge.accelerators))
    some, count = next(iter(knowledge.instances.values())), float(values.get("accelerators", _MOST_DEVICES))
    machine = msgspec.structs.replace(some, accelerator=identity, accelerator_count=count, accelerator_memory_mib=None)
    device = device_of(machine, knowledge)  # that of a type which would have just these
    if device is None:
        raise InputError(f"accelerator: the base does not know how fast {shown(identity)} is. Choose another one.")
    return device, None
