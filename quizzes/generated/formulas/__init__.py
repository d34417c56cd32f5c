"""The arithmetic of calculation items, by name."""

from typing import Final

from quizzes.generated.formulas import memory, money, runs, traffic
from quizzes.generated.formulas.solution import DrawnValues, Formula, Solution

__all__ = ["FORMULAS", "DrawnValues", "Formula", "Solution"]

FORMULAS: Final[dict[str, Formula]] = {
    function.__name__: function
    for function in (
        memory.weights, memory.cache, memory.training_states, memory.devices, memory.table, memory.adapters,
        traffic.instances, traffic.peak_rate, traffic.under_way, traffic.drain, traffic.decode_bound,
        money.endpoint_month, money.endpoint_hours, money.job_against_endpoint, money.serverless_month, money.break_even,
        money.plan_saving, money.plan_break_even, money.spot_run, money.per_million, money.tokens_month,
        runs.token_days, runs.compute_days, runs.checkpoint_loss, runs.transfer, runs.steps, runs.batch_hours,
    )
}  # fmt: skip
"""Name in a template -> function."""
