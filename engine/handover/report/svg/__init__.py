"""Plots as inline SVG: pure functions from the engine's figures to elements; colours come from the page's style by class."""

from engine.handover.report.svg.bars import memory_drawing, prices_drawing
from engine.handover.report.svg.canvas import Drawing, Key
from engine.handover.report.svg.scatter import cost_drawing
from engine.handover.report.svg.steps import traffic_drawing

__all__ = ["Drawing", "Key", "cost_drawing", "memory_drawing", "prices_drawing", "traffic_drawing"]
