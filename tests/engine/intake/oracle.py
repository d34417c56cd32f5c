"""A reader that knows the labels of a message: right, or with a share of its proposals spoilt. It stands for a language model."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.intake.candidate import Certainty
from engine.intake.evidence import Evidence, evidence_for
from engine.intake.lexica import lexica_of
from engine.intake.reader import Proposal, Proposals, ReadingTask
from engine.intake.reading import Reading
from engine.intake.values import value_of
from engine.intake.weighing import Weighed
from engine.vocabulary import accepted_values
from engine.workload import FACT_NAMES, Id, Quantity
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.engine.intake.message_scores import same, understood_once

_SENTENCE: Final = re.compile(r"[^.!?\n;]+(?:[.](?=\S)[^.!?\n;]+)*[.!?]?")
_PIECE: Final = re.compile(r"[^,;:()\n]+")


class Oracle:
    """Proposes what the labels of each text say, with the words that say it."""

    def __init__(self, labels: Mapping[str, Mapping[str, Any]], knowledge: Knowledge, *, spoilt: float = 0.0, seed: int = 1) -> None:
        """`labels`: text -> its facts. `spoilt`: the share of proposals that are made wrong, always in the same way for a seed."""
        self._labels, self._knowledge = labels, knowledge
        self._nothing = Reading("", knowledge, lexica_of(knowledge))
        self._spoilt, self._dice = spoilt, random.Random(seed)  # noqa: S311  # always the same

    def read(self, task: ReadingTask) -> Proposals:
        """The labels of the text."""
        facts = self._labels.get(task.text, {})
        right = [Proposal(fact, value, self.quote(fact, value, task.text), certainty=Certainty.WORDED) for fact, value in facts.items()]
        return Proposals(tuple(self._spoil(one, task.text) if self._dice.random() < self._spoilt else one for one in right), (), task.asked)

    def is_right(self, one: Weighed, text: str) -> bool:
        """Whether the labels of the text bear out a proposal."""
        facts, value = self._labels[text], one.value if one.value is not None else one.proposal.value
        return one.proposal.fact in facts and same(value, facts[one.proposal.fact])

    def quote(self, fact: str, value: Any, text: str) -> str:  # noqa: ANN401  # whatever a label holds
        """Words that say it; the longest sentence where none says it literally."""
        read = understood_once(text, self._knowledge).workload
        if fact in read.origins and read.origins[fact].quote and same(getattr(read, fact), value):
            return read.origins[fact].quote
        for pattern in (_PIECE, _SENTENCE):
            for match in pattern.finditer(text):
                if match[0].strip() and self._says(fact, value, match[0]):
                    return match[0].strip()
        return max((match[0].strip() for match in _SENTENCE.finditer(text)), key=len, default=text.strip())

    def _says(self, fact: str, value: Any, words: str) -> bool:  # noqa: ANN401  # whatever a label holds
        try:
            checked = value_of(fact, value, self._knowledge)
        except InputError:
            return False
        return evidence_for(fact, checked, words.strip(), self._nothing, is_answer=False) >= Evidence.FOLLOWS

    def _spoil(self, one: Proposal, text: str) -> Proposal:
        """Another value, another fact, words that nobody wrote, or a fact out of thin air."""
        ways = (self._other_value, self._other_fact, self._other_words, self._from_nowhere)
        return self._dice.choice(ways)(one, text)

    def _other_value(self, one: Proposal, _: str) -> Proposal:
        return Proposal(one.fact, self._any_value(one.fact, besides=one.value), one.quote)

    def _other_fact(self, one: Proposal, _: str) -> Proposal:
        kind = type(accepted_values(one.fact))
        others = [fact for fact in FACT_NAMES if fact != one.fact and isinstance(accepted_values(fact), kind)]
        fact = self._dice.choice(others)
        value = one.value if kind in {Quantity, Id} else self._any_value(fact)
        return Proposal(fact, value, one.quote)

    def _other_words(self, one: Proposal, _: str) -> Proposal:
        return Proposal(one.fact, self._any_value(one.fact, besides=one.value), f"{one.quote} as agreed")

    def _from_nowhere(self, _: Proposal, text: str) -> Proposal:
        fact = self._dice.choice(FACT_NAMES)
        pieces = [match[0].strip() for match in _PIECE.finditer(text) if match[0].strip()]
        return Proposal(fact, self._any_value(fact), self._dice.choice(pieces))

    def _any_value(self, fact: str, *, besides: object = None) -> Any:  # noqa: ANN401  # of whatever kind the fact is
        kind = accepted_values(fact)
        if isinstance(kind, Quantity):
            return (besides if isinstance(besides, (int, float)) else 7) * self._dice.choice((2, 3, 10))
        return self._dice.choice([one for one in self._choices(fact) if one != besides])

    def _choices(self, fact: str) -> list[Any]:
        kind = accepted_values(fact)
        if isinstance(kind, Id):
            return [name for part in kind.kinds for name in getattr(self._knowledge, part)]
        return list(kind) if isinstance(kind, tuple) else [True, False]


def labelled(messages: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Text -> facts, of messages that are no follow-ups."""
    return {message["text"]: message["facts"] for message in messages if "before" not in message}
