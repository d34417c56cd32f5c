"""The model that a user describes by its name, by its Hugging Face configuration, or by numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from engine.sizing.estimator.estimate_options import PROPORTION_OPTIONS, SIZE_OPTIONS
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge
from knowledge.errors import InputError, nearest_name, quote_value

_MAX_NAME_LENGTH: Final = 40
"""Characters of a model's name; the rest is cut."""
_DEFAULT_HEAD_SIZE: Final = 128
"""Elements of a head where only the hidden size is given, as in Llama and most that followed it."""
ReadConfig = Callable[[str], Mapping[str, object]]
"""Reads the configuration of that file name. Raises InputError where it cannot."""


def refuse_config_name(name: str) -> Mapping[str, object]:
    """Stands in where no files are read. Raises InputError."""
    raise InputError(f"model_config: {quote_value(name)} is a name. Give what the configuration holds, as an object.")


def describe_model(values: dict[str, Any], knowledge: Knowledge, read_config: ReadConfig) -> tuple[Shape, tuple[str, ...]]:
    """The model, and notes on what was assumed. Where the base knows the name, other descriptions are ignored. Raises InputError."""
    numbers = [name for name in (*SIZE_OPTIONS, *PROPORTION_OPTIONS) if name in values]
    own = [*(["model_config"] if "model_config" in values else []), *numbers]
    name = values.get("model", "")
    if name:
        named = ids_by_spelling(knowledge.models)
        known = named.get(_normalize_name(name))
        if known is not None:
            aside = (f"{', '.join(own)}: left aside, the base knows {knowledge.models[known].name}",) if own else ()
            return model_shape(knowledge.models[known]), aside
        if not own:
            _refuse_hosted(name, knowledge)
            _refuse_family(name, knowledge)
            resolve_name("model", name, named)
    if "model_config" in values:
        return _shape_from_config(name, values, read_config)
    if not numbers:
        raise InputError("model: none is given. Give --model llama-3-8b, a --model-config, or numbers such as --parameters-b 7.")
    return _shape_from_numbers(_display_name(name) or "Model of your own", values, knowledge)


def _refuse_hosted(name: str, knowledge: Knowledge) -> None:
    """Raise InputError for a model that is sold by the token alone: nobody publishes its size."""
    hosted = ids_by_spelling(knowledge.hosted_models).get(_normalize_name(name))
    if hosted is not None:
        called = knowledge.hosted_models[hosted].name
        raise InputError(f"model: {called} is sold by the token alone, and its size is unknown. Give --parameters-b 7 … of another model.")


def _refuse_family(name: str, knowledge: Knowledge) -> None:
    """Raise InputError with the members where a name stands for models of several sizes."""
    family = knowledge.model_families.get(ids_by_spelling(knowledge.model_families).get(_normalize_name(name), ""))
    if family is not None:
        raise InputError(f"model: {quote_value(name)} stands for several sizes. Give one of {', '.join(family.members)}.")


def _display_name(name: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:_MAX_NAME_LENGTH]


def _normalize_name(name: str) -> str:
    """Letters, digits and "+" alone: people write spaces, dots and hyphens in many ways."""
    return re.sub(r"[^a-z0-9/+]", "", name.lower())


def ids_by_spelling(entries: Mapping[str, Any]) -> dict[str, str]:
    """Normalized names and aliases -> ids; where two entries share a spelling, the one whose id it is wins."""
    names = {_normalize_name(name): identity for identity, entry in entries.items() for name in (*entry.aliases, entry.name)}
    return names | {_normalize_name(identity): identity for identity in entries}


def resolve_name(option: str, name: str, named: Mapping[str, str]) -> str:
    """The id of a name among some spellings. Raises InputError with the nearest one."""
    if _normalize_name(name) in named:
        return named[_normalize_name(name)]
    close = nearest_name(_normalize_name(name), named)
    hint = f"Did you mean {named[close]}?" if close else f"sizewise explain alone shows every {option} it knows."
    numbers = " Or give its numbers: --parameters-b 7 …" if option == "model" else ""
    raise InputError(f"{option}: {quote_value(name)} is not in the base. {hint}{numbers}")


