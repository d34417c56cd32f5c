"""What a person's words answer: a digit, a label, a value with its unit, or anything that intake can read."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from engine.dialogue.record import Answer, Ask, Offer, answer_of
from engine.intake.amounts import Amount
from engine.intake.clauses import Hearing
from engine.intake.follow_up import follow_up, overlap
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.quantities.quantity_facts import told_in
from engine.intake.reader import NO_PROPOSALS, Proposals
from engine.intake.understand import understand
from engine.intake.values import UNIT_FACTORS, value_of
from engine.lazy_pattern import lazy_pattern
from engine.vocabulary import accepted_values
from engine.workload import FACT_NAMES, Quantity, Value, Workload
from knowledge import Knowledge
from knowledge.errors import InputError

_NOT_SURE: Final = lazy_pattern(
    r"\?+|(?:i(?:'m| am)? )?(?:not sure|unsure|no idea|(?:do not|don't|dont) know|dunno|unknown|not known|skip|pass|who knows|can't say)"
    r"(?: yet| of that| that)?[.!]?",
    re.IGNORECASE,
)
_YES: Final = lazy_pattern(r"(?:yes|yeah|yep|yup|y|sure|true|of course|definitely|ok|okay)\b[,.!]?\s*", re.IGNORECASE)
_NO: Final = lazy_pattern(
    r"(?:no|nope|nah|n|false|never|not)\b(?!,?\s*(?:wait|sorry|hold on|hang on|actually|i mean|i meant|make (?:it|that))\b)[,.!]?\s*",
    re.IGNORECASE,
)
"""A no; "no wait, 30 a second" begins a correction."""
_LAST_YES: Final = lazy_pattern(
    r"(?:^|[,.\s])(?:yes|sure|(?:is|are|would be|that's) (?:fine|ok|okay|alright)|nobody minds|no problem|why not|don't care)[.!]?$",
    re.IGNORECASE,
)
_RIGHT: Final = lazy_pattern(
    r"(?:yes|y|ok|okay|sure|right|fine|good|correct|none|nothing|no|as (?:it )?stands"
    r"|(?:that's|they're|they are|all|all of (?:it|them)(?: are| is)?|looks?|sounds?|everything is|everything's)"
    r" (?:all )?(?:right|fine|good|ok|okay|correct)"
    r"|(?:none|nothing) of (?:it|them|these|those)|leave (?:it|them|all)(?: as (?:it is|they are))?|no changes?|nothing to change)[.!]?",
    re.IGNORECASE,
)
_DIGIT: Final = lazy_pattern(r"\(?(\d{1,2})[.)]?")
_NUMBER_WORDS: Final = lazy_pattern(
    r"^\s*(?:about|around|roughly|approximately|some|circa|ca\.?|~|≈|<|>|≤|under|below|up to|at most|within|in)\s*", re.IGNORECASE
)
_WORD: Final = lazy_pattern(r"[a-z0-9]+")
_SMALL: Final = frozenset(
    {"a", "an", "the", "of", "in", "is", "it", "to", "we", "our", "and", "or", "about", "under", "fine", "one", "at", "than", "that", "how"}
)
_A_FEW: Final = lazy_pattern(
    r"\b(?:a )?(?:few|several)\s+(?=(?:milli)?seconds?\b|ms\b|minutes?\b|hours?\b|days?\b|weeks?\b|[kmgt]b\b)", re.IGNORECASE
)
"""As an answer it is a number; in a message it is too vague for a target."""
_SAID_BEHIND: Final = frozenset({"at", "in", "on", "or", "max", "tops", "when", "during", "most"})
"""Words behind a number that count nothing: "20 at peak"."""
_ARTICLE: Final = lazy_pattern(r"^(?:it(?:'s| is)\s+)?(?:the\s+)?|\s+(?:one|model|version|size)$", re.IGNORECASE)
"""Words around the name of a member: "it's the large v3 one"."""
_PART: Final = lazy_pattern(r"\s*(?:[;\n]|,(?=\s*\d{1,2}\s*[:=)]))\s*")
_NUMBERED: Final = lazy_pattern(r"(\d{1,2})\s*[:=)]\s*(.+)", re.DOTALL)
_UNITS: Final = {
    **UNIT_FACTORS,
    ("money", "USD"): 1.0,
    ("tokens", ""): 1.0,
    ("count", ""): 1.0,
    ("bare", ""): 1.0,
    ("bare", "/s"): 1.0,
    ("bare", "USD"): 1.0,
}
"""The same for an answer, which may leave out the unit; what is missing does not measure the fact."""
_GUESSED: Final = {
    "rows": frozenset({"rows", "examples", "samples", "records", "train", "training"}),
    "dataset_gb": frozenset({"data", "dataset", "set", "table", "csv", "parquet", "files", "logs"}),
    "input_tokens": frozenset({"input", "prompt", "prompts", "context", "in"}),
    "requests_per_second": frozenset(
        {"average", "mean", "usually", "normally", "day", "daily", "hour", "hourly", "week", "month", "monthly"}
    ),
}
"""Facts that a bare amount is read as, and the words that would say so."""
_LONGEST: Final = 60
"""Characters of an answer that may be a bare value; what is longer is read as a message."""


class Reply(msgspec.Struct, frozen=True):
    """What was read of one answer."""

    changes: dict[str, Answer | None] = msgspec.field(default_factory=dict)
    """Fact -> its new answer; None where it is taken back."""
    others: tuple[Workload, ...] = ()
    """Further workloads that it speaks of."""


def is_not_sure(text: str) -> bool:
    """Whether somebody says that they do not know."""
    return _NOT_SURE.fullmatch(text.strip()) is not None


def is_right(text: str) -> bool:
    """Whether somebody lets stand what was assumed."""
    return _RIGHT.fullmatch(text.strip()) is not None


def picked(text: str, offers: tuple[Offer, ...]) -> int | None:
    """The position of the offer that is meant by its digit or its label."""
    plain = _plain(text)
    digit = _DIGIT.fullmatch(text.strip())
    if digit is not None and 1 <= int(digit[1]) <= len(offers):
        return int(digit[1]) - 1
    return next((index for index, offer in enumerate(offers) if plain and _plain(offer.label) == plain), None)


def reply_to(ask: Ask, text: str, before: Workload, knowledge: Knowledge, proposals: Proposals = NO_PROPOSALS) -> Reply:
    """What `text` says, as an answer to `ask` about the workload `before`; `proposals` are those of a second reader."""
    index = picked(text, ask.offers)
    value = ask.offers[index].value if index is not None else None
    if value is not None:
        return Reply({ask.fact: Answer(kind="answered", value=value, quote=text.strip())})
    value, rest = yes_or_no(text) if accepted_values(ask.fact) is None else (None, text)
    if value is None:
        value = _bare(ask.fact, text, knowledge)
        rest = "" if value is not None else text
    if value is None:
        value = _by_phrase(ask.fact, text, knowledge)
    if value is None and ask.fact == "model":
        value = _member(text, before, knowledge)
        rest = "" if value is not None else text
    if value is not None:
        return _and_more(ask.fact, value, text, _explicit(rest, before, knowledge, proposals) if rest.strip() else Reply())
    reply = _reply_read(text, before, knowledge, proposals=proposals)
    if ask.fact in reply.changes:
        return reply
    value, guessed = _within(ask, text, reply, knowledge)
    if value is not None:
        return _and_more(ask.fact, value, text, reply, guessed)
    if reply.changes or reply.others:
        return reply
    counted = _A_FEW.sub("3 ", text) if isinstance(accepted_values(ask.fact), Quantity) else text
    return reply_to(ask, counted, before, knowledge, proposals) if counted != text else _of_any(text, knowledge)


def _of_any(text: str, knowledge: Knowledge) -> Reply:
    """A word that answers one other question and no third: "cheap"."""
    plain = _plain(text)
    hits = [
        (fact, choice.value)
        for fact, question in knowledge.questions.items()
        for choice in question.choices
        if plain in {_plain(words) for words in choice.words}
    ]
    return Reply({fact: Answer(kind="said", value=value, quote=text.strip()) for fact, value in hits} if len(hits) == 1 else {})


def _and_more(fact: str, value: Value, text: str, reply: Reply, guessed: tuple[str, ...] = ()) -> Reply:
    """The answer, and what else was said."""
    others = {name: one for name, one in reply.changes.items() if name not in (fact, *guessed)}
    return msgspec.structs.replace(reply, changes={fact: Answer(kind="answered", value=value, quote=text.strip()), **others})


def corrections(
    offers: tuple[Offer, ...],
    text: str,
    before: Workload,
    knowledge: Knowledge,
    hearing: Hearing = "later",
    *,
    proposals: Proposals = NO_PROPOSALS,
) -> Reply:
    """What of the lines of a check is different: "2: 30 MB; 4: spiky", or any words; any words alone where there are no `offers`."""
    changes: dict[str, Answer | None] = {}
    left: list[str] = []
    for part in _PART.split(text):
        fact, said = _line_named(offers, part)
        value = _value(fact, said, knowledge) if fact else None
        if value is None:
            left.append(part)
        else:
            changes[fact] = Answer(kind="answered", value=value, quote=part.strip())
    rest = "; ".join(left)
    reply = _reply_read(rest, before, knowledge, hearing, proposals) if rest.strip() else Reply()
    if rest.strip() and not (reply.changes or reply.others):
        reply = _of_any(rest, knowledge)
    return msgspec.structs.replace(reply, changes={**reply.changes, **changes})


def _line_named(offers: tuple[Offer, ...], part: str) -> tuple[str, str]:
    """The line that a part begins with, by number or by name, and the rest; "" where there is none."""
    numbered = _NUMBERED.fullmatch(part.strip())
    if numbered is not None and 1 <= int(numbered[1]) <= len(offers):
        return offers[int(numbered[1]) - 1].fact, numbered[2]
    for offer in offers:
        name = offer.label.partition(":")[0]
        for spelled in (name, offer.fact):
            if offer.fact and part.strip().lower().startswith(spelled.lower()):
                return offer.fact, part.strip()[len(spelled) :].lstrip(" :=")
    return "", part


def _value(fact: str, said: str, knowledge: Knowledge) -> Value | None:
    """A value for one line: plain, or the label of one of its question's choices."""
    choices = knowledge.questions[fact].choices if fact in knowledge.questions else ()
    plain = _plain(said)
    label = next((choice.value for choice in choices if _plain(choice.label) == plain), None)
    if label is not None:
        return label
    if accepted_values(fact) is None:
        value, _ = yes_or_no(said)
        return value
    return _bare(fact, said, knowledge)


