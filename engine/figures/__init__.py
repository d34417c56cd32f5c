"""The numbers behind the plots, computed from one decision or a few beside it, independent of any screen."""

from engine.figures.break_even import MONTHS, BreakEven, Commitment, compute_break_even
from engine.figures.cost_and_time import CostAndTime, PlanPoint, compute_cost_and_time
from engine.figures.cost_shares import CostShare, CostShares, compute_cost_shares
from engine.figures.day import Day, DayHour, compute_day
from engine.figures.decision_path import DecisionPath, Leaf, OpenBranch, PathStep, compute_decision_path
from engine.figures.memory_bars import PARTS, MemoryBar, MemoryBars, Part, compute_memory_bars
from engine.figures.prices import Prices, compute_prices
from engine.figures.traffic import Traffic, TrafficStep, compute_traffic

__all__ = [
    "MONTHS",
    "PARTS",
    "BreakEven",
    "Commitment",
    "CostAndTime",
    "CostShare",
    "CostShares",
    "Day",
    "DayHour",
    "DecisionPath",
    "Leaf",
    "MemoryBar",
    "MemoryBars",
    "OpenBranch",
    "Part",
    "PathStep",
    "PlanPoint",
    "Prices",
    "Traffic",
    "TrafficStep",
    "compute_break_even",
    "compute_cost_and_time",
    "compute_cost_shares",
    "compute_day",
    "compute_decision_path",
    "compute_memory_bars",
    "compute_prices",
    "compute_traffic",
]
