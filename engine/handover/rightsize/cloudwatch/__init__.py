"""Metrics of CloudWatch, however they were taken out of it, gathered to the use of each resource."""

from engine.handover.rightsize.cloudwatch.console import from_console, is_console
from engine.handover.rightsize.cloudwatch.gathered import gathered
from engine.handover.rightsize.cloudwatch.inventory import Inventory, described
from engine.handover.rightsize.cloudwatch.label import Label, label_of
from engine.handover.rightsize.cloudwatch.measures import from_measures, is_measures
from engine.handover.rightsize.cloudwatch.results import from_results, gaps, queries_of
from engine.handover.rightsize.cloudwatch.series import SecondsOf, Series

__all__ = [
    "Inventory",
    "Label",
    "SecondsOf",
    "Series",
    "described",
    "from_console",
    "from_measures",
    "from_results",
    "gaps",
    "gathered",
    "is_console",
    "is_measures",
    "label_of",
    "queries_of",
]
