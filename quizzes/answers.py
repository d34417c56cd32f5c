"""Reads what somebody answered: letters as shown, numbers, or the words of an option. Each mistake is one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from knowledge.errors import InputError, shown, suggestion
from quizzes.item import Choice, ChoiceQuestion, Exact, Matching, Ordering
from quizzes.order import LETTERS, Order, as_written, elements

Picked = tuple[int, ...]
"""An answer in places as written.

A choice has one; a response its options in ascending order; an ordering its steps in the order given; a matching the answer
of each prompt, with OPEN where none was given.
"""
OPEN: Final = -1
_BETWEEN: Final = re.compile(r"\s*(?:[,;/>\n→]|->|\band\b|\bthen\b)\s*|\s+")
_MATCHED: Final = re.compile(r"\s*(\d{1,2})\s*(?:->|[-=:.)→])?\s*([a-z])(?![a-z0-9])[\s,;]*", re.IGNORECASE)
_LONGEST: Final = 2_000
"""Characters of an answer that are compared with the words of an option."""


def read_answer(question: Exact, answer: object, order: Order | None = None) -> Picked:
    """What `answer` picks, where letters refer to `order` (as written by default). Raises InputError for what is no answer to it."""
    find = _finder(question, order or as_written(question))
    if isinstance(question, Matching):
        return _matched(question, answer, find)
    picked = [find(part) for part in _parts(question, answer)]
    if not picked:
        raise InputError(f"answer: it is empty; give {_wanted(question)}.")
    if (twice := next((place for place in picked if picked.count(place) > 1), None)) is not None:
        raise InputError(f"answer: {shown(elements(question)[twice])} stands in it twice; give {_wanted(question)}.")
    if isinstance(question, Choice | ChoiceQuestion) and len(picked) != 1:
        raise InputError(f"answer: {len(picked)} options are given, and one is asked for; give {_wanted(question)}.")
    if isinstance(question, Ordering) and len(picked) != len(question.steps):
        raise InputError(f"answer: {len(picked)} of {len(question.steps)} steps are given; give {_wanted(question)}.")
    return tuple(picked) if isinstance(question, Ordering) else tuple(sorted(picked))


Find = Callable[[object], int]


def _finder(question: Exact, order: Order) -> Find:
    """A function from a letter, a number or an element's words to its place as written."""
    texts = elements(question)
    by_words = {_plain(text): index for index, text in enumerate(texts)}

    def find(part: object) -> int:
        """The place of one element as written, from 0. Raises InputError where it names none of them."""
        text = str(part) if isinstance(part, int) and not isinstance(part, bool) else part
        if not isinstance(text, str):
            raise InputError(f"answer: {shown(part)} is no letter; give {_wanted(question)}.")
        if (place := _letter(text, len(order))) is not None:
            return order[place]
        plain = _plain(text[:_LONGEST])
        if plain in by_words:
            return by_words[plain]
        if (place := _number(text, len(order))) is not None:
            return order[place]
        close = suggestion(plain, by_words) if len(plain) > 2 else ""  # noqa: PLR2004  # a letter has no nearest one
        raise InputError(f"answer: {shown(text)} is none of its {_called(question)}; give {_wanted(question)}.{close}")

    return find


def _letter(text: str, count: int) -> int | None:
    """The place as shown of a letter; None for anything else."""
    mark = _bare(text)
    return LETTERS.index(mark) if len(mark) == 1 and mark in LETTERS[:count] else None


def _number(text: str, count: int) -> int | None:
    """The place of a number from 1; None for anything else."""
    mark = _bare(text)
    digits = mark.isascii() and mark.isdigit() and len(mark) <= 2  # noqa: PLR2004  # no question has a hundred elements
    return int(mark) - 1 if digits and 1 <= int(mark) <= count else None


def _bare(text: str) -> str:
    return text.strip().strip("().").lower()


def _parts(question: Exact, answer: object) -> Sequence[object]:
    """The single picks in an answer: the members of a list, or those of a text."""
    if isinstance(answer, list | tuple):
        return answer
    if not isinstance(answer, str):
        return [answer]
    texts = {_plain(text) for text in elements(question)}
    if _plain(answer[:_LONGEST]) in texts or isinstance(question, Choice | ChoiceQuestion):
        return [answer] if answer.strip() else []
    count = len(texts)
    words = [part for part in _BETWEEN.split(answer.strip()) if _bare(part)]
    if all(_bare(word) in texts or _letter(word, count) is not None or _number(word, count) is not None for word in words):
        return words
    if len(words) == 1 and all(_letter(letter, count) is not None for letter in words[0]):
        return list(words[0])
    return [part for part in re.split(r"\s*[;\n]\s*", answer.strip()) if part] if re.search(r"[;\n]", answer) else words


def _matched(question: Matching, answer: object, find: Find) -> Picked:
    given = _as_pairs(question, answer)
    picked = [OPEN] * len(question.pairs)
    prompts = {_plain(pair.prompt): index for index, pair in enumerate(question.pairs)}
    for prompt, part in given:
        index = _prompt(prompt, prompts)
        if picked[index] != OPEN:
            raise InputError(f"answer: prompt {index + 1} is answered twice; give {_wanted(question)}.")
        if part is not None:
            picked[index] = find(part)
    if all(place == OPEN for place in picked):
        raise InputError(f"answer: it is empty; give {_wanted(question)}.")
    return tuple(picked)


def _as_pairs(question: Matching, answer: object) -> list[tuple[Any, Any]]:
    """Prompt and answer of each pair that was given."""
    if isinstance(answer, Mapping):
        return list(answer.items())
    if isinstance(answer, str) and (found := _MATCHED.findall(answer)) and not _MATCHED.sub("", answer).strip():
        return found
    parts = list(answer) if isinstance(answer, list | tuple) else _parts(question, answer)
    if len(parts) != len(question.pairs):
        raise InputError(f"answer: {shown(answer)} does not give each of the {len(question.pairs)} prompts one; give {_wanted(question)}.")
    return list(enumerate(parts, 1))


def _prompt(prompt: object, prompts: Mapping[str, int]) -> int:
    text = str(prompt).strip().strip("().")
    if text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= len(prompts):  # noqa: PLR2004  # at most seven prompts
        return int(text) - 1
    plain = _plain(text[:_LONGEST])
    if plain in prompts:
        return prompts[plain]
    raise InputError(
        f"answer: there is no prompt {shown(text)}.{suggestion(plain, prompts, f'They are numbered from 1 to {len(prompts)}.')}"
    )


def _called(question: Exact) -> str:
    return {"ordering": "steps", "matching": "answers"}.get(question.type, "options")


def _wanted(question: Exact) -> str:
    """What an answer looks like, for the end of a message."""
    count = len(elements(question))
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


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".")
