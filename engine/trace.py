"""How an answer came about: the arithmetic of a decision as lines a person can follow."""

from __future__ import annotations

from engine.advice import MemoryNeeds
from engine.decision.choice import Decision
from engine.decision.limits.failure import amount
from engine.sizing.needs import BYTES


def arithmetic(decision: Decision, memory: MemoryNeeds) -> tuple[str, ...]:
    """The steps from needs to cost, for the choice."""
    context, option = decision.context, decision.best
    needs, lines = context.needs, []
    if needs.kind != "classic":
        precision = option.precision if option and option.precision else "fp16"
        size = BYTES[precision]
        lines.append(f"weights = {needs.parameters:.3g} parameters × {size:g} B ({precision}) = {needs.parameters * size / 1e9:.3g} GB")
        if memory.kv_cache:
            tokens = needs.input_tokens + needs.output_tokens
            lines.append(
                f"KV cache = {needs.cache_bytes_per_token / 1e3:.4g} kB a token × {tokens:g} tokens = {memory.kv_cache:.3g} GB a request"
            )
        lines.append(f"work = {needs.gflop_per_item:.3g} GFLOP {'a token' if needs.kind == 'language-model' else 'an item'}")
    else:
        lines.append(f"data = {needs.rows:,.0f} rows × {needs.columns:g} columns × 4 B = {amount(needs.rows * needs.columns * 4e-9, 'GB')}")
    if option is None:
        return tuple(lines)
    if option.utilization is not None:
        lines.append(f"load = {context.peak:.3g} requests/s at peak ÷ {option.capacity:.3g}/s capacity = {option.utilization:.0%}")
    if option.latency_ms is not None:
        lines.append(f"p99 = {amount(option.latency_ms, 'ms')} with waiting, batch {option.batch}, bound by {option.bound_by}")
    if option.instance is not None:
        each = option.usd_per_hour / option.count
        lines.append(f"cost = {option.count} × ${each:,.4g} an hour = ${option.usd_per_hour:,.4g} an hour")
    if option.usd_per_run is not None:
        lines.append(f"run = {amount(option.hours or 0, 'h')} × ${option.usd_per_hour:,.4g} = ${option.usd_per_run:,.3g}")
    else:
        hours = option.usd_per_month / option.usd_per_hour if option.usd_per_hour else 0
        lines.append(f"month = {hours:,.0f} h × ${option.usd_per_hour:,.4g} = ${option.usd_per_month:,.0f}")
    return tuple(lines)
