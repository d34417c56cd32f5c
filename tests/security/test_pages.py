"""Pages of HTML hold the text of others as text: no element, no attribute, no address comes of it."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import msgspec
import pytest
from markdown_it import MarkdownIt

from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from
from engine.handover.report import Heading
from engine.intake.from_mapping import from_mapping
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.errors import KnowledgeError
from knowledge.loader import load_yaml
from knowledge.store import packaged_data
from tests.engine.handover.report.reading import Element, parse_html
from tests.security.inputs import poisoned
from tui.maintenance.reference.markdown import escape_markdown, format_code, format_table, link_sources
from tui.output.json_text import render_json
from tui.views.decision_record import render_record

HOSTILE: Final = {
    "an element": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "an attribute": '" onmouseover=alert(1) style="x:expression(1)" x=\'',
    "an address": "[x](javascript:alert(1)) <javascript:alert(1)> data:text/html,<script>1</script>",
    "the end of an element": "</p></title></style></svg></section><iframe src=//evil.example>",
    "a character by its number": "&lt;script&gt; &#60;script&#62; &#x3c;b",
    "markup of Markdown": "![p](http://evil.example/p.png) **x** `y` | z |\n# head\n<b>",
    "a comment": "--><!-- ]]> <![CDATA[ ?>",
}


def shape(page: Element) -> list[tuple[str, dict[str, str]]]:
    """Every element with its attributes; what holds text from an advice is left out of an attribute by name."""
    return [(one.tag, one.attributes) for one in page.walk()]


@pytest.fixture(scope="module")
def document(knowledge: Knowledge) -> dict[str, Any]:
    """A kept advice, and what it rests on."""
    facts = {"model": "bert-base", "requests_per_second": 5, "latency_p99_ms": 200}
    found: dict[str, Any] = json.loads(render_json(advice_as_json(advise(from_mapping(facts, knowledge), knowledge))))
    return found


def page_of(document: dict[str, Any], title: str, knowledge: Knowledge) -> Element:
    """Its report."""
    return parse_html(render_record(advice_from(document), "html", Heading(date="2026-11-22", title=title), knowledge))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_advice_adds_no_element_to_its_report(hostile: str, document: dict[str, Any], knowledge: Knowledge) -> None:
    """Nor an attribute: every element is one that an advice of the same kind has, and it is there as often."""
    text = HOSTILE[hostile]
    before = page_of(document, "A title", knowledge)
    after = page_of(poisoned(document, text), f"A title {text}", knowledge)
    check_links(after, knowledge)
    known = {(tag, frozenset(attributes)) for tag, attributes in shape(before)}
    assert {(tag, frozenset(attributes)) for tag, attributes in shape(after)} <= known
    assert after.all("h1")[0].text() == f"A title {' '.join(text.split())}"


def check_links(page: Element, knowledge: Knowledge) -> None:
    """A report links to itself and to the sources of the base, whatever an advice calls its sources."""
    addresses = {source.url for source in knowledge.sources.values()} | {"data:,"}
    links = [value for one in page.walk() for name, value in one.attributes.items() if name in ("href", "src", "action", "xlink:href")]
    assert links
    assert [link for link in links if not link.startswith("#") and link not in addresses] == []


def test_a_report_allows_no_script_and_no_request(document: dict[str, Any], knowledge: Knowledge) -> None:
    """By a policy that stands before everything else that it could be about."""
    head = page_of(document, "x", knowledge).all("head")[0]
    first, second = [one for one in head.inside if isinstance(one, Element)][:2]
    assert first.attributes == {"charset": "utf-8"}
    policy = dict(part.split(" ", 1) for part in second.attributes["content"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["base-uri"] == policy["form-action"] == "'none'"
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", policy["style-src"])
    assert policy.keys() == {"default-src", "style-src", "img-src", "base-uri", "form-action"}


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "//evil.example", "https://x y", 'https://x"onclick=', "ftp://x"]
)
def test_the_address_of_a_source_is_one_of_the_web(url: str, tmp_path: Any) -> None:  # noqa: ANN401  # a path
    """Else the base is refused, with the field."""
    (tmp_path / "sources").mkdir()
    whole = next(packaged_data().joinpath("sources").glob("*.yaml")).read_text(encoding="utf-8")
    changed = re.sub(r"(?m)^url: .*$", f"url: {json.dumps(url)}", whole)
    assert changed != whole
    (tmp_path / "sources" / "one.yaml").write_text(changed, encoding="utf-8")
    with pytest.raises(KnowledgeError, match=r"one\.yaml:.* url: "):
        load_yaml(tmp_path)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_text_in_the_documentation_stays_text(hostile: str, knowledge: Knowledge) -> None:
    """In a sentence, in a cell, as a command, as the name of a source: read as Sphinx reads Markdown, with HTML and tables."""
    text = HOSTILE[hostile]
    source = msgspec.structs.replace(next(iter(knowledge.sources.values())), title=text)
    named = type("Base", (), {"sources": {"one": source}})()
    page = "\n".join(
        [
            escape_markdown(text),
            "",
            format_table(["a", "b"], [[escape_markdown(text), format_code(text.replace("\n", " "))]]),
            "",
            link_sources(named, ["one"]),
        ]
    )
    shown = parse_html(MarkdownIt("commonmark", {"html": True}).enable("table").render(page))
    assert {one.tag for one in shown.walk()} <= {"", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "a"}
    assert {one.attributes["href"] for one in shown.all("a")} == {source.url}
