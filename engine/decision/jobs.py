"""Options that run and end: batch inference, training, preparation of data; and notebooks."""

from __future__ import annotations

from typing import Final

from engine.decision.context import Context
from engine.decision.limits.failure import Failure, amount
from engine.decision.machine import Machine
from engine.decision.option import HOURS_A_MONTH, Option
from engine.decision.running import running_share
from engine.sizing.device import Device
from engine.sizing.estimated import Memory
from engine.sizing.held import method_of, to_train
from engine.sizing.speed.training import scaling_share, training_rate, training_units
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

_SECONDS: Final = 3600.0


def job_option(context: Context, place: Place, machine: Machine) -> Option | None:
    """The smallest number of machines that ends in time; None where no rate or no price is known."""
    instance, price = machine.instance, machine.usd_per_hour
    if price is None:
        return None
    count, hours = 1, _hours(context, instance, 1)
    wanted = min(context.workload.training_deadline_hours or context.rates["job_target_hours"], context.thresholds["longest_run_hours"])
    most = _most(context)
    held = min(most, context.policy.held(place, instance) or most)
    while hours is None or hours > wanted:
        room = most if hours is None else held  # to hold it takes what it takes, to be quick only what may run
        if count >= room:
            break
        count = min(count * 2 if context.situation == "training" else count + 1, room)
        hours = _hours(context, instance, count)
    if hours is None:
        return None
    runs = context.workload.runs_per_month or 1.0
    device = context.device(instance)
    return Option(
        place=place,
        instance=instance,
        processor=machine.processor,
        count=count,
        capacity=_items(context) / (hours * _SECONDS),
        hours=hours,
        usd_per_hour=price * count,
        usd_per_month=price * count * hours * runs,
        usd_per_run=price * count * hours,
        complexity=machine.complexity + (context.knowledge.weights["ranking"].points["several-nodes"] if count > 1 else 0),
        fit=machine.fit,
        open_condition=machine.open_condition,
        bound_by="compute",
        precision=context.precision(device) if device and context.needs.kind != "classic" else None,
    )


def notebook_option(context: Context, place: Place, machine: Machine) -> Option | None:
    """One machine for the hours somebody works on it."""
    instance, price = machine.instance, machine.usd_per_hour
    if price is None or instance.memory_gb < context.thresholds["notebook_gb"]:
        return None
    return Option(
        place=place,
        instance=instance,
        processor=machine.processor,
        usd_per_hour=price,
        usd_per_month=price * HOURS_A_MONTH * running_share(context),
        complexity=machine.complexity,
        fit=machine.fit,
        open_condition=machine.open_condition,
    )


def _most(context: Context) -> int:
    wanted = context.workload.instances_wanted
    return int(wanted or context.thresholds["most_nodes"])


def _items(context: Context) -> float:
    return float(context.workload.items_per_run or context.needs.rows or 0)


def _hours(context: Context, instance: Instance, count: int) -> float | None:
    """Hours of one run on `count` machines, start included; None where the machines are too few for its memory."""
    work = {"batch": _batch_hours, "training": _training_hours, "processing": _processing_hours}[context.situation](
        context, instance, count
    )
    return None if work is None else context.rates["job_start_hours"] + work


def _batch_hours(context: Context, instance: Instance, count: int) -> float | None:
    if context.needs.kind == "classic":
        rate = context.needs.predictions_per_core_second * context.workers(instance)
    else:
        speed = context.speed(instance)
        rate = speed.capacity if speed else 0.0
    return _items(context) / (rate * count) / _SECONDS if rate else None


def _processing_hours(context: Context, instance: Instance, count: int) -> float:
    return context.needs.dataset_gb / (context.rates["gb_per_core_hour"] * instance.physical_cores * count)


def _training_hours(context: Context, instance: Instance, count: int) -> float | None:
    if context.needs.kind == "classic":
        passes = (context.workload.epochs or context.rates["classic_passes"]) * context.needs.columns / 50
        return context.needs.rows * passes / (context.needs.rows_per_core_second * context.workers(instance) * count) / _SECONDS
    device = context.device(instance)
    if device is None or _held(context, device, count).verdict == "does-not-fit":
        return None
    shape, precision = context.needs.shape, context.precision(device) or "bf16"
    if shape is None:
        return None
    efficiency, method = context.knowledge.efficiencies[device.processor], method_of(context.workload)
    rate = training_rate(shape, device, precision, device.count * count, efficiency, tokens=context.needs.input_tokens, method=method)
    rate *= scaling_share(device.count, linked=device.linked)
    return training_units(context.needs, context.workload) / rate / _SECONDS if rate else None


def _held(context: Context, device: Device, count: int) -> Memory:
    devices = (1.0 if device.processor == "cpu" else device.count) * count
    return to_train(context.needs, device, context.workload, context.memory_rates, devices=devices)


def memory_of_nodes(context: Context, instance: Instance) -> Failure | None:
    """The failure where all the machines that are wanted together are too small for the training; None where they hold it."""
    device, most = context.device(instance), _most(context)
    held = _held(context, device, most) if device is not None else None
    if held is None or device is None or held.verdict != "does-not-fit":
        return None
    has = held.total / held.per_device * held.device_usable
    return Failure("device_memory", amount(held.total, "GB"), f"{amount(has, 'GB')} on {most}", held.total / has, device.sources)
