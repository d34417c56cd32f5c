"""Options that run and end: batch inference, training, preparation of data; and notebooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.decision.context import Context
from engine.decision.limits.failure import Failure, amount
from engine.decision.machine import Machine
from engine.decision.option import Option
from engine.decision.running import running_share
from engine.decision.situation import Situation
from engine.sizing.device import Device
from engine.sizing.estimated import Memory
from engine.sizing.held import method_of, to_train
from engine.sizing.speed.training import scaling_share, training_rate, training_units
from knowledge.schema.instance import HOURS_A_MONTH, Instance
from knowledge.schema.place import Place

_SECONDS: Final = 3600.0
Work = Callable[[Instance], Callable[[int], float | None]]
"""Machine -> how many of them -> hours of one run, without its start; None where they are too few for its memory."""


class _Job(NamedTuple):
    """What is asked of every machine at a place."""

    context: Context
    place: Place
    work: Work
    start: float
    wanted: float
    most: int
    doubles: bool
    items: float
    runs: float
    several: int
    """Points for more than one machine."""

    def hours(self, work: Callable[[int], float | None], count: int) -> float | None:
        """Hours of one run on `count` machines, start included."""
        found = work(count)
        return None if found is None else self.start + found

    def size(self, instance: Instance) -> tuple[int, float | None]:
        """The smallest number of machines that ends in time, and its hours."""
        work = self.work(instance)
        count, hours = 1, self.hours(work, 1)
        if hours is not None and hours <= self.wanted:
            return count, hours
        held = min(self.most, self.context.policy.held(self.place, instance) or self.most)
        while hours is None or hours > self.wanted:
            room = self.most if hours is None else held  # to hold it takes what it takes, to be quick only what may run
            if count >= room:
                break
            count = min(count * 2 if self.doubles else count + 1, room)
            hours = self.hours(work, count)
        return count, hours


def jobs(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """Machine -> the smallest number of them that ends in time; None where no rate or no price is known."""
    work, rates = context.workload, context.rates
    job = _Job(
        context=context,
        place=place,
        work=_measured(context, work_of(context)),
        start=rates["job_start_hours"],
        wanted=min(work.training_deadline_hours or rates["job_target_hours"], context.thresholds["longest_run_hours"]),
        most=_most(context),
        doubles=context.situation == "training",
        items=items_of(context),
        runs=work.runs_per_month or 1.0,
        several=context.knowledge.weights["ranking"].points["several-nodes"],
    )
    return lambda machine: _job(context, job, machine)


def _job(context: Context, job: _Job, machine: Machine) -> Option | None:
    instance, price = machine.instance, machine.usd_per_hour
    if price is None:
        return None
    count, hours = job.size(instance)
    if hours is None:
        return None
    device, tried = context.device(instance) if context.needs.kind != "classic" else None, context.tried_on(instance)
    return Option(
        place=job.place,
        instance=instance,
        processor=machine.processor,
        count=count,
        capacity=job.items / (hours * _SECONDS),
        hours=hours,
        usd_per_hour=price * count,
        usd_per_month=price * count * hours * job.runs,
        usd_per_run=price * count * hours,
        complexity=machine.complexity + (job.several if count > 1 else 0),
        fit=machine.fit,
        open_condition=machine.open_condition,
        bound_by="compute",
        is_measured=tried is not None,
        is_tried=tried is not None and tried.is_own,
        precision=context.precision(device) if device else None,
    )


def work_of(context: Context) -> Work:
    """Hours of a run by estimate, without its start."""
    makers: dict[Situation, Callable[[Context], Work]] = {
        "batch": _batch_hours,
        "training": _training_hours,
        "processing": _processing_hours,
    }
    return makers[context.situation](context)


def _measured(context: Context, work: Work) -> Work:
    """The same, where somebody measured it as many times as long as that took."""
    if not context.trials.found:
        return work

    def of(instance: Instance) -> Callable[[int], float | None]:
        """Number of machines of a type -> hours; those of the estimate where nobody measured the type."""
        hours, tried = work(instance), context.tried_on(instance)
        if tried is None:
            return hours
        ratio = tried.time

        def measured(count: int) -> float | None:
            """Hours on so many of them; None where the estimate has none."""
            estimate = hours(count)
            return estimate * ratio if estimate is not None else None

        return measured

    return of


def notebooks(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """Machine -> one of them for the hours somebody works on it."""
    return lambda machine: _notebook(context, place, machine)


def _notebook(context: Context, place: Place, machine: Machine) -> Option | None:
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


def items_of(context: Context) -> float:
    """Items of one run."""
    return float(context.workload.items_per_run or context.needs.rows or 0)


def _batch_hours(context: Context) -> Work:
    items, each = items_of(context), context.needs.predictions_per_core_second

    def of(instance: Instance) -> Callable[[int], float | None]:
        """Number of machines of a type -> hours; None where it cannot do the work."""
        if context.needs.kind == "classic":
            rate = each * context.workers(instance)
        else:
            speed = context.speed(instance)
            rate = speed.capacity if speed else 0.0
        return lambda count: items / (rate * count) / _SECONDS if rate else None

    return of


def _processing_hours(context: Context) -> Work:
    data, rate = context.needs.dataset_gb, context.rates["gb_per_core_hour"]
    return lambda instance: lambda count: data / (rate * instance.physical_cores * count)


def _training_hours(context: Context) -> Work:
    needs = context.needs
    if needs.kind == "classic":
        rates = context.rates
        passes = (context.workload.epochs or rates["classic_passes"]) * needs.columns / rates["usual_columns"]
        read, rate = needs.rows * passes, needs.rows_per_core_second
        return lambda instance: lambda count: read / (rate * context.workers(instance) * count) / _SECONDS
    return lambda instance: lambda count: _network_hours(context, instance, count)


def _network_hours(context: Context, instance: Instance, count: int) -> float | None:
    device = context.device(instance)
    if device is None or _held(context, device, count).verdict == "does-not-fit":
        return None
    shape, precision = context.needs.shape, context.precision(device) or "bf16"
    if shape is None:
        return None
    efficiency, method = context.knowledge.efficiencies[device.processor], method_of(context.workload)
    rate = training_rate(shape, device, precision, device.count * count, efficiency, tokens=context.needs.input_tokens, method=method)
    rate *= scaling_share(device.count, context.rates["pcie_scaling"], linked=device.linked)
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
