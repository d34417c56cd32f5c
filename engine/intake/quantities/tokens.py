"""What a number of tokens states: the prompt, the answer, or what is trained on."""

from __future__ import annotations

from typing import Final

from engine.intake.quantities.amounts import Amount
from engine.intake.quantities.around import Around, Facts

_CORPUS: Final = 100_000_000
"""No request is that long."""
_CORPUS_OF_TRAINING: Final = 1_000_000
_BEFORE: Final = 48
_AFTER: Final = 22
_TIMED: Final = 16
"""Characters between a time and the tokens that it is for."""


def facts_of_tokens(amount: Amount, around: Around) -> Facts:
    """Yield input or output tokens of a request, or the billions that a training sees."""
    if amount.value <= 1:
        return
    if amount.value >= _CORPUS or (amount.value >= _CORPUS_OF_TRAINING and (around.trains or around.sentence("corpus"))):
        yield "training_tokens_b", amount.value / 1e9
        return
    fact = _named(around) or _read_or_written(amount, around)
    yield fact, round(amount.value)


def _named(around: Around) -> str:
    """The fact that the words right beside it name."""
    written = around.follows("input_follows")
    named = (
        ("output_tokens", _is_pair(around.preceding, around.amount, around)),
        ("input_tokens", _is_pair(around.amount, around.following, around)),
        ("input_tokens", around.counts("tokens_in")),
        ("output_tokens", around.counts("tokens_out")),
        ("input_tokens", not written and around.leads("of_input") and not around.leads("in_the")),
        ("output_tokens", not written and around.leads("of_output")),
        ("output_tokens", _is_timed(around.preceding, around)),
    )
    return next((fact for fact, holds in named if holds), "")


def _is_pair(first: Amount | None, second: Amount | None, around: Around) -> bool:
    """Whether two amounts are of one request: "150 tok / 20 tok"."""
    return first is not None and second is not None and around.message.text[first.end : second.start].strip() == "/"


def _is_timed(time: Amount | None, around: Around) -> bool:
    """Whether a time is told for so many tokens: "2.5 s for 200 tokens"."""
    if time is None or time.kind != "time":
        return False
    return around.follows_about("for_so_long") and around.amount.start - time.end <= _TIMED


def is_prompt_of_a_pair(amount: Amount, around: Around) -> bool:
    """Whether a number stands before the tokens of an answer: "6,000 / 700 tokens"."""
    following = around.following
    return following is not None and following.kind == "tokens" and _is_pair(amount, following, around)


def _read_or_written(amount: Amount, around: Around) -> str:
    """The fact that the nearest word before it tells; what comes second is the answer."""
    floor = max(around.begin, amount.start - _BEFORE)
    written = max((found.last for found in around.message.between("writes", floor, amount.start)), default=-1)
    read = max((found.last for found in around.message.between("reads", floor, amount.start)), default=-1)
    behind = read < 0 and not around.follows("input_follows") and around.after("writes", _AFTER)
    if written > read or behind or ("input_tokens" in around.known and read < 0):
        return "output_tokens"
    return "input_tokens"
