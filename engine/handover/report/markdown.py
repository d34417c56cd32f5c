"""The record as CommonMark with tables; one line per sentence or row, so that versions can be compared line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.handover.plain_text import to_plain_line
from engine.handover.report.content import Arithmetic, Block, Document, ItemList, Paragraph, Section, Sentence, Table

_MARKUP: Final = re.compile(r"[\\`*_\[\]<>|~&#]|\$(?!\d)")
_LINKS: Final = re.compile(r":(?=\S)|(?<=www)\.", re.IGNORECASE)
"""In extended dialects these make a bare address a link, or a word between colons an emoji."""
_LINE_START: Final = re.compile(r"^(?:[-+=]|(\d+)(?=[.)](?:\s|$)))")
"""At the start of a line these make a heading, a list or an underline."""


def render_markdown(document: Document) -> str:
    """The record; ends with a line break."""
    lines = [f"# {escape_markdown(document.title)}", "", _escape_line_start(escape_markdown(document.lead)), ""]
    lines += [f"- {_escape_line_start(escape_markdown(name))}: {escape_markdown(value)}" for name, value in document.facts]
    for section in document.sections:
        lines += ["", *_render_section(section)]
    lines += _render_sources(document)
    return "\n".join(lines) + "\n"


def _render_section(section: Section) -> Iterator[str]:
    yield f"## {escape_markdown(section.title)}"
    for block in section.blocks:
        lines = list(_render_block(block))
        if lines:
            yield ""
            yield from lines


def _render_block(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield _escape_line_start(_render_sentence(block.sentence))
    elif isinstance(block, ItemList):
        for number, sentence in enumerate(block.sentences, 1):
            yield f"{f'{number}.' if block.are_steps else '-'} {_escape_line_start(_render_sentence(sentence))}"
    elif isinstance(block, Table):
        yield from _render_table(block.head, block.rows, block.numbers)
    elif isinstance(block, Arithmetic):
        yield from _render_fence(block.lines)
    else:
        yield f"{_escape_line_start(escape_markdown(block.title))}:"
        yield ""
        yield from _render_table(block.table.head, block.table.rows, block.table.numbers)


def _render_table(head: Sequence[str], rows: Sequence[Sequence[Sentence]], numbers: frozenset[int]) -> Iterator[str]:
    yield _render_row([escape_markdown(name) for name in head])
    yield _render_row(["---:" if column in numbers else "---" for column in range(len(head))])
    for row in rows:
        yield _render_row([_render_sentence(cell) for cell in row])


def _render_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _render_sentence(sentence: Sentence) -> str:
    marks = " ".join(f"[{number}]" for number in sentence.marks)  # without the space two of them would be one link
    return " ".join(part for part in (escape_markdown(sentence.text), marks, _render_command(sentence.command)) if part)


def _render_command(command: str) -> str:
    return f"`{to_plain_line(command).replace('`', ' ')}`" if command else ""


def _render_fence(lines: Sequence[str]) -> Iterator[str]:
    """Lines in a code fence longer than any run of backticks in them."""
    clean = [to_plain_line(line) for line in lines]
    fence = "`" * max(3, *(len(run) + 1 for line in clean for run in re.findall("`+", line)), 3)
    yield f"{fence}text"
    yield from clean
    yield fence


def _render_sources(document: Document) -> Iterator[str]:
    """A numbered list, and the link targets of the numbers in the text."""
    if not document.sources:
        return
    yield ""
    yield f"## {escape_markdown(document.sources_title)}"
    yield ""
    for source in document.sources:
        yield f"{source.number}. [{escape_markdown(source.title)}]({_escape_url(source.url)}), {escape_markdown(source.dates)}"
    yield ""
    for source in document.sources:
        yield f"[{source.number}]: {_escape_url(source.url)}"


def _escape_url(url: str) -> str:
    return "<" + to_plain_line(url).replace(" ", "%20").replace("<", "%3C").replace(">", "%3E") + ">"


def escape_markdown(text: str) -> str:
    """Text in which no character is taken for markup."""
    text = _MARKUP.sub(lambda found: f"\\{found[0]}", to_plain_line(text))
    return _LINKS.sub(lambda found: f"\\{found[0]}", text)


def _escape_line_start(text: str) -> str:
    """Escaped text for the start of a line or an item, where more characters are markup."""
    return _LINE_START.sub(lambda found: f"{found[1]}\\" if found[1] else f"\\{found[0]}", text)
