"""The page of HTML: whole, readable by everybody, and asking for nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable

import pytest

from engine.handover.report import Heading
from engine.handover.report.style import DARK, LIGHT, style
from knowledge import Knowledge
from tests.engine.handover.report.conftest import Kept, Make
from tests.engine.handover.report.reading import HOSTILE, STEERING, Element, tree
from tests.engine.workloads import SEVERAL, answered

LOADS = {"src", "srcset", "href", "xlink:href", "data", "poster", "action", "formaction", "background", "cite", "ping", "manifest"}
"""Attributes through which a page asks for something, or leads somewhere."""
OfKind = Callable[[str], Kept]


def outside(page: Element) -> list[str]:
    """Whatever a page would ask for: anything but links that a reader follows, and its own icon of nothing."""
    found = []
    for one in page.walk():
        for name, value in one.attributes.items():
            link = (one.tag, name) == ("a", "href") and value.startswith(("https://", "http://", "#"))
            icon = (one.tag, name, value) == ("link", "href", "data:,")
            if (name in LOADS and not (link or icon)) or "url(" in value or "javascript:" in value or name.startswith("on"):
                found.append(f"<{one.tag} {name}={value!r}>")
        if one.tag in ("script", "iframe", "object", "embed", "img", "video", "audio", "form", "base", "use", "image", "foreignobject"):
            found.append(f"<{one.tag}>")
    sheets = "".join(one.text() for one in page.all("style"))
    return found + re.findall(r"url\(|@import|@font-face|expression\(", sheets)


@pytest.mark.parametrize("kind", SEVERAL)
def test_the_page_of_any_kind_of_work_is_whole_and_asks_for_nothing(of_kind: OfKind, kind: str) -> None:
    """Every element closes in its turn, ids are unique, what refers to one finds it, and nothing leaves the page."""
    page = tree(of_kind(kind).page)
    ids = [one.attributes["id"] for one in page.walk() if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    named = [name for one in page.walk() for name in one.attributes.get("aria-labelledby", "").split()]
    links = [one.attributes["href"][1:] for one in page.all("a") if one.attributes["href"].startswith("#")]
    assert set(named) | set(links) <= set(ids)
    assert outside(page) == []


@pytest.mark.parametrize("kind", SEVERAL)
def test_the_page_reads_well_without_eyes(of_kind: OfKind, kind: str) -> None:
    """One first heading, no level left out, heads for rows and columns, words for every drawing, a language."""
    page = tree(of_kind(kind).page)
    assert page.all("html")[0].attributes["lang"] == "en"
    levels = [int(one.tag[1]) for one in page.all("h1", "h2", "h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert set(levels) == {1, 2}
    for table in page.all("table"):
        assert table.all("caption")[0].text()
        columns = [one for one in table.all("thead")[0].all("th") if one.attributes["scope"] == "col"]
        for row in table.all("tbody")[0].all("tr"):
            cells = row.all("th", "td")
            assert len(cells) == len(columns)
            assert cells[0].attributes.get("scope") == "row"
    for drawing in [one for one in page.all("svg") if one.attributes.get("role") == "img"]:
        title, about = drawing.all("title")[0], drawing.all("desc")[0]
        assert title.text()
        assert re.search(r"\d", about.text())
        assert drawing.attributes["aria-labelledby"].split() == [title.attributes["id"], about.attributes["id"]]
    decorations = [one for one in page.all("svg") if "role" not in one.attributes]
    assert all(one.attributes["aria-hidden"] == "true" for one in decorations)


def test_the_policy_allows_its_own_style_and_nothing_else(of_kind: OfKind) -> None:
    """The style is allowed by its hash, which is that of what stands there."""
    page = tree(of_kind("a network").page)
    sheet = page.all("style")[0].text()
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    [policy] = [one.attributes["content"] for one in page.all("meta") if one.attributes.get("http-equiv") == "Content-Security-Policy"]
    assert dict(part.strip().split(" ", 1) for part in policy.split(";")) == {
        "default-src": "'none'",
        "style-src": f"'sha256-{digest}'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert not any("style" in one.attributes for one in page.walk())


def test_words_that_would_do_harm_are_shown_as_they_are(knowledge: Knowledge, record: Make) -> None:
    """A title, a quote and what was not understood stay text, whatever they hold; no sign steers anything."""
    advice = answered(knowledge, {"model": "bert-base"})
    said = {"value": "bert-base", "origin": "said", "quote": HOSTILE[:190]}
    hostile = type(advice)(
        **{
            name: getattr(advice, name) for name in advice.__struct_fields__ if name not in ("workload", "not_understood", "contradictions")
        },
        workload={"model": said},
        not_understood=(STEERING, HOSTILE),
        contradictions=(HOSTILE,),
    )
    kept = record(hostile, Heading(date="2026-11-22", title=HOSTILE))
    page = tree(kept.page)
    shown = " ".join(HOSTILE.split())
    assert page.all("h1")[0].text() == shown
    assert page.all("title")[0].text() == shown
    assert any(HOSTILE[:100] in one.text() for one in page.all("td"))
    assert any("right to left" in one.text() for one in page.all("li"))
    assert outside(page) == []
    assert not [one for text in (kept.page, kept.markdown) for one in text if not one.isprintable() and one != "\n"]


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, as WCAG 2 has it."""
    lights = sorted((_light(one), _light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_stand_apart(colours: dict[str, str]) -> None:
    """Text by 4.5 on both grounds; what a drawing shows by 3."""
    for ground in ("ground", "panel"):
        assert {
            name: found for name in ("ink", "quiet", "link", "choice") if (found := contrast(colours[name], colours[ground])) < 4.5
        } == {}
    drawn = set(colours) - {"ground", "panel", "rule"}
    assert {name: found for name in drawn if (found := contrast(colours[name], colours["ground"])) < 3} == {}


def test_every_class_of_a_page_is_one_that_the_style_names(of_kind: OfKind) -> None:
    """A sign without its colour would be black on black."""
    sheet = style()
    used = {name for kind in SEVERAL for one in tree(of_kind(kind).page).walk() for name in one.attributes.get("class", "").split()}
    plain = {"tick", "axis", "label"}
    assert {name for name in used if f".{name}" not in sheet} <= plain
    assert set(LIGHT) == set(DARK)
    assert {name for name in LIGHT if f"var(--{name})" not in sheet} == set()
