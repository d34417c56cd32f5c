"""`sizewise estimate`: what a model needs and how fast some hardware runs it."""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec

from engine.sizing.device import Device, device_of
from engine.sizing.estimate import STAGES, estimate
from engine.sizing.estimated import Estimate, Method, Optimizer, Run, Sharding
from engine.sizing.shape import Shape, shape_of
from knowledge import Knowledge, load
from knowledge.errors import InputError, nearest, shown, suggestion
from knowledge.schema.instance import Instance
from tui.cli.catalog.names import instance_named
from tui.cli.json_text import json_text
from tui.cli.main import DONE, NOTHING_FITS
from tui.cli.streams import printable

# fmt: off
_NUMBERS: Final[dict[str, tuple[float, float]]] = {
    "count": (1, 10_000), "accelerators": (1, 100_000), "batch": (1, 1_000_000), "concurrency": (1, 1_000_000),
    "input_tokens": (1, 10_000_000), "output_tokens": (1, 10_000_000),
    "parameters_b": (1e-6, 100_000), "active_parameters_b": (1e-6, 100_000), "gflops_per_item": (1e-9, 1e9),
    "layers": (1, 10_000), "hidden_size": (1, 1_000_000), "heads": (1, 10_000), "kv_heads": (1, 10_000), "head_size": (1, 100_000),
}
"""Option -> the least and the most it takes."""
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "stage": STAGES, "method": get_args(Method), "optimizer": get_args(Optimizer), "sharding": get_args(Sharding),
}
# fmt: on
_FRACTIONS: Final = ("parameters_b", "active_parameters_b", "gflops_per_item")
"""Numbers that need not be whole."""
_NAMES: Final = ("model", "instance", "accelerator", "model_config", "precision")
OPTIONS: Final = (*_NAMES, *_NUMBERS, *_CHOICES, "no_checkpointing")
"""All that can be given, by the names that `--jsonl` uses."""
_PROPORTIONS: Final = ("layers", "hidden_size", "heads", "kv_heads", "head_size")
_NUMBER: Final = re.compile(r"[-+]?(?:\d[\d,_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_SUFFIXES: Final = {"": 1.0, "k": 1e3, "m": 1e6}
_BILLIONS: Final = {"": 1.0, "b": 1.0, "m": 1e-3}
_MOST_DEVICES: Final = 8
"""Bare accelerators among which the estimate may choose where nobody says how many there are."""
_MOST_BYTES: Final = 1_000_000
"""Of a model's configuration."""


class Asked(NamedTuple):
    """A question as the engine takes it."""

    shape: Shape
    device: Device
    run: Run
    instance: Instance | None
    sagemaker: bool
    """True where the type was written with `ml.`."""
    notes: tuple[str, ...]
    """What was assumed or left aside."""

    def answer(self, knowledge: Knowledge) -> Estimate:
        """The estimate; what was assumed stands first among its steps. Raises InputError."""
        found = estimate(self.shape, self.device, self.run, knowledge, instance=self.instance, sagemaker=self.sagemaker)
        return msgspec.structs.replace(found, steps=(*self.notes, *found.steps))


def run(arguments: argparse.Namespace) -> int:
    """Print the estimate."""
    knowledge = load()
    given = {name: value for name in OPTIONS if (value := getattr(arguments, name)) is not None}
    if arguments.jsonl:
        from tui.cli.jsonl import serve  # noqa: PLC0415  # only lines need it

        return serve(lambda request: answer({**given, **request}, knowledge))
    asked = asked_of(given, knowledge)
    found = asked.answer(knowledge)
    if arguments.json:
        print(json_text(msgspec.to_builtins(found)))
    else:
        from tui.cli.estimate_text import page  # noqa: PLC0415  # JSON needs no page

        print(page(asked, found, knowledge))
    return NOTHING_FITS if found.memory_gb.verdict == "does-not-fit" else DONE


def answer(request: dict[str, Any], knowledge: Knowledge) -> dict[str, Any]:
    """The answer to one line of `--jsonl`."""
    asked = asked_of({name: value for name, value in request.items() if name != "id"}, knowledge)
    told: dict[str, Any] = msgspec.to_builtins(asked.answer(knowledge))
    return told


def asked_of(given: Mapping[str, object], knowledge: Knowledge) -> Asked:
    """The question that the options put; None is not given. Raises InputError naming option, value and the nearest valid one."""
    values = _values(given)
    device, instance = _hardware(values, knowledge)
    shape, notes = _shape(values, knowledge)
    run = Run(
        stage=values.get("stage") or ("fine-tuning" if "method" in values else "inference"),
        checkpointing=False if values.get("no_checkpointing") else None,
        **{name: values[name] for name in Run.__struct_fields__ if name in values and name != "stage"},
    )
    return Asked(shape, device, run, instance, str(values.get("instance", "")).strip().lower().startswith("ml."), notes)


def _values(given: Mapping[str, object]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in OPTIONS:
            raise InputError(f"{shown(name)}: there is no such option.{suggestion(name, OPTIONS)}")
        if name in _NUMBERS and value is not None:
            values[name] = _number(name, value)
        elif name in _CHOICES and value is not None:
            values[name] = _choice(name, value, _CHOICES[name])
        elif (name == "no_checkpointing" and isinstance(value, bool)) or (name == "model_config" and isinstance(value, Mapping)):
            values[name] = value
        elif value is not None and (not isinstance(value, str) or not value.strip() or name == "no_checkpointing"):
            raise InputError(f"{name}: {shown(value)} is {'neither true nor false' if name == 'no_checkpointing' else 'not a name'}.")
        elif isinstance(value, str):
            values[name] = value.strip().lower() if name == "precision" else value.strip()
    return values


def _number(name: str, given: object) -> float:
    (low, high), fraction = _NUMBERS[name], name in _FRACTIONS
    value = _read(given, _BILLIONS if name.endswith("_b") else _SUFFIXES)
    if value is None:
        raise InputError(f"{name}: {shown(given)} is not a number. Give one such as {7.5 if fraction else 4}.")
    if not low <= value <= high:
        kind = "a number" if fraction else "a whole number"
        raise InputError(f"{name}: {shown(given)} is out of range. Give {kind} from {low:g} to {high:,.0f}.")
    if not fraction and value != round(value):
        raise InputError(f"{name}: {shown(given)} is not a whole number. Try {max(round(value), 1)}.")
    return value if fraction else round(value)


def _read(given: object, suffixes: Mapping[str, float]) -> float | None:
    """A number of JSON or of the command line: 7, 1e3, 4k; None for what is no number."""
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return float(given) if abs(given) <= sys.float_info.max else math.inf
    text = given.strip().lower() if isinstance(given, str) and len(given) <= 100 else ""  # noqa: PLR2004  # nobody types a longer number
    if text.lstrip("+-") in ("nan", "inf", "infinity"):
        return math.nan
    found = _NUMBER.match(text)
    factor = suffixes.get(text[found.end() :].strip()) if found else None
    return float(found[0].replace(",", "").replace("_", "")) * factor if found and factor else None


def _choice(name: str, given: object, choices: tuple[str, ...]) -> str:
    wanted = str(given).strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in choices:
        return wanted
    few = f"Choose from {', '.join(choices)}."
    raise InputError(f"{name}: {shown(given)} is not one of its values.{suggestion(wanted, choices, few)}")


def _hardware(values: Mapping[str, Any], knowledge: Knowledge) -> tuple[Device, Instance | None]:
    if "instance" in values and "accelerator" in values:
        raise InputError(f"accelerator: {shown(values['accelerator'])} and an instance are both given. Give one of the two.")
    if "instance" in values:
        instance = instance_named(values["instance"], knowledge)
        device = device_of(instance, knowledge)
        if device is None:
            what = instance.accelerator or "the processor"
            raise InputError(f"instance: the base does not know how fast {what} of {instance.instance_type} is. Choose another type.")
        return device, instance
    if "accelerator" not in values:
        raise InputError("instance: no hardware is given. Give --instance g5.xlarge, or --accelerator a10g --accelerators 1.")
    if "count" in values:
        raise InputError(f"count: {shown(values['count'])} counts instances, and none is given. Give accelerators instead.")
    identity = _found("accelerator", values["accelerator"], _named(knowledge.accelerators))
    some, count = next(iter(knowledge.instances.values())), float(values.get("accelerators", _MOST_DEVICES))
    machine = msgspec.structs.replace(some, accelerator=identity, accelerator_count=count, accelerator_memory_mib=None)
    device = device_of(machine, knowledge)  # that of a type which would have just these
    if device is None:
        raise InputError(f"accelerator: the base does not know how fast {shown(identity)} is. Choose another one.")
    return device, None


def _shape(values: dict[str, Any], knowledge: Knowledge) -> tuple[Shape, tuple[str, ...]]:
    """The model, and what was assumed of it. The base wins where it knows the name."""
    numbers = [name for name in (*_FRACTIONS, *_PROPORTIONS) if name in values]
    own = [*(["model_config"] if "model_config" in values else []), *numbers]
    name = values.get("model", "")
    if name:
        named = _named(knowledge.models)
        known = named.get(_key(name))
        if known is not None:
            aside = (f"{', '.join(own)}: left aside, the base knows {knowledge.models[known].name}",) if own else ()
            return shape_of(knowledge.models[known]), aside
        if not own:
            _found("model", name, named)
    if "model_config" in values:
        return _configured(name, values)
    if not numbers:
        raise InputError("model: none is given. Give --model llama-3-8b, a --model-config, or numbers such as --parameters-b 7.")
    return _numbered(_shown_name(name) or "Model of your own", values, knowledge)


def _shown_name(name: str) -> str:
    return " ".join(printable(name).split())[:40]


def _key(name: str) -> str:
    """Letters and digits alone: spaces, dots and hyphens are written in many ways."""
    return re.sub(r"[^a-z0-9/]", "", name.lower())


def _named(entries: Mapping[str, Any]) -> dict[str, str]:
    """Names and aliases -> ids; where two share one, the id wins."""
    names = {_key(name): identity for identity, entry in entries.items() for name in (*entry.aliases, entry.name)}
    return names | {_key(identity): identity for identity in entries}


def _found(option: str, name: str, named: Mapping[str, str]) -> str:
    if _key(name) in named:
        return named[_key(name)]
    close = nearest(_key(name), named)
    hint = f"Did you mean {named[close]}?" if close else f"sizewise explain alone shows every {option} it knows."
    numbers = " Or give its numbers: --parameters-b 7 …" if option == "model" else ""
    raise InputError(f"{option}: {shown(name)} is not in the base. {hint}{numbers}")


def _configured(name: str, values: dict[str, Any]) -> tuple[Shape, tuple[str, ...]]:
    """The shape in a Hugging Face configuration; where its weights are packed, `values` get their precision."""
    from engine.sizing.huggingface.config import precision_from_config, shape_from_config  # noqa: PLC0415  # most models have a name

    double = next((option for option in _PROPORTIONS if option in values), None)
    if double is not None:
        raise InputError(f"{double}: {shown(values[double])} and a model_config are both given. Give one of the two.")
    config = values["model_config"] if isinstance(values["model_config"], Mapping) else _read_config(values["model_config"])
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


def _read_config(name: str) -> Mapping[str, object]:
    try:
        with Path(name).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"model_config: {shown(name)} cannot be read ({getattr(error, 'strerror', None) or 'no such name'}).") from None
    if len(data) > _MOST_BYTES:
        raise InputError(f"model_config: {shown(name)} is larger than the {_MOST_BYTES:,} bytes a configuration may have.")
    try:
        config = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"model_config: {shown(name)} is not JSON ({error}).") from None
    if not isinstance(config, dict):
        raise InputError(f"model_config: {shown(name)} holds no JSON object, as a config.json does.")
    return config