def _shape_from_config(name: str, values: dict[str, Any], read_config: ReadConfig) -> tuple[Shape, tuple[str, ...]]:
    """The shape that a Hugging Face configuration describes; `values` get the precision of quantized weights."""
    from engine.sizing.huggingface.config import precision_from_config, shape_from_config  # noqa: PLC0415  # 11 ms; most models have a name

    double = next((option for option in PROPORTION_OPTIONS if option in values), None)
    if double is not None:
        raise InputError(f"{double}: {quote_value(values[double])} and a model_config are both given. Give one of the two.")
    config = values["model_config"] if isinstance(values["model_config"], Mapping) else read_config(values["model_config"])
    shape = shape_from_config(config, name, values.get("parameters_b"))
    active = _check_active_parameters(values.get("active_parameters_b", shape.active_parameters / 1e9) * 1e9, shape.parameters)
    gflop = values.get("gflops_per_item", shape.gflop_per_item)
    if shape.kind == "language-model" and gflop:
        raise InputError(f"gflops_per_item: {quote_value(gflop)} is for models that generate no text. Leave the option out.")
    shape = msgspec.structs.replace(shape, name=_display_name(shape.name), active_parameters=active, gflop_per_item=gflop)
    stored = None if "precision" in values else precision_from_config(config)
    if stored not in ("int8", "fp8", "int4", "fp4"):
        return shape, ()
    values["precision"] = stored
    return shape, (f"precision: {stored}, as the configuration stores it",)


def _shape_from_numbers(name: str, values: Mapping[str, Any], knowledge: Knowledge) -> tuple[Shape, tuple[str, ...]]:
    """A model of these numbers; missing proportions of a language model are those of the nearest one in size."""
    if "parameters_b" not in values:
        raise InputError(
            f"parameters_b: none is given of {quote_value(name)}, so nothing is known of its memory. Give billions, for instance 7."
        )
    parameters = values["parameters_b"] * 1e9
    active = _check_active_parameters(values.get("active_parameters_b", values["parameters_b"]) * 1e9, parameters)
    counts = {"name": name, "parameters": parameters, "active_parameters": active}
    given = {option: values[option] for option in PROPORTION_OPTIONS if option in values}
    if "gflops_per_item" in values:
        kind: Literal["encoder", "other"] = "encoder" if given else "other"
        return Shape(kind=kind, gflop_per_item=values["gflops_per_item"], **counts, **given), ()
    decoders = (model_shape(model) for model in knowledge.models.values() if "text-generation" in model.tasks)
    similar = min(decoders, key=lambda shape: abs(math.log(shape.parameters / parameters)))
    shape = msgspec.structs.replace(similar, sources=(), **counts, **_fill_proportions(given, similar))
    assumed = ", ".join(option for option in PROPORTION_OPTIONS if option not in given)
    return shape, (f"assumed from what is given and {similar.name}, the nearest in size: {assumed}",) if assumed else ()


def _fill_proportions(given: Mapping[str, int], similar: Shape) -> dict[str, int]:
    """All proportions of a language model: those given, what follows from them, and the rest from a `similar` model.

    Raises InputError where those given do not go together.
    """
    wide = given.get("hidden_size")
    heads = given.get("heads") or _default_heads(given, similar)
    kv_heads = given.get("kv_heads") or (heads if given else similar.kv_heads)
    size = given.get("head_size") or (wide // heads if wide else similar.head_size)
    if not size:
        raise InputError(f"heads: {heads} is more than the hidden_size {wide} has elements. Give at most {wide}.")
    if kv_heads > heads:
        raise InputError(f"kv_heads: {kv_heads} is more than the {heads} heads. Give at most {heads}.")
    sizes = {"layers": given.get("layers", similar.layers), "heads": heads, "kv_heads": kv_heads, "head_size": size}
    more = ("window_tokens", "windowed_layers", "stateful_layers", "latent_rank")
    plain = dict.fromkeys(more, 0) if given else {}  # of a model of its own nothing more is known
    return {**sizes, **plain, "hidden_size": wide or heads * size}


def _default_heads(given: Mapping[str, int], similar: Shape) -> int:
    """Attention heads where none are given: as many as the width has room for, else those of a `similar` model."""
    wide = given.get("hidden_size")
    return max(1, wide // given.get("head_size", _DEFAULT_HEAD_SIZE)) if wide else max(similar.heads, given.get("kv_heads", 1))


def _check_active_parameters(active: float, parameters: float) -> float:
    if active > parameters:
        most = f"{parameters / 1e9:g}"
        raise InputError(f"active_parameters_b: {active / 1e9:g} are more than the {most} there are. Give at most {most}.")
    return active
