"""The arithmetic of a decision, one line a number, each "name = expression = result".

Names say what the number is in the advice; every other number of a line is given, or the result of a line before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import MemoryNeeds
from engine.decision.choice import Decision
from engine.decision.context import ONLINE, Context, Option, range_factor
from engine.decision.costs import can_stop, paid_share, scaled_up_share, token_price, token_rates
from engine.sizing.data_types import bytes_per_parameter, is_quantized, stored_precision
from engine.sizing.device import Device
from engine.sizing.memory.weights import embedding_parameters
from engine.sizing.memory_fit import UNLIMITED_DEVICE, fine_tuning_method
from engine.sizing.needs import CELL_BYTES
from engine.sizing.speed.training_speed import training_units
from knowledge.schema.bedrock import BedrockOffer
from knowledge.schema.instance import HOURS_A_MONTH

_WHOLE: Final = 1000
_GB: Final = 1e9


def trace_needs(decision: Decision, memory: MemoryNeeds, host_gb: float) -> tuple[str, ...]:
    """What the workload needs: the parts of device memory and their sum, the host's memory, the work of one item."""
    context, needs = decision.context, decision.context.needs
    if needs.kind == "classic":
        return (*_trace_data_set(context), _trace_host_memory(context, host_gb))
    if needs.is_hosted:
        return (f"request = {_n(needs.input_tokens)} tokens in, {_n(needs.output_tokens)} tokens out; its maker runs the model",)
    parts = {name: value for name, value in _memory_parts(memory) if value}
    lines = [*_trace_weights(decision, memory), *_trace_kv_cache(decision, memory), *_trace_memory_per_device(decision, memory)]
    summed = " + ".join(f"{_n(value)} {name}" for name, value in parts.items())
    lines.append(f"memory = {summed} = {_n(memory.total)} GB")
    lines.append(_trace_host_memory(context, host_gb))
    if needs.kind == "language-model":
        return (
            *lines,
            f"work = 2 × {_n(needs.active_parameters)} parameters ÷ 1e9 = {_n(needs.gflop_per_item)} GFLOP a token",
        )
    return (*lines, f"work = 1 item × {_n(needs.gflop_per_item)} GFLOP = {_n(needs.gflop_per_item)} GFLOP")


def trace_choice(decision: Decision) -> tuple[str, ...]:
    """Speed and cost of the choice; empty without one, and for devices outside the cloud."""
    context, option = decision.context, decision.best
    if option is None or not option.is_priced:
        return ()
    return (*_trace_load(context, option), *_trace_time(context, option), *_trace_cost(context, option), *_trace_score(decision, option))


def _trace_score(decision: Decision, option: Option) -> Iterator[str]:
    """The points that rank the choice, term by term, and those of the next plan."""
    for name, one in (("score", option), *(("score of the next", other) for other in decision.ranked_options[1:2])):
        score = decision.ranking.score_of(one)
        sign = 1 if score.total >= 0 else -1
        shown = sorted(((sign * points, term) for term, points in score._asdict().items() if points), reverse=True)
        if shown:
            terms = f"{_n(shown[0][0])} {shown[0][1]}" + "".join(
                f" {'+' if points > 0 else '−'} {_n(abs(points))} {term}" for points, term in shown[1:]
            )
            yield f"{name} = {terms} = {_n(sign * score.total)} points {'against' if sign > 0 else 'for'} it"


def _memory_parts(memory: MemoryNeeds) -> Iterator[tuple[str, float]]:
    names = ("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead")
    return ((name.replace("kv_cache", "KV cache"), getattr(memory, name)) for name in names)


def _trace_data_set(context: Context) -> Iterator[str]:
    needs = context.needs
    size = needs.rows * needs.columns * CELL_BYTES / _GB
    if not context.workload.dataset_gb:
        yield f"data = {_n(needs.rows)} rows × {_n(needs.columns)} columns × 4 B ÷ 1e9 = {_n(size)} GB"


def _trace_host_memory(context: Context, host_gb: float) -> str:
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


def _device_of_choice(decision: Decision) -> Device:
    best = decision.best
    return (decision.context.device_for(best.instance) if best and best.instance else None) or UNLIMITED_DEVICE


