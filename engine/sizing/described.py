"""A model as somebody describes it: by its name, by its Hugging Face configuration, or by numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from engine.sizing.options import PROPORTIONS, SIZES
from engine.sizing.shape import Shape, shape_of
from knowledge import Knowledge
from knowledge.errors import InputError, nearest, shown

_LONGEST_NAME: Final = 40
"""Characters of a model's name that are kept."""
_USUAL_HEAD: Final = 128
"""Elements of a head, as Llama and most that followed it have, where only the width of a layer is given."""
ReadConfig = Callable[[str], Mapping[str, object]]
"""Reads the configuration behind a name. Raises InputError where it cannot."""


def no_file(name: str) -> Mapping[str, object]:
    """No configuration is read by its name here. Raises InputError."""
    raise InputError(f"model_config: {shown(name)} is a name. Give what the configuration holds, as an object.")


def model_of(values: dict[str, Any], knowledge: Knowledge, read_config: ReadConfig) -> tuple[Shape, tuple[str, ...]]:
    """The model, and what was assumed of it. The base wins where it knows the name. Raises InputError where nothing describes one."""
    numbers = [name for name in (*SIZES, *PROPORTIONS) if name in values]
    own = [*(["model_config"] if "model_config" in values else []), *numbers]
    name = values.get("model", "")
    if name:
        named = spellings(knowledge.models)
        known = named.get(_key(name))
        if known is not None:
            aside = (f"{', '.join(own)}: left aside, the base knows {knowledge.models[known].name}",) if own else ()
            return shape_of(knowledge.models[known]), aside
        if not own:
            found("model", name, named)
    if "model_config" in values:
        return _configured(name, values, read_config)
    if not numbers:
        raise InputError("model: none is given. Give --model llama-3-8b, a --model-config, or numbers such as --parameters-b 7.")
    return _numbered(_shown_name(name) or "Model of your own", values, knowledge)


def _shown_name(name: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:_LONGEST_NAME]


def _key(name: str) -> str:
    """Letters and digits alone: spaces, dots and hyphens are written in many ways."""
    return re.sub(r"[^a-z0-9/]", "", name.lower())


def spellings(entries: Mapping[str, Any]) -> dict[str, str]:
    """Names and aliases -> ids; where two share one, the id wins."""
    names = {_key(name): identity for identity, entry in entries.items() for name in (*entry.aliases, entry.name)}
    return names | {_key(identity): identity for identity in entries}


def found(option: str, name: str, named: Mapping[str, str]) -> str:
    """The id that a name means among some spellings. Raises InputError with the nearest one."""
    if _key(name) in named:
        return named[_key(name)]
    close = nearest(_key(name), named)
    hint = f"Did you mean {named[close]}?" if close else f"sizewise explain alone shows every {option} it knows."
    numbers = " Or give its numbers: --parameters-b 7 …" if option == "model" else ""
    raise InputError(f"{option}: {shown(name)} is not in the base. {hint}{numbers}")


def _configured(name: str, values: dict[str, Any], read_config: ReadConfig) -> tuple[Shape, tuple[str, ...]]:
    """The shape in a Hugging Face configuration; where its weights are packed, `values` get their precision."""
    from engine.sizing.huggingface.config import precision_from_config, shape_from_config  # noqa: PLC0415  # most models have a name

    double = next((option for option in PROPORTIONS if option in values), None)
    if double is not None:
        raise InputError(f"{double}: {shown(values[double])} and a model_config are both given. Give one of the two.")
    config = values["model_config"] if isinstance(values["model_config"], Mapping) else read_config(values["model_config"])
    shape = shape_from_config(config, name, values.get("parameters_b"))
    active = _at_most_all(values.get("active_parameters_b", shape.active_parameters / 1e9) * 1e9, shape.parameters)
    gflop = values.get("gflops_per_item", shape.gflop_per_item)
    if shape.kind == "language-model" and gflop:
        raise InputError(f"gflops_per_item: {shown(gflop)} is for models that generate no text. Leave the option out.")
    shape = msgspec.structs.replace(shape, name=_shown_name(shape.name), active_parameters=active, gflop_per_item=gflop)
    stored = None if "precision" in values else precision_from_config(config)
    if stored not in ("int8", "fp8", "int4", "fp4"):
        return shape, ()
    values["precision"] = stored
    return shape, (f"precision: {stored}, as the configuration stores it",)


def _numbered(name: str, values: Mapping[str, Any], knowledge: Knowledge) -> tuple[Shape, tuple[str, ...]]:
    """A model of the numbers given; a language model's proportions that are not given are those of the nearest in size."""
    if "parameters_b" not in values:
        raise InputError(f"parameters_b: none is given of {shown(name)}, so nothing is known of its memory. Give billions, for instance 7.")
    parameters = values["parameters_b"] * 1e9
    active = _at_most_all(values.get("active_parameters_b", values["parameters_b"]) * 1e9, parameters)
    counts = {"name": name, "parameters": parameters, "active_parameters": active}
    given = {option: values[option] for option in PROPORTIONS if option in values}
    if "gflops_per_item" in values:
        kind: Literal["encoder", "other"] = "encoder" if given else "other"
        return Shape(kind=kind, gflop_per_item=values["gflops_per_item"], **counts, **given), ()
    decoders = (shape_of(model) for model in knowledge.models.values() if "text-generation" in model.tasks)
    like = min(decoders, key=lambda shape: abs(math.log(shape.parameters / parameters)))
    shape = msgspec.structs.replace(like, sources=(), **counts, **_proportions(given, like))
    assumed = ", ".join(option for option in PROPORTIONS if option not in given)
    return shape, (f"assumed from what is given and {like.name}, the nearest in size: {assumed}",) if assumed else ()


def _proportions(given: Mapping[str, int], like: Shape) -> dict[str, int]:
    """All proportions of a language model: those given, what follows from them, and the rest as of a model `like` it.

    Raises InputError where those given do not go together.
    """
    wide = given.get("hidden_size")
    heads = given.get("heads") or _heads(given, like)
    kv_heads = given.get("kv_heads") or (heads if given else like.kv_heads)
    size = given.get("head_size") or (wide // heads if wide else like.head_size)
    if not size:
        raise InputError(f"heads: {heads} is more than the hidden_size {wide} has elements. Give at most {wide}.")
    if kv_heads > heads:
        raise InputError(f"kv_heads: {kv_heads} is more than the {heads} heads. Give at most {heads}.")
    sizes = {"layers": given.get("layers", like.layers), "heads": heads, "kv_heads": kv_heads, "head_size": size}
    plain = {"window_tokens": 0, "windowed_layers": 0, "latent_rank": 0} if given else {}  # of a model of its own nothing more is known
    return {**sizes, **plain, "hidden_size": wide or heads * size}


def _heads(given: Mapping[str, int], like: Shape) -> int:
    """Attention heads where nobody says: as many as the width has room for, else those of a model `like` it."""
    wide = given.get("hidden_size")
    return max(1, wide // given.get("head_size", _USUAL_HEAD)) if wide else max(like.heads, given.get("kv_heads", 1))


def _at_most_all(active: float, parameters: float) -> float:
    if active > parameters:
        most = f"{parameters / 1e9:g}"
        raise InputError(f"active_parameters_b: {active / 1e9:g} are more than the {most} there are. Give at most {most}.")
    return active
