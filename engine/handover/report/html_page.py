"""The record as one self-contained HTML page: no script, font, picture or request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.handover.html_head import escape_html, page_head
from engine.handover.report.content import Arithmetic, Block, Document, Figure, ItemList, Paragraph, Section, Sentence, SourceEntry, Table
from engine.handover.report.figure_data import Figures
from engine.handover.report.stylesheet import build_stylesheet
from engine.handover.report.svg import Drawing, Key, draw_cost, draw_day, draw_memory, draw_money, draw_prices, draw_traffic
from engine.handover.report.svg.canvas import WIDTH
from knowledge import Knowledge
from knowledge.sentences import bind_subject

_NARROW: Final = 4
"""Columns that fit on a phone; wider tables scroll there."""
_SHAPES: Final = {
    "dot": '<circle class="{tone}" cx="8" cy="6" r="4.5"/>',
    "ring": '<circle class="{tone}" cx="8" cy="6" r="4"/>',
    "line": '<line class="{tone}" x1="0" y1="6" x2="16" y2="6"/>',
    "dash": '<line class="{tone}" x1="0" y1="6" x2="16" y2="6"/>',
    "box": '<rect class="{tone}" x="1" y="1" width="14" height="10"/>',
    "cut": '<rect class="{tone}" x="1" y="1" width="14" height="10"/><rect class="gap" x="9" y="0" width="3" height="12"/>',
    "frame": '<rect class="{tone}" x="1.5" y="1.5" width="13" height="9"/>',
}


def render_html(document: Document, figures: Figures, catalog_as_of: str, knowledge: Knowledge) -> str:
    """The page; ends with a line break."""
    return "\n".join(_PageWriter(figures, knowledge).write_page(document, catalog_as_of)) + "\n"


class _PageWriter:
    def __init__(self, figures: Figures, knowledge: Knowledge) -> None:
        self._figures, self._base = figures, knowledge
        self._tables = 0
        self._say, self._plots = bind_subject(knowledge, "report"), bind_subject(knowledge, "plots")

    def write_page(self, document: Document, catalog_as_of: str) -> Iterator[str]:
        """The lines of the page; `catalog_as_of` is the date of the catalogue as shown."""
        title = escape_html(document.title)
        yield from page_head(document.title, build_stylesheet())
        yield "<body>"
        yield f'<a class="skip" href="#record">{escape_html(self._say("skip"))}</a>'
        yield '<main id="record">'
        yield f'<header><h1>{title}</h1><p class="lead">{escape_html(document.lead)}</p>'
        yield '<dl class="facts">'
        yield from (f"<dt>{escape_html(name)}</dt><dd>{escape_html(value)}</dd>" for name, value in document.facts)
        yield "</dl></header>"
        yield from self._write_contents(document)
        for section in document.sections:
            yield from self._write_section(section)
        yield from _write_sources(document)
        yield "</main>"
        yield f"<footer><p>{escape_html(self._say('made_by', date=catalog_as_of))}</p></footer>"
        yield "</body>"
        yield "</html>"

    def _write_contents(self, document: Document) -> Iterator[str]:
        entries = [(one.name, one.title) for one in document.sections]
        entries += [("sources", document.sources_title)] if document.sources else []
        yield f'<nav aria-labelledby="contents"><h2 id="contents">{escape_html(self._say("contents"))}</h2><ul>'
        yield from (f'<li><a href="#{name}">{escape_html(title)}</a></li>' for name, title in entries)
        yield "</ul></nav>"

    def _write_section(self, section: Section) -> Iterator[str]:
        yield f'<section aria-labelledby="{section.name}"><h2 id="{section.name}">{escape_html(section.title)}</h2>'
        for block in section.blocks:
            yield from self._write_block(block)
        yield "</section>"

    def _write_block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Paragraph):
            yield f"<p>{_write_sentence(block.sentence)}</p>"
        elif isinstance(block, ItemList):
            kind = "ol" if block.are_steps else "ul"
            yield f"<{kind}>"
            yield from (f"<li>{_write_sentence(sentence)}</li>" for sentence in block.sentences)
            yield f"</{kind}>"
        elif isinstance(block, Table):
            yield from self._write_table(block)
        elif isinstance(block, Arithmetic):
            yield f'<p>{escape_html(block.caption)}</p><div class="sums">'
            yield from (f"<pre>{escape_html(line)}</pre>" for line in block.lines)
            yield "</div>"
        elif isinstance(block, Figure):
            yield from self._write_figure(block)

    def _write_figure(self, block: Figure) -> Iterator[str]:
        """The drawing beside its table; above it on a narrow screen."""
        drawing = self._draw_figure(block)
        if drawing is None:
            yield from self._write_table(block.table)
            return
        yield '<div class="pair">'
        yield from _write_drawing(block, drawing)
        yield from self._write_table(block.table)
        yield "</div>"

    def _write_table(self, block: Table) -> Iterator[str]:
        """A table in a frame that can be scrolled by keyboard."""
        self._tables += 1
        name = f"table-{self._tables}"
        yield f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{name}">'
        wide = ' class="wide"' if len(block.head) > _NARROW else ""
        yield f'<table{wide}><caption id="{name}">{escape_html(block.caption)}</caption>'
        head = "".join(
            f'<th scope="col"{_number_class(block, column)}>{escape_html(words)}</th>' for column, words in enumerate(block.head)
        )
        yield f"<thead><tr>{head}</tr></thead><tbody>"
        yield from (_write_row(block, row) for row in block.rows)
        yield "</tbody></table></div>"

    def _draw_figure(self, block: Figure) -> Drawing | None:
        figures = self._figures
        if block.name == "prices":
            return draw_prices(figures.prices, self._say, self._base)
        if block.name == "cost":
            return draw_cost(figures.cost, self._say) if figures.cost is not None else None
        if block.name == "memory":
            return draw_memory(figures.memory, self._say, self._plots) if figures.memory is not None else None
        if block.name == "money":
            return draw_money(figures.money, self._say, self._plots) if figures.money is not None else None
        if block.name == "day":
            return draw_day(figures.day, self._say) if figures.day is not None else None
        return draw_traffic(figures.traffic, self._say, self._plots) if figures.traffic is not None else None


def _write_sources(document: Document) -> Iterator[str]:
    if document.sources:
        yield f'<section aria-labelledby="sources"><h2 id="sources">{escape_html(document.sources_title)}</h2><ol>'
        yield from (_write_source(source) for source in document.sources)
        yield "</ol></section>"


def _write_source(source: SourceEntry) -> str:
    link = f'<a href="{escape_html(source.url)}" rel="noopener noreferrer">{escape_html(source.title)}</a>'
    return f'<li id="source-{source.number}">{link}, {escape_html(source.dates)}</li>'


def _write_drawing(block: Figure, drawing: Drawing) -> Iterator[str]:
    named = f'aria-labelledby="{block.name}-title {block.name}-about"'
    yield f"<figure><p>{escape_html(block.title)}</p>"
    yield f'<svg role="img" {named} viewBox="0 0 {WIDTH:g} {drawing.height:g}" xmlns="http://www.w3.org/2000/svg">'
    about = f'<desc id="{block.name}-about">{escape_html(drawing.about)}</desc>'
    yield f'<title id="{block.name}-title">{escape_html(block.title)}</title>{about}'
    yield from drawing.elements
    yield '</svg><figcaption><ul class="keys">'
    yield from (_write_key(key) for key in drawing.keys)
    yield "</ul></figcaption></figure>"


def _write_key(key: Key) -> str:
    sign = _SHAPES[key.shape].format(tone=key.tone)
    return f'<li><svg viewBox="0 0 16 12" aria-hidden="true">{sign}</svg>{escape_html(key.text)}</li>'


def _write_row(block: Table, row: Sequence[Sentence]) -> str:
    first = f'<th scope="row"{_number_class(block, 0)}>{_write_sentence(row[0])}</th>'
    rest = "".join(f"<td{_number_class(block, column)}>{_write_sentence(cell)}</td>" for column, cell in enumerate(row[1:], 1))
    return f"<tr>{first}{rest}</tr>"


def _number_class(block: Table, column: int) -> str:
    return ' class="number"' if column in block.numbers else ""


def _write_sentence(sentence: Sentence) -> str:
    marks = "".join(f'<sup><a href="#source-{number}">[{number}]</a></sup>' for number in sentence.marks)
    command = f" <code>{escape_html(sentence.command)}</code>" if sentence.command else ""
    return f"<bdi>{escape_html(sentence.text)}</bdi>{marks}{command}"