def _trace_weights(decision: Decision, memory: MemoryNeeds) -> Iterator[str]:
    context, best = decision.context, decision.best
    needs, shape = context.needs, context.needs.shape
    if shape is None:
        return
    if context.situation == "training":
        if fine_tuning_method(context.workload) == "full":
            size = memory.weights * _GB / needs.parameters
            yield f"weights = {_n(needs.parameters)} parameters × {_n(size)} B ÷ 1e9 = {_n(memory.weights)} GB"
        return
    stored = stored_precision(_device_of_choice(decision), best.precision if best and best.precision else "fp16")
    size = bytes_per_parameter(stored)
    if is_quantized(stored):
        kept = embedding_parameters(shape)
        told = f"(({_n(shape.parameters)} parameters − {_n(kept)}) × {_n(size)} B in {stored} + {_n(kept)} × 2 B in half precision)"
    else:
        told = f"{_n(shape.parameters)} parameters × {_n(size)} B in {stored}"
    yield f"weights = {told} ÷ 1e9 = {_n(memory.weights)} GB"


def _trace_kv_cache(decision: Decision, memory: MemoryNeeds) -> Iterator[str]:
    needs = decision.context.needs
    tokens = needs.input_tokens + needs.output_tokens
    if memory.kv_cache and tokens:
        each = memory.kv_cache * _GB / tokens
        yield f"KV cache = {_n(each)} B a token × {_n(tokens)} tokens ÷ 1e9 = {_n(memory.kv_cache)} GB"


def _trace_memory_per_device(decision: Decision, memory: MemoryNeeds) -> Iterator[str]:
    """The parts of memory that each device holds its own copy of."""
    context, best, device = decision.context, decision.best, _device_of_choice(decision)
    training = context.situation == "training"
    devices = 1.0 if best is None or device.processor == "cpu" else device.count * best.count if training else best.devices_used
    plain = {"weights", "KV cache"} if not training or fine_tuning_method(context.workload) == "full" else set()
    for name, value in _memory_parts(memory):
        if value and name not in plain:
            yield f"{name} = {_n(value / devices)} GB a device × {_n(devices)} = {_n(value)} GB"


def _trace_load(context: Context, option: Option) -> Iterator[str]:
    if option.instance is not None and context.situation == ONLINE:
        yield f"capacity = {option.count} × {_n(option.capacity / option.count)}/s = {_n(option.capacity)} requests/s"
    if option.utilization is not None:
        yield f"load = {_n(context.peak)} requests/s at peak ÷ {_n(option.capacity)} = {_n(option.utilization)} of capacity"


def _trace_time(context: Context, option: Option) -> Iterator[str]:
    if option.latency_ms is not None:
        yield _trace_p99(context, option)
        factor = range_factor(context, option)
        yield f"p99 at least = {_n(option.latency_ms)} ms ÷ {_n(factor)} = {_n(option.latency_ms / factor)} ms"
        yield f"p99 at most = {_n(option.latency_ms)} ms × {_n(factor)} = {_n(option.latency_ms * factor)} ms"
    if option.hours is not None:
        start = context.rates["job_start_hours"]
        yield f"hours = {_n(start)} h to start + {_hours_expression(context, option, option.hours - start)} = {_n(option.hours)} h"


def _hours_expression(context: Context, option: Option, hours: float) -> str:
    """The hours of a run's work: units to do over the units that all machines do in an hour."""
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


def _trace_p99(context: Context, option: Option) -> str:
    """A single answer, plus the delay of batching at the planned load, plus waiting."""
    speed = context.speed_of(option.instance) if option.instance is not None else None
    total, alone = option.latency_ms or 0.0, option.alone_ms or 0.0
    ends = f"{_n(total)} ms, bound by {option.bound_by}, batch of {option.batch}"
    if speed is None or speed.alone_ms != alone:  # no machine, or fewer bits than those of the decision
        return f"p99 = {_n(alone)} ms alone + {_n(total - alone)} ms in a batch and waiting = {ends}"
    share, more = min(option.utilization or 0.0, 1.0), speed.latency_ms - speed.alone_ms
    waiting = max(total - alone - more * share, 0.0)
    return f"p99 = {_n(alone)} ms alone + {_n(more)} ms in a batch × {_n(share)} load + {_n(waiting)} ms waiting = {ends}"


def _trace_cost(context: Context, option: Option) -> Iterator[str]:
    paid = paid_share(context, option)
    hour, month = option.usd_per_hour * paid, option.usd_per_month * paid
    if option.instance is not None:
        yield from _trace_hourly_cost(option, paid)
        yield from _trace_monthly_cost(context, option, hour, month)
    else:
        yield from _trace_request_cost(context, option, paid)
        yield f"hour = ${_n(month)} ÷ {_n(HOURS_A_MONTH)} h = ${_n(hour)}"
    yield from _trace_cost_per_million(context, option, paid)


