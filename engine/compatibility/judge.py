"""Will it run: what software needs, held against hardware; the nearest hardware that passes, and what else mends it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from engine.compatibility.checks import Check, check_need
from engine.compatibility.mentions import CUDA_ITSELF, Mention, speaks_of_feature
from engine.compatibility.messages import complains, goes_on, names_other_device, tells_of_the_past
from engine.compatibility.records import Compatibility, CompatVerdict, Requirement
from engine.compatibility.target import Target, target_of_instance
from engine.compatibility.version_ranges import bound_of, is_open_above, is_within, newest_of, version_below
from knowledge import Knowledge
from knowledge.schema.compatibility import Need, Software
from knowledge.sentences import bind_subject, fill_sentence

_MOST_NEAREST: Final = 3
_MOST_MENDS: Final = 5


class CompatibilityQuestion(NamedTuple):
    """What is asked: software, in words that may name features of it."""

    text: str
    mentions: tuple[Mention, ...]
    unknown: str = ""
    """Software that the question is about and of which nothing is known."""


class _JudgedNeed(NamedTuple):
    mention: Mention
    need: Need
    check: Check
    has_it: bool = False
    """Whether the hardware has what a message says is lacking."""

    @property
    def is_shown(self) -> bool:
        """Whether a message in the text tells that it is lacking."""
        return self.need in self.mention.errors


def judge(asked: CompatibilityQuestion, target: Target, knowledge: Knowledge) -> Compatibility:
    """Whether everything that was asked about runs on a target."""
    judged = _without_denied_messages([*_judge_all(asked, target, knowledge), *_judge_host(target, knowledge)], asked.text)
    judged = _without_open_devices(judged, target, asked.text)
    verdict = _verdict(judged, asked)
    blocking = [one for one in judged if one.check.outcome == ("fails" if verdict == "fails" else "unknown")]
    return Compatibility(
        target=target.name,
        software=tuple(_name_of(one) for one in asked.mentions),
        verdict=verdict,
        sentence=_verdict_in_words(asked, target, verdict, blocking, knowledge),
        because=tuple(dict.fromkeys(_sentence(one, knowledge) for one in blocking)),
        nearest=tuple(_nearest(asked, target, knowledge)) if verdict == "fails" else (),
        requirements=tuple(_requirement(one) for one in judged),
        mends=_mends(blocking, asked, target, knowledge) if verdict != "runs" else (),
        ask=_question(verdict, blocking, asked, target, knowledge),
    )


def _question(
    verdict: CompatVerdict, blocking: Sequence[_JudgedNeed], asked: CompatibilityQuestion, target: Target, knowledge: Knowledge
) -> str:
    """What would decide: what is not known, or the version where an older one runs; empty where nothing would."""
    if verdict == "unknown":
        return blocking[0].check.need if blocking else ""
    for one in blocking if verdict == "fails" else ():
        older = version_below(one.need.versions) if not one.mention.version and not one.is_shown else ""
        if older:
            judged = _judge_all(CompatibilityQuestion(asked.text, (one.mention._replace(version=older),)), target, knowledge)
            if "fails" not in {other.check.outcome for other in judged}:
                bound = bound_of(one.need.versions)
                return fill_sentence(knowledge, "compatibility", "ask_version", software=one.mention.software.name, version=bound)
    return ""


def _verdict_in_words(
    asked: CompatibilityQuestion, target: Target, verdict: CompatVerdict, blocking: Sequence[_JudgedNeed], knowledge: Knowledge
) -> str:
    """The verdict as a sentence; what fails is named alone, and a failure that is told of is not denied."""
    say = bind_subject(knowledge, "compatibility")
    concerned = [one.mention for one in blocking] if verdict == "fails" else asked.mentions
    named = [one for one in asked.mentions if one.software.id != CUDA_ITSELF]
    if named and all(one.software.id == CUDA_ITSELF for one in concerned):
        concerned = named  # built with CUDA, whose message it passes on
    names = tuple(dict.fromkeys(_name_of(one) for one in concerned if one.software.name != target.name))
    if asked.unknown and verdict == "unknown":
        return say("unknown_subject", software=asked.unknown, target=target.name or say("no_target"))
    if not names and concerned:
        return say(f"{verdict}_there", target=target.name)
    if not names:
        return say("unknown_software")
    key = "unknown_failure" if verdict == "unknown" and complains(asked.text) else verdict
    told = f" {say('and')} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return say(key if len(names) == 1 else f"{key}_several", software=told, target=target.name or say("no_target"))


def _mends(blocking: Sequence[_JudgedNeed], asked: CompatibilityQuestion, target: Target, knowledge: Knowledge) -> tuple[str, ...]:
    """What helps against each thing that blocks: the host where that may be chosen, a newer version where that runs, then what is known."""
    host = [knowledge.wording["compatibility"].texts["newer_host"]] if any(one.check.is_of_host for one in blocking) else []
    shown, others = ([one for one in blocking if one.is_shown is wanted] for wanted in (True, False))
    newer = _updates(blocking, asked, target, knowledge)
    return tuple(dict.fromkeys([*host, *newer, *_in_turn(shown), *_in_turn(others)]))[:_MOST_MENDS]


def _updates(blocking: Iterable[_JudgedNeed], asked: CompatibilityQuestion, target: Target, knowledge: Knowledge) -> Iterator[str]:
    """Where the newest version of what blocks has nothing against the hardware: to take that.

    A message of CUDA is one of whatever was built with it.
    """
    said = {one.mention.software.id for one in blocking}
    old = [one.mention for one in blocking if one.mention.version or (one.has_it and one.mention.software.id != CUDA_ITSELF)]
    if said == {CUDA_ITSELF}:
        old = [one for one in asked.mentions if one.version and one.software.id != CUDA_ITSELF]
    for mention in old:
        newest = CompatibilityQuestion(asked.text, (mention._replace(version="", errors=()),))
        outcomes = {one.check.outcome for one in _judge_all(newest, target, knowledge)}
        if mention.software.kind != "place" and outcomes and "fails" not in outcomes:
            yield fill_sentence(knowledge, "compatibility", "update", software=mention.software.name, target=target.name)


def _in_turn(blocking: Iterable[_JudgedNeed]) -> Iterator[str]:
    """The first mend of each, then the second of each, and so on."""
    for mends in itertools.zip_longest(*(one.need.mends for one in blocking)):
        yield from filter(None, mends)


def _verdict(judged: Sequence[_JudgedNeed], asked: CompatibilityQuestion) -> CompatVerdict:
    """What all outcomes come to. Where somebody tells that it fails, nothing that passes says that it runs.

    What is known of other software says nothing of one of which nothing is known, unless a message was shown.
    """
    outcomes = {one.check.outcome for one in judged}
    if "fails" in outcomes and (not asked.unknown or any(one.is_shown for one in judged)):
        return "fails"
    is_open = "unknown" in outcomes or not outcomes or complains(asked.text)
    return "unknown" if is_open or asked.unknown else "runs"


def _judge_all(asked: CompatibilityQuestion, target: Target, knowledge: Knowledge) -> Iterator[_JudgedNeed]:
    say = bind_subject(knowledge, "compatibility")
    for mention in asked.mentions:
        for need in mention.software.needs:
            check = check_need(need, target, say)
            if need in mention.errors and _is_of_version(need, mention):
                has = check.has if check is not None and check.outcome == "fails" else say("shown")
                lacking = Check("fails", check.need if check is not None else need.what, has)
                yield _JudgedNeed(mention, need, lacking, has_it=check is not None and check.outcome == "passes")
            elif check is not None and _applies(need, mention, asked.text, knowledge):
                yield _JudgedNeed(mention, need, _of_that_time(check, need, mention, asked.text, knowledge))


def _judge_host(target: Target, knowledge: Knowledge) -> Iterator[_JudgedNeed]:
    """The driver that is told, against the least that knows the device."""
    known = target.accelerator.capabilities.driver if target.accelerator is not None else None
    if known is None or not target.driver:
        return
    name = target.accelerator.name if target.accelerator is not None else ""
    say = bind_subject(knowledge, "compatibility")
    because, mend = say("device_driver", name=name), say("newer_driver")
    need = Need(what="driver", driver=known.value, because=because, mends=(mend,), sources=known.sources)
    check = check_need(need, target, say)
    if check is not None and check.outcome == "fails":
        yield _JudgedNeed(Mention(knowledge.software["nvidia-driver"]), need, check)


def _without_denied_messages(judged: Sequence[_JudgedNeed], text: str) -> list[_JudgedNeed]:
    """Of several needs with the same message, those that the hardware has are not what it complains of; nor are they of a mere warning."""
    is_lacking = any(one.is_shown and not one.has_it for one in judged) or goes_on(text)
    return [one for one in judged if not (is_lacking and one.is_shown and one.has_it)]


def _without_open_devices(judged: Sequence[_JudgedNeed], target: Target, text: str) -> list[_JudgedNeed]:
    """Without what depends on a device that nobody named, where a question is about the driver of a host."""
    if not target.driver or target.accelerator is not None or target.capability or names_other_device(text):
        return list(judged)
    return [one for one in judged if one.check.outcome != "unknown"]


def _of_that_time(check: Check, need: Need, mention: Mention, text: str, knowledge: Knowledge) -> Check:
    """The check; unknown where it holds of the newest version and an older one is spoken of, without its number or a failure."""
    is_older = not mention.version and tells_of_the_past(text, knowledge.stamp.as_of.year) and not complains(text)
    return check._replace(outcome="unknown") if need.versions and is_older and check.outcome == "fails" else check


def _is_of_version(need: Need, mention: Mention) -> bool:
    """True unless the version that is told is none of those that the need is of."""
    return not need.versions or not mention.version or is_within(mention.version, need.versions)


def _applies(need: Need, mention: Mention, text: str, knowledge: Knowledge) -> bool:
    """True if a need is one of this version, the newest where none was told, and of what was asked about."""
    if need.versions and not (is_within(mention.version, need.versions) if mention.version else is_of_the_newest(need, mention.software)):
        return False
    return not need.feature or speaks_of_feature(text, need.feature, mention.software, knowledge)


def is_of_the_newest(need: Need, software: Software) -> bool:
    """True if a need with versions is one of the newest version; of a line that has ended, of its last."""
    ranges = [one.versions for one in software.needs]
    has_ended = all(one and not is_open_above(one) for one in ranges)
    return is_open_above(need.versions) or (has_ended and need.versions == max(ranges, key=newest_of))


def _nearest(asked: CompatibilityQuestion, target: Target, knowledge: Knowledge) -> Iterator[str]:
    """Types of as many devices on which nothing fails, the cheapest of each family; with a device where the target has one."""
    families: set[str] = set()
    priced = [one for one in knowledge.instances.values() if one.price is not None and one.status == "current" and not one.bare_metal]
    wants_device = target.processor not in (None, "cpu") or any(
        need.compute_capability or need.vendors for one in asked.mentions for need in one.software.needs
    )
    for instance in sorted(priced, key=lambda one: (one.price.usd_per_hour if one.price else 0.0, one.instance_type)):
        if instance.family in families or (instance.accelerator is None) == wants_device:
            continue
        found = target_of_instance(instance.instance_type, knowledge)
        if found is None or _memory(found) < _memory(target):
            continue
        plain = msgspec.structs.replace(found, cuda=target.cuda)
        if all(one.check.outcome == "passes" for one in _judge_all(_without_errors(asked), plain, knowledge)):
            families.add(instance.family)
            yield instance.instance_type
            if len(families) == _MOST_NEAREST:
                return


def _without_errors(asked: CompatibilityQuestion) -> CompatibilityQuestion:
    """What is asked of other hardware: what failed here has to pass there."""
    text = f"{asked.text} {' '.join(need.feature for one in asked.mentions for need in one.errors)}"
    return CompatibilityQuestion(text, tuple(one._replace(errors=()) for one in asked.mentions))


def _memory(target: Target) -> float:
    return target.accelerator.memory_mib.value if target.accelerator is not None else 0.0


def _name_of(mention: Mention) -> str:
    """With its version; "FlashAttention 2" has that in its name."""
    name = mention.software.name
    return name if not mention.version or name.endswith(f" {mention.version}") else f"{name} {mention.version}"


def _sentence(one: _JudgedNeed, knowledge: Knowledge) -> str:
    name = _name_of(one.mention)
    part = f"{name} ({one.need.feature.split(',')[0]})" if one.need.feature else name
    values = {"software": part, "need": one.check.need, "has": one.check.has, "because": one.need.because}
    key = "because_of_place" if one.mention.software.kind == "place" else "because"
    return fill_sentence(knowledge, "compatibility", key, **values)


def _requirement(one: _JudgedNeed) -> Requirement:
    return Requirement(
        what=one.need.feature or one.need.what,
        software=_name_of(one.mention),
        need=one.check.need,
        has=one.check.has,
        verdict=one.check.outcome,
        because=one.need.because,
        sources=one.need.sources,
    )
