"""The page of HTML: whole, readable by everybody, and asking for nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

import pytest

from engine.handover.report import Heading
from engine.handover.report.stylesheet import DARK, LIGHT, build_stylesheet
from knowledge import Knowledge
from tests.engine.handover.report.conftest import Make, RecordTexts
from tests.engine.handover.report.reading import HOSTILE, STEERING, list_requests, parse_html
from tests.engine.workloads import advise_on

OfKind = Callable[[str], RecordTexts]


def test_the_policy_allows_its_own_style_and_nothing_else(of_kind: OfKind) -> None:
    """The style is allowed by its hash, which is that of what stands there."""
    page = parse_html(of_kind("a network").page)
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
    advice = advise_on(knowledge, {"model": "bert-base"})
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
    page = parse_html(kept.page)
    shown = " ".join(HOSTILE.split())
    assert page.all("h1")[0].text() == shown
    assert page.all("title")[0].text() == shown
    assert any(HOSTILE[:100] in one.text() for one in page.all("td"))
    assert any("right to left" in one.text() for one in page.all("li"))
    assert list_requests(page) == []
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


def test_both_schemes_have_every_colour_of_the_stylesheet() -> None:
    """None is without use."""
    sheet = build_stylesheet()
    assert set(LIGHT) == set(DARK)
    assert {name for name in LIGHT if f"var(--{name})" not in sheet} == set()
