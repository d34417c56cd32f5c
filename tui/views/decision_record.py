"""An advice as a decision record: Markdown, one page of HTML, or JSON."""

from __future__ import annotations

from engine.advice import Advice
from engine.handover.advice_json import advice_as_json
from engine.handover.report import Heading, build_json_record, collect_figures, compose_record, render_html, render_markdown
from knowledge import Knowledge
from tui.local_time import local_now
from tui.output.json_text import render_json


def today_iso() -> str:
    """The day on this machine, as YYYY-MM-DD."""
    return local_now().date().isoformat()


def render_record(advice: Advice, form: str, heading: Heading, knowledge: Knowledge) -> str:
    """The record as "markdown", "html" or "json"; ends with a line break."""
    figures = collect_figures(advice, knowledge)
    document = compose_record(advice, heading, figures, knowledge)
    if form == "markdown":
        return render_markdown(document)
    if form == "html":
        return render_html(document, figures, advice.catalog_as_of, knowledge)
    return f"{render_json(advice_as_json(build_json_record(advice, document, heading, figures, knowledge)))}\n"
