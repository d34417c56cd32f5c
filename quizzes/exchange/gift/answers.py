"""What stands in the braces of a GIFT question -> the fields of an item."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import InputError, shown
from quizzes.exchange.draft import Fields
from quizzes.exchange.gift.blocks import Block
from quizzes.exchange.gift.signs import unmasked, weight_of
from quizzes.exchange.words import say

Text = Callable[[str], str]
"""Masked text -> text without signs, formats and markup."""
_TRUTH: Final = {"T": True, "TRUE": True, "F": False, "FALSE": False}
_SIGN: Final = re.compile(r"[~=]")
_ALL: Final = 100.0
_MOST: Final = 100
"""Answers of one question."""
_RANGE: Final = re.compile(r"(-?[\d.]+)(:|\.\.)(-?[\d.]+)")


def body_of(block: Block, text: Text, notes: list[str], knowledge: Knowledge) -> Fields:
    """Type and answers of a question that has braces. Raises InputError where no answer can be made out."""
    answers = block.answers or ""
    if not answers:
        return {"type": "typed"}
    if answers.startswith("#"):
        return {"type": "typed", "references": _numbers(answers[1:])}
    if "~" in answers:
        return _picking(block, answers, text, notes, knowledge)
    if "=" in answers and "->" in answers:
        return _matching(answers, text)
    return _truth(answers, text, knowledge) or _short(answers, text)


def _picking(block: Block, answers: str, text: Text, notes: list[str], knowledge: Knowledge) -> Fields:
    options: list[dict[str, Any]] = []
    single = "=" in answers
    for sign, raw in _parts(answers):
        weight, rest = weight_of(raw) if sign == "~" else (_ALL, raw)
        right = weight == _ALL if single else (weight or 0) > 0
        if single and weight not in (None, 0, _ALL):
            taken = say(knowledge, "wrong")
            notes.append(say(knowledge, "note_weight", line=block.line, weight=f"{weight:g}", taken=taken))
        words, _, why = rest.partition("#")
        options.append({"text": text(words), **({"right": True} if right else {}), **({"why": text(why)} if why.strip() else {})})
    count = sum("right" in option for option in options)
    if single and count > 1:
        notes.append(say(knowledge, "note_several", line=block.line, count=count))
    own = block.own.get("form", block.own.get("type"))
    form = own if own in ("choice", "response") else "response" if count > 1 else "choice"
    return {"type": form, "options": options}


def _matching(answers: str, text: Text) -> Fields:
    pairs: list[dict[str, str]] = []
    extra: list[str] = []
    for _, raw in _parts(answers):
        prompt, arrow, answer = raw.partition("->")
        if not arrow:
            raise InputError(f"pairs: no -> follows {shown(unmasked(prompt))}.")
        if prompt.strip():
            pairs.append({"prompt": text(prompt), "answer": unmasked(answer)})
        elif answer.strip():
            extra.append(unmasked(answer))
    return {"type": "matching", "pairs": pairs, **({"extra": extra} if extra else {})}


def _truth(answers: str, text: Text, knowledge: Knowledge) -> Fields | None:
    """A choice of true and false; None for another question. The first comment is on the wrong one, the second on the right one."""
    word, *comments = answers.split("#", 2)
    if word.strip() not in _TRUTH:
        return None
    options: list[dict[str, Any]] = []
    for value in (True, False):
        right = value == _TRUTH[word.strip()]
        why = text(comments[1] if right else comments[0]) if len(comments) > right else ""
        options.append(
            {
                "text": say(knowledge, "statement_true" if value else "statement_false"),
                **({"right": True} if right else {}),
                **({"why": why} if why else {}),
            }
        )
    return {"type": "choice", "options": options}


def _short(answers: str, text: Text) -> Fields:
    """Words to be typed: each full answer is a model answer."""
    references = []
    for _, raw in _parts(answers):
        weight, rest = weight_of(raw)
        if weight in (None, _ALL):
            references.append(text(rest.partition("#")[0]))
    if not references:
        raise InputError("references: no answer is fully right. Put = before one.")
    return {"type": "typed", "references": references}


def _numbers(answers: str) -> list[str]:
    """Numbers with what they may differ by, as people write it."""
    found = []
    for raw in answers.replace("~", "=").split("="):
        _, rest = weight_of(raw.strip())
        number = unmasked(rest.partition("#")[0])
        if not number:
            continue
        parted = _RANGE.fullmatch(number)
        found.append(f"{parted[1]} {'±' if parted[2] == ':' else 'to'} {parted[3]}" if parted else number)
    return found


def _parts(answers: str) -> list[tuple[str, str]]:
    """Sign and text of each answer; a text before the first sign counts as an answer."""
    signs, texts = _SIGN.findall(answers), _SIGN.split(answers)
    if len(signs) > _MOST:
        raise InputError(f"answers: {len(signs):,} answers; a question has at most {_MOST}. Write \\= and \\~ for signs in a text.")
    first = [("=", texts[0].strip())] if texts[0].strip() else []
    return first + [(sign, raw.strip()) for sign, raw in zip(signs, texts[1:], strict=True) if raw.strip()]
