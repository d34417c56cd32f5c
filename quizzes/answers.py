"""Parses answers: letters as shown, numbers, or the words of an option. Each mistake is one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.display_order import LETTERS, Order, element_texts, written_order
from quizzes.element_words import elements_meant
from quizzes.item import Choice, ChoiceQuestion, KeyedQuestion, Matching, Ordering

Picked = tuple[int, ...]
"""The places picked, in the order of the file.

One place for a choice; ascending places for a response; for an ordering the steps in the order given; for a matching the place of
each prompt's answer, OPEN where none was given.
"""
OPEN: Final = -1
_SEPARATOR: Final = re.compile(r"\s*(?:[,;/>&+\n→]|->|\band\b|\bthen\b)\s*|\s+")
_LEAD_IN: Final = re.compile(
    r"\s*(?:i(?:'d)? (?:think|say|guess|pick|choose|take|go with) )?"
    r"(?:it(?:'s| is)|that's|(?:my |the )?(?:answers?|options?|letters?|choices?)(?:'s| is| are)?):?\s+"
    r"(?=\(?[a-z]\)?(?:$|[\s,&.!]))",
    re.IGNORECASE,
)
"""What people write before a letter: "option b", "I think it's b"."""
_CUTS: Final = (re.compile(r"[;\n]"), re.compile(r"[;\n,]|->|→"), re.compile(r"[;\n,+&>→]|->|\band then\b|\band\b|\bthen\b"))
"""Where an answer in words may be cut into one part an element, the surest first."""
_NUMBERED_WORDS: Final = re.compile(
    r"(?:^|[\s,;])(\d{1,2})\s*(?:->|[-=:.)→])?\s+([^,;\n]+?)(?=[\s,;]+\d{1,2}\s*(?:->|[-=:.)→])?\s|[\s,;]*$)"
)
_MATCHING_PAIR: Final = re.compile(r"\s*(\d{1,2})\s*(?:->|[-=:.)→])?\s*([a-z])(?![a-z0-9])[\s,;]*", re.IGNORECASE)
_MAX_CHARACTERS: Final = 2_000
"""Characters of an answer that are compared with the words of an option."""


def read_answer(question: KeyedQuestion, answer: object, order: Order | None = None) -> Picked:
    """The places that `answer` picks; letters refer to `order`, by default that of the file. Raises InputError for what is no answer."""
    find = _element_finder(question, order or written_order(question))
    if isinstance(question, Matching):
        return _read_matching(question, answer, find)
    picked = [find(part) for part in _split_answer(question, answer)]
    if not picked:
        raise InputError(f"answer: it is empty; give {_expected_form(question)}.")
    if (twice := next((place for place in picked if picked.count(place) > 1), None)) is not None:
        raise InputError(f"answer: {quote_value(element_texts(question)[twice])} stands in it twice; give {_expected_form(question)}.")
    if isinstance(question, Choice | ChoiceQuestion) and len(picked) != 1:
        raise InputError(f"answer: {len(picked)} options are given, and one is asked for; give {_expected_form(question)}.")
    if isinstance(question, Ordering) and len(picked) != len(question.steps):
        raise InputError(f"answer: {len(picked)} of {len(question.steps)} steps are given; give {_expected_form(question)}.")
    return tuple(picked) if isinstance(question, Ordering) else tuple(sorted(picked))


FindElement = Callable[[object], int]


def _element_finder(question: KeyedQuestion, order: Order) -> FindElement:
    """A function from a letter, a number or an element's words to its place in the file."""
    texts = element_texts(question)
    by_words = {_normalize_text(text): index for index, text in enumerate(texts)}

    def find(part: object) -> int:
        """The place of one element, from 0. Raises InputError if there is no such element."""
        text = str(part) if isinstance(part, int) and not isinstance(part, bool) else part
        if not isinstance(text, str):
            raise InputError(f"answer: {quote_value(part)} is no letter; give {_expected_form(question)}.")
        if (place := _place_of_letter(text, len(order))) is not None:
            return order[place]
        plain = _normalize_text(text[:_MAX_CHARACTERS])
        if plain in by_words:
            return by_words[plain]
        if (place := _place_of_number(text, len(order))) is not None:
            return order[place]
        meant = elements_meant(text[:_MAX_CHARACTERS], texts)
        if len(meant) == 1:
            return meant[0]
        if meant:
            letters = ", ".join(LETTERS[order.index(index)] for index in sorted(meant, key=order.index))
            raise InputError(f"answer: {quote_value(text)} may be {letters}; give {_expected_form(question)}.")
        close = suggest_name(plain, by_words) if len(plain) > 2 else ""  # noqa: PLR2004  # a letter has no nearest one
        raise InputError(f"answer: {quote_value(text)} is none of its {_elements_name(question)}; give {_expected_form(question)}.{close}")

    return find


def _place_of_letter(text: str, count: int) -> int | None:
    """The place of a letter, as shown; None for anything else."""
    mark = _strip_marks(text)
    return LETTERS.index(mark) if len(mark) == 1 and mark in LETTERS[:count] else None


