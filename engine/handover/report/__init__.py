"""An advice as a decision record that a team keeps: one document of sections, written as Markdown or as a page of HTML."""

from engine.handover.report.content import Document, Heading, Status
from engine.handover.report.figured import Figures, figures_of
from engine.handover.report.handed import Handed, handed
from engine.handover.report.markdown import markdown
from engine.handover.report.page import html_page
from engine.handover.report.record import decision_record

__all__ = ["Document", "Figures", "Handed", "Heading", "Status", "decision_record", "figures_of", "handed", "html_page", "markdown"]
