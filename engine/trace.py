"""How an answer came about: the arithmetic of a decision, one line a number, each "name = expression = result".

Names say what the number is in the advice; every other number of a line is given, or the result of a line before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import MemoryNeeds
from engine.decision.choice import Decision
from engine.decision.context import Context
from engine.decision.edge import is_device
from engine.decision.option import Option
from engine.decision.plans import range_factor
from engine.decision.purchasing import paid_share
from engine.decision.running import can_stop, idle_share
from engine.decision.situation import ONLINE
from engine.decision.tokens import token_price
from engine.sizing.device import Device
from engine.sizing.held import ANY, method_of
from engine.sizing.memory.storage import bytes_stored, embedding_parameters, is_quantized, stored_as
from engine.sizing.needs import CELL_BYTES
from engine.sizing.speed.training import training_units
from knowledge.schema.instance import HOURS_A_MONTH

_WHOLE: Final = 1000
_GB: Final = 1e9


def needed(decision: Decision, memory: MemoryNeeds, host_gb: float) -> tuple[str, ...]:
    """What the workload needs: the parts of device memory and their sum, the host's memory, the work of one item."""
    context, needs = decision.context, decision.context.needs
    if needs.kind == "classic":
        return (*_table(context), _host(context, host_gb))
    parts = {name: value for name, value in _parts(memory) if value}
    lines = [*_weights(decision, memory), *_cache(decision, memory), *_states(decision, memory)]
    summed = " + ".join(f"{_n(value)} {name}" for name, value in parts.items())
    lines.append(f"memory = {summed} = {_n(memory.total)} GB")
    lines.append(_host(context, host_gb))
    if needs.kind == "language-model":
        return (*lines, f"work = 2 × {_n(needs.active_parameters)} parameters ÷ 1e9 = {_n(needs.gflop_per_item)} GFLOP a token")
    return (*lines, f"work = 1 item × {_n(needs.gflop_per_item)} GFLOP = {_n(needs.gflop_per_item)} GFLOP")


def chosen(decision: Decision) -> tuple[str, ...]:
    """What the choice does and costs; nothing where there is none, or where it is a device that nobody knows."""
    context, option = decision.context, decision.best
    if option is None or is_device(option):
        return ()
    return (*_load(context, option), *_time(context, option), *_paid(context, option))


def _parts(memory: MemoryNeeds) -> Iterator[tuple[str, float]]:
    names = ("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead")
    return ((name.replace("kv_cache", "KV cache"), getattr(memory, name)) for name in names)


def _table(context: Context) -> Iterator[str]:
    needs = context.needs
    size = needs.rows * needs.columns * CELL_BYTES / _GB
    if not context.workload.dataset_gb:
        yield f"data = {_n(needs.rows)} rows × {_n(needs.columns)} columns × 4 B ÷ 1e9 = {_n(size)} GB"


def _host(context: Context, host_gb: float) -> str:
    needs, stated = context.needs, context.workload.host_memory_gb or 0.0
    if needs.shape is None:
        of = f"{_n(needs.dataset_gb)} GB of data × {_n(needs.working_set_factor)} + {_n(needs.library_gb)} GB"
        least = needs.dataset_gb * needs.working_set_factor + needs.library_gb
    else:
        process = context.memory_rates.host_process
        least = host_gb
        of = f"{_n(process)} GB for the process + {_n(host_gb - process)} GB of weights while they load"
    return (
        f"host = {of} = {_n(host_gb)} GB" if stated <= 0 or least > stated else f"host = 1 × {_n(stated)} GB as stated = {_n(host_gb)} GB"
    )


def _device(decision: Decision) -> Device:
    best = decision.best
    return (decision.context.device(best.instance) if best and best.instance else None) or ANY


def _weights(decision: Decision, memory: MemoryNeeds) -> Iterator[str]:
    context, best = decision.context, decision.best
    needs, shape = context.needs, context.needs.shape
    if shape is None:
        return
    if context.situation == "training":
        if method_of(context.workload) == "full":
            size = memory.weights * _GB / needs.parameters
            yield f"weights = {_n(needs.parameters)} parameters × {_n(size)} B ÷ 1e9 = {_n(memory.weights)} GB"
        return
    stored = stored_as(_device(decision), best.precision if best and best.precision else "fp16")
    size = bytes_stored(stored)
    if is_quantized(stored):
        kept = embedding_parameters(shape)
        told = f"(({_n(shape.parameters)} parameters − {_n(kept)}) × {_n(size)} B in {stored} + {_n(kept)} × 2 B in half precision)"
    else:
        told = f"{_n(shape.parameters)} parameters × {_n(size)} B in {stored}"
    yield f"weights = {told} ÷ 1e9 = {_n(memory.weights)} GB"


