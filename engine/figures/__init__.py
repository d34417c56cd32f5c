"""The numbers behind the plots: frozen records read off one decision, or off a few beside it. Nothing here knows of a screen."""

from engine.figures.cost_and_time import CostAndTime, PlanPoint, cost_and_time
from engine.figures.memory import PARTS, MemoryBar, MemoryBars, Part, memory_bars
from engine.figures.prices import Prices, prices
from engine.figures.traffic import Traffic, TrafficStep, traffic

__all__ = [
    "PARTS",
    "CostAndTime",
    "MemoryBar",
    "MemoryBars",
    "Part",
    "PlanPoint",
    "Prices",
    "Traffic",
    "TrafficStep",
    "cost_and_time",
    "memory_bars",
    "prices",
    "traffic",
]