def _explicit(text: str, before: Workload, knowledge: Knowledge, proposals: Proposals) -> Reply:
    """What a message says by itself: beside an answer, a bare amount corrects nothing."""
    found = understand(text, knowledge, hearing="later", proposals=proposals)
    changes: dict[str, Answer | None] = {}
    for name, value in found.workload.known_facts().items():
        known = getattr(before, name)
        if value != known and (known is None or found.workload.origins[name].kind == "said"):
            changes[name] = answer_of(found.workload, name)
    return Reply(changes, found.other_workloads)


def _reply_read(
    text: str, before: Workload, knowledge: Knowledge, hearing: Hearing = "later", proposals: Proposals = NO_PROPOSALS
) -> Reply:
    """What intake reads of a message, against what was known."""
    found = follow_up(text, before, knowledge, hearing, proposals)
    changes: dict[str, Answer | None] = {}
    for name in FACT_NAMES:
        value = getattr(found.workload, name)
        if value != getattr(before, name):
            changes[name] = None if value is None else answer_of(found.workload, name)
    return Reply(changes, found.other_workloads)


def yes_or_no(text: str) -> tuple[bool | None, str]:
    """Yes or no, and what else was said."""
    for pattern, value in ((_NO, False), (_YES, True)):
        match = pattern.match(text.strip())
        if match is not None:
            return value, text.strip()[match.end() :]
    last = _LAST_YES.search(text.strip())
    return (True, text.strip()[: last.start()]) if last is not None else (None, text)


