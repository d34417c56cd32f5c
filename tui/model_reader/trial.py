"""Does a model help? Messages with known facts, read by the rules, by the model alone, and by both together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.intake.evidence import value_in
from engine.intake.reader import Proposals, ReadingTask
from engine.intake.understand import understand
from engine.workload import FACT_NAMES, Value
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Record
from tui.model_reader.reader import ModelReader

MESSAGES: Final = Path(__file__).with_name("messages.yaml")
_CLOSE: Final = 0.02
"""Share by which a number may differ from its label."""
_FREE: Final = frozenset({"asks", "latency_percentile", "symptoms", "compare"})
"""Facts that the labels do not tell: to read them is neither right nor wrong."""
Facts = Mapping[str, Value]
Advance = Callable[[int, int], None]


class LabelledMessage(msgspec.Struct, frozen=True):
    """A message with the facts that it states."""

    text: str
    stated: dict[str, Any]
    """Fact -> its value, or a list of values each of which is right."""
    allowed: dict[str, Any] = msgspec.field(default_factory=dict)
    """The same for facts that may be read; "*" for any value."""
    forbidden: list[Any] = msgspec.field(default_factory=list)
    """Facts that must not be read, each by name or with the value that must not be."""


class Score(Record):
    """How well one way of reading did."""

    precision: float | None
    """Share of the facts read that are right; None where none was read."""
    recall: float
    """Share of the stated facts that were read."""
    right: int
    wrong: int
    missed: int
    forbidden: int
    """Of the wrong ones, those that a message is made to tempt into."""


class Disagreement(Record):
    """A fact that the rules and the model read differently."""

    message: int
    """Its number, from 1."""
    fact: str
    rules: Any
    """None where they did not read it; the same for the model."""
    model: Any
    right: str
    """rules, model, both or neither."""
    result: Any
    """What both together made of it."""


class Trial(Record):
    """What came of all messages."""

    model: str
    messages: int
    answered: int
    """Answers that came in time and could be read."""
    failures: dict[str, int]
    """Reason -> how often."""
    rules: Score
    alone: Score
    """The model's proposals as it made them, without any check."""
    together: Score
    seconds_mean: float
    seconds_max: float
    usd: float | None
    """What it cost; None where that is not known."""
    open: int
    """Proposals that would be asked about."""
    dropped: int
    """Proposals that the quotes refuted."""
    helps: bool
    """True if both together find more of the facts, and are not wrong more often."""
    disagreements: tuple[Disagreement, ...]


class _Counter:
    """Counts for one way of reading."""

    def __init__(self, labelled: frozenset[str]) -> None:
        self._labelled = labelled
        self.right = self.wrong = self.missed = self.forbidden = 0

    def add(self, found: Facts, message: LabelledMessage) -> None:
        """Compare the facts that were read with the labels of their message."""
        for fact, value in found.items():
            if is_right(fact, value, message):
                self.right += 1
            elif is_forbidden(fact, value, message):
                self.forbidden += 1
                self.wrong += 1
            elif fact in self._labelled and not matches(message.allowed.get(fact), value):
                self.wrong += 1
        self.missed += sum(fact not in found or not is_right(fact, found[fact], message) for fact in message.stated)

    def score(self) -> Score:
        """The score so far."""
        taken, stated = self.right + self.wrong, self.right + self.missed
        return Score(
            precision=round(self.right / taken, 4) if taken else None,
            recall=round(self.right / stated, 4) if stated else 0.0,
            right=self.right,
            wrong=self.wrong,
            missed=self.missed,
            forbidden=self.forbidden,
        )


def parse_messages(document: Mapping[str, Any], where: str) -> list[LabelledMessage]:
    """The messages of a document. Raises InputError where it holds none, or a fact that does not exist."""
    try:
        found = msgspec.convert(document.get("messages"), list[LabelledMessage])
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: messages: {error}. Give a list of objects with text and stated.") from None
    if not found:
        raise InputError(f"{where}: messages: there are none. Give a list of objects with text and stated.")
    named = chain.from_iterable((*one.stated, *one.allowed, *map(_forbidden_fact, one.forbidden)) for one in found)
    unknown = next((fact for fact in named if fact not in FACT_NAMES), None)
    if unknown is not None:
        raise InputError(f"{where}: {unknown!r}: there is no such fact. Run sizewise advise --help for the list.")
    return found


