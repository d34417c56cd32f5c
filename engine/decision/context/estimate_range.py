"""How far an estimate of speed may be off, and how likely it then breaks a target."""

from __future__ import annotations

import math
from typing import Final

from engine.decision.context.decision_context import Context
from engine.decision.context.option import Option

_NINE_OF_TEN: Final = 1.645
"""Standard deviations on either side within which nine of ten values lie."""


def range_factor(context: Context, option: Option) -> float:
    """The factor by which the estimate may be off, up or down: the wider of the spreads found for latency and throughput."""
    if option.processor is None:
        return 1.0
    spread = context.knowledge.efficiencies[option.processor].spread
    kind = "training" if context.situation == "training" else context.needs.shape.kind if context.needs.shape else "other"
    found = spread.get(kind, spread["other"])
    widest = max(found.throughput, found.latency)
    if option.is_own_measurement:
        return min(widest, context.rates["same_run_spread"])
    return min(widest, context.thresholds["measured_spread"]) if option.is_measured or option.is_alike_measured else widest


def miss_probability(context: Context, option: Option) -> float:
    """How likely the 99th percentile is above a stated target, from 0 to 1; 0 without a target or an estimate.

    The logarithm of the true value over the estimate is taken to be normal, nine of ten values within the range.
    """
    target, estimate = context.upper_limit("latency_p99_ms"), option.latency_ms
    if target is None or not estimate or context.workload.is_assumed("latency_p99_ms"):
        return 0.0
    factor = range_factor(context, option)
    if estimate * factor <= target or factor <= 1:
        return 0.0  # the whole range keeps it
    deviations = math.log(target / estimate) / (math.log(factor) / _NINE_OF_TEN)
    return 0.5 * math.erfc(deviations / math.sqrt(2))