def _bare(fact: str, text: str, knowledge: Knowledge) -> Value | None:
    """The whole of a short answer as a value of the fact."""
    said = _NUMBER_WORDS.sub("", text.strip(), count=1) if isinstance(accepted_values(fact), Quantity) else text.strip()
    return _valid(fact, said, knowledge) if said and len(said) <= _LONGEST else None


def _member(text: str, before: Workload, knowledge: Knowledge) -> Value | None:
    """The model of the family in question whose name goes on with these words: "large v3" of Whisper."""
    family = knowledge.model_families.get(before.model_family or "")
    said = _ARTICLE.sub("", text.strip(" .!"))
    return _bare("model", f"{family.name} {said}", knowledge) if family is not None and said else None


def _within(ask: Ask, text: str, reply: Reply, knowledge: Knowledge) -> tuple[Value | None, tuple[str, ...]]:
    """A value somewhere in the words, and the facts that were read from the same words for want of a better."""
    kind = accepted_values(ask.fact)
    found = list(told_in(Message(text, lexica_of(knowledge))))
    if isinstance(kind, Quantity):
        read = [_without_thing(amount) for amount, _, _ in found]
        meant = [amount for amount in read if _UNITS.get((amount.kind, kind.unit))]
        if len(meant) == 1:
            amount = meant[0]
            numbers = [(name, one) for name, one in reply.changes.items() if one and isinstance(accepted_values(name), Quantity)]
            taken = tuple(name for name, one in numbers if overlap(text, one.quote, amount))
            number = amount._replace(end=amount.thing_start if amount.thing else amount.end)
            names = [one for name, one in reply.changes.items() if one and not isinstance(accepted_values(name), Quantity)]
            is_of_a_name = any(overlap(text, one.quote, number) for one in names)  # the 3 of "rather Llama 3 8B"
            if not is_of_a_name and all(_is_guess(name, text) for name in taken):
                return _valid(ask.fact, amount.value * _UNITS[amount.kind, kind.unit], knowledge), taken
    return (None if found else _by_words(ask.offers, text)), ()


