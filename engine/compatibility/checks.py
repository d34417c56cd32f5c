"""One need of software against one piece of hardware: passes, fails, or nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.compatibility.need_wording import NOBODY, range_in_words, tell
from engine.compatibility.records import Outcome
from engine.compatibility.target import Target
from engine.compatibility.version_ranges import is_within, overlap
from knowledge.schema.compatibility import Need
from knowledge.sentences import Say

_NVIDIA: Final = "NVIDIA"
_NONE: Final = "<0"
"""Versions that serve a device which none does."""
_MAKERS: Final = {"cuda": _NVIDIA, "driver": _NVIDIA, "rocm": "AMD", "neuron": "AWS"}
"""Capability -> whose devices have it."""


class Check(NamedTuple):
    """The outcome for one field of a need."""

    outcome: Outcome
    need: str
    has: str
    is_of_host: bool = False
    """True if the host is to blame, which may be chosen."""


def check_need(need: Need, target: Target, say: Say) -> Check | None:
    """A need with all its fields, which have to hold together: the first that fails, else the first that nobody knows.

    None where it says nothing of this kind of hardware, as a compute capability does of a CPU.
    """
    details = [check for field in _DETAILS if (check := field(need, target, say)) is not None]
    kinds = [check for field in _KINDS if (check := field(need, target, say)) is not None]
    if _has_details(need) and (not details or any(check.outcome == "fails" for check in kinds)):
        return None  # the kind of hardware only says of what the rest is told
    checks = [*kinds, *details]
    if not checks:
        return None
    worst = next((check for outcome in ("fails", "unknown") for check in checks if check.outcome == outcome), None)
    return worst or Check("passes", ", ".join(check.need for check in checks), "; ".join(dict.fromkeys(check.has for check in checks)))


def _vendors(need: Need, target: Target, say: Say) -> Check | None:
    if not need.vendors or (target.processor == "cpu" and len(need.vendors) > 1):
        return None  # what serves devices of several makers runs without one too
    told = tell(need, "vendors", say)
    if need.vendors == NOBODY:
        return Check("fails", told, say("not_offered"))
    if target.accelerator is None:
        return Check("fails" if target.processor == "cpu" else "unknown", told, _without_device(target, say))
    wanted = {vendor.lower() for vendor in need.vendors}
    is_one = any(vendor in target.accelerator.vendor.lower() or target.accelerator.vendor.lower() in vendor for vendor in wanted)
    return Check("passes" if is_one else "fails", told, say("is_by", name=target.accelerator.name, vendor=target.accelerator.vendor))


def _processors(need: Need, target: Target, say: Say) -> Check | None:
    if not need.processors:
        return None
    told, processor = tell(need, "processors", say), target.processor
    if processor is None:
        return Check("unknown", told, say("no_processor"))
    has = _without_device(target, say) if processor == "cpu" else say("has", name=target.name, what=say(f"processor_{processor}"))
    return Check("passes" if processor in need.processors else "fails", told, has)


def _compute_capability(need: Need, target: Target, say: Say) -> Check | None:
    if not need.compute_capability or target.processor == "cpu":
        return None
    told = tell(need, "compute_capability", say)
    has = target.compute_capability
    if not has:
        is_other = target.accelerator is not None and target.accelerator.vendor != _NVIDIA
        return None if is_other else Check("unknown", told, _without_device(target, say))
    outcome: Outcome = "passes" if is_within(has, need.compute_capability) else "fails"
    return Check(outcome, told, say("has", name=target.name, what=has))


def _accelerators(need: Need, target: Target, say: Say) -> Check | None:
    if not need.accelerators:
        return None
    told = tell(need, "accelerators", say)
    if target.accelerator is None:
        return Check("fails" if target.processor == "cpu" else "unknown", told, _without_device(target, say))
    return Check("passes" if target.accelerator.id in need.accelerators else "fails", told, target.accelerator.name)


def _precisions(need: Need, target: Target, say: Say) -> Check | None:
    if not need.precisions:
        return None
    told = tell(need, "precisions", say)
    if target.accelerator is not None:
        lacking = [one for one in need.precisions if one not in target.accelerator.precisions]
        has = say("computes_in", name=target.accelerator.name, types=", ".join(target.accelerator.precisions))
        return Check("fails" if lacking else "passes", told, has)
    if target.core is not None:
        lacking = [one for one in need.precisions if one not in target.core.peak_gflops]
        return Check(
            "fails" if lacking else "passes", told, say("computes_in", name=target.core.name, types=", ".join(target.core.peak_gflops))
        )
    return Check("unknown", told, say("not_known"))


def _abilities(need: Need, target: Target, say: Say) -> Check | None:
    if not need.abilities:
        return None
    told = tell(need, "abilities", say)
    if target.accelerator is None:
        return Check("fails" if target.processor == "cpu" else "unknown", told, _without_device(target, say))
    known, name = target.accelerator.capabilities.abilities, target.accelerator.name
    lacking = [one for one in need.abilities if one in known and not known[one].value]
    if lacking:
        return Check("fails", told, say("has_no", name=name, what=say(f"ability_{lacking[0]}")))
    unknown = [one for one in need.abilities if one not in known]
    return Check("unknown", told, say("not_told", name=name)) if unknown else Check("passes", told, name)


def _cuda(need: Need, target: Target, say: Say) -> Check | None:
    if not need.cuda:
        return None
    told = tell(need, "cuda", say)
    if target.cuda and target.processor != "cpu" and not is_within(target.cuda, need.cuda):
        return Check("fails", told, say("cuda", range=target.cuda))
    return _range_of_device(told, need.cuda, target, "cuda", say)


def _driver(need: Need, target: Target, say: Say) -> Check | None:
    if not need.driver:
        return None
    told = tell(need, "driver", say)
    if target.driver:
        newest = target.driver if "." in target.driver else f"{target.driver}.999"  # a branch, of which any release may be meant
        return Check("passes" if is_within(newest, need.driver) else "fails", told, say("driver", range=target.driver))
    if target.default_driver and target.place is not None and not is_within(target.default_driver, need.driver):
        has = say("host_driver", name=target.name, place=target.place.name, driver=target.default_driver)
        return Check("fails", told, has, is_of_host=True)
    return _range_of_device(told, need.driver, target, "driver", say)


def _neuron(need: Need, target: Target, say: Say) -> Check | None:
    if not need.neuron:
        return None
    told = tell(need, "neuron", say)
    if target.neuron and not is_within(target.neuron, need.neuron):
        return Check("fails", told, say("neuron", range=target.neuron))
    return _range_of_device(told, need.neuron, target, "neuron", say)


def _rocm(need: Need, target: Target, say: Say) -> Check | None:
    return _range_of_device(tell(need, "rocm", say), need.rocm, target, "rocm", say) if need.rocm else None


def _range_of_device(told: str, wanted: str, target: Target, name: str, say: Say) -> Check | None:
    """A range that is wanted against the one of which the device is served; None for devices of other makers."""
    if target.accelerator is None:
        return None if target.processor == "cpu" else Check("unknown", told, _without_device(target, say))
    if target.accelerator.vendor != _MAKERS[name]:
        return None
    served = getattr(target.accelerator.capabilities, name)
    if served is None:
        return Check("unknown", told, say("not_told", name=target.accelerator.name))
    outcome: Outcome = "passes" if overlap(wanted, served.value) else "fails"
    versions = say("none") if served.value == _NONE else range_in_words(served.value, say)
    return Check(outcome, told, say("served_by", name=target.accelerator.name, range=versions))


def _architectures(need: Need, target: Target, say: Say) -> Check | None:
    if not need.architectures:
        return None
    told = tell(need, "architectures", say)
    if not target.architecture:
        return Check("unknown", told, say("no_host"))
    return Check("passes" if target.architecture in need.architectures else "fails", told, say("host_of", architecture=target.architecture))


def _instructions(need: Need, target: Target, say: Say) -> Check | None:
    if not need.instructions or target.processor not in ("cpu", None):
        return None
    told = tell(need, "instructions", say)
    if target.core is None or not target.core.vector_instructions:
        return Check("unknown", told, say("no_host"))
    has = {_plain(one) for one in target.core.vector_instructions}
    lacking = [one for one in need.instructions if not any(_plain(one) in known for known in has)]
    return Check("fails" if lacking else "passes", told, say("has", name=target.core.name, what=", ".join(target.core.vector_instructions)))


def _package(need: Need, target: Target, say: Say) -> Check | None:
    if not need.package_mb or target.package_mb is None:
        return None  # how large it is may be anything
    told = tell(need, "package_mb", say)
    outcome: Outcome = "passes" if is_within(f"{target.package_mb:g}", need.package_mb) else "fails"
    return Check(outcome, told, say("package", range=f"{target.package_mb:,.0f}"))


def _python(need: Need, target: Target, say: Say) -> Check | None:
    if not need.python or not target.python:
        return None  # Python is chosen as easily as the package itself
    told = tell(need, "python", say)
    return Check("passes" if is_within(target.python, need.python) else "fails", told, say("python", range=target.python))


_Field = Callable[[Need, Target, Say], Check | None]
_KINDS: Final[tuple[_Field, ...]] = (_processors, _vendors, _architectures)
"""Fields that tell a kind of hardware; beside others they only say of which hardware those are told."""
_DETAILS: Final[tuple[_Field, ...]] = (
    *(_accelerators, _compute_capability, _precisions, _abilities, _instructions),
    *(_driver, _cuda, _neuron, _rocm, _package, _python),
)
_DETAIL_NAMES: Final = (
    *("accelerators", "compute_capability", "precisions", "abilities", "instructions"),
    *("driver", "cuda", "neuron", "rocm", "package_mb", "python"),
)


def _has_details(need: Need) -> bool:
    return any(getattr(need, name) for name in _DETAIL_NAMES)


def _without_device(target: Target, say: Say) -> str:
    return say("no_accelerator", name=target.name) if target.processor == "cpu" else say("no_device")


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")
