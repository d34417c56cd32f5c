"""`sizewise catalog status`: how old the catalogue is and what it is made of."""

from __future__ import annotations

import argparse
import datetime as dt
import textwrap
from collections import Counter
from collections.abc import Iterable

from knowledge import Knowledge, load
from knowledge.freshness import Freshness, describe_age, measure_freshness
from knowledge.schema.instance import Price
from tui.cli.table import WIDTH
from tui.local_time import local_now
from tui.output.exit_status import DONE
from tui.output.json_text import render_json


def run(arguments: argparse.Namespace) -> int:
    """Print dates, counts and sources, as text or as one JSON document."""
    knowledge = load()
    ages = measure_freshness(knowledge, local_now().date())
    document = _as_document(knowledge, ages)
    print(render_json(document) if arguments.json else _render_text(knowledge, document, ages))
    return DONE


def _as_document(knowledge: Knowledge, ages: list[Freshness]) -> dict[str, object]:
    instances, stamp = knowledge.instances.values(), knowledge.stamp
    names = [instance.ml for instance in instances if instance.ml]
    return {
        "schema": 1,
        "catalog_as_of": stamp.as_of,
        "built_from": stamp.built_from,
        "refreshed": stamp.refreshed,
        "types": len(knowledge.instances),
        "by_status": dict(Counter(instance.status for instance in instances).most_common()),
        "sagemaker_names": len(names),
        "excluded": len(knowledge.excluded),
        "without_price": sum(instance.price is None for instance in instances),
        "without_region": sum(not instance.regions for instance in instances),
        "prices": _count_prices((instance.price for instance in instances), stamp.as_of),
        "sagemaker_prices": _count_prices((name.price for name in names), stamp.as_of),
        "specifications": _count_specifications((instance.specification_source, instance.specification_as_of) for instance in instances),
        "ages": ages,
    }


def _count_prices(prices: Iterable[Price | None], stamp: dt.date) -> list[dict[str, object]]:
    """Prices counted by kind, date and source; their age in days before the catalogue's own date."""
    counted = Counter((price.kind, price.as_of, price.source) for price in prices if price)
    return [
        {"kind": kind, "as_of": as_of, "days_before_catalog": (stamp - as_of).days, "source": source, "count": count}
        for (kind, as_of, source), count in counted.most_common()
    ]


def _count_specifications(pairs: Iterable[tuple[str, dt.date]]) -> list[dict[str, object]]:
    return [{"source": source, "as_of": as_of, "count": count} for (source, as_of), count in Counter(pairs).most_common()]


def _render_text(knowledge: Knowledge, document: dict[str, object], ages: list[Freshness]) -> str:
    stamp, instances = knowledge.stamp, knowledge.instances.values()
    by_status = Counter(instance.status for instance in instances)
    lines = [
        f"Catalogue of {stamp.as_of}",
        f"  types          {document['types']}: {', '.join(f'{count} {name}' for name, count in by_status.most_common())}",
        f"  at SageMaker   {document['sagemaker_names']} ml. names",
        f"  left out       {document['excluded']} names of AWS's enumeration",
        f"  without price  {document['without_price']} (catalog show TYPE says why)",
        f"  built from     {', '.join(f'{name} {version}' for name, version in stamp.built_from.items())}",
        f"  refreshed      {', '.join(f'{part} {day}' for part, day in stamp.refreshed.items()) or 'never: as packaged'}",
        "",
        "EC2 prices",
        *_price_lines((instance.price for instance in instances), knowledge),
        "SageMaker prices",
        *_price_lines((instance.ml.price for instance in instances if instance.ml), knowledge),
        "Specifications",
    ]
    for (source, day), count in Counter((item.specification_source, item.specification_as_of) for item in instances).most_common():
        lines.append(f"  {count:>5}  {day}  {_source_title(source, knowledge)}")
    lines += ["", "How old the base is", *_age_lines(ages)]
    return "\n".join(part for line in lines for part in _wrap_line(line))


def _price_lines(prices: Iterable[Price | None], knowledge: Knowledge) -> list[str]:
    counted = Counter((price.kind, price.as_of, price.source) for price in prices if price)
    return [
        f"  {count:>5}  {kind:<9}  {day}  {_describe_age(knowledge.stamp.as_of, day)}, {_source_title(source, knowledge)}"
        for (kind, day, source), count in counted.most_common()
    ]


def _age_lines(ages: list[Freshness]) -> list[str]:
    return [f"  {one.name:<26}{describe_age(one)}" for one in ages]


def _describe_age(stamp: dt.date, day: dt.date) -> str:
    days = (stamp - day).days
    return "as old as the catalogue" if not days else f"{abs(days)} days {'older' if days > 0 else 'newer'}"


def _source_title(source: str, knowledge: Knowledge) -> str:
    record = knowledge.sources.get(source)
    return record.title if record else source


def _wrap_line(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=" " * 17, break_on_hyphens=False) or [""]
