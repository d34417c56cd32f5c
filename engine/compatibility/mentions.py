"""The software that a text names, with versions and features, and the versions of drivers and toolkits on the host."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from engine.compatibility.messages import least_capability, least_driver, without_image_driver
from engine.compatibility.version_ranges import is_version
from engine.intake.software_names import software_names
from engine.lazy_pattern import lazy_pattern
from knowledge import Knowledge
from knowledge.lookup import look_up
from knowledge.schema.compatibility import Need, Software

_WORD: Final = lazy_pattern(r"[a-z0-9]+(?:[.+][a-z0-9]+)*")
_QUOTED_VERSION: Final = lazy_pattern(r"""\s*,?\s*["'](\d{1,4}(?:\.\d{1,4}){1,3})["']""")
_GENERATION: Final = lazy_pattern(r"\s+V[01]\b(?!\.)")
"""Of an engine, not its version: "vLLM V1"."""
_SWITCHED_OFF: Final = lazy_pattern(r"[-\w]*\w\s*[=:]\s*(?:false|off|none|disabled?)\b", re.IGNORECASE)
_KEPT_KINDS: Final = frozenset({"engine", "framework", "place", "image"})
_SENTENCE: Final = lazy_pattern(r"(?<=[.?!])\s+")
_PART: Final = lazy_pattern(r"[a-z0-9]+")
"""Of words that points and signs join: "2.6.0+cu124", "p6-b200.48xlarge"."""
_LONG: Final = 5
"""Letters of a word that is a name by itself: "marlin"."""
CUDA_ITSELF: Final = "cuda-messages"
"""Named beside nearly everything, so that it hides no message of other software."""
_VERSION: Final = lazy_pattern(
    r"\s*(?:[=<>~]=|@|:(?!\d\b(?!\.))|v|version|release|-)?\s*v?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\w%]|\s*(?:gb|gib|mb|b\b|x\b|tokens|bit))",
    re.IGNORECASE,
)
_CUDA: Final = lazy_pattern(r"\b(?:cuda(?:\s*(?:toolkit|version|runtime|driver))?[\s=:v-]*(\d{1,2}\.\d)|cu(\d{2})(\d))\b", re.IGNORECASE)
_DRIVER: Final = lazy_pattern(
    r"\bdrivers?(?:\s*(?:version|branch))?[\s=:v-]*(\d{3}(?:\.\d{1,3}){0,2})\b|\b(\d{3}(?:\.\d{1,3}){1,2})\s+drivers?\b", re.IGNORECASE
)
_NEURON: Final = lazy_pattern(r"\bneuron(?:\s*sdk)?[\s=:v-]*(\d\.\d{1,2}(?:\.\d)?)\b", re.IGNORECASE)
_PYTHON: Final = lazy_pattern(r"\b(?:python|py|cp)[\s=:v-]*(3\.\d{1,2})\b", re.IGNORECASE)
_THING: Final = r"(?:zip|package|layers?|images?|container|unzipped|unpacked|uncompressed|bundle|archive|artifact)"
_PACKAGE: Final = lazy_pattern(
    rf"(?P<size>\d+(?:\.\d+)?)\s*(?P<unit>[gm]i?b)\b[^.;?!]{{0,20}}?\b{_THING}\b"
    rf"|\b{_THING}\b[^.;?!]{{0,25}}?\b(?P<size_behind>\d+(?:\.\d+)?)\s*(?P<unit_behind>[gm]i?b)\b(?!\s*(?:limit|(?:of )?(?:memory|ram)))",
    re.IGNORECASE,
)
"""How large what is deployed is: "a 700 MB zip", "the image has 14 GB"."""
_MB_A_GB: Final = 1024.0
_SUBJECT: Final = lazy_pattern(
    r"(?:^|[.?!,;:]\s+|\b(?:and|so|but)\s+)(?:will|can|could|does|do|should|would|is|are)\s+(?:the\s+|an?\s+)?(?P<name>[a-z][\w.+]*(?:-\w+)*)",
    re.IGNORECASE,
)
_IS_NAME: Final = lazy_pattern(r"(?=.*[A-Za-z]{3})(?:.+[A-Z]|.*[a-z]\d)")
"""Written as names of software are: "LMDeploy", "exllamav3"."""
_ENDS_IN_NUMBER: Final = lazy_pattern(r"(?<=[\s-])\d+(?:\.\d+)*$")
_NUMBER: Final = lazy_pattern(r"\d+(?:\.\d+)*")
_DETECTED: Final = lazy_pattern(r"\bversion (\d{3}\.\d+(?:\.\d+)?) was detected", re.IGNORECASE)
"""What an image says of the host's driver."""


class Mention(NamedTuple):
    """Software that a text speaks of."""

    software: Software
    version: str = ""
    """As told; empty where it was not."""
    errors: tuple[Need, ...] = ()
    """Needs whose message the text holds: they are lacking, whatever the version."""


class Host(NamedTuple):
    """What a text tells of the host, and of what is to run there."""

    cuda: str = ""
    driver: str = ""
    neuron: str = ""
    python: str = ""
    package_mb: float | None = None
    """Of the archive or the image."""


def software_in(text: str, knowledge: Knowledge) -> tuple[Mention, ...]:
    """All that is named, by name or by a message of its own, in the order of the text; the longest name counts."""
    found: dict[str, Mention] = {}
    lowered = text.lower()
    for one in software_names(text, knowledge):
        known, version = found.get(one.id), _version_of(text, one.start, one.end, knowledge.software[one.id])
        if not one.is_denied and (known is None or (version and not known.version)):
            found[one.id] = Mention(knowledge.software[one.id], version)
    messages = _messages_in(lowered, knowledge)
    says_itself = bool(least_capability(text) or least_driver(text))  # what is lacking, so that nobody has to be guessed
    for identity in () if says_itself and not found else _senders(messages, found.keys() - {CUDA_ITSELF}, knowledge):
        found[identity] = found.get(identity, Mention(knowledge.software[identity]))._replace(errors=messages[identity])
    return tuple(found.values())


def _senders(messages: Mapping[str, tuple[Need, ...]], named: AbstractSet[str], knowledge: Knowledge) -> Iterator[str]:
    """Whose messages they are: of kernels and toolkits, which others only pass on, and of what is named; else of all that have them."""
    own = {identity for identity, needs in messages.items() if any(_is_own_message(need, identity, knowledge) for need in needs)}
    everywhere = () if named or own else (one for one in messages if knowledge.software[one].kind != "place")
    sent = {*own, *(named & messages.keys()), *everywhere}
    return (identity for identity in messages if identity in sent)


def software_named(name: str, knowledge: Knowledge) -> Mention | None:
    """One piece of software by its name, "vllm 0.11"; None for a name of none."""
    found = software_in(name, knowledge)
    return found[0] if found else None


def what_is_asked(text: str, knowledge: Knowledge) -> str:
    """The text without what is switched off, and without what it tells of other engines than the one that it asks about.

    "Does LMDeploy run on it? vLLM refuses it.", "with USE_FLASH_ATTENTION=false".
    """
    text = _without_denied(text, knowledge)
    subject = next((one for one in map(_subject_of(knowledge), _SUBJECT.finditer(text)) if one), "")
    if not subject:
        return text
    return " ".join(one for one in _SENTENCE.split(text) if one.endswith("?") or not _is_of_others(one, subject, knowledge))


def _without_denied(text: str, knowledge: Knowledge) -> str:
    """Blanks where switches are off and where software is named that is not there; engines may be there all the same."""
    switches = " ; ".join(match[0].replace("_", " ") for match in _SWITCHED_OFF.finditer(text))
    text = _SWITCHED_OFF.sub(lambda match: " " * len(match[0]), text)
    named = tuple(software_names(text, knowledge))
    denied = {one.id for one in named if one.is_denied and knowledge.software[one.id].kind not in _KEPT_KINDS}
    denied |= {one.id for one in software_names(switches, knowledge)}
    for one in named:
        if one.id in denied:
            text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


def _subject_of(knowledge: Knowledge) -> Callable[[re.Match[str]], str]:
    """A function from where a question begins to the engine that it is about; empty where it is about no engine."""

    def engine_at(match: re.Match[str]) -> str:
        named = (one.id for one in software_names(match.string, knowledge) if one.start == match.start("name"))
        return next((one for one in named if knowledge.software[one].kind == "engine"), "")

    return engine_at


def _is_of_others(sentence: str, subject: str, knowledge: Knowledge) -> bool:
    engines = {one.id for one in software_names(sentence, knowledge) if knowledge.software[one.id].kind == "engine"}
    return bool(engines) and subject not in engines


def unknown_subject(text: str, knowledge: Knowledge) -> str:
    """The name of what is asked about, where nothing here bears it: "Can LMDeploy serve it on a V100?"; empty where there is none."""
    for match in _SUBJECT.finditer(text):
        name = match["name"]
        if _IS_NAME.search(name) and name.lower() not in _known_words(knowledge) and next(software_names(name, knowledge), None) is None:
            return "" if look_up(name, knowledge) else name
    return ""


@functools.lru_cache(maxsize=4)
def _known_words(knowledge: Knowledge) -> frozenset[str]:
    """The words of all names of hardware, places and tools."""
    kinds = (knowledge.accelerators, knowledge.places, knowledge.tools, knowledge.frameworks, knowledge.processors)
    return frozenset(word for kind in kinds for one in kind.values() for word in _WORD.findall(one.name.lower()))


def host_in(text: str) -> Host:
    """The versions of CUDA, of NVIDIA's driver, of the Neuron SDK and of Python that a text tells, and how large the package is."""
    cuda, neuron, python = _CUDA.search(text), _NEURON.search(text), _PYTHON.search(text)
    package = _PACKAGE.search(text)
    driver = _DETECTED.search(text) or _DRIVER.search(without_image_driver(text))
    return Host(
        cuda=(cuda[1] or f"{cuda[2]}.{cuda[3]}") if cuda else "",
        driver=next((part for part in driver.groups() if part), "") if driver else "",
        neuron=neuron[1] if neuron else "",
        python=python[1] if python else "",
        package_mb=_megabytes(package) if package else None,
    )


def _megabytes(match: re.Match[str]) -> float:
    size, unit = (match["size"], match["unit"]) if match["size"] else (match["size_behind"], match["unit_behind"])
    return float(size) * (_MB_A_GB if unit.lower().startswith("g") else 1.0)


def speaks_of_feature(text: str, feature: str, software: Software, knowledge: Knowledge) -> bool:
    """True if the telling words of one of its names stand in a text; a name of common words only has to stand there as a whole."""
    words, parts = _WORD.findall(text.lower()), _PART.findall(text.lower())
    said, whole = {*words, *parts}, f" {' '.join(words)} | {' '.join(parts)} "
    own = {word for name in (software.name, *software.aliases) for word in _WORD.findall(name.lower())}
    common = frozenset(knowledge.wording["compatibility"].texts["common_words"].split())
    for name in feature.lower().split(","):
        wanted = _WORD.findall(name)
        telling = {*wanted} - common - own
        if telling <= said if _is_telling(telling, wanted) else f" {' '.join(wanted)} " in whole:
            return True
    return False


def _is_telling(telling: AbstractSet[str], wanted: Sequence[str]) -> bool:
    """Whether words tell a feature wherever they stand; what is left of "no kernel image" without its common words does not."""
    return len(telling) > 1 or len(telling) == len(wanted) or any(len(word) >= _LONG or not word.isalpha() for word in telling)


def _version_of(text: str, start: int, end: int, software: Software) -> str:
    """The version behind a name, or at its end: "vLLM 0.11", "CUDA 12.4"."""
    inside = _ENDS_IN_NUMBER.search(text, start, end)
    if inside is not None:
        whole = _NUMBER.match(text, inside.start())
        return whole[0] if whole is not None and ("." in whole[0] or software.kind == "toolkit") else ""
    match = _QUOTED_VERSION.match(text, end) or _VERSION.match(text, end)
    is_told = match is not None and is_version(match[1]) and not _GENERATION.match(text, end)
    return match[1] if match is not None and is_told else ""


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
