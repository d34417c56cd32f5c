"""What all steps of a decision share: the completed workload and its situation, options, the cache, measured ratios."""

from engine.decision.context.assumptions import complete_workload
from engine.decision.context.conditions import FactLookup, are_all_met, is_any_met, is_condition_met
from engine.decision.context.dataset_size import is_told_by_dataset
from engine.decision.context.decision_cache import CacheTable, DecisionCache
from engine.decision.context.decision_context import Context
from engine.decision.context.estimate_range import miss_probability, range_factor
from engine.decision.context.list_costs import (
    BilledHours,
    DurationCharge,
    ListCost,
    MachineCost,
    RequestCost,
    RequestsByRate,
    RequestsByRun,
    RunCost,
    TokenCharge,
    billed_hours,
    cost_of_todays_runs,
    machine_cost,
    run_cost,
)
from engine.decision.context.machines_of_today import (
    MachinesOfToday,
    falls_short_today,
    hours_of_today,
    is_too_slow_today,
    machines_of_today,
)
from engine.decision.context.measured_ratios import NO_MEASUREMENTS, MeasuredRatio, MeasuredRatios, median_of_known, speed_ratio
from engine.decision.context.milder_assumptions import milder_assumptions, milder_facts
from engine.decision.context.model_sharing import sharing_mode
from engine.decision.context.option import Option, instance_type_name
from engine.decision.context.processor_names import processor_of_name, processors_of_names
from engine.decision.context.situation import BATCH, ONLINE, PLACES, SPEED_TARGETS, Situation

__all__ = [
    "BATCH",
    "NO_MEASUREMENTS",
    "ONLINE",
    "PLACES",
    "SPEED_TARGETS",
    "BilledHours",
    "CacheTable",
    "Context",
    "DecisionCache",
    "DurationCharge",
    "FactLookup",
    "ListCost",
    "MachineCost",
    "MachinesOfToday",
    "MeasuredRatio",
    "MeasuredRatios",
    "Option",
    "RequestCost",
    "RequestsByRate",
    "RequestsByRun",
    "RunCost",
    "Situation",
    "TokenCharge",
    "are_all_met",
    "billed_hours",
    "complete_workload",
    "cost_of_todays_runs",
    "falls_short_today",
    "hours_of_today",
    "instance_type_name",
    "is_any_met",
    "is_condition_met",
    "is_told_by_dataset",
    "is_too_slow_today",
    "machine_cost",
    "machines_of_today",
    "median_of_known",
    "milder_assumptions",
    "milder_facts",
    "miss_probability",
    "processor_of_name",
    "processors_of_names",
    "range_factor",
    "run_cost",
    "sharing_mode",
    "speed_ratio",
]
