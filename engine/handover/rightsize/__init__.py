"""Rightsizing: what is measured of running resources in, findings and better fits out. Rows stream; only a tally is held."""

from engine.handover.rightsize.case import FleetContext
from engine.handover.rightsize.finding import FINDINGS, RISK_LEVELS, Failed, Finding, Rightsized, Summary
from engine.handover.rightsize.fleet_table import COLUMNS, RowReader
from engine.handover.rightsize.judge import Tally, judge_resource, judge_resources
from engine.handover.rightsize.partition import judge_rows
from engine.handover.rightsize.settings import Settings
from engine.handover.rightsize.usage import Theirs, Usage

__all__ = [
    "COLUMNS",
    "FINDINGS",
    "RISK_LEVELS",
    "Failed",
    "Finding",
    "FleetContext",
    "Rightsized",
    "RowReader",
    "Settings",
    "Summary",
    "Tally",
    "Theirs",
    "Usage",
    "judge_resource",
    "judge_resources",
    "judge_rows",
]
