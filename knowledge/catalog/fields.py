"""The fields of the catalogue that a filter, an order or an output may name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import Final, Literal, get_args

from msgspec import Struct

from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.accelerator import Accelerator
from knowledge.schema.family import Status
from knowledge.schema.instance import Instance, JobKind, Price, PriceKind
from knowledge.schema.processor import ProcessorId

Kind = Literal["number", "text", "flag", "words"]
"""`words` is a set of words: the regions that offer a type, the SageMaker job kinds that accept it."""
Cell = float | str | bool | frozenset[str] | None
"""Value of a field; None if the catalogue does not know it."""


class Vocabulary(Struct, frozen=True, dict=True):
    """What the rows of the catalogue refer to by id."""

    nominal_gb: Mapping[str, float]
    """Accelerator -> memory of one device as advertised, GB."""
    processors: Mapping[str, ProcessorId]
    """Accelerator -> kind of processor."""
    regions: Collection[str]
    """Codes of regions that a filter may name."""

    @classmethod
    def from_records(cls, accelerators: Mapping[str, Accelerator], regions: Iterable[str]) -> Vocabulary:
        """The vocabulary of a knowledge base."""
        return cls(
            {name: accelerator.memory_gb_nominal.value for name, accelerator in accelerators.items()},
            {name: accelerator.processor for name, accelerator in accelerators.items()},
            tuple(regions),
        )

    @cached_property
    def closed_values(self) -> Mapping[str, Collection[str]]:
        """Field -> its valid values; other fields take any text."""
        return {
            "status": get_args(Status),
            "arch": ("x86_64", "arm64", "i386"),
            "maker": ("intel", "amd", "aws", "apple"),
            "accelerator": tuple(self.nominal_gb),
            "processor": get_args(ProcessorId),
            "price_kind": get_args(PriceKind),
            "sagemaker": get_args(JobKind),
            "sagemaker_price_kind": get_args(PriceKind),
            "region": self.regions,
        }

    def processor_of(self, instance: Instance) -> ProcessorId:
        """Kind of processor that computes the model: the accelerator's, else `cpu`."""
        if instance.accelerator is None:
            return "cpu"
        return self.processors.get(instance.accelerator, "other")

    def nominal_memory_gb(self, instance: Instance) -> float | None:
        """Advertised memory of one whole device, GB; None without a device."""
        return self.nominal_gb.get(instance.accelerator or "")


class Field(Struct, frozen=True):
    """One field."""

    name: str
    kind: Kind
    unit: str
    """Of a number: GB, GiB, MiB, Gbps, Mbps, GHz, USD/h; empty for counts and for everything else."""
    label: str
    """Heading of a narrow column."""
    summary: str
    read: Callable[[Instance, Vocabulary], Cell]

    @property
    def is_sortable(self) -> bool:
        """True except for sets of words."""
        return self.kind != "words"


def find_field(name: str, where: str = "filter") -> Field:
    """The field `name`, in any letter case. Raises InputError that starts with `where` and suggests the nearest name."""
    field = FIELDS.get(name.lower().replace("-", "_"))
    if field is None:
        every = f"The fields are {', '.join(FIELDS)}."
        raise InputError(f"{where}: there is no field {quote_value(name)}.{suggest_name(name, FIELDS, every)}")
    return field


def _price_usd(price: Price | None) -> float | None:
    return price.usd_per_hour if price else None


def _price_kind(price: Price | None) -> PriceKind | None:
    return price.kind if price else None


def _price_date(price: Price | None) -> str | None:
    return price.as_of.isoformat() if price else None


def _sagemaker_price(instance: Instance) -> Price | None:
    return instance.ml.price if instance.ml else None


def _scale_memory(nominal: float | None, factor: float) -> float | None:
    return None if nominal is None or not factor else nominal * factor


