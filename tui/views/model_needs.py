"""What a model asks of hardware: memory of its weights by data type, and the cheapest instance types that hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.model_families import members_of
from engine.sizing.data_types import BYTES_PER_PARAMETER
from knowledge import Knowledge
from knowledge.amounts import format_number
from knowledge.schema.instance import Instance
from knowledge.schema.model import Model, ModelFamily
from knowledge.sentences import fill_sentence

_DATA_TYPES: Final = (("fp32", "FP32"), ("bf16", "BF16 or FP16"), ("fp8", "FP8 or INT8"), ("int4", "4 bits"))
_NARROW: Final = frozenset({"fp8", "int8", "fp4", "int4"})
_ROOM: Final = 1.2
"""Device memory for one byte of weights, so that a cache finds room. Our rule of thumb for this page; `advise` reckons it."""
_TUNING: Final = (("full", 16.0), ("lora", 2.0), ("qlora", 0.5))
"""Method, and bytes for each parameter: weights, gradients and Adam's state in mixed precision; frozen weights in 16 or 4 bits."""
_ACTIVATIONS_GB: Final = 4.0
"""For the activations of a small batch. Ours, as the fifth above."""
_MAX_TYPES: Final = 3
_MAX_CHEAPEST: Final = 5
_BYTES_PER_GIB: Final = 1024**3 / 1e9
_MAX_MEMBERS: Final = 12


def describe_weights(parameters_b: float, knowledge: Knowledge) -> str:
    """The memory of so many weights, 10^9, in each data type."""
    sizes = ", ".join(f"{name} {_gigabytes(parameters_b * BYTES_PER_PARAMETER[data_type])}" for data_type, name in _DATA_TYPES)
    return fill_sentence(knowledge, "explain", "weights", count=format_number(parameters_b), sizes=sizes)


def describe_tuning(parameters_b: float, knowledge: Knowledge) -> str:
    """The memory of fine-tuning so many weights, 10^9, by method, with the cheapest types that hold it."""
    texts = []
    for method, size in _TUNING:
        need = parameters_b * size * _ROOM + _ACTIVATIONS_GB
        names = ", ".join(map(_describe_type, _cheapest_with(need, knowledge)))
        said = fill_sentence(knowledge, "explain", f"tuning_{method}", need=_gigabytes(need))
        texts.append(f"{said}: {names}." if names else f"{said}.")
    return " ".join((*texts, fill_sentence(knowledge, "explain", "tuning_rule")))


def describe_fitting_types(parameters_b: float, stored: str | None, knowledge: Knowledge) -> str:
    """The cheapest types whose devices together hold the weights with room, in 16 bits, or as stored, and in 4 bits; "" where none does."""
    wide = stored if stored in _NARROW else "bf16"
    texts = []
    for data_type in dict.fromkeys((wide, "int4" if wide != "fp4" else "fp4")):
        need = parameters_b * BYTES_PER_PARAMETER[data_type] * _ROOM
        if names := ", ".join(map(_describe_type, _cheapest_with(need, knowledge))):
            name = dict(_DATA_TYPES).get(data_type, data_type.upper())
            texts.append(fill_sentence(knowledge, "explain", "fitting", data_type=name, need=_gigabytes(need), names=names))
    return " ".join((*texts, fill_sentence(knowledge, "explain", "fitting_rule"))) if texts else ""


def cheapest_types(types: list[Instance], knowledge: Knowledge) -> str:
    """The types with the lowest on-demand price on EC2, one of a family, with their devices; "" where no price is known."""
    found: dict[str, str] = {}
    for one in sorted((one for one in types if one.price), key=_price):
        accelerator = knowledge.accelerators.get(one.accelerator or "")
        devices = f"{one.accelerator_count:g} × {accelerator.name}, " if accelerator is not None else ""
        found.setdefault(one.family, f"{one.instance_type} ({devices}${_price(one):,.4g} an hour)")
    return ", ".join(list(found.values())[:_MAX_CHEAPEST])


def member_lines(family: ModelFamily, knowledge: Knowledge) -> Iterator[tuple[Model, str]]:
    """Each member of a family of models, with its size and the memory of its weights as they are published."""
    for model in members_of(family, knowledge)[:_MAX_MEMBERS]:
        size, stored = model.parameters_b.value, model.stored or "bf16"
        yield (
            model,
            fill_sentence(
                knowledge,
                "explain",
                "member",
                count=format_number(size),
                memory=_gigabytes(size * BYTES_PER_PARAMETER[stored]),
                data_type=stored.upper(),
            ),
        )


def _cheapest_with(gigabytes: float, knowledge: Knowledge) -> list[Instance]:
    """Types of which all NVIDIA GPUs together have this memory, one of a family, the cheapest first."""
    found: dict[str, Instance] = {}
    fitting = (one for one in knowledge.instances.values() if one.price and one.accelerator and _device_gb(one) >= gigabytes)
    for one in sorted(fitting, key=_price):
        accelerator = knowledge.accelerators.get(one.accelerator or "")
        if accelerator is not None and accelerator.vendor == "NVIDIA":
            found.setdefault(one.family, one)
    return list(found.values())[:_MAX_TYPES]


def _device_gb(one: Instance) -> float:
    return max(1.0, one.accelerator_count) * (one.accelerator_memory_mib or 0) / 1024 * _BYTES_PER_GIB


def _price(one: Instance) -> float:
    return one.price.usd_per_hour if one.price else float("inf")


def _describe_type(one: Instance) -> str:
    return f"{one.instance_type} ({_gigabytes(_device_gb(one))}, ${_price(one):,.4g} an hour)"


def _gigabytes(value: float) -> str:
    return f"{value:,.3g} GB" if value < 1000 else f"{value:,.0f} GB"  # noqa: PLR2004  # three digits below a thousand
