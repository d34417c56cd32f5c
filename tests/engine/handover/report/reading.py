"""A page of HTML as a tree, read by the standard library, and a text that would do harm where it is not escaped."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

HOSTILE: Final = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> & \"quoted' `code` ``` *bold* _low_ [link](javascript:alert(3)) ![p](http://x.test/p.png)"
    " | pipe | # head - item ~~gone~~ $x$ &lt; &#60; http://evil.test www.evil.test :smile: </style></title> {{7*7}} \\ ]]> -->"
)
"""Markup of HTML and of Markdown, and what makes links."""
STEERING: Final = "\x1b[31mred\x1b[0m \u202eright to left\u202c \u2066 tab\there\nline\x00 \x9b31m"
"""What steers a terminal or the direction of writing."""
_VOID: Final = frozenset({"meta", "link", "br", "hr", "img", "input"})


@dataclasses.dataclass
class Element:
    """One element with what stands in it."""

    tag: str
    attributes: dict[str, str]
    inside: list[Element | str] = dataclasses.field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """This element and all below it."""
        yield self
        for one in self.inside:
            if isinstance(one, Element):
                yield from one.walk()

    def all(self, *tags: str) -> list[Element]:
        """The elements of some kinds, in order."""
        return [one for one in self.walk() if one.tag in tags]

    def text(self) -> str:
        """All its text."""
        return "".join(one if isinstance(one, str) else one.text() for one in self.inside)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; one that holds nothing is closed at once."""
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of SVG that closes itself."""
        self._open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close the element that is open."""
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        """Text."""
        self._open[-1].inside.append(data)


def tree(page: str) -> Element:
    """The page as a tree; every element is closed in its turn."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert len(reader._open) == 1, f"<{reader._open[-1].tag}> is not closed"
    return reader.root
