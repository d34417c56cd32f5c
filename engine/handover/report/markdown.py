"""A record as Markdown: CommonMark with tables, a line a sentence or row, so that two versions compare line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.handover.report.content import Block, Document, Items, Paragraph, Rows, Said, Section, Sums
from engine.handover.report.plain import plain

_MARKUP: Final = re.compile(r"[\\`*_\[\]<>|~&#]|\$(?!\d)")
_LINKS: Final = re.compile(r":(?=\S)|(?<=www)\.", re.IGNORECASE)
"""What makes a bare address a link, or a word between colons a picture, in the dialects that add to CommonMark."""
_BEGINS: Final = re.compile(r"^(?:[-+=]|(\d+)(?=[.)](?:\s|$)))")
"""What makes a heading, a list or an underline at the begin of a line."""


def markdown(document: Document) -> str:
    """The record; ends with a line break."""
    lines = [f"# {escaped(document.title)}", "", _begun(escaped(document.lead)), ""]
    lines += [f"- {_begun(escaped(name))}: {escaped(value)}" for name, value in document.facts]
    for section in document.sections:
        lines += ["", *_section(section)]
    lines += _sources(document)
    return "\n".join(lines) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f"## {escaped(section.title)}"
    for block in section.blocks:
        lines = list(_block(block))
        if lines:
            yield ""
            yield from lines


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield _begun(_said(block.said))
    elif isinstance(block, Items):
        for number, said in enumerate(block.said, 1):
            yield f"{f'{number}.' if block.are_steps else '-'} {_begun(_said(said))}"
    elif isinstance(block, Rows):
        yield from _table(block.head, block.rows, block.numbers)
    elif isinstance(block, Sums):
        yield from _fenced(block.lines)
    else:
        yield f"{_begun(escaped(block.title))}:"
        yield ""
        yield from _table(block.table.head, block.table.rows, block.table.numbers)


def _table(head: Sequence[str], rows: Sequence[Sequence[Said]], numbers: frozenset[int]) -> Iterator[str]:
    yield _row([escaped(name) for name in head])
    yield _row(["---:" if column in numbers else "---" for column in range(len(head))])
    for row in rows:
        yield _row([_said(cell) for cell in row])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _said(said: Said) -> str:
    marks = " ".join(f"[{number}]" for number in said.marks)  # without the space two of them would be one link
    return " ".join(part for part in (escaped(said.text), marks, _code(said.command)) if part)


def _code(command: str) -> str:
    return f"`{plain(command).replace('`', ' ')}`" if command else ""


def _fenced(lines: Sequence[str]) -> Iterator[str]:
    """Lines as they are, in a fence longer than any run of its sign in them."""
    clean = [plain(line) for line in lines]
    fence = "`" * max(3, *(len(run) + 1 for line in clean for run in re.findall("`+", line)), 3)
    yield f"{fence}text"
    yield from clean
    yield fence


def _sources(document: Document) -> Iterator[str]:
    """A numbered list, and below it where the marks in the text lead."""
    if not document.sources:
        return
    yield ""
    yield f"## {escaped(document.sources_title)}"
    yield ""
    for source in document.sources:
        yield f"{source.number}. [{escaped(source.title)}]({_address(source.url)}), {escaped(source.dates)}"
    yield ""
    for source in document.sources:
        yield f"[{source.number}]: {_address(source.url)}"


def _address(url: str) -> str:
    return "<" + plain(url).replace(" ", "%20").replace("<", "%3C").replace(">", "%3E") + ">"


def escaped(text: str) -> str:
    """Text that reads as it is: no sign in it is taken for markup."""
    told = _MARKUP.sub(lambda found: f"\\{found[0]}", plain(text))
    return _LINKS.sub(lambda found: f"\\{found[0]}", told)


def _begun(text: str) -> str:
    """The same at the begin of a line or of an item, where some signs make a block."""
    return _BEGINS.sub(lambda found: f"{found[1]}\\" if found[1] else f"\\{found[0]}", text)
