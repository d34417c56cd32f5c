"""An advice as a decision record that a team keeps, written as Markdown, HTML or JSON."""

from engine.handover.report.content import Document, Heading, Status
from engine.handover.report.decision_record import compose_record
from engine.handover.report.figure_data import Figures, collect_figures
from engine.handover.report.html_page import render_html
from engine.handover.report.json_record import Handed, build_json_record
from engine.handover.report.markdown import render_markdown

__all__ = [
    "Document",
    "Figures",
    "Handed",
    "Heading",
    "Status",
    "build_json_record",
    "collect_figures",
    "compose_record",
    "render_html",
    "render_markdown",
]
