"""One pass over one message; later steps see what earlier ones have used."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from engine.intake.asked_for import asked_for
from engine.intake.clauses import Hearing
from engine.intake.collected import Collected
from engine.intake.contradictions import contradictions_of
from engine.intake.denial import Speaks, is_denied, speaks_of
from engine.intake.derive import with_derived
from engine.intake.hardware import HardwareRole, is_asked_away, role_of
from engine.intake.lazy_pattern import lazy_pattern
from engine.intake.lexica import Lexica
from engine.intake.message import Message
from engine.intake.named import Named, tells_of_device
from engine.intake.names import is_of_other_size, names_in, sizes_in
from engine.intake.patterns import Found, Hits, outermost
from engine.intake.present import count_beside, present_in
from engine.intake.quantities.modality import Stated
from engine.intake.quantities.quantity_facts import quantities_in
from engine.intake.several_models import have_none_in_common, with_models
from engine.intake.spelling import Mended, mended
from engine.intake.stages import stages_of
from engine.intake.tokens import Match, unwrapped
from engine.intake.traffic_in_words import with_traffic_in_words
from engine.intake.unused import Span, unused_spans
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.schema.message_vocabulary import EntityName

_STAGE_ORDER: Final = ("fine-tuning", "training", "preprocessing", "experimentation", "inference")
"""What a message speaks of first where it names several: serving what was just fine-tuned is the second step."""
_NEGATIVE: Final = frozenset(
    {"no", "not", "without", "never", "don't", "doesn't", "cannot", "can't", "won't", "isn't", "aren't", "nothing", "neither"}
)
"""Words with which a phrase denies by itself."""
_KINDS: Final = ("families", "places", "purchases", "processors")
_BETWEEN: Final = lazy_pattern(r"\s*(?:,|or|and|nor|/)\s*", re.IGNORECASE)
_OR: Final = lazy_pattern(r"\s*(?:or|vs\.?|versus)\s*", re.IGNORECASE)
_STAYS: Final = 26  # characters between "must not leave" and the region
_LABEL: Final = lazy_pattern(r"\s*[:=?]\s*(?P<no>no|none|not|false|never|nope)?(?P<yes>yes|true|ok|sure)?\b", re.IGNORECASE)
_SERVED: Final = frozenset(
    {"requests_per_second", "peak_requests_per_second", "latency_p99_ms", "concurrency", "time_to_first_token_ms", "tokens_per_second"}
)
"""Facts of a model that answers, so that its training is done."""
_UNTRIED: Final = Speaks("untried", 24, lazy_pattern(r"[.;:,!?\n]"))
"""What nobody has tried is neither so nor not so."""
_LEARNT: Final = frozenset(
    {"rows", "columns", "dataset_gb", "epochs", "training_tokens_b", "training_deadline_hours", "items_per_run", "run_days"}
)
"""Facts of a training, or of the data for it."""
_MOST_NAMES: Final = 250
"""Names that are read; a text with more is a list, not a workload."""
_LEFT: Final = 200  # characters shown of a message from which nothing was read


class Reading:
    """What is read from one text, with the words that say it."""

    def __init__(self, written: str, knowledge: Knowledge, lexica: Lexica, *, hearing: Hearing = "first") -> None:
        """Mend its typos and find its words; the facts wait for `read`."""
        self.written, self.knowledge, self.lexica = written, knowledge, lexica
        self.spelled: Mended = mended(unwrapped(written), lexica.known, lexica.targets)
        self.message = Message(self.spelled.text, lexica, hearing=hearing)
        self.collected = Collected(written, self.spelled, self.message, knowledge)
        self._denied: set[int] = set()
        """The words after names that are denied."""
        self._required: set[int] = set()
        """Words that begin a name which is required together with the one before it."""
        self._void: list[tuple[int, int]] = []
        """Words of names that mean something else, first to last."""
        self._named: list[Match] = []

    @property
    def workload(self) -> Workload:
        """The facts that were read so far."""
        return self.collected.workload

    @property
    def contradictions(self) -> list[str]:
        """What cannot all hold, a line for each."""
        return self.collected.contradictions

    @cached_property
    def terms(self) -> Hits:
        """Where the phrases of the lexicon stand."""
        return self.lexica.facts.hits(self.message.words)

    @cached_property
    def stated(self) -> list[Stated]:
        """What its quantities state."""
        return quantities_in(self.message)

    def read(self) -> None:
        """Everything, step by step."""
        named = names_in(self.message.text, self.message.words, self.knowledge, self.lexica.names)[:_MOST_NAMES]
        self._void = [(match.first, match.last) for match in named if match.value == EntityName("", "")]
        self._quantities(named)
        for match in named:
            if isinstance(match.value, EntityName):
                self._name(match.value, match)
        self._named = named
        for billions, start, end in sizes_in(self.message.text):
            if self.workload.model is None and self.workload.parameters_b is None:
                self.collected.say("parameters_b", billions, start, end)
        for fact in self.lexica.facts.groups:
            if fact != "latency_percentile" or self.workload.latency_p99_ms is not None:
                self._term(fact, is_flag=fact in self.lexica.flags)
        for fact, value, start, end in present_in(self.message, self.collected.used):
            self.collected.say(fact, value, start, end)
        self.collected.require_rather_than_compare()
        self.collected.contradictions += contradictions_of(self.workload)
        work = with_models(self.workload, self.message, named)
        work = with_derived(work, self.knowledge, self.message)
        self.collected.workload = with_traffic_in_words(work, self.message, self.knowledge)
        frameworks = (one.value for one in outermost(self.terms["framework"]) if not self._denies(one))
        if have_none_in_common(self.workload, frameworks):
            self.collected.drop("framework")
        self._questions()

    def _questions(self) -> None:
        """What the person wants to know."""
        asking = next((clause for clause in self.message.clauses.all if clause.is_question), None)
        if asking is not None:
            several = len(self.workload.compare or ()) > 1
            asks = asked_for(self.message) or (("comparison",) if several else ("choice",))
            quote = self.collected.quote(asking.start, asking.end)
            self.collected.workload = self.workload.with_fact("asks", asks, Origin(kind="said", quote=quote))

    def stages(self) -> list[Found]:
        """Where a stage is named and not denied."""
        stated = {one.fact for one in self.stated}
        options = self.message.options
        last = options if "?" in self.written[:options] else len(self.written)  # a list of two workloads asks nothing before it
        found = [
            one for one in outermost(self.terms["stage"]) if self._span(one)[0] < last and self._states(one) and not self._is_void(one)
        ]
        stages = stages_of(self.message, found, served=bool(stated & _SERVED))
        if stated >= {"requests_per_second", "latency_p99_ms"} and not stated & _LEARNT:
            return [one for one in stages if one.value != "training"]  # it only says what else is done
        return stages

    def unused(self) -> list[str]:
        """Numbers and names of its statements that no fact came from, in the words of the message."""
        quotes = [origin.because for origin in self.workload.origins.values()]
        told = [self.collected.quote(*span) for span in unused_spans(self.message, self._used_spans(), self._named)]
        return [one for one in told if not any(f'"{one}' in quote or f" {one}" in quote for quote in quotes)]

    def _used_spans(self) -> list[Span]:
        """Words that a fact rests on in the end; what another fact has taken the place of is used no more."""
        told = " | ".join((*(f"{one.quote} {one.because}" for one in self.workload.origins.values()), *self.contradictions))
        quotes = [one.quote for one in self.workload.origins.values() if one.quote]
        spans = ((span, self.collected.quote(*span)) for span in self.collected.used)
        return [span for span, words in spans if words in told or any(quote in words for quote in quotes)]

    def leftover(self) -> list[str]:
        """The message itself where nothing at all was read from it."""
        return [] if not self.workload.is_blank or not self.written.strip() else [self.written.strip()[:_LEFT]]

    def back(self, place: int) -> int:
        """Where a place of the mended text stood in what was written."""
        return self.spelled.back(place)

    def _quantities(self, named: list[Match]) -> None:
        """Numbers with units; the 8B of "Llama 3 8B" belongs to a name."""
        spans = [self._span(match) for match in named if any(c.isdigit() for c in match.quote)]
        for stated in self.stated:
            taken = any(stated.start < end and start < stated.end for start, end in spans)
            if (
                not taken
                and stated.fact == "commitment_years"
                and self.message.has("no_contract", *self.message.clause(stated.start, stated.end))
            ):
                self.collected.say(stated.fact, 0, stated.start, stated.end)
            elif not taken and stated.start < self.message.options:
                self.collected.say(stated.fact, stated.value, stated.start, stated.end, about=stated.about)

    def _name(self, name: EntityName, match: Match) -> None:
        """A model, algorithm or region; hardware and places by what is said of them."""
        start, end = self._span(match)
        if name.kind == "models" and is_of_other_size(self.message.text, end, self.knowledge.models[name.id].parameters_b.value):
            return
        if name.kind in ("models", "algorithms", "regions"):
            if self._states(match) and (not self._is_denied(match) or (name.kind == "regions" and self._stays(start))):
                self.collected.say(name.kind.removesuffix("s"), name.id, start, end)
        elif name.kind == "tools":
            self.collected.add("compare", name.id, start, end)
        elif name.kind == "services":
            if role_of(Named(self.message, "places", name.id, start, end)) == "compare":
                self.collected.add("compare", name.id, start, end)
        elif name.kind:
            self._hardware(name, match)

    def _hardware(self, name: EntityName, match: Match) -> None:
        """What is ruled out, required, wished for, in use or asked about; in words that state nothing it may only be asked about."""
        start, end = self._span(match)
        role = self._role_of_hardware(name, match)
        if role == "current_instance":
            self._in_use(name, start, end)
        elif role is not None:
            for identity in (name.id, *name.others):
                self.collected.add(role, identity, start, end)
        if name.kind == "accelerators" and role in {"require", "prefer", None}:
            self._devices(start, end)
        if role == "require" and not self.message.has("question", *self.message.sentence(start, end)):
            self._required.update(self._joined_to(match))

    def _role_of_hardware(self, name: EntityName, match: Match) -> HardwareRole | None:
        start, end = self._span(match)
        if not self._states(match):
            clause = self.message.clauses.at(start)
            is_weighed = clause is not None and (clause.seeks_knowledge or clause.role == "opinion")
            return "compare" if is_weighed else None
        out = name.kind == "ruled_out" and self.message.begins_at("yet", match.last) is None
        here = Named(self.message, self._kind_of(name), name.id, start, end)
        role = "exclude" if out or (self._is_denied(match) and not is_asked_away(here)) else role_of(here)
        return "require" if role != "exclude" and match.first in self._required else role

    def _in_use(self, name: EntityName, start: int, end: int) -> None:
        """A type that runs today, and how many of it do."""
        self.collected.say("current_instance", name.id, start, end)
        counted = count_beside(self.message, start, end)
        if counted is not None:
            self.collected.drop("instances_wanted")  # so many are in use
            self.collected.say("current_count", *counted)

    def _devices(self, start: int, end: int) -> None:
        """How many of a device are wanted in all: "on 64 H100s"."""
        counted = count_beside(self.message, start, end)
        if self.message.has("each_one", end, self.message.sentence(start, end)[1]):
            return  # of one machine
        if counted is not None and self.message.ends_at("uses_so_many", self.message.word_at(counted[1])) is not None:
            self.collected.say("accelerators_wanted", counted[0], counted[1], max(counted[2], end))

    def _stays(self, start: int) -> bool:
        """Whether nothing may be elsewhere: "must not leave Frankfurt"."""
        begin, _ = self.message.sentence(start, start)
        return self.message.has("stays_in", max(begin, start - _STAYS), start)

    def _joined_to(self, match: Match) -> Iterator[int]:
        """Where the next of several names may begin: "only c6i, m6i and r6i"."""
        words, end = self.message.words, self._span(match)[1]
        for index in range(match.last, min(match.last + 2, len(words))):
            if _BETWEEN.fullmatch(self.message.text, end, words[index].start):
                yield index

    def _is_void(self, found: Found) -> bool:
        """Whether it lies within words that mean something else: the train of "train station"."""
        return any(first <= found.first and found.last <= last and found.length < last - first for first, last in self._void)

    def _states(self, match: Match | Found) -> bool:
        """Whether the clause that it begins in tells of the workload."""
        return self.message.clauses.states_facts(self._span(match)[0])

    def _span(self, match: Match | Found) -> tuple[int, int]:
        return self.message.words[match.first].start, self.message.words[match.last - 1].end

    def _kind_of(self, name: EntityName) -> str:
        """The kind of record that a name of hardware leads to."""
        if name.kind in {"types", "accelerators"}:
            return name.kind
        return next((kind for kind in _KINDS if name.id in getattr(self.knowledge, kind)), "processors")

    def _is_denied(self, match: Match) -> bool:
        """True after a denial, and for the next of several that are denied together: "no Lambda or EKS"."""
        start, end = self._span(match)
        chip = isinstance(match.value, EntityName) and self._kind_of(match.value) in {"processors", "accelerators"}
        if self.message.words[match.first].text in _NEGATIVE or self.message.ends_at("multi", match.first) is not None:
            return False
        if chip and tells_of_device(self.message, end):
            return False
        words = self.message.words
        joined = any(
            last in self._denied and _BETWEEN.fullmatch(self.message.text, words[last - 1].end, start)
            for last in range(max(match.first - 2, 1), match.first + 1)
        )
        if joined or is_denied(self.message, start):
            self._denied.add(match.last)
            return True
        return False

    def _term(self, fact: str, *, is_flag: bool) -> None:
        """One fact of the lexicon: stage, task, traffic, priority and the like."""
        named = [one for one in outermost(self.terms[fact]) if not self._is_void(one)]
        found = [one for one in named if self._span(one)[0] < self.message.options and self._states(one)]
        if is_flag:
            self._flag(fact, [one for one in found if not speaks_of(self.message, _UNTRIED, self._span(one)[0])])
            return
        denied = {one.value for one in found if self._denies(one)}
        said = [one for one in found if one.value not in denied]
        if fact == "stage":
            stages = self.stages()
            best = next((one for stage in _STAGE_ORDER for one in stages if one.value == stage), None)
        elif self._is_choice(said):
            best = None
        elif said:
            counted = Counter(one.value for one in said)
            best = max(said, key=lambda one: (one.length, counted[one.value], -one.first))
        else:
            best = self._notion(fact)
        if best is not None:
            self.collected.say(fact, best.value, *self._span(best))

    def _notion(self, fact: str) -> Found | None:
        """A value that no phrase says but several words together, in words that state facts."""
        found = self.lexica.facts.pair(fact, self.terms, self.message.words)
        return found if found is not None and self._states(found) else None

    def _flag(self, fact: str, found: list[Found]) -> None:
        """Something that is so or not: a denial turns it round; the longest phrase wins."""
        if not found:
            notion = self._notion(fact)
            if notion is not None:
                self.collected.say(fact, notion.value == "true", *self._span(notion))
            return
        plain = [one for one in found if not self._denies(one) or self.message.words[one.first].text in _NEGATIVE]
        best = max(plain or found, key=lambda one: (one.length, -one.first))
        value = best.value == "true"
        labels = [_LABEL.match(self.message.text, self._span(one)[1]) for one in found]
        label = next((one for one in labels if one and (one["no"] or one["yes"])), None)
        if label is not None:
            self.collected.say(fact, bool(label["yes"]), *self._span(best))
            return
        self.collected.say(fact, not value if value and not plain else value, *self._span(best))

    def _is_choice(self, said: list[Found]) -> bool:
        """Whether two values are asked about: "LoRA or QLoRA?"."""
        return any(
            one.value != other.value and _OR.fullmatch(self.message.text, self._span(one)[1], self._span(other)[0])
            for one, other in itertools.pairwise(said)
        )

    def _denies(self, found: Found) -> bool:
        """Whether a denial stands before a phrase, in its sentence."""
        return is_denied(self.message, self._span(found)[0])
