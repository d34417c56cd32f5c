"""Options that run and end: batch inference, training, preparation of data; and notebooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.decision.candidates.machines import Machine
from engine.decision.context import BilledHours, CacheTable, Context, Option, Situation, billed_hours, machine_cost, run_cost
from engine.decision.costs import hours_per_day
from engine.decision.limits import Failure
from engine.number_format import format_amount
from engine.sizing.device import Device
from engine.sizing.estimate_records import Memory, Method
from engine.sizing.memory_fit import fine_tuning_method, training_footprint
from engine.sizing.shape import Shape
from engine.sizing.speed.gradient_exchange import exchange_share, units_of_step
from engine.sizing.speed.run_time import SECONDS_AN_HOUR, EstimatedRun, correct_by_measurement, data_run, item_run
from engine.sizing.speed.training_speed import scaling_share, training_rate, training_units
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

RunOf = Callable[[Instance], Callable[[int], EstimatedRun | None]]
"""A function from an instance type to one from a count to the run on so many machines; None where the memory is too small."""


class _Job(NamedTuple):
    """One job at a place, to be planned on any machine."""

    context: Context
    place: Place
    run_of: RunOf
    wanted: float
    max_count: int
    doubles: bool
    items: float
    runs: float
    several: int
    """Complexity points for more than one machine."""

    def smallest_count(self, instance: Instance) -> tuple[int, EstimatedRun | None]:
        """The number that is stated, or has the devices that are wanted, else the smallest that finishes in time; and its run."""
        run_on, lot = self.run_of(instance), self.context.smallest_lot(instance)
        named = self.context.count_named_of(instance)
        if named is not None:
            count = self.context.whole_lots(instance, named)
            return count, run_on(count)
        devices = self.context.workload.accelerators_wanted if self.context.situation == "training" and instance.accelerator else None
        if devices is not None and devices % instance.accelerator_count == 0:
            count = self.context.whole_lots(instance, int(devices // instance.accelerator_count))
            return count, run_on(count)
        count, run = lot, run_on(lot)
        if run is not None and run.hours <= self.wanted:
            return count, run
        allowed = min(self.max_count, self.context.policy.quota_for(self.place, instance) or self.max_count)
        while run is None or run.hours > self.wanted:
            room = self.max_count if run is None else allowed  # to hold it takes what it takes, to be quick only what may run
            if count + lot > room:
                break
            count = min(count * 2 if self.doubles else count + lot, room // lot * lot)
            run = run_on(count)
        return count, run


def job_planner(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """A function from a machine to the option with the fewest of them that finish in time; None without rate or price."""
    work, rates = context.workload, context.rates
    job = _Job(
        context=context,
        place=place,
        run_of=_correct_by_measurements(context, estimate_runs(context, rates["job_start_hours"])),
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
    count, run = job.smallest_count(instance)
    if run is None:
        return None
    cost = run_cost(price, count, run.hours, job.runs)
    device, tried = context.device_for(instance) if context.needs.kind != "classic" else None, context.ratio_on_instance(instance)
    is_own = tried is not None and tried.is_own and not tried.is_carried_over
    return Option(
        place=job.place,
        instance=instance,
        processor=machine.processor,
        count=count,
        capacity=job.items / (run.hours * SECONDS_AN_HOUR),
        hours=run.hours,
        run_time=run,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        usd_per_run=cost.usd_per_run,
        list_cost=cost,
        complexity=machine.complexity + (job.several if count > 1 else 0),
        fit=machine.fit,
        open_condition=machine.open_condition,
        bound_by="compute",
        is_measured=is_own and tried is not None and count in tried.tried_counts,
        is_own_measurement=is_own,
        is_alike_measured=tried is not None and not tried.is_own,
        precision=context.precision_for(device) if device else None,
    )


def estimate_runs(context: Context, start: float = 0.0) -> RunOf:
    """The estimated run on any machines, `start` hours for them to start included."""
    makers: dict[Situation, Callable[[Context, float], RunOf]] = {
        "batch": _batch_runs,
        "training": _training_runs,
        "processing": _processing_runs,
    }
    return makers[context.situation](context, start)


def _correct_by_measurements(context: Context, run_of: RunOf) -> RunOf:
    """The estimate, corrected by measured over estimated time on the types that the person measured."""
    if not context.measured.ratios and context.measured.elsewhere is None:
        return run_of

    def corrected_of(instance: Instance) -> Callable[[int], EstimatedRun | None]:
        """A function from a count to the run, for one instance type."""
        run_on, measured = run_of(instance), context.ratio_on_instance(instance)
        if measured is None:
            return run_on
        ratio = measured.time

        def corrected_on(count: int) -> EstimatedRun | None:
            """The run as measured on `count` machines; None where there is no estimate."""
            run = run_on(count)
            return correct_by_measurement(run, ratio) if run is not None else None

        return corrected_on

    return corrected_of


def notebook_planner(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """A function from a machine to the option of one for the hours of work on it; None where it is too small or has no price."""
    hours = billed_hours(hours_per_day(context))
    return lambda machine: _plan_notebook(context, place, machine, hours)


def _plan_notebook(context: Context, place: Place, machine: Machine, hours: BilledHours) -> Option | None:
    instance, price = machine.instance, machine.usd_per_hour
    if price is None or instance.memory_gb < context.thresholds["notebook_gb"] or context.smallest_lot(instance) > 1:
        return None
    cost = machine_cost(price, 1, hours)
    return Option(
        place=place,
        instance=instance,
        processor=machine.processor,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        list_cost=cost,
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


def _batch_runs(context: Context, start: float) -> RunOf:
    items, each = items_per_run(context), context.needs.predictions_per_core_second

    def run_of(instance: Instance) -> Callable[[int], EstimatedRun | None]:
        """A function from a count to the run, for one instance type; None where it cannot do the work."""
        if context.needs.kind == "classic":
            rate = each * context.worker_count(instance)
        else:
            speed = context.speed_of(instance)
            rate = speed.capacity if speed else 0.0
        return lambda count: item_run(start, items, rate * count, count) if rate else None

    return run_of


def _processing_runs(context: Context, start: float) -> RunOf:
    data, rate = context.needs.dataset_gb, context.rates["gb_per_core_hour"]
    return lambda instance: lambda count: data_run(start, data, rate, instance.physical_cores, count)


def _training_runs(context: Context, start: float) -> RunOf:
    needs = context.needs
    if needs.kind == "classic":
        rates = context.rates
        passes = (context.workload.epochs or rates["classic_passes"]) * needs.columns / rates["usual_columns"]
        read, each = needs.rows * passes, needs.rows_per_core_second
        return lambda instance: lambda count: item_run(start, read, each * context.worker_count(instance) * count, count)
    units, rate_on = training_units(needs, context.workload), _training_rates(context)
    return lambda instance: lambda count: item_run(start, units, rate, count) if (rate := rate_on(instance, count)) else None


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
    memory = _training_memory(context, device, most) if device is not None else None
    if memory is None or device is None or memory.verdict != "does-not-fit":
        return None
    has = memory.total / memory.per_device * memory.device_usable
    return Failure(
        "device_memory", format_amount(memory.total, "GB"), f"{format_amount(has, 'GB')} on {most}", memory.total / has, device.sources
    )
