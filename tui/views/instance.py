"""An instance type fact by fact: its hardware, prices, regions and specification, as text and with links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from knowledge import Knowledge
from knowledge.catalog.fields import FIELDS, Vocabulary
from knowledge.schema.instance import HOURS_A_MONTH, Instance, Price
from tui.views.linked_text import Link, Piece, Pieces, plain_pieces
from tui.views.spot_prices import SpotPrice, describe_spot_prices, read_spot_prices

SpotPrices: TypeAlias = Mapping[str, Sequence[SpotPrice]]
"""Instance type -> its Spot prices, where there are any."""


def catalog_vocabulary(knowledge: Knowledge) -> Vocabulary:
    """The names that rows of the catalogue may refer to; regions are those that are described or that offer a type."""
    offering = {code for codes in {instance.regions for instance in knowledge.instances.values()} for code in codes.split()}
    return Vocabulary.from_records(knowledge.accelerators, sorted(offering.union(knowledge.regions)))


def instance_facts(instance: Instance, knowledge: Knowledge, spot: SpotPrices) -> Iterator[tuple[str, str]]:
    """Label and text of each fact."""
    yield from _hardware_facts(instance, knowledge)
    yield from _market_facts(instance, knowledge, spot)


def linked_facts(instance: Instance, knowledge: Knowledge) -> Iterator[tuple[str, Pieces]]:
    """Label and text of each fact. The family and the accelerator lead to their entries."""
    for label, text in instance_facts(instance, knowledge, read_spot_prices()):
        yield label, _link_names(label, text, instance, knowledge)


def _link_names(label: str, text: str, instance: Instance, knowledge: Knowledge) -> Pieces:
    if label == "family" and instance.family in knowledge.families:
        return _link_name(text, instance.family, Link("families", instance.family))
    if label == "accelerator" and instance.accelerator is not None and instance.accelerator in knowledge.accelerators:
        return _link_name(text, knowledge.accelerators[instance.accelerator].name, Link("accelerators", instance.accelerator))
    return plain_pieces(text)


def _link_name(text: str, name: str, link: Link) -> Pieces:
    """The text with the first `name` in it as a link."""
    before, found, after = text.partition(name)
    return (*plain_pieces(before), *((Piece(name, link),) if found else ()), *plain_pieces(after))


def _hardware_facts(instance: Instance, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    vocabulary = catalog_vocabulary(knowledge)
    family = knowledge.families.get(instance.family)
    yield "family", instance.family + (f": {family.summary}" if family else "")
    yield "status", f"{instance.status}, generation {instance.generation}" + (", burstable" if instance.burstable else "")
    clock = f", {instance.clock_ghz:g} GHz" if instance.clock_ghz else ""
    yield "host", f"{instance.vcpu} vCPU on {instance.physical_cores} cores, {instance.maker} {instance.arch}{clock}"
    yield "memory", f"{instance.memory_gib:g} GiB ({instance.memory_gb:.1f} GB)"
    yield "processor", vocabulary.processor_of(instance)
    yield "accelerator", _describe_devices(instance, knowledge, vocabulary)
    network = f"{instance.network_gbps:g} Gbps baseline" if instance.network_gbps else "not known"
    yield "network", f"{network}, {'with' if instance.efa else 'no'} Elastic Fabric Adapter"
    yield "EBS", f"{instance.ebs_mbps:,.10g} Mbps" if instance.ebs_mbps else "not known"
    yield "local storage", f"{instance.local_storage_gb:,.10g} GB" if instance.local_storage_gb else "none"
    if instance.bare_metal:
        yield "hypervisor", "none (bare metal)"


def _describe_devices(instance: Instance, knowledge: Knowledge, vocabulary: Vocabulary) -> str:
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


def _market_facts(instance: Instance, knowledge: Knowledge, spot: SpotPrices) -> Iterator[tuple[str, str]]:
    yield "price", _describe_price(instance.price, knowledge) or instance.no_price_reason
    if instance.instance_type in spot:
        listed = instance.price.usd_per_hour if instance.price else None
        yield "Spot", "; ".join(describe_spot_prices(spot[instance.instance_type], listed, knowledge.stamp.price_region))
    if instance.ml is None:
        yield "SageMaker", "no job kind accepts it"
    else:
        yield "SageMaker", ", ".join(instance.ml.jobs) or "no job kind accepts it"
        yield "ml. price", _describe_price(instance.ml.price, knowledge) or "not known"
    regions = instance.regions.split()
    yield "regions", f"{len(regions)}: {', '.join(regions)}" if regions else "no source lists one"
    yield "specification", f"{_source_title(instance.specification_source, knowledge)}, {instance.specification_as_of}"


def _describe_price(price: Price | None, knowledge: Knowledge) -> str:
    """A price by the hour and the month, with its kind, date and source; empty where there is none."""
    if price is None:
        return ""
    month = price.usd_per_hour * HOURS_A_MONTH
    return (
        f"${price.usd_per_hour:.10g} an hour, ${month:,.2f} a month of {HOURS_A_MONTH:g} h; on-demand, Linux, "
        f"{knowledge.stamp.price_region}, {price.kind}, {price.as_of} ({_source_title(price.source, knowledge)})"
    )


def _source_title(name: str, knowledge: Knowledge) -> str:
    source = knowledge.sources.get(name)
    return source.title if source else name
