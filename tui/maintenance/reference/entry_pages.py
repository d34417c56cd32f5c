"""The entries of the base: places, purchases, comparison tables, and every other entry by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge import Knowledge
from knowledge.comparison_tables import format_value, table_rows
from knowledge.schema.place import Place
from knowledge.schema.purchase import Plan, Purchase
from knowledge.schema.record import Entry, Fact
from knowledge.schema.table import Table
from tui.maintenance.reference.markdown import escape_markdown, format_code, format_table, join_blocks, join_date, link_sources

_FACT_HEADS = ("figure", "value", "as of", "sources", "note")
LISTED_KINDS: Final = (
    "processors",
    "accelerators",
    "cores",
    "families",
    "models",
    "hosted_models",
    "algorithms",
    "frameworks",
    "scaling",
    "tools",
    "metrics",
)
"""The kinds whose entries are listed; places, purchases and questions have pages of their own."""


def places_page(knowledge: Knowledge) -> str:
    """A section for each place."""
    return join_blocks(*(_place_section(knowledge, place) for place in knowledge.places.values()))


def purchases_page(knowledge: Knowledge) -> str:
    """A section for each purchase."""
    return join_blocks(*(_purchase_section(knowledge, purchase) for purchase in knowledge.purchases.values()))


def _place_section(knowledge: Knowledge, place: Place) -> str:
    facts: dict[str, Fact[Any]] = {"gpu": place.gpu, "scales_to_zero": place.scales_to_zero, "arm": place.arm}
    named: tuple[Mapping[Any, Fact[Any]], ...] = (place.limits, place.options, place.billing.rates)
    for part in named:
        facts |= part
    facts |= {"start": place.start} if place.start else {}
    return join_blocks(
        f"## {escape_markdown(place.name)}",
        f"{format_code(place.id)}: {escape_markdown(place.summary)}",
        _bullet_points(
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
        _facts_table(knowledge, facts),
    )


def _purchase_section(knowledge: Knowledge, purchase: Purchase) -> str:
    facts: dict[str, Fact[Any]] = {"interruptible": purchase.interruptible} | purchase.limits
    facts |= {"notice_seconds": purchase.notice_seconds} if purchase.notice_seconds else {}
    for plan in purchase.plans:
        facts |= dict(_list_savings(plan))
    return join_blocks(
        f"## {escape_markdown(purchase.name)}",
        f"{format_code(purchase.id)}: {escape_markdown(purchase.summary)}",
        _bullet_points(
            {"good for": purchase.best_for, "not for": purchase.not_for, "needs": purchase.needs, "rules out": purchase.rules_out}
        ),
        format_table(["plan", "pays for", "terms", "tied to"], (_plan_row(plan) for plan in purchase.plans)),
        _facts_table(knowledge, facts),
    )


def _plan_row(plan: Plan) -> list[str]:
    terms = ", ".join(f"{years} years" if years > 1 else "1 year" for years in plan.terms_years)
    return [escape_markdown(plan.name), ", ".join(map(format_code, plan.covers)), terms, escape_markdown(plan.scope)]


def _list_savings(plan: Plan) -> Iterator[tuple[str, Fact[Any]]]:
    if plan.saving_up_to:
        yield f"{plan.name}: saving up to", plan.saving_up_to
    yield from _list_typical_savings(plan.name, plan.saving_typical)
    for place, here in plan.savings_at.items():
        yield f"{plan.name} at {place}: saving up to", here.saving_up_to
        yield from _list_typical_savings(f"{plan.name} at {place}", here.saving_typical)
    for family, rate in plan.usd_per_accelerator_hour.items():
        yield f"{plan.name}: rate of {family}", rate


def _list_typical_savings(name: str, savings: Mapping[str, Fact[Any]]) -> Iterator[tuple[str, Fact[Any]]]:
    for years, saving in savings.items():
        yield f"{name}: typical saving{'' if years == '0' else f' for {years} years' if years != '1' else ' for 1 year'}", saving


def _bullet_points(points: Mapping[str, Any]) -> str:
    return "".join(f"- {name}: {escape_markdown('; '.join(values))}\n" for name, values in points.items() if values)


def _facts_table(knowledge: Knowledge, facts: Mapping[str, Fact[Any]]) -> str:
    rows = (
        [
            escape_markdown(name),
            escape_markdown(format_value(fact)),
            join_date(str(fact.as_of)),
            link_sources(knowledge, fact.sources),
            escape_markdown(fact.note),
        ]
        for name, fact in facts.items()
    )
    return format_table(_FACT_HEADS, rows) if facts else ""


def tables_page(knowledge: Knowledge) -> str:
    """A section for each comparison table, then a section for each kind of entry."""
    compared = (_comparison_section(knowledge, one) for one in knowledge.tables.values())
    entries = (_entries_section(kind, getattr(knowledge, kind)) for kind in LISTED_KINDS)
    return join_blocks("## Side by side", *compared, *entries)


def _comparison_section(knowledge: Knowledge, one: Table) -> str:
    rows = ([format_code(identity), *map(escape_markdown, row)] for identity, row in table_rows(one, knowledge))
    heads = ["", *(escape_markdown(column.head) for column in one.columns)]
    return join_blocks(
        f"### {escape_markdown(one.name)}",
        escape_markdown(one.summary),
        format_table(heads, rows),
        f"Sources: {link_sources(knowledge, one.sources)}.",
    )


def _entries_section(kind: str, entries: Mapping[str, Entry]) -> str:
    rows = (
        [format_code(identity), escape_markdown(entry.name), escape_markdown(entry.summary)] for identity, entry in sorted(entries.items())
    )
    return join_blocks(f"## {kind.capitalize()}", f"{len(entries)} entries.", format_table(["id", "name", "what it is"], rows))