FIELDS: Final[dict[str, Field]] = {
    field.name: field
    for field in (
        Field("instance_type", "text", "", "instance type", "Name of the EC2 type, without ml.", lambda i, _: i.instance_type),
        Field("family", "text", "", "family", "What stands before the dot: g5.", lambda i, _: i.family),
        Field("size", "text", "", "size", "What stands after the dot: 2xlarge.", lambda i, _: i.size),
        Field("generation", "number", "", "gen", "Generation of the family.", lambda i, _: i.generation),
        Field("status", "text", "", "status", f"One of {', '.join(get_args(Status))}.", lambda i, _: i.status),
        Field("arch", "text", "", "arch", "Instruction set of the host: x86_64, arm64, i386.", lambda i, _: i.arch),
        Field("maker", "text", "", "maker", "Maker of the host processor: intel, amd, aws.", lambda i, _: i.maker),
        Field("vcpu", "number", "", "vCPU", "Virtual CPUs.", lambda i, _: i.vcpu),
        Field("physical_cores", "number", "", "cores", "Physical cores of the host.", lambda i, _: i.physical_cores),
        Field("clock_ghz", "number", "GHz", "clock", "Sustained clock of the host.", lambda i, _: i.clock_ghz),
        Field("memory_gib", "number", "GiB", "memory", "Host memory.", lambda i, _: i.memory_gib),
        Field("accelerator", "text", "", "accelerator", "Id of the accelerator: a10g, inferentia2.", lambda i, _: i.accelerator),
        Field("accelerators", "number", "", "count", "Devices; below 1 for a part of one.", lambda i, _: i.accelerator_count),
        Field(
            "gpu_memory_gb",
            "number",
            "GB",
            "each",
            "Advertised memory of one device or part of it.",
            lambda i, v: _scale_memory(v.nominal_memory_gb(i), min(i.accelerator_count, 1)),
        ),
        Field("gpu_memory_mib", "number", "MiB", "each", "The same as the EC2 API reports it.", lambda i, _: i.accelerator_memory_mib),
        Field(
            "total_gpu_memory_gb",
            "number",
            "GB",
            "total",
            "Advertised memory of all devices.",
            lambda i, v: _scale_memory(v.nominal_memory_gb(i), i.accelerator_count),
        ),
        Field("gpu", "flag", "", "gpu", "It has a GPU; Inferentia and Trainium are none.", lambda i, v: v.processor_of(i) == "gpu"),
        Field("processor", "text", "", "processor", f"One of {', '.join(get_args(ProcessorId))}.", lambda i, v: v.processor_of(i)),
        Field("network_gbps", "number", "Gbps", "network", "Network bandwidth, the baseline where known.", lambda i, _: i.network_gbps),
        Field("efa", "flag", "", "EFA", "Supports the Elastic Fabric Adapter.", lambda i, _: i.efa),
        Field("ebs_mbps", "number", "Mbps", "EBS", "Bandwidth to EBS.", lambda i, _: i.ebs_mbps),
        Field("local_storage_gb", "number", "GB", "local", "Local storage; 0 where there is none.", lambda i, _: i.local_storage_gb),
        Field("bare_metal", "flag", "", "metal", "Without a hypervisor.", lambda i, _: i.bare_metal),
        Field("burstable", "flag", "", "burst", "Runs on CPU credits.", lambda i, _: i.burstable),
        Field("price", "number", "USD/h", "price", "EC2 on-demand, Linux, us-east-1.", lambda i, _: _price_usd(i.price)),
        Field("price_kind", "text", "", "price is", "published or estimated.", lambda i, _: _price_kind(i.price)),
        Field("price_as_of", "text", "", "as of", "Date of the EC2 price.", lambda i, _: _price_date(i.price)),
        Field(
            "sagemaker_price",
            "number",
            "USD/h",
            "ml. price",
            "SageMaker on-demand, us-east-1.",
            lambda i, _: _price_usd(_sagemaker_price(i)),
        ),
        Field(
            "sagemaker_price_kind",
            "text",
            "",
            "ml. price is",
            "published or estimated.",
            lambda i, _: _price_kind(_sagemaker_price(i)),
        ),
        Field("sagemaker_price_as_of", "text", "", "as of", "Date of the SageMaker price.", lambda i, _: _price_date(_sagemaker_price(i))),
        Field(
            "sagemaker",
            "words",
            "",
            "sagemaker",
            f"{', '.join(get_args(JobKind))}.",
            lambda i, _: frozenset(i.ml.jobs if i.ml else ()),
        ),
        Field("region", "words", "", "regions", "Regions that offer the type.", lambda i, _: frozenset(i.regions.split()) or None),
    )
}
"""Every field by name, in the order of a full output."""
