"""A request for an estimate: names of models and machines, and numbers, as users give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from engine.sizing.device import Device, accelerator_device, instance_device
from engine.sizing.estimate_records import Estimate, Run
from engine.sizing.estimator.estimate import estimate_run
from engine.sizing.estimator.estimate_options import START_OPTIONS, parse_options
from engine.sizing.estimator.model_description import ReadConfig, describe_model, ids_by_spelling, refuse_config_name, resolve_name
from engine.sizing.shape import Shape
from engine.sizing.startup.scale_out import DEFAULT_START, StartConditions
from knowledge import Knowledge
from knowledge.catalog.instance_names import find_instance
from knowledge.errors import InputError, quote_value
from knowledge.schema.instance import Instance

_MAX_BARE_DEVICES: Final = 8
"""Bare accelerators among which the estimate may choose where no count is given."""


class EstimateRequest(NamedTuple):
    """A request whose names and numbers are resolved."""

    shape: Shape
    device: Device
    run: Run
    instance: Instance | None
    sagemaker: bool
    """True where the instance type was written with `ml.`."""
    notes: tuple[str, ...]
    """What was assumed or ignored."""
    start: StartConditions = DEFAULT_START
    """What a further copy finds when it starts."""

    def compute_estimate(self, knowledge: Knowledge) -> Estimate:
        """The estimate; its first steps say what was assumed. Raises InputError."""
        estimate = estimate_run(
            self.shape, self.device, self.run, knowledge, instance=self.instance, sagemaker=self.sagemaker, start=self.start
        )
        return msgspec.structs.replace(estimate, steps=(*self.notes, *estimate.steps))


def parse_estimate_request(
    given: Mapping[str, object], knowledge: Knowledge, read_config: ReadConfig = refuse_config_name
) -> EstimateRequest:
    """The request that the options make; an option of None is not given. `read_config` reads a `model_config` given by name.

    Raises InputError naming option, value and the nearest valid one.
    """
    values = parse_options(given)
    device, instance = _find_hardware(values, knowledge)
    shape, notes = describe_model(values, knowledge, read_config)
    run = Run(
        stage=values.get("stage") or ("fine-tuning" if "method" in values else "inference"),
        checkpointing=False if values.get("no_checkpointing") else None,
        **{name: values[name] for name in Run.__struct_fields__ if name in values and name != "stage"},
    )
    sagemaker = str(values.get("instance", "")).strip().lower().startswith("ml.")
    return EstimateRequest(shape, device, run, instance, sagemaker, notes, _start_conditions(values, run, sagemaker=sagemaker))


def _start_conditions(values: Mapping[str, Any], run: Run, *, sagemaker: bool) -> StartConditions:
    """What a further copy finds when it starts. Raises InputError where the run has no such start, or not at that place."""
    given = {name: values[name] for name in START_OPTIONS if name in values}
    if given and run.stage != "inference":
        raise InputError(f"{next(iter(given))}: it is of a model that answers, and the stage is {run.stage}. Leave it out.")
    if given and "instance" not in values:
        raise InputError(f"{next(iter(given))}: it is of a machine that starts, and none is given. Give --instance.")
    start = StartConditions(**given)
    if start.place is not None and start.place.startswith("sagemaker-") != sagemaker:
        hint = f"Write the type {'without' if sagemaker else 'with'} ml., or leave the place out."
        raise InputError(f"place: {start.place} does not run the type as it is written. {hint}")
    return start


def _find_hardware(values: Mapping[str, Any], knowledge: Knowledge) -> tuple[Device, Instance | None]:
    if "instance" in values and "accelerator" in values:
        raise InputError(f"accelerator: {quote_value(values['accelerator'])} and an instance are both given. Give one of the two.")
    if "instance" in values:
        instance = find_instance(values["instance"], knowledge)
        device = instance_device(instance, knowledge)
        if device is None:
            what = instance.accelerator or "the processor"
            raise InputError(f"instance: the base does not know how fast {what} of {instance.instance_type} is. Choose another type.")
        return device, instance
    if "accelerator" not in values:
        raise InputError("instance: no hardware is given. Give --instance g5.xlarge, or --accelerator a10g --accelerators 1.")
    if "count" in values:
        raise InputError(f"count: {quote_value(values['count'])} counts instances, and none is given. Give accelerators instead.")
    identity = resolve_name("accelerator", values["accelerator"], ids_by_spelling(knowledge.accelerators))
    device = accelerator_device(knowledge.accelerators[identity], float(values.get("accelerators", _MAX_BARE_DEVICES)))
    if device is None:
        raise InputError(f"accelerator: the base does not know how fast {quote_value(identity)} is. Choose another one.")
    return device, None
