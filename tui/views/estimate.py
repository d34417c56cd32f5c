"""An estimate as a page of 80 columns: what runs where, memory, speed, cost, the arithmetic, the sources."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from engine.number_format import format_money
from engine.sizing.estimate_records import Estimate
from engine.sizing.estimator.estimate_request import EstimateRequest
from knowledge import Knowledge

WIDTH: Final = 80
_LABEL: Final = 15
_NUMBER: Final = 11
_PARTS: Final = {
    "weights": "weights",
    "kv_cache": "KV cache",
    "activations": "activations",
    "gradients": "gradients",
    "optimizer": "optimizer",
    "overhead": "overhead",
}
"""Field of the memory -> what it is called."""
_MOST_SOURCES: Final = 8
_VERDICTS: Final = {"fits": "fits", "tight": "fits, but tightly", "does-not-fit": "does not fit"}
_SECOND_MS: Final = 1000
_BIG: Final = 100
"""Figures from here on have no digits behind the point."""


def render_estimate(asked: EstimateRequest, found: Estimate, knowledge: Knowledge) -> str:
    """The whole answer as text."""
    figures = (_memory_lines(asked, found), _speed_lines(asked, found), _cost_lines(asked, found))
    parts = (_title_lines(asked, found), *figures, _step_lines(found), _source_lines(found, knowledge))
    return "\n\n".join("\n".join(part) for part in map(list, parts) if part)


def _title_lines(asked: EstimateRequest, found: Estimate) -> Iterator[str]:
    device = asked.device
    what = f"{device.count:g} {'cores of ' if device.processor == 'cpu' else '× '}{device.name}"
    where = what
    if asked.instance is not None:
        prefix = "ml." if asked.sagemaker else ""
        many = f"{asked.run.count} × " if asked.run.count > 1 else ""
        where = f"{many}{prefix}{asked.instance.instance_type} ({what}{' each' if many else ''})"
    yield from textwrap.wrap(f"{asked.shape.name} on {where}", WIDTH, break_on_hyphens=False)
    yield from textwrap.wrap(" · ".join([*_run_phrases(asked), found.basis]), WIDTH, break_on_hyphens=False)


def _run_phrases(asked: EstimateRequest) -> Iterator[str]:
    run = asked.run
    used = run.accelerators if asked.instance else None
    trains = run.stage != "inference"
    yield f"{run.stage}{f', {run.method}' if trains else ''}"
    for value, words in (
        (run.precision, "weights in {}"),
        (used, "{:,} used"),
        (run.batch, "batch {:,}" + (" per device" if trains else "")),
        (run.concurrency, "{:,} requests under way"),
        (run.input_tokens, "{:,} tokens in"),
        (run.output_tokens, "{:,} tokens out"),
    ):
        if value is not None:
            yield words.format(value)
    if trains:
        yield from (run.optimizer, run.sharding)
    if run.offload != "none":
        yield f"offload {run.offload}"
    if run.rank:
        yield f"rank {run.rank}"
    yield from (words for words, asked in (("pure", run.pure), ("compiled", run.compiled), ("chunked loss", run.chunked_loss)) if asked)


def _memory_lines(asked: EstimateRequest, found: Estimate) -> Iterator[str]:
    memory = found.memory_gb
    yield f"{'Memory':<{_LABEL}}{'GB':>{_NUMBER}}"
    for name, words in _PARTS.items():
        size = getattr(memory, name)
        if size:
            yield from _row_lines(words, _format_gb(size), _find_arithmetic(found, words))
    yield " " * (_LABEL + 2) + "─" * (_NUMBER - 2)
    yield from _row_lines("total", _format_gb(memory.total))
    share = memory.per_device / memory.device_usable
    yield from _row_lines(
        "per device",
        _format_gb(memory.per_device),
        f"of {_format_gb(memory.device_usable)} usable, {share:.0%}: {_VERDICTS[memory.verdict]}",
    )
    if memory.remedy:
        yield from _row_lines("", "", memory.remedy)
    there = f"of {_format_gb(asked.instance.memory_gb)} in" if asked.instance else "in"
    machine = f"{there} the machine, to {'load it' if asked.run.offload == 'none' else 'hold what is offloaded'}"
    yield from _row_lines("host", _format_gb(found.host_gb), machine)


def _find_arithmetic(found: Estimate, words: str) -> str:
    """How a part of the memory was reckoned, where a step says so: "weights = 8.03e9 × 2 B = 16.1 GB"."""
    step = next((step for step in found.steps if step.startswith(f"{words} = ")), "")
    return step.removeprefix(f"{words} = ").rpartition(" = ")[0]


def _speed_lines(asked: EstimateRequest, found: Estimate) -> Iterator[str]:
    yield "Speed"
    rate = found.throughput_per_s
    times = (
        ("first token", found.time_to_first_token_ms),
        ("per token", found.time_per_output_token_ms),
        ("whole answer", found.latency_ms),
    )
    for words, time in times:
        if time.estimate is not None:
            yield from _row_lines(words, _format_ms(time.estimate), _format_range(_format_ms(time.low), _format_ms(time.high)))
    if rate.estimate is None:
        fits = found.memory_gb.verdict != "does-not-fit"
        yield from _row_lines("", "", "not known" if fits else f"none: {asked.shape.name} does not fit")
        return
    yield from _row_lines(
        "throughput",
        f"{_format_figure(rate.estimate)}/s",
        f"{rate.unit}, {_format_range(_format_figure(rate.low), _format_figure(rate.high))}",
    )
    yield from _row_lines("bound by", "", found.bound_by.replace("-", " "))


def _cost_lines(asked: EstimateRequest, found: Estimate) -> Iterator[str]:
    if asked.instance is None:
        return
    cost = found.cost
    yield "Cost"
    if cost is None:
        where = "SageMaker" if asked.sagemaker else "EC2"
        yield from _row_lines("", "", f"the base has no price of {asked.instance.instance_type} at {where}")
        return
    yield from _row_lines("an hour", format_money(cost.usd_per_hour or 0.0), f"on demand, {cost.price}, {cost.as_of}")
    yield from _row_lines("a month", format_money(cost.usd_per_month or 0.0), "of 730 hours")
    if cost.usd_per_million is not None:
        yield from _row_lines("a million", format_money(cost.usd_per_million), f"{cost.per}, at that throughput")


def _step_lines(found: Estimate) -> Iterator[str]:
    yield "Steps"
    shown = tuple(f"{words} = " for words in _PARTS.values())
    for step in found.steps:
        if step.startswith(shown):
            continue  # stands beside its part of the memory
        yield from textwrap.wrap(step, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _source_lines(found: Estimate, knowledge: Knowledge) -> Iterator[str]:
    known = [knowledge.sources[identity] for identity in found.sources if identity in knowledge.sources]
    for number, source in enumerate(known[:_MOST_SOURCES], 1):
        yield textwrap.shorten(f"[{number}] {source.title}, {source.publisher}, read {source.read}", WIDTH, placeholder="…")
    if len(known) > _MOST_SOURCES:
        yield f"{len(known) - _MOST_SOURCES} more, of measurements: --json"


def _row_lines(label: str, number: str, text: str = "") -> Iterator[str]:
    """A label, a number to the right of its column, and words that wrap beside them."""
    start = f"  {label:<{_LABEL - 2}}{number:>{_NUMBER}}"
    lines = textwrap.wrap(text, WIDTH - len(start) - 2, break_on_hyphens=False) or [""]
    yield f"{start}  {lines[0]}".rstrip()
    yield from (" " * (len(start) + 2) + line for line in lines[1:])


def _format_range(low: str, high: str) -> str:
    return f"{low} to {high}"


def _format_gb(value: float) -> str:
    return f"{value:,.0f}" if value >= _SECOND_MS else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"  # noqa: PLR2004  # a tenth


def _format_figure(value: float | None) -> str:
    if value is None:
        return "?"
    return f"{value:,.0f}" if value >= _BIG else f"{value:.3g}"


def _format_ms(value: float | None) -> str:
    if value is None:
        return "?"
    return f"{_format_figure(value / _SECOND_MS)} s" if value >= _SECOND_MS else f"{value:.3g} ms"