def _cache(decision: Decision, memory: MemoryNeeds) -> Iterator[str]:
    needs = decision.context.needs
    tokens = needs.input_tokens + needs.output_tokens
    if memory.kv_cache and tokens:
        each = memory.kv_cache * _GB / tokens
        yield f"KV cache = {_n(each)} B a token × {_n(tokens)} tokens ÷ 1e9 = {_n(memory.kv_cache)} GB"


def _states(decision: Decision, memory: MemoryNeeds) -> Iterator[str]:
    """The parts that every device holds as many times as there are devices."""
    context, best, device = decision.context, decision.best, _device(decision)
    training = context.situation == "training"
    devices = 1.0 if best is None or device.processor == "cpu" else device.count * best.count if training else best.devices_used
    plain = {"weights", "KV cache"} if not training or method_of(context.workload) == "full" else set()
    for name, value in _parts(memory):
        if value and name not in plain:
            yield f"{name} = {_n(value / devices)} GB a device × {_n(devices)} = {_n(value)} GB"


def _load(context: Context, option: Option) -> Iterator[str]:
    if option.instance is not None and context.situation == ONLINE:
        yield f"capacity = {option.count} × {_n(option.capacity / option.count)}/s = {_n(option.capacity)} requests/s"
    if option.utilization is not None:
        yield f"load = {_n(context.peak)} requests/s at peak ÷ {_n(option.capacity)} = {_n(option.utilization)} of capacity"


def _time(context: Context, option: Option) -> Iterator[str]:
    if option.latency_ms is not None:
        yield _p99(context, option)
        factor = range_factor(context, option)
        yield f"p99 at least = {_n(option.latency_ms)} ms ÷ {_n(factor)} = {_n(option.latency_ms / factor)} ms"
        yield f"p99 at most = {_n(option.latency_ms)} ms × {_n(factor)} = {_n(option.latency_ms * factor)} ms"
    if option.hours is not None:
        start = context.rates["job_start_hours"]
        yield f"hours = {_n(start)} h to start + {_work(context, option, option.hours - start)} = {_n(option.hours)} h"


def _work(context: Context, option: Option, hours: float) -> str:
    """The hours of a run's work: what there is to do over what all machines do in an hour."""
    needs, rates, count = context.needs, context.rates, option.count
    cores = option.instance.physical_cores if option.instance is not None else 1
    if context.situation == "processing":
        return f"{_n(needs.dataset_gb)} GB ÷ ({_n(rates['gb_per_core_hour'])} GB a core and hour × {cores} cores × {count})"
    if context.situation == "batch":
        units = float(context.workload.items_per_run or needs.rows)
    elif needs.kind == "classic":
        units = needs.rows * (context.workload.epochs or rates["classic_passes"]) * needs.columns / rates["usual_columns"]
    else:
        units = training_units(needs, context.workload)
    each = units / hours / 3600 / count if hours > 0 else 0.0
    return f"{_n(units)} to do ÷ ({_n(each)}/s × {count}) ÷ 3,600" if each else "0"


def _p99(context: Context, option: Option) -> str:
    """One answer, what the batch of a busy machine adds to it at the planned load, and waiting."""
    speed = context.speed(option.instance) if option.instance is not None else None
    total, alone = option.latency_ms or 0.0, option.alone_ms or 0.0
    ends = f"{_n(total)} ms, bound by {option.bound_by}, batch of {option.batch}"
    if speed is None or speed.alone_ms != alone:  # no machine, or fewer bits than those of the decision
        return f"p99 = {_n(alone)} ms alone + {_n(total - alone)} ms in a batch and waiting = {ends}"
    share, more = min(option.utilization or 0.0, 1.0), speed.latency_ms - speed.alone_ms
    waiting = max(total - alone - more * share, 0.0)
    return f"p99 = {_n(alone)} ms alone + {_n(more)} ms in a batch × {_n(share)} load + {_n(waiting)} ms waiting = {ends}"


def _paid(context: Context, option: Option) -> Iterator[str]:
    paid = paid_share(context, option)
    hour, month = option.usd_per_hour * paid, option.usd_per_month * paid
    if option.instance is not None:
        yield from _by_hour(option, paid)
        yield from _by_month(context, option, hour, month)
    else:
        yield from _by_request(context, option, paid)
        yield f"hour = ${_n(month)} ÷ {_n(HOURS_A_MONTH)} h = ${_n(hour)}"
    yield from _per_million(context, option, paid)


