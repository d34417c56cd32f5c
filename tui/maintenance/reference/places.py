"""Every place and every purchase: what it accepts, its limits with unit, date and sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from knowledge import Knowledge
from knowledge.schema.place import Place
from knowledge.schema.purchase import Plan, Purchase
from knowledge.schema.record import Fact
from knowledge.tabulate import text_of
from tui.maintenance.reference.markdown import cited, code, joined, plain, table, unbroken

_FACT_HEADS = ("figure", "value", "as of", "sources", "note")


def page(knowledge: Knowledge) -> str:
    """A section for each place."""
    return joined(*(_place(knowledge, place) for place in knowledge.places.values()))


def purchases(knowledge: Knowledge) -> str:
    """A section for each purchase."""
    return joined(*(_purchase(knowledge, purchase) for purchase in knowledge.purchases.values()))


def _place(knowledge: Knowledge, place: Place) -> str:
    facts: dict[str, Fact[Any]] = {"gpu": place.gpu, "scales_to_zero": place.scales_to_zero, "arm": place.arm}
    named: tuple[Mapping[Any, Fact[Any]], ...] = (place.limits, place.options, place.billing.rates)
    for part in named:
        facts |= part
    facts |= {"start": place.start} if place.start else {}
    return joined(
        f"## {plain(place.name)}",
        f"{code(place.id)}: {plain(place.summary)}",
        _points(
            {
                "run by": [place.operations],
                "stages": place.stages,
                "answers": [place.answers],
                "billed by": [f"{place.billing.by}, {'also' if place.billing.idle_is_billed else 'not'} while idle"],
                "good for": place.best_for,
                "not for": place.not_for,
                "without": place.unsupported,
            }
        ),
        _facts(knowledge, facts),
    )


def _purchase(knowledge: Knowledge, purchase: Purchase) -> str:
    facts: dict[str, Fact[Any]] = {"interruptible": purchase.interruptible} | purchase.limits
    facts |= {"notice_seconds": purchase.notice_seconds} if purchase.notice_seconds else {}
    for plan in purchase.plans:
        facts |= dict(_savings(plan))
    return joined(
        f"## {plain(purchase.name)}",
        f"{code(purchase.id)}: {plain(purchase.summary)}",
        _points({"good for": purchase.best_for, "not for": purchase.not_for, "needs": purchase.needs, "rules out": purchase.rules_out}),
        table(["plan", "pays for", "terms", "tied to"], (_plan(plan) for plan in purchase.plans)),
        _facts(knowledge, facts),
    )


def _plan(plan: Plan) -> list[str]:
    terms = ", ".join(f"{years} years" if years > 1 else "1 year" for years in plan.terms_years)
    return [plain(plan.name), ", ".join(map(code, plan.covers)), terms, plain(plan.scope)]


def _savings(plan: Plan) -> Iterator[tuple[str, Fact[Any]]]:
    if plan.saving_up_to:
        yield f"{plan.name}: saving up to", plan.saving_up_to
    for years, saving in plan.saving_typical.items():
        yield f"{plan.name}: typical saving{'' if years == '0' else f' for {years} years' if years != '1' else ' for 1 year'}", saving


def _points(points: Mapping[str, Any]) -> str:
    return "".join(f"- {name}: {plain('; '.join(values))}\n" for name, values in points.items() if values)


def _facts(knowledge: Knowledge, facts: Mapping[str, Fact[Any]]) -> str:
    rows = (
        [plain(name), plain(text_of(fact)), unbroken(str(fact.as_of)), cited(knowledge, fact.sources), plain(fact.note)]
        for name, fact in facts.items()
    )
    return table(_FACT_HEADS, rows) if facts else ""
