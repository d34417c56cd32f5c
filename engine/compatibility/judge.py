"""Will it run: what software needs, held against hardware; the nearest hardware that passes, and what else mends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

import msgspec

from engine.compatibility.checks import Check, check_need
from engine.compatibility.mentions import Mention, speaks_of_feature
from engine.compatibility.messages import complains, tells_of_the_past
from engine.compatibility.records import Compatibility, CompatVerdict, Outcome, Requirement
from engine.compatibility.target import Target, target_of_instance
from engine.compatibility.version_ranges import is_open_above, is_within, newest_of
from knowledge import Knowledge
from knowledge.schema.compatibility import Need, Software
from knowledge.sentences import bind_subject, fill_sentence

_MOST_NEAREST: Final = 3
_MOST_MENDS: Final = 5


class Asked(NamedTuple):
    """What is asked: software, in words that may name features of it."""

    text: str
    mentions: tuple[Mention, ...]


class _Judged(NamedTuple):
    mention: Mention
    need: Need
    check: Check


def judge(asked: Asked, target: Target, knowledge: Knowledge) -> Compatibility:
    """Whether everything that was asked about runs on a target."""
    judged = list(_judge_all(asked, target, knowledge))
    verdict = _verdict({one.check.outcome for one in judged}, asked.text)
    blocking = [one for one in judged if one.check.outcome == ("fails" if verdict == "fails" else "unknown")]
    return Compatibility(
        target=target.name,
        software=tuple(f"{one.software.name} {one.version}".strip() for one in asked.mentions),
        verdict=verdict,
        because=tuple(dict.fromkeys(_sentence(one, knowledge) for one in blocking)),
        nearest=tuple(_nearest(asked, target, knowledge)) if verdict == "fails" else (),
        requirements=tuple(_requirement(one) for one in judged),
        mends=_mends(blocking, knowledge) if verdict != "runs" else (),
        ask=blocking[0].check.need if verdict == "unknown" and blocking else "",
    )


def _mends(blocking: Sequence[_Judged], knowledge: Knowledge) -> tuple[str, ...]:
    """What helps against each thing that blocks, the host first where that may be chosen."""
    host = [knowledge.wording["compatibility"].texts["newer_host"]] if any(one.check.is_of_host for one in blocking) else []
    return tuple(dict.fromkeys([*host, *(mend for one in blocking for mend in one.need.mends)]))[:_MOST_MENDS]


def _verdict(outcomes: AbstractSet[Outcome], text: str) -> CompatVerdict:
    """What all outcomes come to. Where somebody tells that it fails, nothing that passes says that it runs."""
    if "fails" in outcomes:
        return "fails"
    return "unknown" if "unknown" in outcomes or not outcomes or complains(text) else "runs"


def _judge_all(asked: Asked, target: Target, knowledge: Knowledge) -> Iterator[_Judged]:
    say = bind_subject(knowledge, "compatibility")
    for mention in asked.mentions:
        for need in mention.software.needs:
            check = check_need(need, target, say)
            if need in mention.errors:
                has = check.has if check is not None and check.outcome == "fails" else say("shown")
                yield _Judged(mention, need, Check("fails", check.need if check is not None else need.what, has))
            elif check is not None and _applies(need, mention, asked.text, knowledge):
                yield _Judged(mention, need, _of_that_time(check, need, mention, asked.text, knowledge))


def _of_that_time(check: Check, need: Need, mention: Mention, text: str, knowledge: Knowledge) -> Check:
    """The check; unknown where it holds of the newest version and an older one is spoken of, without its number or a failure."""
    is_older = not mention.version and tells_of_the_past(text, knowledge.stamp.as_of.year) and not complains(text)
    return check._replace(outcome="unknown") if need.versions and is_older and check.outcome == "fails" else check


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


def _nearest(asked: Asked, target: Target, knowledge: Knowledge) -> Iterator[str]:
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


def _without_errors(asked: Asked) -> Asked:
    """What is asked of other hardware: what failed here has to pass there."""
    text = f"{asked.text} {' '.join(need.feature for one in asked.mentions for need in one.errors)}"
    return Asked(text, tuple(one._replace(errors=()) for one in asked.mentions))


def _memory(target: Target) -> float:
    return target.accelerator.memory_mib.value if target.accelerator is not None else 0.0


def _sentence(one: _Judged, knowledge: Knowledge) -> str:
    name = f"{one.mention.software.name} {one.mention.version}".strip()
    part = f"{name} ({one.need.feature.split(',')[0]})" if one.need.feature else name
    values = {"software": part, "need": one.check.need, "has": one.check.has, "because": one.need.because}
    return fill_sentence(knowledge, "compatibility", "because", **values)


def _requirement(one: _Judged) -> Requirement:
    return Requirement(
        what=one.need.feature or one.need.what,
        software=f"{one.mention.software.name} {one.mention.version}".strip(),
        need=one.check.need,
        has=one.check.has,
        verdict=one.check.outcome,
        because=one.need.because,
        sources=one.need.sources,
    )
