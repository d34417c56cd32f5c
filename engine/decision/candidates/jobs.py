"""Options that run and end: batch inference, training, preparation of data; and notebooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.decision.candidates.machines import Machine
from engine.decision.context import CacheTable, Context, Option, Situation
from engine.decision.costs import running_hours_share
from engine.decision.limits import Failure
from engine.number_format import format_amount
from engine.sizing.device import Device
from engine.sizing.estimate_records import Memory, Method
from engine.sizing.memory_fit import fine_tuning_method, training_footprint
from engine.sizing.shape import Shape
from engine.sizing.speed.gradient_exchange import exchange_share, units_of_step
from engine.sizing.speed.training_speed import scaling_share, training_rate, training_units
from knowledge.schema.instance import HOURS_A_MONTH, Instance
from knowledge.schema.place import Place

_SECONDS: Final = 3600.0
RunHours = Callable[[Instance], Callable[[int], float | None]]
"""A function from an instance type to one from a count to the hours of a run, without start-up; None where the memory is too small."""


class _Job(NamedTuple):
    """One job at a place, to be planned on any machine."""

    context: Context
    place: Place
    work: RunHours
    start: float
    wanted: float
    max_count: int
    doubles: bool
    items: float
    runs: float
    several: int
    """Complexity points for more than one machine."""

    def hours_on(self, work: Callable[[int], float | None], count: int) -> float | None:
        """Hours of one run on `count` machines, start-up included."""
        found = work(count)
        return None if found is None else self.start + found

    def smallest_count(self, instance: Instance) -> tuple[int, float | None]:
        """The number that is told, or has the devices that are wanted, else the smallest that finishes in time; and the hours."""
        work = self.work(instance)
        named = self.context.count_named_of(instance)
        if named is not None:
            return named, self.hours_on(work, named)
        devices = self.context.workload.accelerators_wanted if self.context.situation == "training" and instance.accelerator else None
        if devices is not None and devices % instance.accelerator_count == 0:
            count = int(devices // instance.accelerator_count)
            return count, self.hours_on(work, count)
        count, hours = 1, self.hours_on(work, 1)
        if hours is not None and hours <= self.wanted:
            return count, hours
        held = min(self.max_count, self.context.policy.quota_for(self.place, instance) or self.max_count)
        while hours is None or hours > self.wanted:
            room = self.max_count if hours is None else held  # to hold it takes what it takes, to be quick only what may run
            if count >= room:
                break
            count = min(count * 2 if self.doubles else count + 1, room)
            hours = self.hours_on(work, count)
        return count, hours


def job_planner(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """A function from a machine to the option with the fewest of them that finish in time; None without rate or price."""
    work, rates = context.workload, context.rates
    job = _Job(
        context=context,
        place=place,
        work=_scale_by_measurements(context, run_hours_for(context)),
        start=rates["job_start_hours"],
        wanted=min(work.training_deadline_hours or rates["job_target_hours"], context.thresholds["longest_run_hours"]),
        max_count=_max_nodes(context),
        doubles=context.situation == "training",
        items=items_per_run(context),
        runs=work.runs_per_month or 1.0,
        several=context.knowledge.weights["ranking"].points["several-nodes"],
    )
    return lambda machine: _plan_job(context, job, machine)


def _plan_job(context: Context, job: _Job, machine: Machine) -> Option | None:
    instance, price = machine.instance, machine.usd_per_hour
    if price is None:
        return None
    count, hours = job.smallest_count(instance)
    if hours is None:
        return None
    device, tried = context.device_for(instance) if context.needs.kind != "classic" else None, context.ratio_on_instance(instance)
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
        is_measured=tried is not None and not tried.is_carried_over,
        is_own_measurement=tried is not None and tried.is_own and not tried.is_carried_over,
        precision=context.precision_for(device) if device else None,
    )


def run_hours_for(context: Context) -> RunHours:
    """Estimated hours of a run, without start-up."""
    makers: dict[Situation, Callable[[Context], RunHours]] = {
        "batch": _batch_hours,
        "training": _training_hours,
        "processing": _processing_hours,
    }
    return makers[context.situation](context)


def _scale_by_measurements(context: Context, work: RunHours) -> RunHours:
    """The estimate, multiplied by measured over estimated time on the types that the person measured."""
    if not context.measured.ratios and context.measured.elsewhere is None:
        return work

    def of(instance: Instance) -> Callable[[int], float | None]:
        """A function from a count to hours, for one instance type."""
        hours, tried = work(instance), context.ratio_on_instance(instance)
        if tried is None:
            return hours
        ratio = tried.time

        def measured(count: int) -> float | None:
            """Measured hours on `count` machines; None where there is no estimate."""
            estimate = hours(count)
            return estimate * ratio if estimate is not None else None

        return measured

    return of


def notebook_planner(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """A function from a machine to the option of one for the hours of work on it; None where it is too small or has no price."""
    return lambda machine: _plan_notebook(context, place, machine)


def _plan_notebook(context: Context, place: Place, machine: Machine) -> Option | None:
    instance, price = machine.instance, machine.usd_per_hour
    if price is None or instance.memory_gb < context.thresholds["notebook_gb"]:
        return None
    return Option(
        place=place,
        instance=instance,
        processor=machine.processor,
        usd_per_hour=price,
        usd_per_month=price * HOURS_A_MONTH * running_hours_share(context),
        complexity=machine.complexity,
        fit=machine.fit,
        open_condition=machine.open_condition,
    )


def _max_nodes(context: Context) -> int:
    wanted = context.workload.instances_wanted
    return int(wanted or context.thresholds["most_nodes"])


def items_per_run(context: Context) -> float:
    """Items that one run processes."""
    return float(context.workload.items_per_run or context.needs.rows or 0)


def _batch_hours(context: Context) -> RunHours:
    items, each = items_per_run(context), context.needs.predictions_per_core_second

    def of(instance: Instance) -> Callable[[int], float | None]:
        """A function from a count to hours, for one instance type; None where it cannot do the work."""
        if context.needs.kind == "classic":
            rate = each * context.worker_count(instance)
        else:
            speed = context.speed_of(instance)
            rate = speed.capacity if speed else 0.0
        return lambda count: items / (rate * count) / _SECONDS if rate else None

    return of


def _processing_hours(context: Context) -> RunHours:
    data, rate = context.needs.dataset_gb, context.rates["gb_per_core_hour"]
    return lambda instance: lambda count: data / (rate * instance.physical_cores * count)


def _training_hours(context: Context) -> RunHours:
    needs = context.needs
    if needs.kind == "classic":
        rates = context.rates
        passes = (context.workload.epochs or rates["classic_passes"]) * needs.columns / rates["usual_columns"]
        read, rate = needs.rows * passes, needs.rows_per_core_second
        return lambda instance: lambda count: read / (rate * context.worker_count(instance) * count) / _SECONDS
    units, rate_on = training_units(needs, context.workload), _training_rates(context)
    return lambda instance: lambda count: units / rate / _SECONDS if (rate := rate_on(instance, count)) else None


class _TrainingKey(NamedTuple):
    """Everything that the rate of training depends on, besides the machines: not how much there is to train on."""

    shape: Shape | None
    input_tokens: float
    precision: str | None
    method: Method
    batch_size: float | None


_TRAINING_RATES: CacheTable[_TrainingKey, dict[tuple[object, int], float]] = CacheTable(max_entries=40)


def _training_rates(context: Context) -> Callable[[Instance, int], float]:
    """A function from an instance type and a count to items or tokens a second; 0 where they cannot hold the model."""
    work = context.workload
    key = _TrainingKey(context.needs.shape, context.needs.input_tokens, work.precision, fine_tuning_method(work), work.batch_size)
    known = context.cache.recall(_TRAINING_RATES, key, dict)

    def rate_on(instance: Instance, count: int) -> float:
        """Items or tokens a second; types with the same devices share the answer."""
        machines = context.hardware_key(instance), count
        if machines not in known:
            known[machines] = _estimate_training_rate(context, instance, count)
        return known[machines] * _share_left_by_network(context, instance, count, known[machines])

    return rate_on


def _estimate_training_rate(context: Context, instance: Instance, count: int) -> float:
    device, shape = context.device_for(instance), context.needs.shape
    if device is None or shape is None or _training_memory(context, device, count).verdict == "does-not-fit":
        return 0.0
    efficiency, precision = context.knowledge.efficiencies[device.processor], context.precision_for(device) or "bf16"
    method, tokens = fine_tuning_method(context.workload), context.needs.input_tokens
    rate = training_rate(shape, device, precision, device.count * count, efficiency, tokens=tokens, method=method)
    return rate * scaling_share(device.count, context.rates["pcie_scaling"], linked=device.linked)


def _share_left_by_network(context: Context, instance: Instance, count: int, rate: float) -> float:
    """Share of the speed that is left where `count` machines exchange gradients; adapters are too small to wait for."""
    if count == 1 or not rate or fine_tuning_method(context.workload) != "full":
        return 1.0
    needs, rates = context.needs, context.rates
    units = units_of_step(needs, step_tokens=rates["step_tokens"], step_gflop=rates["step_gflop"])
    devices = count * (instance.accelerator_count or 1.0)
    return exchange_share(count, instance.network_gbps, needs.parameters, units * devices / rate)


def _training_memory(context: Context, device: Device, count: int) -> Memory:
    devices = (1.0 if device.processor == "cpu" else device.count) * count
    return training_footprint(context.needs, device, context.workload, context.memory_rates, devices=devices)


def training_memory_failure(context: Context, instance: Instance) -> Failure | None:
    """A failure if the largest allowed number of machines cannot hold the training in device memory; else None."""
    device, most = context.device_for(instance), _max_nodes(context)
    held = _training_memory(context, device, most) if device is not None else None
    if held is None or device is None or held.verdict != "does-not-fit":
        return None
    has = held.total / held.per_device * held.device_usable
    return Failure(
        "device_memory", format_amount(held.total, "GB"), f"{format_amount(has, 'GB')} on {most}", held.total / has, device.sources
    )