def _by_hour(option: Option, paid: float) -> Iterator[str]:
    listed = f"{option.count} × ${_n(option.each)} an hour"
    if paid == 1:
        yield f"hour = {listed} = ${_n(option.usd_per_hour)}"
    else:
        yield f"list = {listed} = ${_n(option.usd_per_hour)}"
        yield f"hour = ${_n(option.usd_per_hour)} × {_n(paid)} that is paid = ${_n(option.usd_per_hour * paid)}"


def _by_month(context: Context, option: Option, hour: float, month: float) -> Iterator[str]:
    if option.hours is not None:
        run, runs = hour * option.hours, context.workload.runs_per_month or 1.0
        yield f"run = {_n(option.hours)} h × ${_n(hour)} = ${_n(run)}"
        yield f"month = {_n(runs)} runs × ${_n(run)} = ${_n(month)}"
        return
    day = (context.workload.hours_per_day or 24.0) if can_stop(option.place) or context.situation != ONLINE else 24.0
    up = idle_share(context, option.place) if context.situation == ONLINE else 1.0
    hours = HOURS_A_MONTH * day / 24 * up
    yield f"hours = {_n(HOURS_A_MONTH)} h × {_n(day)} ÷ 24 × {_n(up)} of them up = {_n(hours)} h a month"
    yield f"month = {_n(hours)} h × ${_n(hour)} = ${_n(month)}"


def _by_request(context: Context, option: Option, paid: float) -> Iterator[str]:
    """Places that are paid by the request: how many there are, and what one costs."""
    work, needs = context.workload, context.needs
    if context.situation == ONLINE:
        rate, day = work.requests_per_second or 0.0, work.hours_per_day or 24.0
        requests = rate * 3600 * HOURS_A_MONTH * day / 24
        yield f"requests = {_n(rate)}/s × 3,600 × {_n(HOURS_A_MONTH)} h × {_n(day)} ÷ 24 = {_n(requests)} a month"
    else:
        items, runs = work.items_per_run or 0.0, work.runs_per_month or 1.0
        requests = items * runs
        yield f"requests = {_n(items)} items × {_n(runs)} runs = {_n(requests)} a month"
    terms = context.policy.share(option.place)
    price = token_price(context)
    if price is not None and option.processor is None:
        given, made = (fact.under(context.lens) for fact in (price.usd_per_million_input_tokens, price.usd_per_million_output_tokens))
        told = f"({_n(needs.input_tokens)} tokens in × ${_n(given)} + {_n(needs.output_tokens)} tokens out × ${_n(made)}) ÷ 1e6"
        each = (needs.input_tokens * given + needs.output_tokens * made) / 1e6
    else:
        rates = {name: fact.under(context.lens) for name, fact in option.place.billing.rates.items()}
        seconds, gb = (option.latency_ms or 0.0) / 1e3, (option.memory_mb or 0) / 1024
        second, call = rates["usd_per_gb_second"], rates.get("usd_per_million_requests", 0.0)
        told = f"{_n(seconds)} s × {_n(gb)} GiB × ${_n(second)} + ${_n(call)} ÷ 1e6"
        each = seconds * gb * second + call / 1e6
    yield f"request = {told} = ${_n(each)}"
    yield f"month = {_n(requests)} × ${_n(each)} × {_n(terms * paid)} that is paid = ${_n(option.usd_per_month * paid)}"


def _per_million(context: Context, option: Option, paid: float) -> Iterator[str]:
    work, needs = context.workload, context.needs
    if context.situation == ONLINE:
        load = context.thresholds["assumed_load"]
        rate = f"{_n(work.requests_per_second)}" if work.requests_per_second else f"{load:g} × {_n(option.capacity)}"
        asked, day = work.requests_per_second or load * option.capacity, work.hours_per_day or 24
        units = asked * needs.items_per_request * HOURS_A_MONTH * 3600 * day / 24
        if units:
            hours = f"{_n(HOURS_A_MONTH)} h × {_n(day)} ÷ 24"
            yield f"demand = {rate}/s × {_n(needs.items_per_request)} × 3,600 × {hours} = {_n(units)} a month"
            month = option.usd_per_month * paid
            yield f"per million = ${_n(month)} ÷ {_n(units)} × 1e6 = ${_n(month / units * 1e6)}"
        return
    items = work.items_per_run or needs.rows
    if option.usd_per_run is not None and items:
        run = option.usd_per_run * paid
        yield f"per million = ${_n(run)} a run ÷ {_n(items)} items × 1e6 = ${_n(run / items * 1e6)}"


def _n(value: float) -> str:
    """Four digits, or all whole ones: "16.06", "52,560", "8.03e9"."""
    if _WHOLE <= abs(value) < _GB:
        return f"{value:,.0f}"
    return f"{value:.4g}".replace("e+0", "e").replace("e+", "e")
