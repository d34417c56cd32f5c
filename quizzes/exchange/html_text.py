"""HTML as plain text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

_BREAKS: Final = frozenset({"br", "p", "div", "li", "tr", "ol", "ul", "table", "hr", "h1", "h2", "h3", "h4", "pre", "blockquote"})
_UNREAD: Final = frozenset({"script", "style"})
_MEDIA: Final = frozenset({"img", "audio", "video", "object", "embed", "source"})
_SOUND: Final = re.compile(r"\[sound:([^\]\[]*)\]")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        """Nothing is read yet."""
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.media: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Skip scripts and styles, note media, start a line for a block."""
        if tag in _UNREAD:
            self._unread += 1
        elif tag in _MEDIA:
            self.media.append(dict(attrs).get("src") or tag)
        elif tag in _BREAKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """End what is skipped, and the line of a block."""
        if tag in _UNREAD:
            self._unread = max(self._unread - 1, 0)
        elif tag in _BREAKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Keep visible text."""
        if not self._unread:
            self.parts.append(data)


def plain_text(markup: str) -> tuple[str, list[str]]:
    """The text of `markup` with a line for each block, and the names of its images and sounds."""
    sounds: list[str] = _SOUND.findall(markup)
    reader = _Reader()
    reader.feed(_SOUND.sub("", markup))
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).split("\n"))
    return "\n".join(line for line in lines if line), [*sounds, *reader.media]