def _place_of_number(text: str, count: int) -> int | None:
    """The place, as shown, of a number from 1; None for anything else."""
    mark = _strip_marks(text)
    digits = mark.isascii() and mark.isdigit() and len(mark) <= 2  # noqa: PLR2004  # no question has a hundred elements
    return int(mark) - 1 if digits and 1 <= int(mark) <= count else None


def _strip_marks(text: str) -> str:
    return text.strip().strip("().!").lower()


def _split_answer(question: KeyedQuestion, answer: object) -> Sequence[object]:
    """The single picks of an answer: the members of a list, or the parts of a text."""
    if isinstance(answer, list | tuple):
        return answer
    return _split_text(question, answer) if isinstance(answer, str) else [answer]


def _split_text(question: KeyedQuestion, answer: str) -> Sequence[object]:
    """The single picks of a text."""
    answer = _LEAD_IN.sub("", f" {answer}", count=1) if _LEAD_IN.match(f" {answer}") else answer
    texts = {_normalize_text(text) for text in element_texts(question)}
    if _normalize_text(answer[:_MAX_CHARACTERS]) in texts:
        return [answer]
    count = len(texts)
    words = [part for part in _SEPARATOR.split(answer.strip()) if _strip_marks(part)]
    if isinstance(question, Choice | ChoiceQuestion):
        are_letters = len(words) > 1 and all(_place_of_letter(word, count) is not None for word in words)
        return words if are_letters else [answer] if answer.strip() else []
    if all(
        _strip_marks(word) in texts or _place_of_letter(word, count) is not None or _place_of_number(word, count) is not None
        for word in words
    ):
        return words
    if len(words) == 1 and all(_place_of_letter(letter, count) is not None for letter in words[0]):
        return list(words[0])
    return _cut_words(answer[:_MAX_CHARACTERS], element_texts(question))


def _cut_words(answer: str, texts: Sequence[str]) -> list[object]:
    """An answer in words, cut where every part means one element; the whole of it where it cannot be cut so."""
    if len(elements_meant(answer, texts)) == 1:
        return [answer]
    for cut in _CUTS:
        parts: list[object] = [part.strip() for part in cut.split(answer) if part.strip()]
        if len(parts) > 1 and all(len(elements_meant(str(part), texts)) == 1 for part in parts):
            return parts
    return [part for part in re.split(r"\s*[;\n]\s*", answer.strip()) if part]


def _read_matching(question: Matching, answer: object, find: FindElement) -> Picked:
    given = _prompts_with_answers(question, answer)
    picked = [OPEN] * len(question.pairs)
    prompts = {_normalize_text(pair.prompt): index for index, pair in enumerate(question.pairs)}
    for prompt, part in given:
        index = _place_of_prompt(prompt, prompts)
        if picked[index] != OPEN:
            raise InputError(f"answer: prompt {index + 1} is answered twice; give {_expected_form(question)}.")
        if part is not None:
            picked[index] = find(part)
    if all(place == OPEN for place in picked):
        raise InputError(f"answer: it is empty; give {_expected_form(question)}.")
    return tuple(picked)


def _prompts_with_answers(question: Matching, answer: object) -> list[tuple[Any, Any]]:
    """Each prompt that was answered, with its answer."""
    if isinstance(answer, Mapping):
        return list(answer.items())
    if isinstance(answer, str) and (found := _MATCHING_PAIR.findall(answer)) and not _MATCHING_PAIR.sub("", answer).strip():
        return found
    if isinstance(answer, str) and (found := _numbered_words(question, answer)):
        return found
    parts = list(answer) if isinstance(answer, list | tuple) else _split_answer(question, answer)
    if len(parts) != len(question.pairs):
        raise InputError(
            f"answer: {quote_value(answer)} does not give each of the {len(question.pairs)} prompts one; give {_expected_form(question)}."
        )
    return list(enumerate(parts, 1))


def _numbered_words(question: Matching, answer: str) -> list[tuple[Any, Any]]:
    """Prompts and words of an answer such as "1 red, 2 blue"; empty where its words do not mean one answer each."""
    found = _NUMBERED_WORDS.findall(answer[:_MAX_CHARACTERS])
    return found if found and all(len(elements_meant(words, question.answers)) == 1 for _, words in found) else []


def _place_of_prompt(prompt: object, prompts: Mapping[str, int]) -> int:
    text = str(prompt).strip().strip("().")
    if text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= len(prompts):  # noqa: PLR2004  # at most seven prompts
        return int(text) - 1
    plain = _normalize_text(text[:_MAX_CHARACTERS])
    if plain in prompts:
        return prompts[plain]
    raise InputError(
        f"answer: there is no prompt {quote_value(text)}.{suggest_name(plain, prompts, f'They are numbered from 1 to {len(prompts)}.')}"
    )


def _elements_name(question: KeyedQuestion) -> str:
    return {"ordering": "steps", "matching": "answers"}.get(question.type, "options")


def _expected_form(question: KeyedQuestion) -> str:
    """What an answer looks like, for the end of a message."""
    count = len(element_texts(question))
    last = LETTERS[count - 1]
    match question.type:
        case "choice":
            return f"one letter from a to {last}"
        case "response":
            return f"letters from a to {last}, such as a c"
        case "ordering":
            return f"each letter from a to {last} once, in order"
        case _:
            return f"a letter from a to {last} for each prompt, such as 1b 2a"


def _normalize_text(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".")
