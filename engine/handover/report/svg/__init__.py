"""Plots as inline SVG: functions from figures to elements; colours come from the stylesheet by class."""

from engine.handover.report.svg.bar_charts import draw_memory, draw_money, draw_prices
from engine.handover.report.svg.canvas import Drawing, Key
from engine.handover.report.svg.cost_scatter import draw_cost
from engine.handover.report.svg.day_chart import draw_day
from engine.handover.report.svg.traffic_chart import draw_traffic

__all__ = ["Drawing", "Key", "draw_cost", "draw_day", "draw_memory", "draw_money", "draw_prices", "draw_traffic"]
