"""What a record tells: all that the advice holds, and no figure that is not its own."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.advice import Advice
from engine.handover.report import build_json_record, collect_figures, compose_record, render_markdown
from engine.handover.report.content import ItemList
from engine.handover.report.markdown import escape_markdown
from engine.measurement import Trial
from engine.number_format import format_money
from engine.pipeline import advise
from engine.policy import policy_from
from knowledge import Knowledge
from tests.engine.handover.report.conftest import HEADING, RecordTexts, find_section, read_table
from tests.engine.workloads import SEVERAL, stated_workload

OfKind = Callable[[str], RecordTexts]


def test_where_nothing_fits_it_says_what_would_help(of_kind: OfKind) -> None:
    """The limits, what to give up, and no plan."""
    kept = of_kind("nothing that fits")
    names = [one.name for one in kept.document.sections]
    assert "help" in names
    assert not {"glance", "why", "cost", "speed"} & set(names)
    assert all(escape_markdown(one.text) in kept.markdown for one in kept.advice.relax)


def test_what_to_do_next_begins_with_what_matters_most(of_kind: OfKind) -> None:
    """The question with the greatest effect, then measuring, putting up, checking again."""
    kept = of_kind("a network")
    [steps] = [block for block in find_section(kept, "next").blocks if isinstance(block, ItemList)]
    assert steps.are_steps
    assert kept.advice.next_questions[0].prompt in steps.sentences[0].text
    assert [one.command.split()[1] for one in steps.sentences if one.command] == ["verify", "template", "recheck"]


def test_the_figures_are_those_of_the_plan(of_kind: OfKind) -> None:
    """The chosen point of each figure has the cost and the time that the advice states."""
    kept = of_kind("a network")
    choice, cost, traffic = kept.advice.choice, kept.figures.cost, kept.figures.traffic
    assert choice is not None
    assert cost is not None
    assert traffic is not None
    [chosen] = [point for point in cost.points if point.is_chosen]
    assert (chosen.usd, chosen.time) == (choice.cost.usd_per_month, choice.latency_ms.estimate)
    assert [step.usd_per_month for step in traffic.steps if step.is_now] == [choice.cost.usd_per_month]
    assert format_money(chosen.usd) in [row[1] for row in read_table(kept, "speed") if row[0] == chosen.what][0:1]


def test_a_kept_advice_of_other_prices_is_not_drawn_with_those_of_today(knowledge: Knowledge, of_kind: OfKind) -> None:
    """Plots that need today's catalogue are left out, and the record says so; the ways to pay are its own."""
    before = of_kind("a network").advice
    assert before.choice is not None
    cost = msgspec.structs.replace(before.choice.cost, usd_per_month=1.0)
    old = msgspec.structs.replace(before, choice=msgspec.structs.replace(before.choice, cost=cost))
    figures = collect_figures(old, knowledge)
    assert (figures.missing, figures.cost, figures.memory, figures.traffic) == ("other_choice", None, None, None)
    assert figures.prices.bars == before.choice.purchases
    assert "Some plots are left out" in render_markdown(compose_record(old, HEADING, figures, knowledge))


def test_own_terms_are_told_and_drawn(knowledge: Knowledge) -> None:
    """The figures of an advice under a policy follow it, and each of its terms stands in the record."""
    terms = {"discounts": {"sagemaker": 0.125}, "approved": ["g5", "g6"], "quotas": {"g6": 3}}
    policy = policy_from({**terms, "savings_plans": [{"kind": "sagemaker", "usd_per_hour": 2}]}, knowledge)
    advice = advise(stated_workload(knowledge, model="bert-base"), knowledge, policy=policy)
    figures = collect_figures(advice, knowledge)
    text = render_markdown(compose_record(advice, HEADING, figures, knowledge))
    assert figures.missing == ""
    assert [
        told for told in ("12.5 % off sagemaker", "Approved: g5, g6", "3 × g6 may run", "sagemaker, $2.00 an hour") if told not in text
    ] == []


def test_what_was_measured_is_drawn_as_measured(knowledge: Knowledge, of_kind: OfKind) -> None:
    """The figures of an advice that rests on measurements rest on them too."""
    before = of_kind("a network").advice.choice
    assert before is not None
    trial = Trial(instance_type=str(before.instance_type).removeprefix("ml."), rate_per_s=20, latency_ms=77)
    advice = advise(stated_workload(knowledge, **SEVERAL["a network"]), knowledge, measurements=[trial])
    figures = collect_figures(advice, knowledge)
    assert figures.missing == ""
    assert figures.cost is not None
    assert 77 in [round(point.time, 6) for point in figures.cost.points]


def test_ids_that_the_base_has_no_more_do_no_harm(knowledge: Knowledge, of_kind: OfKind) -> None:
    """An advice of another version is told by the names it holds."""
    before = of_kind("a network").advice
    assert before.choice is not None
    choice = msgspec.structs.replace(before.choice, place="moon-base", purchase="barter", instance_type="ml.z99.large")
    assumed = (msgspec.structs.replace(before.assumptions[0], fact="mood", value="good"),)
    reason = msgspec.structs.replace(before.rejected[0], kind="place", what="mars", sources=("nobody",))
    other: Advice = msgspec.structs.replace(before, choice=choice, assumptions=assumed, rejected=(reason,))
    text = render_markdown(compose_record(other, HEADING, collect_figures(other, knowledge), knowledge))
    assert all(name in text for name in ("moon-base", "barter", "ml.z99.large", "mood", "mars"))


def test_the_record_for_programs_is_the_advice_and_more(knowledge: Knowledge, of_kind: OfKind) -> None:
    """Every field of the advice, each source that it names, and the numbers of the figures."""
    kept = of_kind("a network")
    whole = build_json_record(kept.advice, kept.document, HEADING, kept.figures, knowledge)
    assert all(getattr(whole, name) == getattr(kept.advice, name) for name in kept.advice.__struct_fields__)
    assert kept.advice.choice is not None
    named = {name for reason in kept.advice.choice.reasons for name in reason.sources}
    named |= {name for one in kept.advice.rejected for name in one.sources}
    assert named <= set(whole.sources)
    assert whole.record.title == kept.document.title
    assert whole.figures is kept.figures
