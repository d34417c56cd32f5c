"""HTML and Markdown as a tree of elements, what a page would request, and texts that would do harm where they are not escaped."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from markdown_it import MarkdownIt

HOSTILE: Final = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> & \"quoted' `code` ``` *bold* _low_ [link](javascript:alert(3)) ![p](http://x.test/p.png)"
    " | pipe | # head - item ~~gone~~ $x$ &lt; &#60; http://evil.test www.evil.test :smile: </style></title> {{7*7}} \\ ]]> -->"
)
"""Markup of HTML and of Markdown, and what makes links."""
STEERING: Final = "\x1b[31mred\x1b[0m \u202eright to left\u202c \u2066 tab\there\nline\x00 \x9b31m"
"""What steers a terminal or the direction of writing."""
PARSER: Final = MarkdownIt("gfm-like", {"html": True, "linkify": True})
"""Tables, strikethrough and bare addresses as GitHub has them, and HTML let through: what is not escaped shows."""
REQUESTING_ATTRIBUTES: Final = {
    "src",
    "srcset",
    "href",
    "xlink:href",
    "data",
    "poster",
    "action",
    "formaction",
    "background",
    "cite",
    "ping",
    "manifest",
}
"""Attributes through which a page asks for something, or leads somewhere."""
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


def parse_html(page: str) -> Element:
    """The page as a tree; every element is closed in its turn."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert len(reader._open) == 1, f"<{reader._open[-1].tag}> is not closed"
    return reader.root


def list_requests(page: Element) -> list[str]:
    """Whatever a page would ask for: anything but links that a reader follows, and its own icon of nothing."""
    found = []
    for one in page.walk():
        for name, value in one.attributes.items():
            link = (one.tag, name) == ("a", "href") and value.startswith(("https://", "http://", "#"))
            icon = (one.tag, name, value) == ("link", "href", "data:,")
            if (name in REQUESTING_ATTRIBUTES and not (link or icon)) or "url(" in value or "javascript:" in value or name.startswith("on"):
                found.append(f"<{one.tag} {name}={value!r}>")
        if one.tag in ("script", "iframe", "object", "embed", "img", "video", "audio", "form", "base", "use", "image", "foreignobject"):
            found.append(f"<{one.tag}>")
    sheets = "".join(one.text() for one in page.all("style"))
    return found + re.findall(r"url\(|@import|@font-face|expression\(", sheets)


def read_markdown(text: str) -> Element:
    """Markdown as a tree of HTML."""
    return parse_html(PARSER.render(text).replace("<br />", "").replace("<hr />", "<hr>"))
