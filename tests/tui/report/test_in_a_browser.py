"""The page as Chromium shows it: light and dark, on a screen, a phone and paper; silent, and asking for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from engine.advice import Advice
from engine.handover.report import Heading
from engine.handover.report.stylesheet import DARK, LIGHT
from knowledge import Knowledge
from tests.engine.handover.report.reading import HOSTILE, STEERING
from tests.engine.workloads import SEVERAL, advise_on
from tests.tui.report.browser import BINARY, Browser
from tui.views.decision_record import render_record

pytestmark = pytest.mark.skipif(BINARY is None, reason="there is no Chromium here")

KINDS: Final = ("one that is split", "serverless with a network", "pretraining", "nothing that fits", "hostile")
PHONE: Final = 360
_TEXT_OUTSIDE: Final = """
[...document.querySelectorAll('svg[role=img]')].flatMap(svg => {
  const all = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter(text => {
    const one = text.getBoundingClientRect();
    return one.left < all.left - 1 || one.right > all.right + 1 || one.top < all.top - 1 || one.bottom > all.bottom + 1;
  }).map(text => text.textContent);
})
"""
_SMALLEST: Final = "Math.min(...[...document.querySelectorAll('svg text')].map(one => one.getBoundingClientRect().height), 99)"
_COLOURS: Final = "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector('h1')).color]"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all of them."""
    with Browser(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.fixture(scope="module")
def pages(knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Kind of work -> the address of its page."""
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for number, kind in enumerate(KINDS):
        advice = _hostile_advice(knowledge) if kind == "hostile" else advise_on(knowledge, SEVERAL[kind], explain="full")
        path = folder / f"{number}.html"
        heading = Heading(date="2026-11-22", title=HOSTILE if kind == "hostile" else "")
        path.write_text(render_record(advice, "html", heading, knowledge), encoding="utf-8")
        found[kind] = path.as_uri()
    return found


def _hostile_advice(knowledge: Knowledge) -> Advice:
    told = {"value": "bert-base", "origin": "said", "quote": HOSTILE[:190]}
    advice = advise_on(knowledge, {"model": "bert-base"}, explain="full")
    long = "w" * 5_000
    return msgspec.structs.replace(advice, workload={"model": told}, not_understood=(STEERING, HOSTILE, long), contradictions=(HOSTILE,))


def show_page(browser: Browser, address: str, **look: Any) -> None:  # noqa: ANN401  # sizes and schemes
    """Show a page, and assert that it was the only thing asked for and that nothing was said of it."""
    browser.set_view(**look)
    browser.open_page(address)
    assert [one["request"]["url"] for one in browser.list_events("Network.requestWillBeSent") if one["request"]["url"] != "data:,"] == [
        address
    ]
    assert browser.list_events("Log.entryAdded") == []
    assert browser.list_events("Runtime.consoleAPICalled") == []
    assert browser.list_events("Runtime.exceptionThrown") == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [1000, PHONE])
def test_the_page_fits_its_window_and_says_nothing(browser: Browser, pages: dict[str, str], kind: str, width: int) -> None:
    """No console message, no request, no sideways scrolling of the page, no label cut off, none too small to read."""
    show_page(browser, pages[kind], width=width)
    assert browser.evaluate("document.documentElement.scrollWidth") == width
    assert browser.evaluate("document.title") != ""
    assert browser.evaluate(_TEXT_OUTSIDE) == []
    assert browser.evaluate(_SMALLEST) >= 10


@pytest.mark.parametrize(("scheme", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_it_follows_the_reader_s_scheme(browser: Browser, pages: dict[str, str], scheme: str, colours: dict[str, str]) -> None:
    """Ground and ink are those of the scheme; the style is not refused by the page's own policy."""
    show_page(browser, pages[KINDS[0]], width=1000, scheme=scheme)
    assert browser.evaluate(_COLOURS) == [_rgb(colours["ground"]), _rgb(colours["ink"])]


def test_paper_is_light(browser: Browser, pages: dict[str, str], tmp_path: Path) -> None:
    """Whatever the scheme; what is of no use on paper is left out, and it can be printed."""
    show_page(browser, pages[KINDS[0]], width=800, scheme="dark", media="print")
    assert browser.evaluate(_COLOURS) == [_rgb(LIGHT["ground"]), _rgb(LIGHT["ink"])]
    assert browser.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"
    browser.save_pdf(tmp_path / "record.pdf")
    assert (tmp_path / "record.pdf").read_bytes().startswith(b"%PDF")


def test_those_who_do_not_see_it_are_told_what_it_shows(browser: Browser, pages: dict[str, str]) -> None:
    """Every drawing is an image with a name and a description; every table has rows with heads."""
    show_page(browser, pages[KINDS[0]], width=1000)
    nodes = browser.send_command("Accessibility.getFullAXTree")["nodes"]
    roles: dict[str, list[dict[str, Any]]] = {}
    for node in nodes:
        roles.setdefault(node.get("role", {}).get("value", ""), []).append(node)
    images = [one for role in ("image", "img") for one in roles.get(role, ()) if one.get("name", {}).get("value")]
    assert len(images) == browser.evaluate("document.querySelectorAll('svg[role=img]').length") > 2
    assert all(any(letter.isdigit() for letter in one["name"]["value"]) for one in images)
    assert len(roles["rowheader"]) >= len(roles["row"]) // 2
    assert [one["name"]["value"] for one in roles["main"]] == [""]
    assert roles["navigation"]


def test_the_check_of_requests_can_fail(browser: Browser, tmp_path: Path) -> None:
    """A page that asks for a picture, and writes to the console, is found out."""
    path = tmp_path / "bad.html"
    path.write_text('<!doctype html><img src="nowhere.png"><script>console.log("x")</script>', encoding="utf-8")
    with pytest.raises(AssertionError):
        show_page(browser, path.as_uri(), width=500)
    assert browser.list_events("Runtime.consoleAPICalled")


def _rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[start : start + 2], 16)) for start in (1, 3, 5))})"
