"""`sizewise catalog show`: all that is known of an instance type."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import asdict

from knowledge import Knowledge
from knowledge.catalog.fields import FIELDS, Vocabulary
from knowledge.catalog.named import instance_named, plain_name
from knowledge.schema.instance import HOURS_A_MONTH, Excluded, Instance, Price
from tui.cli.catalog.names import vocabulary_of
from tui.cli.catalog.spot import Spot, by_region, spot_prices
from tui.cli.json_text import json_text
from tui.cli.table import WIDTH

SpotPrices = Mapping[str, Sequence[Spot]]
"""Instance type -> its Spot prices, where there are any."""
LABEL: Final = 16
"""Characters of the left column."""


def view(knowledge: Knowledge, arguments: Namespace) -> str:
    """The cards of the types named, or one JSON document. Raises InputError for a name that is not known."""
    found = [_named(name, knowledge) for name in arguments.types]
    vocabulary, spot = vocabulary_of(knowledge), spot_prices()
    if arguments.json:
        cards = [asdict(item) if isinstance(item, Excluded) else _document(item, vocabulary, spot) for item in found]
        return json_text(
            {"schema": 1, "catalog_as_of": knowledge.stamp.as_of, "price_region": knowledge.stamp.price_region, "instances": cards}
        )
    return "\n\n".join(_card(item, knowledge, vocabulary, spot) for item in found)


def _named(name: str, knowledge: Knowledge) -> Instance | Excluded:
    """The type, or why it was left out."""
    return knowledge.excluded.get(plain_name(name)) or instance_named(name, knowledge)


def _document(instance: Instance, vocabulary: Vocabulary, spot: SpotPrices) -> dict[str, object]:
    """Every field of the filter language, then what the record holds beyond them."""
    document: dict[str, object] = {}
    for field in FIELDS.values():
        cell = field.read(instance, vocabulary)
        document[field.name] = sorted(cell) if isinstance(cell, frozenset) else cell
    for name in ("no_price_reason", "specification_source", "specification_as_of"):
        document[name] = getattr(instance, name)
    document["price_source"] = instance.price.source if instance.price else None
    ml_price = instance.ml.price if instance.ml else None
    document["sagemaker_price_source"] = ml_price.source if ml_price else None
    document["spot"] = [price._asdict() for price in spot.get(instance.instance_type, ())]
    return document


def _card(item: Instance | Excluded, knowledge: Knowledge, vocabulary: Vocabulary, spot: SpotPrices) -> str:
    if isinstance(item, Excluded):
        return "\n".join(textwrap.wrap(f"{item.instance_type}: not in the catalogue. {item.reason}", WIDTH))
    lines = [item.instance_type + (f", ml.{item.instance_type} at SageMaker" if item.ml else "")]
    for label, text in (*_hardware(item, knowledge, vocabulary), *_market(item, knowledge, spot)):
        lines += textwrap.wrap(
            text, WIDTH, initial_indent=f"  {label:<{LABEL}}", subsequent_indent=" " * (LABEL + 2), break_on_hyphens=False
        )
    return "\n".join(lines)


def _hardware(instance: Instance, knowledge: Knowledge, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    family = knowledge.families.get(instance.family)
    yield "family", instance.family + (f": {family.summary}" if family else "")
    yield "status", f"{instance.status}, generation {instance.generation}" + (", burstable" if instance.burstable else "")
    clock = f", {instance.clock_ghz:g} GHz" if instance.clock_ghz else ""
    yield "host", f"{instance.vcpu} vCPU on {instance.physical_cores} cores, {instance.maker} {instance.arch}{clock}"
    yield "memory", f"{instance.memory_gib:g} GiB ({instance.memory_gb:.1f} GB)"
    yield "processor", vocabulary.processor(instance)
    yield "accelerator", _devices(instance, knowledge, vocabulary)
    network = f"{instance.network_gbps:g} Gbps" if instance.network_gbps else "not known"
    yield "network", f"{network}, {'with' if instance.efa else 'no'} Elastic Fabric Adapter"
    yield "EBS", f"{instance.ebs_mbps:,.10g} Mbps" if instance.ebs_mbps else "not known"
    yield "local storage", f"{instance.local_storage_gb:,.10g} GB" if instance.local_storage_gb else "none"
    if instance.bare_metal:
        yield "hypervisor", "none (bare metal)"


def _devices(instance: Instance, knowledge: Knowledge, vocabulary: Vocabulary) -> str:
    if instance.accelerator is None:
        return "none"
    accelerator = knowledge.accelerators.get(instance.accelerator)
    parts = [f"{instance.accelerator_count:g} × {accelerator.name if accelerator else instance.accelerator}"]
    each, total = (FIELDS[name].read(instance, vocabulary) for name in ("gpu_memory_gb", "total_gpu_memory_gb"))
    if isinstance(each, (int, float)) and isinstance(total, (int, float)):
        parts.append(f"{each:g} GB" + (f" each, {total:g} GB together" if instance.accelerator_count > 1 else ""))
    if instance.accelerator_memory_mib:
        parts.append(f"{instance.accelerator_memory_mib:,} MiB{' each' if instance.accelerator_count > 1 else ''} by the EC2 API")
    return "; ".join(parts)


def _market(instance: Instance, knowledge: Knowledge, spot: SpotPrices) -> Iterator[tuple[str, str]]:
    yield "price", _price(instance.price, knowledge) or instance.no_price_reason
    if instance.instance_type in spot:
        listed = instance.price.usd_per_hour if instance.price else None
        yield "Spot", "; ".join(by_region(spot[instance.instance_type], listed, knowledge.stamp.price_region))
    if instance.ml is None:
        yield "SageMaker", "no job kind accepts it"
    else:
        yield "SageMaker", ", ".join(instance.ml.jobs) or "no job kind accepts it"
        yield "ml. price", _price(instance.ml.price, knowledge) or "not known"
    regions = instance.regions.split()
    yield "regions", f"{len(regions)}: {', '.join(regions)}" if regions else "no source lists one"
    yield "specification", f"{_source(instance.specification_source, knowledge)}, {instance.specification_as_of}"


def _price(price: Price | None, knowledge: Knowledge) -> str:
    """A price by the hour and the month, with its kind, date and source; empty where there is none."""
    if price is None:
        return ""
    month = price.usd_per_hour * HOURS_A_MONTH
    return (
        f"${price.usd_per_hour:.10g} an hour, ${month:,.2f} a month of {HOURS_A_MONTH:g} h; on-demand, Linux, "
        f"{knowledge.stamp.price_region}, {price.kind}, {price.as_of} ({_source(price.source, knowledge)})"
    )


def _source(name: str, knowledge: Knowledge) -> str:
    source = knowledge.sources.get(name)
    return source.title if source else name