def run_trial(messages: Sequence[LabelledMessage], reader: ModelReader, knowledge: Knowledge, advance: Advance) -> Trial:
    """Read all messages. `advance` is told after each how many of how many are done."""
    labelled = frozenset(fact for one in messages for fact in (*one.stated, *one.allowed)) - _FREE
    rules, alone, together = _Counter(labelled), _Counter(labelled), _Counter(labelled)
    disagreements: list[Disagreement] = []
    failures: dict[str, int] = {}
    seconds: list[float] = []
    verdicts: dict[str, int] = {}
    for number, message in enumerate(messages, 1):
        proposals = reader.read(ReadingTask(message.text))
        seconds.append(reader.last.seconds if reader.last is not None else 0.0)
        if reader.last is not None and reader.last.problem:
            failures[reader.last.problem] = failures.get(reader.last.problem, 0) + 1
        ours = understand(message.text, knowledge).workload.known_facts()
        theirs = _claims(proposals, knowledge)
        both = understand(message.text, knowledge, proposals=proposals)
        for one in both.weighing.all:
            verdicts[one.verdict] = verdicts.get(one.verdict, 0) + 1
        for counter, found in ((rules, ours), (alone, theirs), (together, both.workload.known_facts())):
            counter.add(found, message)
        disagreements += _disagreements(number, message, ours, theirs, both.workload.known_facts())
        verdicts["dropped"] = verdicts.get("dropped", 0) + len(proposals.facts) - len(both.weighing.all)
        advance(number, len(messages))
    before, after = rules.score(), together.score()
    return Trial(
        model=reader.choice.name,
        messages=len(messages),
        answered=reader.tally.answered,
        failures=failures,
        rules=before,
        alone=alone.score(),
        together=after,
        seconds_mean=round(sum(seconds) / len(seconds), 3),
        seconds_max=round(max(seconds), 3),
        usd=reader.tally.usd,
        open=verdicts.get("open", 0),
        dropped=verdicts.get("dropped", 0),
        helps=after.recall > before.recall and (after.precision or 0.0) >= (before.precision or 0.0),
        disagreements=tuple(disagreements),
    )


def _claims(proposals: Proposals, knowledge: Knowledge) -> dict[str, Value]:
    """The facts that a model claims, as values of the base where they are such; of several for one fact the first."""
    found: dict[str, Value] = {}
    for one in proposals.facts:
        if one.fact not in FACT_NAMES or one.fact in found:
            continue
        try:
            found[one.fact] = value_in(one.fact, one.value, knowledge)
        except InputError:
            found[one.fact] = one.value
    return found


def _disagreements(number: int, message: LabelledMessage, ours: Facts, theirs: Facts, both: Facts) -> Iterator[Disagreement]:
    for fact in dict.fromkeys((*theirs, *(one for one in ours if one in message.stated))):
        rules, model = ours.get(fact), theirs.get(fact)
        if fact in _FREE or (
            rules is not None and model is not None and matches(rules if not isinstance(rules, tuple) else list(rules), model)
        ):
            continue
        right = {who for who, value in (("rules", rules), ("model", model)) if _is_well_read(fact, value, message)}
        told = "both" if len(right) > 1 else next(iter(right), "neither")
        yield Disagreement(message=number, fact=fact, rules=rules, model=model, right=told, result=both.get(fact))


def _is_well_read(fact: str, value: Value | None, message: LabelledMessage) -> bool:
    """True if a value is right, or if none was read where none is stated."""
    if value is None:
        return fact not in message.stated
    return is_right(fact, value, message) or (not is_forbidden(fact, value, message) and matches(message.allowed.get(fact), value))


def is_right(fact: str, value: Value, message: LabelledMessage) -> bool:
    """True if a message states this value."""
    return fact in message.stated and matches(message.stated[fact], value) and not is_forbidden(fact, value, message)


def is_forbidden(fact: str, value: Value, message: LabelledMessage) -> bool:
    """True if a message tempts into this value, and states another or none."""
    return any(fact == one if isinstance(one, str) else fact in one and matches(one[fact], value) for one in message.forbidden)


def matches(expected: Any, value: Any) -> bool:  # noqa: ANN401  # whatever a label holds
    """True if a value, or each of several, is one of those that a label names; a label of None names none."""
    wanted = expected if isinstance(expected, list) else [expected]
    return expected is not None and all(
        any(_is_same(one, each) for one in wanted) for each in (value if isinstance(value, tuple) else (value,))
    )


def _is_same(expected: object, value: object) -> bool:
    """Numbers within a fiftieth; names whatever their punctuation."""
    if expected == "*" or isinstance(expected, bool) or isinstance(value, bool):
        return expected == "*" or expected is value
    if isinstance(expected, (int, float)) and isinstance(value, (int, float)):
        return abs(expected - value) <= _CLOSE * abs(expected)
    return _plain(expected) == _plain(value)


def _plain(value: object) -> str:
    return "".join(filter(str.isalnum, str(value).lower())).removeprefix("ml")


def _forbidden_fact(one: Any) -> str:  # noqa: ANN401  # whatever a label holds
    return one if isinstance(one, str) else str(next(iter(one), "")) if isinstance(one, dict) else str(one)
