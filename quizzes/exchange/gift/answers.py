"""Parses what stands in the braces of a GIFT question."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from quizzes.exchange.draft import Fields
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.exchange.gift.escapes import split_weight, unmask_escapes
from quizzes.exchange.gift.question_blocks import QuestionBlock

CleanText = Callable[[str], str]
"""Masked text -> text without escapes, formats and markup."""
_TRUE_FALSE: Final = {"T": True, "TRUE": True, "F": False, "FALSE": False}
_SIGN: Final = re.compile(r"[~=]")
_FULL_MARKS: Final = 100.0
_MAX_ANSWERS: Final = 100
"""Answers of one question."""
_RANGE: Final = re.compile(r"(-?[\d.]+)(:|\.\.)(-?[\d.]+)")


def parse_answers(block: QuestionBlock, text: CleanText, notes: list[str], knowledge: Knowledge) -> Fields:
    """Type and answers of a question with braces. Raises InputError if no answer can be made out."""
    answers = block.answers or ""
    if not answers:
        return {"type": "typed"}
    if answers.startswith("#"):
        return {"type": "typed", "references": _parse_numbers(answers[1:])}
    if "~" in answers:
        return _parse_options(block, answers, text, notes, knowledge)
    if "=" in answers and "->" in answers:
        return _parse_matching(answers, text)
    return _parse_true_false(answers, text, knowledge) or _parse_short_answers(answers, text)


def _parse_options(block: QuestionBlock, answers: str, text: CleanText, notes: list[str], knowledge: Knowledge) -> Fields:
    options: list[dict[str, Any]] = []
    single = "=" in answers
    for sign, raw in _split_answers(answers):
        weight, rest = split_weight(raw) if sign == "~" else (_FULL_MARKS, raw)
        right = weight == _FULL_MARKS if single else (weight or 0) > 0
        if single and weight not in (None, 0, _FULL_MARKS):
            taken = exchange_sentence(knowledge, "wrong")
            notes.append(exchange_sentence(knowledge, "note_weight", line=block.line, weight=f"{weight:g}", taken=taken))
        words, _, why = rest.partition("#")
        options.append({"text": text(words), **({"right": True} if right else {}), **({"why": text(why)} if why.strip() else {})})
    count = sum("right" in option for option in options)
    if single and count > 1:
        notes.append(exchange_sentence(knowledge, "note_several", line=block.line, count=count))
    own = block.export_fields.get("form", block.export_fields.get("type"))
    form = own if own in ("choice", "response") else "response" if count > 1 else "choice"
    return {"type": form, "options": options}


def _parse_matching(answers: str, text: CleanText) -> Fields:
    pairs: list[dict[str, str]] = []
    extra: list[str] = []
    for _, raw in _split_answers(answers):
        prompt, arrow, answer = raw.partition("->")
        if not arrow:
            raise InputError(f"pairs: no -> follows {quote_value(unmask_escapes(prompt))}.")
        if prompt.strip():
            pairs.append({"prompt": text(prompt), "answer": unmask_escapes(answer)})
        elif answer.strip():
            extra.append(unmask_escapes(answer))
    return {"type": "matching", "pairs": pairs, **({"extra": extra} if extra else {})}


def _parse_true_false(answers: str, text: CleanText, knowledge: Knowledge) -> Fields | None:
    """A choice of true and false; None for another question. The first comment is on the wrong answer, the second on the right one."""
    word, *comments = answers.split("#", 2)
    if word.strip() not in _TRUE_FALSE:
        return None
    options: list[dict[str, Any]] = []
    for value in (True, False):
        right = value == _TRUE_FALSE[word.strip()]
        why = text(comments[1] if right else comments[0]) if len(comments) > right else ""
        options.append(
            {
                "text": exchange_sentence(knowledge, "statement_true" if value else "statement_false"),
                **({"right": True} if right else {}),
                **({"why": why} if why else {}),
            }
        )
    return {"type": "choice", "options": options}


def _parse_short_answers(answers: str, text: CleanText) -> Fields:
    """Words to type: each fully right answer is a model answer."""
    references = []
    for _, raw in _split_answers(answers):
        weight, rest = split_weight(raw)
        if weight in (None, _FULL_MARKS):
            references.append(text(rest.partition("#")[0]))
    if not references:
        raise InputError("references: no answer is fully right. Put = before one.")
    return {"type": "typed", "references": references}


def _parse_numbers(answers: str) -> list[str]:
    """Numbers with their tolerance or range, as people write them."""
    found = []
    for raw in answers.replace("~", "=").split("="):
        _, rest = split_weight(raw.strip())
        number = unmask_escapes(rest.partition("#")[0])
        if not number:
            continue
        parted = _RANGE.fullmatch(number)
        found.append(f"{parted[1]} {'±' if parted[2] == ':' else 'to'} {parted[3]}" if parted else number)
    return found


def _split_answers(answers: str) -> list[tuple[str, str]]:
    """Sign and text of each answer; text before the first sign counts as an answer."""
    signs, texts = _SIGN.findall(answers), _SIGN.split(answers)
    if len(signs) > _MAX_ANSWERS:
        raise InputError(f"answers: {len(signs):,} answers; a question has at most {_MAX_ANSWERS}. Write \\= and \\~ for signs in a text.")
    first = [("=", texts[0].strip())] if texts[0].strip() else []
    return first + [(sign, raw.strip()) for sign, raw in zip(signs, texts[1:], strict=True) if raw.strip()]
