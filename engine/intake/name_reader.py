"""Candidates from names: models, algorithms, data sets, regions; hardware and places by what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.intake.candidate import Candidate, Certainty
from engine.intake.dataset_names import is_read_by_work
from engine.intake.denial import NEGATIVE, is_denied
from engine.intake.hardware import HardwareRole, is_asked_away, is_machine_in_use, is_multiple, role_of
from engine.intake.message import Message
from engine.intake.mixed_fleet import MachinesInUse, are_compared, fleet_of, with_own_work
from engine.intake.named import Named, tells_of_device
from engine.intake.names import goes_on_as_other_name, goes_on_as_other_version, is_of_other_size
from engine.intake.opinions_of_hardware import is_untried
from engine.intake.present import count_beside
from engine.intake.rival_models import rival_models
from engine.intake.tokens import Match
from engine.lazy_pattern import lazy_pattern
from knowledge import Knowledge
from knowledge.schema.message_vocabulary import EntityName

_KINDS: Final = ("families", "places", "purchases", "processors")
_OF_TODAY: Final = {"places": "current_place", "purchases": "current_purchase"}
"""Kind of a name -> the fact of where and how it runs today."""
_FACTS: Final = {"models": "model", "model_families": "model_family", "algorithms": "algorithm", "regions": "region", "datasets": "dataset"}
"""Kind of a name -> the fact that it states."""
_BETWEEN: Final = lazy_pattern(r"\s*(?:,|or|and|nor|/)\s*", re.IGNORECASE)
_ASKED_FOR_ALONE: Final = lazy_pattern(r"\s*(?:[,;.]|for\b|from\b|starting\b|over\b|to\s+\w+|$)", re.IGNORECASE)
"""Behind devices that are asked for, not told of."""
_ON_THEM: Final = lazy_pattern(r"\s*(?:on|with|using)\s*", re.IGNORECASE)
"""Between a time and the devices that it was measured on."""
_AND_TOOK: Final = lazy_pattern(r"\s*[,;:(]?\s*(?:(?:takes?|took|needs?|needed|in|about|around|roughly|~)\s*)*", re.IGNORECASE)
_HOURS: Final = frozenset({"h", "hr", "hour", "min", "minute"})
_OF_HARDWARE: Final = frozenset({"hardware", "types", "accelerators"})
"""Kinds of names that tell where or on what something runs."""
_TELL_OF_PLACES: Final = frozenset({"require", "exclude", "prefer", "compare", "current_place", "current_instance"})
"""Facts that tell more of where it runs than a name alone."""
_STAYS: Final = 26  # characters between "must not leave" and the region


class NameReader:
    """Reads the names of one message from left to right; a denial or an order may reach from one to the next."""

    def __init__(self, message: Message, knowledge: Knowledge) -> None:
        """Begin with nothing denied and nothing required."""
        self._message, self._knowledge = message, knowledge
        self._denied: set[int] = set()
        """The words after names that are denied."""
        self._required: dict[int, bool] = {}
        """Words that begin a name which is required together with the one before it."""
        self._in_use: list[MachinesInUse] = []
        """The types that run today."""
        self._names_bedrock = self._names_hardware = False
        """Whether the message names Amazon Bedrock, and hardware or another place."""
        self._mentioned: list[Candidate] = []
        """Places and purchases of which nothing is said: they are those of a type in use that is named beside them."""

    def candidates(self, named: Sequence[Match]) -> Iterator[Candidate]:
        """What each name states."""
        names = [match.value for match in named if isinstance(match.value, EntityName)]
        self._names_bedrock = any(name.id == "bedrock" for name in names)
        self._names_hardware = bool(self._message.cues["hosts_weights"]) or any(name.kind in _OF_HARDWARE for name in names)
        found = [one for match in named if isinstance(match.value, EntityName) for one in self._name(match.value, match)]
        found += self._tokens_of_open_model(found, named)
        in_use = {(one.start, one.end) for one in found if self._is_device_in_use(one)}
        yield from (one for one in found if (one.start, one.end) not in in_use)
        sentences = {self._message.sentence(one.start, one.end) for one in self._in_use}
        beside = [one for one in self._mentioned if self._message.sentence(one.start, one.end) in sentences]
        yield from beside
        facts = {one.fact for one in beside}
        tells = self._in_use or self._message.cues["asks_if_fine"]
        yield from (one for one in self._mentioned if tells and one.fact not in facts and not self._is_imagined(one))
        yield from self._machines_of_today()
        yield from rival_models(self._message, named)

    def _means_something_else(self, name: EntityName, match: Match) -> bool:
        """True for the beginning of a longer name, a model of another size, and a data set that a model has learnt from before."""
        _, end = self._message.span(match)
        if name.kind == "models":
            billions = self._knowledge.models[name.id].parameters_b.value
            return is_of_other_size(self._message.text, end, billions) or goes_on_as_other_version(match.quote, self._message.text, end)
        if name.kind == "model_families":
            return goes_on_as_other_name(self._message.text, end, self._knowledge.model_families[name.id], self._knowledge)
        return name.kind == "datasets" and not is_read_by_work(self._message, match)

    def _name(self, name: EntityName, match: Match) -> Iterator[Candidate]:
        """A model, algorithm, data set or region; hardware and places by what is said of them."""
        start, end = self._message.span(match)
        if self._means_something_else(name, match):
            return
        if name.kind == "hosted_models":
            yield from self._hosted_model(name, match)
        elif name.kind in _FACTS:
            if self._message.clauses.states_facts(start) and (
                not self._is_denied(match) or (name.kind == "regions" and self._stays(start))
            ):
                yield Candidate(_FACTS[name.kind], name.id, start, end)
        elif name.kind == "tools":
            yield _one_of("compare", name.id, start, end)
        elif name.kind == "services":
            if role_of(Named(self._message, "places", name.id, start, end)) == "compare":
                yield _one_of("compare", name.id, start, end)
        elif name.kind:
            yield from self._hardware(name, match)

    def _hosted_model(self, name: EntityName, match: Match) -> Iterator[Candidate]:
        """A model that is bought by the token: "summaries by Claude Haiku 4.5". Beside one whose weights are run, it is not what is run.

        Where its weights are published, somebody who names hardware or another place means to run them.
        """
        start, end = self._message.span(match)
        model = self._knowledge.hosted_models[name.id]
        if not self._message.clauses.states_facts(start) or self._is_denied(match):
            return
        if not model.open_weights or self._names_bedrock or not self._names_hardware:
            yield Candidate("model", name.id, start, end, Certainty.WORDED)

    def _tokens_of_open_model(self, found: Sequence[Candidate], named: Sequence[Match]) -> Iterator[Candidate]:
        """Bedrock as the place, where it is named beside a model that it sells: "gpt-oss-120b on Bedrock, 3 requests a second"."""
        models = [one for one in found if one.fact == "model" and one.value in self._knowledge.models]
        sold = [one for one in models if self._knowledge.models[str(one.value)].bedrock is not None]
        places = [one for one in found if one.fact in _TELL_OF_PLACES]
        if not sold or places:
            return
        for match in named:
            start, end = self._message.span(match)
            is_beside = any(self._message.clause(start, end) == self._message.clause(one.start, one.end) for one in sold)
            is_bedrock = isinstance(match.value, EntityName) and match.value.id == "bedrock"
            if is_bedrock and is_beside and self._message.clauses.states_facts(start) and not self._is_denied(match):
                yield _one_of("require", "bedrock", start, end)

    def _hardware(self, name: EntityName, match: Match) -> Iterator[Candidate]:
        """What is ruled out, required, wished for, in use or asked about; in words that state nothing it may only be asked about."""
        start, end = self._message.span(match)
        machine = self._machine_of_family(name, start, end)
        if machine is not None:
            self._in_use.append(MachinesInUse(machine, start, end, count_beside(self._message, start, end)))
            return
        role = self._role_of_hardware(name, match)
        if role == "in-use":
            fact = _OF_TODAY.get(self._kind_of(name))
            if fact is not None:
                yield Candidate(fact, name.id, start, end)
            else:
                self._in_use.append(MachinesInUse(name.id, start, end, count_beside(self._message, start, end)))
        elif role is None and self._may_be_of_today(name, start, end):
            self._mentioned.append(Candidate(_OF_TODAY[self._kind_of(name)], name.id, start, end, Certainty.SUGGESTED))
        elif role is not None:
            for identity in (name.id, *name.others):
                yield _one_of(role, identity, start, end)
        if name.kind == "accelerators" and role in {"require", "prefer", None}:
            devices = list(self._devices(start, end))
            yield from devices
            if devices and role is None:  # so many of them, and not of others
                yield from (_one_of("require", identity, start, end) for identity in (name.id, *name.others))
        if role == "require" and not self._message.has("question", *self._message.sentence(start, end)):
            self._required.update(dict.fromkeys(self._joined_to(match), self._is_place(name)))

    def _machine_of_family(self, name: EntityName, start: int, end: int) -> str | None:
        """The type of a family that has one size, where its machines are told to be at work: "15 h on one p4d"."""
        if self._kind_of(name) != "families" or name.others or not self._message.clauses.states_facts(start):
            return None
        sizes = [instance.instance_type for instance in self._knowledge.instances.values() if instance.family == name.id]
        if len(sizes) != 1 or not is_machine_in_use(Named(self._message, "types", sizes[0], start, end)):
            return None
        return sizes[0]

    def _role_of_hardware(self, name: EntityName, match: Match) -> HardwareRole | None:
        start, end = self._message.span(match)
        if not self._message.clauses.states_facts(start):
            clause = self._message.clauses.at(start)
            is_weighed = clause is not None and (clause.seeks_knowledge or clause.role == "opinion")
            return "compare" if is_weighed else None
        out = name.kind == "ruled_out" and self._message.begins_at("yet", match.last) is None
        here = Named(self._message, self._kind_of(name), name.id, start, end)
        is_out = out or (
            self._is_denied(match) and not any(is_no_denial(here) for is_no_denial in (is_asked_away, is_untried, is_multiple))
        )
        role = "exclude" if is_out else role_of(here)
        return "require" if role != "exclude" and self._required.get(match.first) is self._is_place(name) else role

    def _may_be_of_today(self, name: EntityName, start: int, end: int) -> bool:
        """Whether a place or a purchase is told without being wished for or asked about."""
        clause = self._message.clauses.at(start)
        if self._kind_of(name) not in _OF_TODAY or clause is None or not clause.is_statement or not clause.is_of_workload:
            return False
        if self._message.has("kind_of_work", start, end):
            return False
        begin, _ = self._message.sentence(start, end)
        return not any(self._message.has(cue, begin, start) for cue in ("planned", "moves"))

    def _is_device_in_use(self, one: Candidate) -> bool:
        """Whether what is asked for is only the device of a type in use: "40 s a file on an A10G", beside a g5.xlarge."""
        families = {self._knowledge.instances[machines.instance_type].family for machines in self._in_use}
        is_device = one.fact in {"require", "prefer", "compare"} and one.value in families
        return is_device and not str(self._message.text[one.start : one.end]).lower().startswith(str(one.value))

    def _is_imagined(self, one: Candidate) -> bool:
        """Whether the part of the sentence that names it tells what could be."""
        begin, finish = self._message.clause(one.start, one.end)
        before, behind = (begin, one.start), (one.end, finish)
        parts = (("planned", before), ("moves", before), ("what_if", before), ("planned", behind), ("what_if", behind))
        return any(self._message.has(cue, *part) for cue, part in parts)

    def _machines_of_today(self) -> Iterator[Candidate]:
        """The types that run today and how many of each; of those with work of their own, the first is what the message is about."""
        if are_compared(self._message, self._in_use):
            yield from (_one_of("compare", one.instance_type, one.start, one.end) for one in self._in_use)
            return
        own_work = with_own_work(self._message, self._in_use)
        for machines in self._in_use:
            if machines not in own_work:
                yield Candidate("current_instance", machines.instance_type, machines.start, machines.end)
                if machines.counted is not None:
                    yield Candidate("current_count", *machines.counted)
        for machines in fleet_of(self._message, self._in_use):
            yield _one_of("current_fleet", f"{machines.quantity} x {machines.instance_type}", machines.start, machines.end)

    def _devices(self, start: int, end: int) -> Iterator[Candidate]:
        """How many of a device are wanted in all: "on 64 H100s"."""
        counted = count_beside(self._message, start, end)
        if self._message.has("each_one", end, self._message.sentence(start, end)[1]):
            return  # of one machine
        if counted is None or self._is_how_long_it_took(counted[1], end):
            return
        is_used = self._message.ends_at("uses_so_many", self._message.word_at(counted[1])) is not None
        if is_used or self._are_asked_for_alone(counted[1], max(counted[2], end)):
            yield Candidate("accelerators_wanted", counted[0], counted[1], max(counted[2], end))

    def _is_how_long_it_took(self, start: int, end: int) -> bool:
        """Whether a time stands right beside devices: "5 days on 8 V100", "4 V100, 19 hours" tell what a run takes there."""
        times = [one for one in self._message.amounts if one.kind == "time"]
        before = [one for one in times if one.end <= start]
        behind = [one for one in times if one.start >= end and one.unit in _HOURS]
        if before and not self._message.cues["starts"] and _ON_THEM.fullmatch(self._message.text, before[-1].end, start) is not None:
            return True
        return bool(behind) and _AND_TOOK.fullmatch(self._message.text, end, behind[0].start) is not None

    def _are_asked_for_alone(self, start: int, end: int) -> bool:
        """Whether a sentence begins with devices that nothing is told of: "64 H100s for two weeks, to pretrain a model"."""
        clause = self._message.clauses.at(start)
        if clause is None or not clause.is_statement or clause.role != "wanted" or self._message.text[clause.start : start].strip():
            return False
        return _ASKED_FOR_ALONE.match(self._message.text, end) is not None

    def _stays(self, start: int) -> bool:
        """Whether nothing may be elsewhere: "must not leave Frankfurt"."""
        begin, _ = self._message.sentence(start, start)
        return self._message.has("stays_in", max(begin, start - _STAYS), start)

    def _joined_to(self, match: Match) -> Iterator[int]:
        """Where the next of several names may begin: "only c6i, m6i and r6i"."""
        words, end = self._message.words, self._message.span(match)[1]
        for index in range(match.last, min(match.last + 2, len(words))):
            if _BETWEEN.fullmatch(self._message.text, end, words[index].start):
                yield index

    def _kind_of(self, name: EntityName) -> str:
        """The kind of record that a name of hardware leads to."""
        if name.kind in {"types", "accelerators"}:
            return name.kind
        return next((kind for kind in _KINDS if name.id in getattr(self._knowledge, kind)), "processors")

    def _is_place(self, name: EntityName) -> bool:
        """Whether it tells where, and not on what."""
        return self._kind_of(name) == "places"

    def _is_denied(self, match: Match) -> bool:
        """True after a denial, and for the next of several that are denied together: "no Lambda or EKS"."""
        start, end = self._message.span(match)
        chip = isinstance(match.value, EntityName) and self._kind_of(match.value) in {"processors", "accelerators"}
        if self._message.words[match.first].text in NEGATIVE or self._message.ends_at("multi", match.first) is not None:
            return False
        if chip and tells_of_device(self._message, end):
            return False
        words = self._message.words
        joined = any(
            last in self._denied and _BETWEEN.fullmatch(self._message.text, words[last - 1].end, start)
            for last in range(max(match.first - 2, 1), match.first + 1)
        )
        if joined or is_denied(self._message, start):
            self._denied.add(match.last)
            return True
        return False


def _one_of(fact: str, identity: str, start: int, end: int) -> Candidate:
    """One more id of a list."""
    return Candidate(fact, identity, start, end, is_listed=True)
