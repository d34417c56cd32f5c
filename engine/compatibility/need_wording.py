"""What software needs, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from knowledge import Knowledge
from knowledge.schema.compatibility import Need
from knowledge.sentences import Say, bind_subject

NOBODY: Final = ("none",)
"""Vendors of what runs on nothing that AWS has."""
_MOST_FEATURES: Final = 3


def need_in_words(need: Need, knowledge: Knowledge) -> str:
    """All of it, with the versions and the features that it is of: "0.21 or more, fp8: compute capability 8.9 or more"."""
    say = bind_subject(knowledge, "compatibility")
    told = ", ".join(tell(need, field, say) for field in _TOLD if getattr(need, field)) or need.what
    features = [name.strip() for name in need.feature.split(",")[:_MOST_FEATURES]] if need.feature else []
    of = ", ".join([*([range_in_words(need.versions, say)] if need.versions else []), *features])
    return f"{of}: {told}" if of else told


def tell(need: Need, field: str, say: Say) -> str:
    """One field of a need, which has to be given."""
    return _TOLD[field](need, say)


def any_of(names: Iterable[str], say: Say) -> str:
    """Names of which one is enough."""
    return f" {say('or')} ".join(names)


def range_in_words(wanted: str, say: Say) -> str:
    """Comparisons as people say them: "8.0 or more, below 9"."""
    if wanted[:1] not in "<>=!~":
        return any_of(wanted.split(","), say)
    return ", ".join(_comparison_in_words(part.strip(), say) for part in wanted.split(","))


def _comparison_in_words(part: str, say: Say) -> str:
    sign = next((sign for sign in _SIGNS if part.startswith(sign)), "")
    return say(_SIGNS[sign], version=part.removeprefix(sign).strip()) if sign else part


def _tell_vendors(need: Need, say: Say) -> str:
    return say("nobody") if need.vendors == NOBODY else say("device_of", vendors=any_of(need.vendors, say))


def _tell_range(key: str, field: str) -> Callable[[Need, Say], str]:
    return lambda need, say: say(key, range=range_in_words(getattr(need, field), say))


_TOLD: Final[Mapping[str, Callable[[Need, Say], str]]] = {
    "processors": lambda need, say: any_of((say(f"processor_{one}") for one in need.processors), say),
    "vendors": _tell_vendors,
    "architectures": lambda need, say: any_of(need.architectures, say),
    "accelerators": lambda need, say: any_of(need.accelerators, say),
    "compute_capability": _tell_range("capability", "compute_capability"),
    "precisions": lambda need, say: say("data_types", types=", ".join(need.precisions)),
    "abilities": lambda need, say: ", ".join(say(f"ability_{one}") for one in need.abilities),
    "instructions": lambda need, _: ", ".join(need.instructions),
    "driver": _tell_range("driver", "driver"),
    "cuda": _tell_range("cuda", "cuda"),
    "neuron": _tell_range("neuron", "neuron"),
    "rocm": _tell_range("rocm", "rocm"),
    "package_mb": _tell_range("package", "package_mb"),
    "python": _tell_range("python", "python"),
}
"""Field of a need -> its words."""
_SIGNS: Final = {">=": "or_more", "<=": "at_most", "==": "exactly", "!=": "other_than", "~=": "about", ">": "above", "<": "below"}
"""Sign -> its words; the longer signs first."""
