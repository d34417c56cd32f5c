"""A record as one page of HTML that needs nothing else: no script, no font, no picture, no request."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterator, Sequence
from typing import Final

from engine.handover.report.content import Block, Document, Drawn, Items, Listed, Paragraph, Rows, Said, Section, Sums
from engine.handover.report.figured import Figures
from engine.handover.report.plain import plain
from engine.handover.report.style import style
from engine.handover.report.svg import Drawing, Key, cost_drawing, memory_drawing, prices_drawing, traffic_drawing
from engine.handover.report.svg.canvas import WIDTH
from knowledge import Knowledge
from knowledge.sentences import saying

_NARROW: Final = 4
"""Columns that a phone has room for; a table of more scrolls there."""
_SHAPES: Final = {
    "dot": '<circle class="{tone}" cx="8" cy="6" r="4.5"/>',
    "ring": '<circle class="{tone}" cx="8" cy="6" r="4"/>',
    "line": '<line class="{tone}" x1="0" y1="6" x2="16" y2="6"/>',
    "dash": '<line class="{tone}" x1="0" y1="6" x2="16" y2="6"/>',
    "box": '<rect class="{tone}" x="1" y="1" width="14" height="10"/>',
    "cut": '<rect class="{tone}" x="1" y="1" width="14" height="10"/><rect class="gap" x="9" y="0" width="3" height="12"/>',
    "frame": '<rect class="{tone}" x="1.5" y="1.5" width="13" height="9"/>',
}


def html_page(document: Document, figures: Figures, catalog_as_of: str, knowledge: Knowledge) -> str:
    """The page; ends with a line break."""
    return "\n".join(_Page(figures, knowledge).lines(document, catalog_as_of)) + "\n"


class _Page:
    """Writes one record; the figures are drawn where the record has them."""

    def __init__(self, figures: Figures, knowledge: Knowledge) -> None:
        self._figures, self._base = figures, knowledge
        self._tables = 0
        self._say, self._plots = saying(knowledge, "report"), saying(knowledge, "plots")

    def lines(self, document: Document, catalog_as_of: str) -> Iterator[str]:
        """Write the page line by line, without line ends; `catalog_as_of` is the day of the catalogue, as it is shown."""
        title = _text(document.title)
        yield from _head(title)
        yield "<body>"
        yield f'<a class="skip" href="#record">{_text(self._say("skip"))}</a>'
        yield '<main id="record">'
        yield f'<header><h1>{title}</h1><p class="lead">{_text(document.lead)}</p>'
        yield '<dl class="facts">'
        yield from (f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in document.facts)
        yield "</dl></header>"
        yield from self._contents(document)
        for section in document.sections:
            yield from self._section(section)
        yield from _sources(document)
        yield "</main>"
        yield f"<footer><p>{_text(self._say('made_by', date=catalog_as_of))}</p></footer>"
        yield "</body>"
        yield "</html>"

    def _contents(self, document: Document) -> Iterator[str]:
        entries = [(one.name, one.title) for one in document.sections]
        entries += [("sources", document.sources_title)] if document.sources else []
        yield f'<nav aria-labelledby="contents"><h2 id="contents">{_text(self._say("contents"))}</h2><ul>'
        yield from (f'<li><a href="#{name}">{_text(title)}</a></li>' for name, title in entries)
        yield "</ul></nav>"

    def _section(self, section: Section) -> Iterator[str]:
        yield f'<section aria-labelledby="{section.name}"><h2 id="{section.name}">{_text(section.title)}</h2>'
        for block in section.blocks:
            yield from self._block(block)
        yield "</section>"

    def _block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Paragraph):
            yield f"<p>{_said(block.said)}</p>"
        elif isinstance(block, Items):
            kind = "ol" if block.are_steps else "ul"
            yield f"<{kind}>"
            yield from (f"<li>{_said(said)}</li>" for said in block.said)
            yield f"</{kind}>"
        elif isinstance(block, Rows):
            yield from self._table(block)
        elif isinstance(block, Sums):
            yield f'<p>{_text(block.about)}</p><div class="sums">'
            yield from (f"<pre>{_text(line)}</pre>" for line in block.lines)
            yield "</div>"
        elif isinstance(block, Drawn):
            yield from self._figure(block)

    def _figure(self, block: Drawn) -> Iterator[str]:
        """The drawing beside its numbers, or above them where there is no room beside."""
        drawing = self._drawing(block)
        if drawing is None:
            yield from self._table(block.table)
            return
        yield '<div class="pair">'
        yield from _figure(block, drawing)
        yield from self._table(block.table)
        yield "</div>"

    def _table(self, block: Rows) -> Iterator[str]:
        """A table in a frame of its own, which a keyboard can scroll where the screen is narrow."""
        self._tables += 1
        name = f"table-{self._tables}"
        yield f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{name}">'
        wide = ' class="wide"' if len(block.head) > _NARROW else ""
        yield f'<table{wide}><caption id="{name}">{_text(block.about)}</caption>'
        head = "".join(f'<th scope="col"{_class(block, column)}>{_text(words)}</th>' for column, words in enumerate(block.head))
        yield f"<thead><tr>{head}</tr></thead><tbody>"
        yield from (_row(block, row) for row in block.rows)
        yield "</tbody></table></div>"

    def _drawing(self, block: Drawn) -> Drawing | None:
        figures = self._figures
        if block.name == "prices":
            return prices_drawing(figures.prices, self._say, self._base)
        if block.name == "cost":
            return cost_drawing(figures.cost, self._say) if figures.cost is not None else None
        if block.name == "memory":
            return memory_drawing(figures.memory, self._say, self._plots) if figures.memory is not None else None
        return traffic_drawing(figures.traffic, self._say, self._plots) if figures.traffic is not None else None


def _sources(document: Document) -> Iterator[str]:
    if document.sources:
        yield f'<section aria-labelledby="sources"><h2 id="sources">{_text(document.sources_title)}</h2><ol>'
        yield from (_source(source) for source in document.sources)
        yield "</ol></section>"


def _source(source: Listed) -> str:
    link = f'<a href="{_text(source.url)}" rel="noopener noreferrer">{_text(source.title)}</a>'
    return f'<li id="source-{source.number}">{link}, {_text(source.dates)}</li>'


def _head(title: str) -> Iterator[str]:
    """What stands before the body. The style is allowed by its hash, and nothing else is."""
    sheet = style()
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<link rel="icon" href="data:,">'  # without it a browser asks the server for one
    yield f"<title>{title}</title>"
    yield f"<style>{sheet}</style>"
    yield "</head>"


def _figure(block: Drawn, drawing: Drawing) -> Iterator[str]:
    named = f'aria-labelledby="{block.name}-title {block.name}-about"'
    yield f"<figure><p>{_text(block.title)}</p>"
    yield f'<svg role="img" {named} viewBox="0 0 {WIDTH:g} {drawing.height:g}" xmlns="http://www.w3.org/2000/svg">'
    yield f'<title id="{block.name}-title">{_text(block.title)}</title><desc id="{block.name}-about">{_text(drawing.about)}</desc>'
    yield from drawing.elements
    yield '</svg><figcaption><ul class="keys">'
    yield from (_key(key) for key in drawing.keys)
    yield "</ul></figcaption></figure>"


def _key(key: Key) -> str:
    sign = _SHAPES[key.shape].format(tone=key.tone)
    return f'<li><svg viewBox="0 0 16 12" aria-hidden="true">{sign}</svg>{_text(key.text)}</li>'


def _row(block: Rows, row: Sequence[Said]) -> str:
    first = f'<th scope="row"{_class(block, 0)}>{_said(row[0])}</th>'
    rest = "".join(f"<td{_class(block, column)}>{_said(cell)}</td>" for column, cell in enumerate(row[1:], 1))
    return f"<tr>{first}{rest}</tr>"


def _class(block: Rows, column: int) -> str:
    return ' class="number"' if column in block.numbers else ""


def _said(said: Said) -> str:
    marks = "".join(f'<sup><a href="#source-{number}">[{number}]</a></sup>' for number in said.marks)
    command = f" <code>{_text(said.command)}</code>" if said.command else ""
    return f"<bdi>{_text(said.text)}</bdi>{marks}{command}"


def _text(text: str) -> str:
    return html.escape(plain(text))