def _without_thing(amount: Amount) -> Amount:
    """The amount as a bare number where no thing stands behind it."""
    counts = amount.kind == "count" and amount.thing.split(" ", 1)[0] in _SAID_BEHIND
    return amount._replace(kind="bare", thing="") if counts else amount


def _valid(fact: str, said: str | float, knowledge: Knowledge) -> Value | None:
    try:
        return value_of(fact, said, knowledge)
    except InputError:
        return None


def _is_guess(fact: str, text: str) -> bool:
    """Whether a fact was read from a bare amount, where nothing but its unit speaks for it."""
    own = _GUESSED.get(fact)
    return own is not None and not own & set(_WORD.findall(text.lower()))


def _by_phrase(fact: str, text: str, knowledge: Knowledge) -> Value | None:
    """The choice with a phrase of its own that stands in the text, the longest where there are several."""
    said = f" {_plain(text)} "
    choices = knowledge.questions[fact].choices if fact in knowledge.questions else ()
    hits = [
        (len(words), choice.value)
        for choice in choices
        for words in (*choice.words, *([choice.label] if " " in choice.label else []))
        if f" {_plain(words)} " in said
    ]
    return max(hits, key=lambda hit: hit[0])[1] if hits else None


def _by_words(offers: tuple[Offer, ...], text: str) -> Value | None:
    """The only offer that shares a telling word with the text."""
    said = set(_WORD.findall(text.lower())) - _SMALL
    shared = [offer for offer in offers if said & (set(_WORD.findall(offer.label.lower())) - _SMALL)]
    return shared[0].value if len(shared) == 1 else None


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower().replace("$", "usd ")))
