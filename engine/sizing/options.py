"""What a question to the estimator may name, and the check of what somebody gave for it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final, get_args

from engine.sizing.estimated import Method, Offload, Optimizer, Sharding
from engine.sizing.question import STAGES
from engine.sizing.start.parts import LoadFrom, Pull
from engine.sizing.start.scale_out import Place
from knowledge.errors import InputError, shown, suggestion

# fmt: off
NUMBERS: Final[dict[str, tuple[float, float]]] = {
    "count": (1, 10_000), "accelerators": (1, 100_000), "batch": (1, 1_000_000), "concurrency": (1, 1_000_000),
    "input_tokens": (1, 10_000_000), "output_tokens": (1, 10_000_000), "rank": (1, 10_000),
    "image_gb": (0.01, 1_000),
    "parameters_b": (1e-6, 100_000), "active_parameters_b": (1e-6, 100_000), "gflops_per_item": (1e-9, 1e9),
    "layers": (1, 10_000), "hidden_size": (1, 1_000_000), "heads": (1, 10_000), "kv_heads": (1, 10_000), "head_size": (1, 100_000),
}
"""Option -> the least and the most it takes."""
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "stage": STAGES, "method": get_args(Method), "optimizer": get_args(Optimizer), "sharding": get_args(Sharding),
    "offload": get_args(Offload), "pull": get_args(Pull),
    "place": tuple(one for one in get_args(Place) if one != "fargate"),  # which has no instance types
    "load_from": tuple(one for one in get_args(LoadFrom) if one != "page-cache"),  # which is empty on a new machine
}
"""Option -> the names it takes."""
FLAGS: Final = ("no_checkpointing", "pure", "compiled", "chunked_loss")
"""Options that are so or not."""
# fmt: on
SIZES: Final = ("parameters_b", "active_parameters_b", "gflops_per_item")
"""Numbers that say how large a model is."""
FRACTIONS: Final = (*SIZES, "image_gb")
"""Numbers that need not be whole."""
STARTS: Final = ("place", "load_from", "pull", "image_gb")
"""What a further copy of a model that answers finds when it starts."""
_NAMES: Final = ("model", "instance", "accelerator", "model_config", "precision")
OPTIONS: Final = (*_NAMES, *NUMBERS, *CHOICES, *FLAGS)
"""All that can be given, by the names that `--jsonl` uses."""
PROPORTIONS: Final = ("layers", "hidden_size", "heads", "kv_heads", "head_size")
"""Numbers that say how a model is built; a configuration holds them."""
_NUMBER: Final = re.compile(r"[-+]?(?:\d[\d,_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_SUFFIXES: Final = {"": 1.0, "k": 1e3, "m": 1e6}
_BILLIONS: Final = {"": 1.0, "b": 1.0, "m": 1e-3}


def values_of(given: Mapping[str, object]) -> dict[str, Any]:
    """What was given, numbers as numbers, without what is None. Raises InputError naming option, value and the nearest valid one."""
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in OPTIONS:
            raise InputError(f"{shown(name)}: there is no such option.{suggestion(name, OPTIONS)}")
        if value is not None:
            values[name] = _value(name, value)
    return values


def _value(name: str, given: object) -> Any:  # noqa: ANN401  # of the kind that the option takes
    if name in NUMBERS:
        return _number(name, given)
    if name in CHOICES:
        return _choice(name, given, CHOICES[name])
    if name in FLAGS:
        if not isinstance(given, bool):
            raise InputError(f"{name}: {shown(given)} is neither true nor false.")
        return given
    if name == "model_config" and isinstance(given, Mapping):
        return given
    if not isinstance(given, str) or not given.strip():
        raise InputError(f"{name}: {shown(given)} is not a name.")
    return given.strip().lower() if name == "precision" else given.strip()


def _number(name: str, given: object) -> float:
    (low, high), fraction = NUMBERS[name], name in FRACTIONS
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
        try:
            return float(given)
        except OverflowError:
            return math.inf
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
