"""The options of an estimate: their names and ranges, and the check of the values given for them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final, get_args

from engine.sizing.estimate_records import Method, Offload, Optimizer, Sharding
from engine.sizing.estimator.estimate_inputs import STAGES
from engine.sizing.startup.parts import LoadFrom, Pull
from engine.sizing.startup.scale_out import Place
from knowledge.errors import InputError, quote_value, suggest_name

# fmt: off
NUMBER_RANGES: Final[dict[str, tuple[float, float]]] = {
    "count": (1, 10_000), "accelerators": (1, 100_000), "batch": (1, 1_000_000), "concurrency": (1, 1_000_000),
    "input_tokens": (1, 10_000_000), "output_tokens": (1, 10_000_000), "rank": (1, 10_000),
    "image_gb": (0.01, 1_000),
    "parameters_b": (1e-6, 100_000), "active_parameters_b": (1e-6, 100_000), "gflops_per_item": (1e-9, 1e9),
    "layers": (1, 10_000), "hidden_size": (1, 1_000_000), "heads": (1, 10_000), "kv_heads": (1, 10_000), "head_size": (1, 100_000),
}
"""Option -> the smallest and the largest value."""
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "stage": STAGES, "method": get_args(Method), "optimizer": get_args(Optimizer), "sharding": get_args(Sharding),
    "offload": get_args(Offload), "pull": get_args(Pull),
    "place": get_args(Place),
    "load_from": get_args(LoadFrom),
}
"""Option -> its values."""
FLAGS: Final = ("no_checkpointing", "pure", "compiled", "chunked_loss")
"""Options that are true or false."""
# fmt: on
SIZE_OPTIONS: Final = ("parameters_b", "active_parameters_b", "gflops_per_item")
"""Numbers that give the size of a model."""
FRACTIONAL_NUMBERS: Final = (*SIZE_OPTIONS, "image_gb")
"""Numbers that may have decimals."""
START_OPTIONS: Final = ("place", "load_from", "pull", "image_gb")
"""What a further copy of a model that answers finds when it starts."""
_NAMES: Final = ("model", "instance", "accelerator", "model_config", "precision")
OPTIONS: Final = (*_NAMES, *NUMBER_RANGES, *CHOICES, *FLAGS)
"""All options, by the names that `--jsonl` uses."""
PROPORTION_OPTIONS: Final = ("layers", "hidden_size", "heads", "kv_heads", "head_size")
"""Numbers of a model's architecture; a configuration holds them."""
_NUMBER: Final = re.compile(r"[-+]?(?:\d[\d,_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_SUFFIXES: Final = {"": 1.0, "k": 1e3, "m": 1e6}
_BILLIONS: Final = {"": 1.0, "b": 1.0, "m": 1e-3}


def parse_options(given: Mapping[str, object]) -> dict[str, Any]:
    """The given options with typed values, without those of None. Raises InputError naming option, value and the nearest valid one."""
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in OPTIONS:
            raise InputError(f"{quote_value(name)}: there is no such option.{suggest_name(name, OPTIONS)}")
        if value is not None:
            values[name] = _parse_value(name, value)
    return values


def _parse_value(name: str, given: object) -> Any:  # noqa: ANN401  # of the kind that the option takes
    if name in NUMBER_RANGES:
        return _parse_number(name, given)
    if name in CHOICES:
        return _parse_choice(name, given, CHOICES[name])
    if name in FLAGS:
        if not isinstance(given, bool):
            raise InputError(f"{name}: {quote_value(given)} is neither true nor false.")
        return given
    if name == "model_config" and isinstance(given, Mapping):
        return given
    if not isinstance(given, str) or not given.strip():
        raise InputError(f"{name}: {quote_value(given)} is not a name.")
    return given.strip().lower() if name == "precision" else given.strip()


def _parse_number(name: str, given: object) -> float:
    (low, high), fraction = NUMBER_RANGES[name], name in FRACTIONAL_NUMBERS
    value = _read_float(given, _BILLIONS if name.endswith("_b") else _SUFFIXES)
    if value is None:
        raise InputError(f"{name}: {quote_value(given)} is not a number. Give one such as {7.5 if fraction else 4}.")
    if not low <= value <= high:
        kind = "a number" if fraction else "a whole number"
        raise InputError(f"{name}: {quote_value(given)} is out of range. Give {kind} from {low:g} to {high:,.0f}.")
    if not fraction and value != round(value):
        raise InputError(f"{name}: {quote_value(given)} is not a whole number. Try {max(round(value), 1)}.")
    return value if fraction else round(value)


def _read_float(given: object, suffixes: Mapping[str, float]) -> float | None:
    """A number of JSON or of the command line: 7, 1e3, 4k; None for what is no number."""
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        try:
            return float(given)
        except OverflowError:
            return math.inf
    text = given.strip().lower() if isinstance(given, str) and len(given) <= 100 else ""  # noqa: PLR2004  # nobody types a longer number
    if text.lstrip("+-") in ("nan", "inf", "infinity"):
        return math.nan
    match = _NUMBER.match(text)
    factor = suffixes.get(text[match.end() :].strip()) if match else None
    return float(match[0].replace(",", "").replace("_", "")) * factor if match and factor else None


def _parse_choice(name: str, given: object, choices: tuple[str, ...]) -> str:
    wanted = str(given).strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in choices:
        return wanted
    few = f"Choose from {', '.join(choices)}."
    raise InputError(f"{name}: {quote_value(given)} is not one of its values.{suggest_name(wanted, choices, few)}")
