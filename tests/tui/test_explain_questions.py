"""`sizewise explain` as people ask: questions, typos, comparisons, numbers; what it does not know it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from knowledge import Knowledge
from knowledge.lookup import EXPLAINED_KINDS
from knowledge.safe_yaml import read_mapping
from tests.tui.conftest import Start
from tui.views.explanation import ask_base, render_explanation

CASES: dict[str, Any] = read_mapping((Path(__file__).parent / "questions.yaml").read_bytes(), "questions.yaml")


def one_line(text: str) -> str:
    """Give a text without its line breaks and columns."""
    return " ".join(text.split())


def test_a_question_leads_to_the_page_it_is_about(knowledge: Knowledge) -> None:
    """In other words, another order, the plural, with typos and with words around it."""
    found = {typed: ask_base(str(typed), knowledge) for typed in CASES["found"]}
    wrong = {typed: one.finding.hits[:2] for typed, one in found.items() if "/".join(one.finding.hits[0]) != CASES["found"][typed]}
    assert wrong == {}
    assert [typed for typed, one in found.items() if one.compares] == []


def test_what_is_compared_stands_side_by_side(knowledge: Knowledge) -> None:
    """Each with what it is, within 80 columns, and in the order asked."""
    for typed, entries in CASES["compared"].items():
        question = ask_base(typed, knowledge)
        assert (question.compares, ["/".join(hit) for hit in question.finding.hits]) == (True, entries), typed
        text = render_explanation(question, knowledge)
        assert "side by side" in text.splitlines()[0] + text.splitlines()[1], typed
        assert max(map(len, text.splitlines())) <= 80, typed
        for hit in question.finding.hits:
            summary = getattr(getattr(knowledge, hit.kind)[hit.id], "summary", "")
            assert one_line(summary) in one_line(text), (typed, hit)


def test_a_comparison_tells_the_facts_that_differ_with_their_units(knowledge: Knowledge) -> None:
    """And only those that are asked for, where some are."""
    text = one_line(render_explanation(ask_base("lambda vs sagemaker serverless", knowledge), knowledge))
    assert all(word in text for word in ("900 s (15 minutes)", "60 s", "10,240 MB", "6,144 MB", "Lambda takes any code"))
    priced = render_explanation(ask_base("price of g5 vs g6", knowledge), knowledge)
    assert "$1.006 to $16.29 an hour" in priced
    assert "cost level" not in priced


def test_a_number_that_is_asked_for_stands_first_with_its_unit_and_source(knowledge: Knowledge) -> None:
    """Before the rest of the page."""
    for typed, expected in CASES["answered"].items():
        question = ask_base(typed, knowledge)
        assert "/".join(question.finding.hits[0]) == expected["page"], typed
        text = render_explanation(question, knowledge)
        asked = text.partition("What you asked\n")[2].partition("\n\n")[0]
        assert expected["says"] in one_line(asked), (typed, asked)


def test_a_figure_that_the_base_lacks_is_not_made_up(knowledge: Knowledge) -> None:
    """The page comes all the same, and says so."""
    text = render_explanation(ask_base("price of pytorch", knowledge), knowledge)
    assert "What you asked" not in text
    assert "no figure of that kind" in one_line(text)


def test_answers_and_comparisons_are_in_the_json(inside: Start) -> None:
    """Beside what it always holds; a plain name brings neither."""
    answered = json.loads(inside("explain", "max", "payload", "lambda", "--json").out)
    assert [(one["field"], one["value"], one["unit"]) for one in answered["answers"]] == [("payload_mb", 6, "MB")]
    compared = json.loads(inside("explain", "g5", "vs", "p4d", "--json").out)
    assert compared["compared"] == ["families/g5", "families/p4d"]
    assert not {"answers", "compared"} & set(json.loads(inside("explain", "g5", "--json").out))


def test_where_no_page_covers_the_words_the_nearest_are_named_as_such(inside: Start) -> None:
    """In one line, with nothing on standard output."""
    for typed, words in CASES["nearest"].items():
        ended = inside("explain", "--", typed)
        assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1), typed
        assert words in ended.err, (typed, ended.err)


def test_values_read_as_people_write_them(knowledge: Knowledge) -> None:
    """Prices without exponents, years without commas, one day in the singular, flags in sentences."""
    for identity, phrases in CASES["readable"].items():
        text = one_line(render_explanation(ask_base(identity, knowledge), knowledge))
        assert [phrase for phrase in phrases if phrase not in text] == [], identity


def test_no_page_shows_an_exponent_or_the_name_of_a_field(knowledge: Knowledge) -> None:
    """Of the kinds that learners read."""
    for kind in ("places", "purchases", "accelerators", "regions", "scaling", "quotas"):
        for identity in getattr(knowledge, kind):
            text = render_explanation(ask_base(identity, knowledge), knowledge)
            assert not any(
                mark in text for mark in ("e-05", "e+06", "usd per", " 1 days", "gb per second", "scales to zero           no")
            ), identity


def test_every_kind_has_pages_that_their_own_names_lead_to(knowledge: Knowledge) -> None:
    """By id, of each kind the first, the middle and the last."""
    for kind in EXPLAINED_KINDS:
        ids = sorted(getattr(knowledge, kind))
        for identity in (ids[0], ids[len(ids) // 2], ids[-1]):
            hits = ask_base(identity, knowledge).finding.hits
            assert identity in [hit.id for hit in hits], (kind, identity, hits)
