"""`compat`: from words, or from names of software and machines, to whether it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from engine.compatibility.judge import CompatibilityQuestion, judge
from engine.compatibility.mentions import CUDA_ITSELF, Host, Mention, host_in, software_in, software_named, unknown_subject, what_is_asked
from engine.compatibility.messages import complains, goes_on, least_capability, least_driver, told_capability
from engine.compatibility.records import Compatibility
from engine.compatibility.target import Target, target_of_accelerator, target_of_family, target_of_instance
from engine.lazy_pattern import lazy_pattern
from engine.symptoms import is_like, rank_symptoms
from knowledge import Knowledge
from knowledge.errors import InputError, nearest_name, quote_value
from knowledge.lookup import look_up
from knowledge.schema.compatibility import Need
from knowledge.sentences import fill_sentence

_TYPE: Final = lazy_pattern(r"\b(?:ml\.)?[a-z]{1,5}\d[\w-]{0,12}\.(?:metal|[a-z0-9]*(?:nano|micro|small|medium|large))\b", re.IGNORECASE)
_ARM: Final = lazy_pattern(r"\b(?:graviton\d?|arm64|aarch64|arm)\b", re.IGNORECASE)
_APPLE: Final = lazy_pattern(
    r"\b(?:mac\w*|apple|silicon)\W+(?:\w+\W+){0,2}m[1-5]\b|\bm[1-5]\s+(?:mac\w*|pro|max|ultra|chips?)\b", re.IGNORECASE
)
"""A chip of Apple, not a family: "my MacBook M2"."""
_NOT_HERE: Final = lazy_pattern(
    r"\b[\w-]+\+(?=[\s.,;)\"']|$)|\b[\w-]+\s+(?:or|and)\s+(?:newer|later|above|higher|better)\b"
    r"|\b(?:works|worked|runs|ran|fine) on (?:an? |the )?[\w-]+(?=[\s.!)]*$)",
    re.IGNORECASE,
)
"""Hardware on which it would run: "only supported on A100+ GPUs", "Ampere or newer", "it runs on A100"; no question asks so."""
_TIMES: Final = lazy_pattern(r"\b\d{1,2}\s?[x×*]\s?(?=[A-Za-z])")
"""How many of a device: "8xA100"."""
_GPU: Final = lazy_pattern(r"\b(?:gpus?|cuda)\b", re.IGNORECASE)
_NO_GPU: Final = lazy_pattern(
    r"\b(?:no|without|cpu.{0,12}|instead of)\s*(?:an?\s+)?gpus?\b|\bcpu[- ]only\b|\bon (?:the )?cpu\b", re.IGNORECASE
)
_MOST_TARGETS: Final = 4
_MOST_REMEDIES: Final = 2
_AREAS: Final = frozenset({"compatibility", "neuron"})
"""Of symptoms that software has which does not suit its hardware."""
_SAGEMAKER: Final = "ml."
_TRAINS: Final = lazy_pattern(r"\b(?:train\w*|fine-?tun\w*|processing job|notebook)\b", re.IGNORECASE)


def check_compatibility(
    text: str, knowledge: Knowledge, *, software: Sequence[str] = (), instances: Sequence[str] = ()
) -> tuple[Compatibility, ...]:
    """Whether software runs, for each machine or device that is named in words or beside them; one answer without a target where none is.

    Raises InputError for a name of software or of a machine that the base does not have.
    """
    text = what_is_asked(text, knowledge)
    mentions = (*_mentions(text, software, knowledge), *_in_messages(text, knowledge))
    asked = CompatibilityQuestion(" ".join((text, *software)), mentions, unknown_subject(text, knowledge))
    host = host_in(asked.text)
    targets = [_find_instance(name, knowledge) for name in instances] or list(_targets_in(text, knowledge))
    targets = _in_places(targets, mentions, text) or [Target(name="")]
    placed = (_with_place(_with_host(target, host), text, knowledge) for target in targets[:_MOST_TARGETS])
    return tuple(_with_symptom(judge(asked, target, knowledge), asked, knowledge) for target in placed)


def _with_symptom(found: Compatibility, asked: CompatibilityQuestion, knowledge: Knowledge) -> Compatibility:
    """What a failure is like, and what helps against that, where nothing that is known stands in the way."""
    if found.verdict != "unknown" or asked.unknown or not complains(asked.text):
        return found
    ranked = rank_symptoms(asked.text, knowledge)
    if not ranked or not is_like(asked.text, ranked[0], knowledge):
        return found
    symptom = ranked[0].symptom
    helps = tuple(one.remedy for one in symptom.remedies[:_MOST_REMEDIES])
    found = msgspec.structs.replace(found, symptom=symptom.name, mends=tuple(dict.fromkeys((*found.mends, *helps))))
    if symptom.area not in _AREAS or goes_on(asked.text):
        return found
    sentence = fill_sentence(knowledge, "compatibility", "fails_like", target=found.target or "", symptom=symptom.name)
    return msgspec.structs.replace(found, verdict="fails", sentence=sentence)


def _mentions(text: str, named: Sequence[str], knowledge: Knowledge) -> Iterator[Mention]:
    found = {one.software.id: one for one in software_in(text, knowledge)}
    for name in named:
        mention = find_software(name, knowledge)
        found[mention.software.id] = mention
    yield from found.values()


def find_software(name: str, knowledge: Knowledge) -> Mention:
    """Software by its name, with its version where one is told. Raises InputError for a name of none."""
    mention = software_named(name, knowledge)
    if mention is None:
        near = nearest_name(name.strip().lower().split(" ", maxsplit=1)[0], knowledge.software)
        hint = f" Did you mean {near}?" if near else " sizewise explain software lists them."
        raise InputError(f"--software: {quote_value(name)} is not known.{hint}")
    return mention


def _find_instance(name: str, knowledge: Knowledge) -> Target:
    found = target_of_instance(name, knowledge) or (target_of_family(name, knowledge) if name in knowledge.families else None)
    if found is None and name in knowledge.accelerators:
        found = target_of_accelerator(name, knowledge)
    if found is None:
        near = nearest_name(name, (*knowledge.instances, *knowledge.families, *knowledge.accelerators))
        raise InputError(f"--instance: {quote_value(name)} is not known.{f' Did you mean {near}?' if near else ''}")
    return found


def _targets_in(text: str, knowledge: Knowledge) -> Iterator[Target]:
    """The machines that a text names, else its devices, else its kind of host."""
    types = [found for name in dict.fromkeys(_TYPE.findall(text)) if (found := target_of_instance(name.lower(), knowledge)) is not None]
    if types:
        yield from types
        return
    bare = _TYPE.sub(" ", text)
    for other in (_APPLE, _NOT_HERE, _TIMES):
        bare = other.sub(" ", bare)
    hits = look_up(bare, knowledge)
    families = [found for hit in hits if hit.kind == "families" and (found := target_of_family(hit.id, knowledge)) is not None]
    devices = [target_of_accelerator(hit.id, knowledge) for hit in hits if hit.kind == "accelerators"]
    if families or devices:
        yield from (families or devices)
        return
    arm, gpu, capability = _ARM.search(text), _GPU.search(text), told_capability(text)
    if capability:
        yield Target(name=f"a GPU of compute capability {capability}", kind="gpu", capability=capability)
    elif arm is not None:
        yield Target(name=arm[0], architecture="arm64")
    elif gpu is not None:
        yield Target(name="a GPU", kind="gpu")


def _with_host(target: Target, host: Host) -> Target:
    return msgspec.structs.replace(target, **host._asdict())


def _in_places(targets: Sequence[Target], mentions: Sequence[Mention], text: str) -> list[Target]:
    """The machines; the place without machines of one's own that is named, where no machine is or only the kind of its host.

    Who asks for a GPU there is told what the place says of it.
    """
    if any(one.instance is not None or one.accelerator is not None or one.capability for one in targets):
        return list(targets)
    place = next((one.software.name for one in mentions if one.software.kind == "place"), "")
    architecture = targets[0].architecture if targets else ""
    wants_gpu = _GPU.search(text) is not None and not _NO_GPU.search(text)
    return [Target(name=place, kind="gpu" if wants_gpu else "cpu", architecture=architecture)] if place else list(targets)


def _with_place(target: Target, text: str, knowledge: Knowledge) -> Target:
    """A type as SageMaker writes it is that of an endpoint, unless something is trained."""
    is_endpoint = target.name.startswith(_SAGEMAKER) and not _TRAINS.search(text)
    return msgspec.structs.replace(target, place=knowledge.places["sagemaker-realtime"]) if is_endpoint else target


def _in_messages(text: str, knowledge: Knowledge) -> Iterator[Mention]:
    """What a pasted message itself asks for, in numbers."""
    capability, driver = least_capability(text), least_driver(text)
    if not capability and not driver:
        return
    spoken = knowledge.software[CUDA_ITSELF]
    because = knowledge.wording["compatibility"].texts["message_says"]
    need = Need(
        what="what the message asks for",
        compute_capability=f">={capability}" if capability else "",
        driver=f">={driver}" if driver else "",
        because=because,
        mends=next(one.mends for one in spoken.needs if bool(one.driver) == bool(driver) and not one.abilities),
        sources=spoken.sources,
    )
    yield Mention(msgspec.structs.replace(spoken, needs=(need,)))