def _numbered(name: str, values: Mapping[str, Any], knowledge: Knowledge) -> tuple[Shape, tuple[str, ...]]:
    """A model of the numbers given; a language model's proportions that are not given are those of the nearest in size."""
    if "parameters_b" not in values:
        raise InputError(f"parameters_b: none is given of {shown(name)}, so nothing is known of its memory. Give billions, for instance 7.")
    parameters = values["parameters_b"] * 1e9
    active = _at_most_all(values.get("active_parameters_b", values["parameters_b"]) * 1e9, parameters)
    counts = {"name": name, "parameters": parameters, "active_parameters": active}
    given = {option: values[option] for option in _PROPORTIONS if option in values}
    if "gflops_per_item" in values:
        kind: Literal["encoder", "other"] = "encoder" if given else "other"
        return Shape(kind=kind, gflop_per_item=values["gflops_per_item"], **counts, **given), ()
    decoders = (shape_of(model) for model in knowledge.models.values() if "text-generation" in model.tasks)
    like = min(decoders, key=lambda shape: abs(math.log(shape.parameters / parameters)))
    wide = values.get("hidden_size")
    heads = values.get("heads") or (max(1, wide // values.get("head_size", 128)) if wide else max(like.heads, values.get("kv_heads", 1)))
    kv_heads = values.get("kv_heads") or (like.kv_heads if not given else heads)
    size = values.get("head_size") or (wide // heads if wide else like.head_size)
    if not size:
        raise InputError(f"heads: {heads} is more than the hidden_size {wide} has elements. Give at most {wide}.")
    if kv_heads > heads:
        raise InputError(f"kv_heads: {kv_heads} is more than the {heads} heads. Give at most {heads}.")
    own = {"window_tokens": 0, "windowed_layers": 0, "latent_rank": 0} if given else {}
    sizes = {"layers": values.get("layers", like.layers), "heads": heads, "kv_heads": kv_heads, "head_size": size, **own}
    shape = msgspec.structs.replace(like, sources=(), **counts, **sizes)
    assumed = ", ".join(option for option in _PROPORTIONS if option not in values)
    note = f"assumed from what is given and {like.name}, the nearest in size: {assumed}"
    return msgspec.structs.replace(shape, hidden_size=wide or heads * size), (note,) if assumed else ()


def _at_most_all(active: float, parameters: float) -> float:
    if active > parameters:
        most = f"{parameters / 1e9:g}"
        raise InputError(f"active_parameters_b: {active / 1e9:g} are more than the {most} there are. Give at most {most}.")
    return active
