"""From a person's words to facts, each with the words it was read from."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from typing import Final

from engine.intake.names import Name, names_in
from engine.intake.quantities import quantities_in
from engine.intake.tokens import MOST_CHARACTERS, Match, Word, find, key_of, words_of
from engine.intake.values import value_of
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.errors import InputError

_NOT: Final = re.compile(
    r"\b(?:no|not|without|never|avoid|don'?t|do not|cannot|can't|instead of|rather than|nor)\b"
    r"(?:(?!\b(?:for|but|so|because|when|while|only)\b)[^.;,]){0,25}$",
    re.IGNORECASE,
)
_ONLY_BEFORE: Final = re.compile(
    r"\b(?:only|must (?:be|run) on|must use|has to (?:be|run) on|require[sd]?|restricted to)\b[^.;,?]{0,20}$", re.IGNORECASE
)
_ONLY_AFTER: Final = re.compile(r"^\s*(?:instances?|machines?)?\s*(?:only|(?:is |are )?(?:required|needed|mandatory))\b", re.IGNORECASE)
_AND: Final = re.compile(r"^\s*(?:,|or|and|nor|/)\s*$", re.IGNORECASE)
_PAST: Final = re.compile(
    r"\b(?:trained|was|were|been|currently|today|so far|now|running|runs|run|moved from|migrat\w+ from|we (?:use|have))\b[^.;?]{0,25}$",
    re.IGNORECASE,
)
_DATA_OF_TASK: Final = {
    "image-classification": "image",
    "object-detection": "image",
    "segmentation": "image",
    "ocr": "image",
    "video": "video",
    "text-classification": "text",
    "text-generation": "text",
    "translation": "text",
    "summarization": "text",
    "question-answering": "text",
    "speech-recognition": "audio",
    "tabular-classification": "tabular",
    "forecasting": "time-series",
    "graph": "graph",
}
_STAGE_ORDER: Final = ("fine-tuning", "training", "preprocessing", "experimentation", "inference")


@dataclasses.dataclass(frozen=True, slots=True)
class Understood:
    """What a message says."""

    workload: Workload
    other_workloads: tuple[Workload, ...]
    contradictions: tuple[str, ...]
    not_understood: tuple[str, ...]


def understand(text: str, knowledge: Knowledge) -> Understood:
    """The facts that `text` states. Never fails: what cannot be read is listed."""
    words = words_of(text)
    reading = _Reading(text[:MOST_CHARACTERS], words, knowledge)
    reading.quantities()
    reading.names()
    reading.terms()
    reading.derived()
    left = (f"the text after {MOST_CHARACTERS:,} characters",) if len(text) > MOST_CHARACTERS else ()
    return Understood(reading.workload, (), tuple(reading.contradictions), (*left, *reading.leftover()))


class _Reading:
    """One pass over one message; later steps see what earlier ones have used."""

    def __init__(self, text: str, words: list[Word], knowledge: Knowledge) -> None:
        self.text, self.words, self.knowledge = text, words, knowledge
        self.named = names_in(text, words, knowledge)
        self.denied: set[int] = set()
        self.workload = Workload()
        self.contradictions: list[str] = []

    def quantities(self) -> None:
        """Numbers with units."""
        numbered = [match for match in self.named if any(c.isdigit() for c in match.quote)]
        spans = [(self.words[match.first].start, self.words[match.last - 1].end) for match in numbered]
        for stated in quantities_in(self.text):
            if any(stated.start < end and start < stated.end for start, end in spans):
                continue  # the 8B of "Llama 3 8B" belongs to a name
            self.say(stated.fact, stated.value, stated.quote)
        percentile = re.search(r"\bp(?:50|90|95|99\.9|999|99)(?![\d.]*\d)", self.text, re.IGNORECASE)
        if percentile and self.workload.latency_p99_ms is not None:
            self.say("latency_percentile", percentile[0].lower().replace(".", ""), percentile[0])

    def names(self) -> None:
        """Models, algorithms, regions; hardware and places by what is said of them."""
        for match in self.named:
            name = match.value
            if not isinstance(name, Name):
                continue
            if name.kind not in ("models", "algorithms", "regions"):
                self.hardware(name, match)
            elif not self.is_denied(match):
                self.say(name.kind.removesuffix("s"), name.id, match.quote)

    def hardware(self, name: Name, match: Match) -> None:
        """A family, type, place or processor: ruled out, in use, required or asked about."""
        before = self.before(match)
        after = self.text[self.words[match.last - 1].end :][:30]
        if self.is_denied(match):
            self.add("exclude", name.id, match.quote)
        elif name.kind == "types" and _PAST.search(before):
            self.say("current_instance", name.id, match.quote)
        elif _ONLY_BEFORE.search(before) or _ONLY_AFTER.match(after):
            self.add("require", name.id, match.quote)
        elif name.id in self.knowledge.processors or name.id in self.knowledge.purchases:
            return  # "GPU" or "Spot" by itself is a thought, not a demand
        else:
            self.add("compare", name.id, match.quote)

    def before(self, match: Match) -> str:
        """The words before a match, as far as a denial reaches."""
        start = self.words[match.first].start
        return self.text[max(0, start - 45) : start]

    def is_denied(self, match: Match) -> bool:
        """True after a denial, and for the next of several that are denied together: "no Lambda or EKS"."""
        start = self.words[match.first].start
        joined = match.first > 1 and any(
            _AND.match(self.text[self.words[last - 1].end : start]) for last in self.denied if last <= match.first
        )
        if _NOT.search(self.before(match)) or joined:
            self.denied.add(match.last)
            return True
        return False

    def terms(self) -> None:
        """Words of the lexicon: stage, task, traffic, priority and the like."""
        self.stage()
        for fact, lexicon in self.knowledge.lexicon.items():
            if fact == "stage":
                continue
            table: dict[str, str] = {}
            for value, phrases in lexicon.terms.items():
                table.update({key_of(phrase): value for phrase in phrases if "&" not in phrase})
            matches = [match for match in find(self.text, self.words, table, set()) if not self.is_denied(match)]
            if matches:
                counted = Counter(str(match.value) for match in matches)
                best = max(matches, key=lambda m: (len(m.quote.split()), counted[str(m.value)], -m.first))
                self.say(fact, str(best.value), best.quote)
            elif (pair := self.pair(lexicon.terms)) is not None:
                self.say(fact, *pair)

    def pair(self, terms: dict[str, tuple[str, ...]]) -> tuple[str, str] | None:
        """A value whose two words both stand in the message, apart from each other; the quote spans them."""
        at = {word.text: word for word in self.words}
        for value, phrases in terms.items():
            for phrase in phrases:
                parts = [key_of(part) for part in phrase.split("&")]
                if len(parts) > 1 and all(part in at for part in parts):
                    start, end = min(at[p].start for p in parts), max(at[p].end for p in parts)
                    return value, self.text[start:end]
        return None

    def stage(self) -> None:
        """The stage by its words; what was trained is served now."""
        table = {key_of(phrase): value for value, phrases in self.knowledge.lexicon["stage"].terms.items() for phrase in phrases}
        matches = [match for match in find(self.text, self.words, table, set()) if not self.is_denied(match)]
        if not matches:
            return
        said = {str(match.value): match for match in reversed(matches)}
        best = next(said[stage] for stage in _STAGE_ORDER if stage in said)
        self.say("stage", str(best.value), best.quote)

    def derived(self) -> None:
        """What follows from what was said."""
        work = self.workload
        if work.data_type is None and work.task in _DATA_OF_TASK:
            self.derive("data_type", _DATA_OF_TASK[work.task], f"task {work.task}")
        if work.runs_per_month is not None and (work.requests_per_second or work.latency_p99_ms or work.stage not in (None, "inference")):
            self.workload = self.workload.without("runs_per_month") if work.stage in (None, "inference") else self.workload
        if work.fine_tuning_method is not None and work.stage != "fine-tuning":
            self.derive("stage", "fine-tuning", f"method {work.fine_tuning_method}")

    def derive(self, fact: str, value: Value, because: str) -> None:
        """Set a fact that nobody said."""
        self.workload = self.workload.with_fact(fact, value, Origin(kind="derived", because=because))

    def say(self, fact: str, given: object, quote: str) -> None:
        """Set a fact; the first one said stays, another value is a contradiction."""
        try:
            value = value_of(fact, given, self.knowledge)
        except InputError as error:
            self.contradictions.append(str(error))
            return
        current = getattr(self.workload, fact)
        if current is None:
            self.workload = self.workload.with_fact(fact, value, Origin(kind="said", quote=quote))
        elif current != value and fact not in ("task", "data_type", "model", "algorithm", "stage"):
            first = self.workload.origins[fact].quote
            self.contradictions.append(f'{fact}: "{first}" and "{quote}" differ; the first is used.')

    def add(self, fact: str, identity: str, quote: str) -> None:
        """Add an id to a list of them."""
        current: tuple[str, ...] = getattr(self.workload, fact) or ()
        if identity not in current:
            before = self.workload.origins[fact].quote if current else ""
            whole = self.text[self.text.find(before) : self.text.rfind(quote) + len(quote)] if before else quote
            self.workload = self.workload.with_fact(fact, (*current, identity), Origin(kind="said", quote=whole))

    def leftover(self) -> list[str]:
        """The message itself where nothing at all was read from it."""
        return [] if self.workload.known() or not self.text.strip() else [self.text.strip()[:200]]
