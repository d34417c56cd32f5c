"""Checks the form of one item: counts, duplicate texts, and words that give the key away or break when options are shuffled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from quizzes.fault import Fault, item_fault
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Matching, Option, OptionQuestion, Ordering, Response, ResponseQuestion, Typed

CHOICES: Final = 4
_RESPONSES: Final = range(5, 7)
_STEPS: Final = range(3, 6)
_PROMPTS: Final = range(3, 8)
_LEAST_RIGHT: Final = 2
_LEAST_QUESTIONS: Final = 2
_MOST_HINTS: Final = 2
_NUMBERS: Final = {2: r"two|2", 3: r"three|3", 4: r"four|4", 5: r"five|5"}
_ALL_THAT: Final = re.compile(r"\b(all|every\w*) that (apply|applies)\b", re.IGNORECASE)
_OF_THE_ABOVE: Final = re.compile(r"\b(all|none|both|neither|either) of (the|these) (above|below|options|answers|others)\b", re.IGNORECASE)
_BY_LETTER: Final = re.compile(r"\b([Oo]ptions? [A-F]\b|(first|second|third|fourth|last|next|previous) option\b|[Aa]nswers? [A-F]\b)")

Complaint = tuple[str, str]
"""Field and sentence."""


def form_faults(item: Item) -> Iterator[Fault]:
    """Faults in the form of `item`."""
    for field, text in (*_check_common_fields(item), *_check_form(item)):
        yield item_fault(item, field, text)


def _check_common_fields(item: Item) -> Iterator[Complaint]:
    for index, cue in enumerate(item.cues):
        if cue.lower() not in item.stem.lower() and not _is_in_question(item, cue):
            yield f"cues.{index}", "stands in no stem of the item; a cue is quoted word for word"
    if len(item.hints) > _MOST_HINTS:
        yield "hints", f"{len(item.hints)} hints; one or two are enough"
    keys = [text.lower() for text in _right_texts(item)]
    for index, hint in enumerate(item.hints):
        if any(key in hint.lower() for key in keys):
            yield f"hints.{index}", "says the right answer"


def _is_in_question(item: Item, cue: str) -> bool:
    return isinstance(item, Case) and any(cue.lower() in question.stem.lower() for question in item.questions)


def _right_texts(item: Item) -> list[str]:
    if isinstance(item, Choice | Response):
        return [option.text for option in item.options if option.right]
    return []


def _check_form(item: Item) -> Iterator[Complaint]:
    match item:
        case Choice() | Response():
            yield from _check_options(item, "")
            yield from _check_abouts(item, item.stands_on, "")
        case Ordering():
            yield from _check_ordering(item)
        case Matching():
            yield from _check_matching(item)
        case Case():
            yield from _check_case(item)
        case Typed():
            yield from _check_typed(item)


def _check_options(question: OptionQuestion, prefix: str) -> Iterator[Complaint]:
    right, count = sum(option.right for option in question.options), len(question.options)
    if isinstance(question, Choice | ChoiceQuestion):
        if count != CHOICES:
            yield f"{prefix}options", f"{count} options; a choice has {CHOICES}"
        if right != 1:
            yield f"{prefix}options", f"{right} options are right; a choice has exactly one"
    else:
        yield from _check_response(question, prefix, right, count)
    yield from _check_distinct(f"{prefix}options", [option.text for option in question.options])
    for index, option in enumerate(question.options):
        yield from _check_option(option, f"{prefix}options.{index}")


def _check_response(question: Response | ResponseQuestion, prefix: str, right: int, count: int) -> Iterator[Complaint]:
    if count not in _RESPONSES:
        yield f"{prefix}options", f"{count} options; a response has 5 or 6"
    if not _LEAST_RIGHT <= right < count:
        yield f"{prefix}options", f"{right} of {count} options are right; a response has two or more, and at least one that is wrong"
    if not says_how_many(question.stem, right):
        yield f"{prefix}stem", f'does not say to select {right}, nor "all that apply"'


def says_how_many(stem: str, right: int) -> bool:
    """True if `stem` says to select `right` options, as a word or a figure, or all that apply."""
    if _ALL_THAT.search(stem):
        return True
    number = _NUMBERS.get(right)
    asks = re.compile(rf"\b(select|choose|pick|name|mark|which|what)\b[^.?!:]*\b({number})\b", re.IGNORECASE)
    return number is not None and bool(asks.search(stem))


def _check_option(option: Option, field: str) -> Iterator[Complaint]:
    if _OF_THE_ABOVE.search(option.text):
        yield f"{field}.text", "points to other options; options are shuffled when shown"
    if _BY_LETTER.search(option.why) or _BY_LETTER.search(option.text):
        yield field, "names an option by its letter or position; options are shuffled when shown"
    yield from _check_rationale(option.why, option.text, field)


def _check_abouts(question: OptionQuestion, entries: Sequence[str], prefix: str) -> Iterator[Complaint]:
    for index, option in enumerate(question.options):
        if option.about and option.about not in entries:
            yield f"{prefix}options.{index}.about", f"{option.about} is none of the entries that the item stands on"


def _check_rationale(why: str, text: str, field: str) -> Iterator[Complaint]:
    if why.strip().lower().rstrip(".") == text.strip().lower().rstrip("."):
        yield f"{field}.why", "repeats the text instead of giving a reason"


def _check_ordering(item: Ordering) -> Iterator[Complaint]:
    if len(item.steps) not in _STEPS:
        yield "steps", f"{len(item.steps)} steps; an ordering has 3 to 5"
    yield from _check_distinct("steps", [step.text for step in item.steps])
    for index, step in enumerate(item.steps):
        yield from _check_rationale(step.why, step.text, f"steps.{index}")


def _check_matching(item: Matching) -> Iterator[Complaint]:
    if len(item.pairs) not in _PROMPTS:
        yield "pairs", f"{len(item.pairs)} prompts; a matching has 3 to 7"
    yield from _check_distinct("pairs", [pair.prompt for pair in item.pairs])
    if len({pair.answer for pair in item.pairs}) < _LEAST_RIGHT:
        yield "pairs", "all prompts have the same answer"
    answers = {_normalize_text(pair.answer) for pair in item.pairs}
    for index, extra in enumerate(item.extra):
        if _normalize_text(extra) in answers:
            yield f"extra.{index}", "is the answer of a prompt"
    for index, pair in enumerate(item.pairs):
        yield from _check_rationale(pair.why, pair.answer, f"pairs.{index}")


def _check_case(item: Case) -> Iterator[Complaint]:
    if len(item.questions) < _LEAST_QUESTIONS:
        yield "questions", f"{len(item.questions)} question; a case has two or more"
    yield from _check_distinct("questions", [question.stem for question in item.questions])
    for index, question in enumerate(item.questions):
        yield from _check_options(question, f"questions.{index}.")
        yield from _check_abouts(question, question.stands_on or item.stands_on, f"questions.{index}.")
        for entry in question.stands_on:
            if entry not in item.stands_on:
                yield f"questions.{index}.stands_on", f"{entry} is none of the entries of the case"
    asked = {entry for question in item.questions for entry in question.stands_on or item.stands_on}
    for entry in item.stands_on:
        if entry not in asked:
            yield "stands_on", f"no question asks for {entry}"


def _check_typed(item: Typed) -> Iterator[Complaint]:
    if item.rubric is None:
        yield "rubric", "missing; a typed answer is marked by it"
    yield from _check_distinct("references", item.references)


def _check_distinct(field: str, texts: Sequence[str]) -> Iterator[Complaint]:
    plain = [_normalize_text(text) for text in texts]
    for index, text in enumerate(plain):
        if text in plain[:index]:
            yield f"{field}.{index}", "stands twice"


def _normalize_text(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".")
