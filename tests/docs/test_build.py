"""The documentation builds without a warning, and its pages need nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.bank import load_bank

DOCS = Path(__file__).parents[2] / "docs"
_LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src", "embed": "src", "object": "data"}


class Loaded(HTMLParser):
    """The addresses that a page loads, beside links that a person follows."""

    def __init__(self) -> None:
        """Nothing yet."""
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a browser fetches without being asked."""
        given = dict(attrs)
        fetched = given.get(_LOADS.get(tag, ""))
        if tag == "link" and given.get("rel") in ("stylesheet", "preload", "icon", "preconnect", "dns-prefetch"):
            fetched = given.get("href")
        if fetched:
            self.addresses.append(fetched)


@pytest.fixture(scope="module")
def built(knowledge: Knowledge, warm: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages. Warnings are errors, also of a reference that leads nowhere."""
    load_bank(knowledge, cache=warm)
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", str(DOCS), str(folder)]
    done = subprocess.run(command, env=os.environ | {"SIZEWISE_CACHE": str(warm)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_built_and_can_be_reached(built: Path) -> None:
    """A page for each file, and each is named in the contents."""
    written = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md") if "_made" not in path.parts}
    assert {path.relative_to(built).with_suffix("").as_posix() for path in built.rglob("*.html")} >= written
    contents = (built / "index.html").read_text(encoding="utf-8")
    assert [name for name in written - {"index"} if f'href="{name}.html"' not in contents] == []


def test_no_page_loads_anything_from_elsewhere(built: Path) -> None:
    """No font, script, style or picture of another host, in pages and styles."""
    elsewhere = []
    for page in built.rglob("*.html"):
        loaded = Loaded()
        loaded.feed(page.read_text(encoding="utf-8"))
        elsewhere += [(page.name, address) for address in loaded.addresses if re.match(r"(?:https?:)?//", address)]
    for style in built.rglob("*.css"):
        elsewhere += [
            (style.name, found)
            for found in re.findall(r"(?:url\(|@import )['\"]?((?:https?:)?//[^'\")]+)", style.read_text(encoding="utf-8"))
        ]
    assert elsewhere == []


def test_a_picture_of_the_app_asks_nobody_for_a_font(built: Path) -> None:
    """It is whole, shows an advice, and names no address to load."""
    picture = (built / "_images" / "advice-dark.svg").read_text(encoding="utf-8")
    ET.fromstring(picture)  # noqa: S314  # made here
    assert "g4dn.xlarge" in picture
    assert "url(" not in picture.replace("url(#", "")