def _trace_hourly_cost(option: Option, paid: float) -> Iterator[str]:
    listed = f"{option.count} × ${_n(option.usd_per_machine_hour)} an hour"
    if paid == 1:
        yield f"hour = {listed} = ${_n(option.usd_per_hour)}"
    else:
        yield f"list = {listed} = ${_n(option.usd_per_hour)}"
        yield f"hour = ${_n(option.usd_per_hour)} × {_n(paid)} that is paid = ${_n(option.usd_per_hour * paid)}"


def _trace_monthly_cost(context: Context, option: Option, hour: float, month: float) -> Iterator[str]:
    if option.hours is not None:
        run, runs = hour * option.hours, context.workload.runs_per_month or 1.0
        yield f"run = {_n(option.hours)} h × ${_n(hour)} = ${_n(run)}"
        yield f"month = {_n(runs)} runs × ${_n(run)} = ${_n(month)}"
        return
    day = (context.workload.hours_per_day or 24.0) if can_stop(context, option.place) or context.situation != ONLINE else 24.0
    up = scaled_up_share(context, option.place) if context.situation == ONLINE else 1.0
    hours = HOURS_A_MONTH * day / 24 * up
    yield f"hours = {_n(HOURS_A_MONTH)} h × {_n(day)} ÷ 24 × {_n(up)} of them up = {_n(hours)} h a month"
    yield f"month = {_n(hours)} h × ${_n(hour)} = ${_n(month)}"


def _trace_request_cost(context: Context, option: Option, paid: float) -> Iterator[str]:
    """Places billed by the request: how many requests, and the cost of one."""
    work = context.workload
    if context.situation == ONLINE:
        rate, day = work.requests_per_second or 0.0, work.hours_per_day or 24.0
        requests = rate * 3600 * HOURS_A_MONTH * day / 24
        yield f"requests = {_n(rate)}/s × 3,600 × {_n(HOURS_A_MONTH)} h × {_n(day)} ÷ 24 = {_n(requests)} a month"
    else:
        items, runs = work.items_per_run or 0.0, work.runs_per_month or 1.0
        requests = items * runs
        yield f"requests = {_n(items)} items × {_n(runs)} runs = {_n(requests)} a month"
    terms = context.policy.price_share(option.place)
    price = token_price(context)
    if price is not None and option.processor is None:
        told, each = _token_sum(context, price)
    else:
        rates = {name: fact.value_for(context.lens) for name, fact in option.place.billing.rates.items()}
        seconds, gb = (option.latency_ms or 0.0) / 1e3, (option.memory_mb or 0) / 1024
        second, call = rates["usd_per_gb_second"], rates.get("usd_per_million_requests", 0.0)
        told = f"{_n(seconds)} s × {_n(gb)} GiB × ${_n(second)} + ${_n(call)} ÷ 1e6"
        each = seconds * gb * second + call / 1e6
    yield f"request = {told} = ${_n(each)}"
    yield f"month = {_n(requests)} × ${_n(each)} × {_n(terms * paid)} that is paid = ${_n(option.usd_per_month * paid)}"


def _token_sum(context: Context, price: BedrockOffer) -> tuple[str, float]:
    """The cost of one request at Bedrock as a sum, and what it comes to."""
    needs, rates, parts = context.needs, token_rates(context, price), []
    if price.usd_per_item is not None:
        parts.append((f"${_n(price.usd_per_item.value_for(context.lens))} an item", price.usd_per_item.value_for(context.lens)))
    if rates is not None:
        given, made = rates.usd_per_million_input_tokens.value_for(context.lens), rates.usd_per_million_output_tokens
        each = made.value_for(context.lens) if made is not None else 0.0
        told = f"{_n(needs.input_tokens)} tokens in × ${_n(given)} + {_n(needs.output_tokens)} tokens out × ${_n(each)}"
        parts.append((f"({told}) ÷ 1e6", (needs.input_tokens * given + needs.output_tokens * each) / 1e6))
    return " + ".join(text for text, _ in parts), sum(usd for _, usd in parts)


def _trace_cost_per_million(context: Context, option: Option, paid: float) -> Iterator[str]:
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
    """A number with four significant digits, or all digits of a whole one: "16.06", "52,560", "8.03e9"."""
    if _WHOLE <= abs(value) < _GB:
        return f"{value:,.0f}"
    return f"{value:.4g}".replace("e+0", "e").replace("e+", "e")
