"""The software that a text names, with versions and features, and the versions of drivers and toolkits on the host."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine.compatibility.messages import without_image_driver
from engine.compatibility.version_ranges import is_version
from engine.intake.software_names import software_names
from knowledge import Knowledge
from knowledge.schema.compatibility import Need, Software

_WORD: Final = re.compile(r"[a-z0-9]+(?:[.+][a-z0-9]+)*")
_VERSION: Final = re.compile(
    r"\s*(?:[=<>~]=|@|:|v|version|release|-)?\s*v?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\w%]|\s*(?:gb|gib|mb|b\b|x\b|tokens|bit))", re.IGNORECASE
)
_CUDA: Final = re.compile(r"\b(?:cuda(?:\s*(?:toolkit|version|runtime|driver))?[\s=:v-]*(\d{1,2}\.\d)|cu(\d{2})(\d))\b", re.IGNORECASE)
_DRIVER: Final = re.compile(
    r"\bdrivers?(?:\s*(?:version|branch))?[\s=:v-]*(\d{3}(?:\.\d{1,3}){0,2})\b|\b(\d{3}(?:\.\d{1,3}){1,2})\s+drivers?\b", re.IGNORECASE
)
_NEURON: Final = re.compile(r"\bneuron(?:\s*sdk)?[\s=:v-]*(\d\.\d{1,2}(?:\.\d)?)\b", re.IGNORECASE)
_ENDS_IN_NUMBER: Final = re.compile(r"(?<=[\s-])\d+(?:\.\d+)*$")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*")
_DETECTED: Final = re.compile(r"\bversion (\d{3}\.\d+(?:\.\d+)?) was detected", re.IGNORECASE)
"""What an image says of the host's driver."""


class Mention(NamedTuple):
    """Software that a text speaks of."""

    software: Software
    version: str = ""
    """As told; empty where it was not."""
    errors: tuple[Need, ...] = ()
    """Needs whose message the text holds: they are lacking, whatever the version."""


class Host(NamedTuple):
    """What a text tells of the host."""

    cuda: str = ""
    driver: str = ""
    neuron: str = ""


def software_in(text: str, knowledge: Knowledge) -> tuple[Mention, ...]:
    """All that is named, by name or by a message of its own, in the order of the text; the longest name counts."""
    found: dict[str, Mention] = {}
    lowered = text.lower()
    for one in software_names(text, knowledge):
        known, version = found.get(one.id), _version_of(text, one.start, one.end)
        if not one.is_denied and (known is None or (version and not known.version)):
            found[one.id] = Mention(knowledge.software[one.id], version)
    named = dict(found)
    for identity, needs in _messages_in(lowered, knowledge).items():
        own = tuple(need for need in needs if _is_own_message(need, identity, knowledge))
        if identity in named or not named or own:  # many pieces of software pass on the same message
            found[identity] = found.get(identity, Mention(knowledge.software[identity]))._replace(errors=needs)
    return tuple(found.values())


def software_named(name: str, knowledge: Knowledge) -> Mention | None:
    """One piece of software by its name, "vllm 0.11"; None for a name of none."""
    found = software_in(name, knowledge)
    return found[0] if found else None


def host_in(text: str) -> Host:
    """The versions of CUDA, of NVIDIA's driver and of the Neuron SDK that a text tells."""
    cuda, neuron = _CUDA.search(text), _NEURON.search(text)
    driver = _DETECTED.search(text) or _DRIVER.search(without_image_driver(text))
    return Host(
        cuda=(cuda[1] or f"{cuda[2]}.{cuda[3]}") if cuda else "",
        driver=next((part for part in driver.groups() if part), "") if driver else "",
        neuron=neuron[1] if neuron else "",
    )


def speaks_of_feature(text: str, feature: str, software: Software, knowledge: Knowledge) -> bool:
    """True if the telling words of a feature, of one of its names, stand in a text; those of the software itself tell nothing."""
    said = {*_WORD.findall(text.lower())}
    own = {word for name in (software.name, *software.aliases) for word in _WORD.findall(name.lower())}
    common = frozenset(knowledge.wording["compatibility"].texts["common_words"].split())
    telling = ({*_WORD.findall(name)} - common - own for name in feature.lower().split(","))
    return any(words and words <= said for words in telling)


def _version_of(text: str, start: int, end: int) -> str:
    """The version behind a name, or at its end: "vLLM 0.11", "CUDA 12.4"."""
    inside = _ENDS_IN_NUMBER.search(text, start, end)
    if inside is not None:
        whole = _NUMBER.match(text, inside.start())
        return whole[0] if whole is not None and "." in whole[0] else ""
    match = _VERSION.match(text, end)
    return match[1] if match and is_version(match[1]) else ""


def _messages_in(lowered: str, knowledge: Knowledge) -> Mapping[str, tuple[Need, ...]]:
    """Id -> its needs of which a message stands in the text."""
    plain = _plain(lowered)
    found: dict[str, tuple[Need, ...]] = {}
    for identity, need, message in _messages(knowledge):
        if message in plain and need not in found.get(identity, ()):
            found[identity] = (*found.get(identity, ()), need)
    return found


def _is_own_message(need: Need, identity: str, knowledge: Knowledge) -> bool:
    """True if a message of the need is that of a kernel or a toolkit, which others only pass on."""
    return bool(need.errors) and knowledge.software[identity].kind in {"kernel", "toolkit"}


@functools.lru_cache(maxsize=4)
def _messages(knowledge: Knowledge) -> tuple[tuple[str, Need, str], ...]:
    return tuple(_all_messages(knowledge))


def _all_messages(knowledge: Knowledge) -> Iterator[tuple[str, Need, str]]:
    for one in knowledge.software.values():
        for need in one.needs:
            for message in need.errors:
                yield one.id, need, _plain(message.lower())


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9_.]+", text))
