"""Rightsizing: what is measured of running resources in, findings and better fits out. Rows stream; nothing is kept but a tally."""

from engine.handover.rightsize.case import Desk
from engine.handover.rightsize.columns import COLUMNS
from engine.handover.rightsize.finding import FOUND, RISKS, Failed, Fit, Found, Rightsized, RiskLevel, Summary
from engine.handover.rightsize.fleet import Tally, judged_rows
from engine.handover.rightsize.judge import judged
from engine.handover.rightsize.rows import Reader
from engine.handover.rightsize.settings import Settings
from engine.handover.rightsize.usage import Statistics, Theirs, Usage

__all__ = [
    "COLUMNS",
    "FOUND",
    "RISKS",
    "Desk",
    "Failed",
    "Fit",
    "Found",
    "Reader",
    "Rightsized",
    "RiskLevel",
    "Settings",
    "Statistics",
    "Summary",
    "Tally",
    "Theirs",
    "Usage",
    "judged",
    "judged_rows",
]
