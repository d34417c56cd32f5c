"""Sentences from the base, filled in."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from string import Template

from engine.advice import Rejection
from engine.decision.context import Context
from engine.decision.limits import Failure

_CENTS, _WHOLE = 0.1, 100
"""Below the first, cents say too little; from the second on, they say too much."""


def say(context: Context, subject: str, key: str, /, **values: object) -> str:
    """The sentence `key` of `subject`, with its placeholders filled."""
    return filled(context.knowledge.wording[subject].texts[key], {name: str(value) for name, value in values.items()})


def filled(text: str, values: Mapping[str, str]) -> str:
    """A sentence with its placeholders filled. Raises KeyError for one that has no value."""
    plain, names = _parted(text)
    pieces = [plain[0]]
    for name, rest in zip(names, plain[1:], strict=True):
        pieces += (values[name], rest)
    return "".join(pieces)


@functools.lru_cache(maxsize=2048)
def _parted(text: str) -> tuple[list[str], list[str]]:
    """The text between the placeholders, and their names; the sentences of a base are few, and each is filled often."""
    plain, names, at = [""], [], 0
    for found in Template.pattern.finditer(text):
        name = found["named"] or found["braced"]
        if name is None and found["escaped"] is None:
            raise ValueError(f"Not a placeholder in {text!r}.")
        plain[-1] += text[at : found.start()] + ("" if name else "$")
        if name:
            names.append(name)
            plain.append("")
        at = found.end()
    plain[-1] += text[at:]
    return plain, names


def has_words(context: Context, subject: str, key: str) -> bool:
    """True where the base has that sentence."""
    return key in context.knowledge.wording[subject].texts


def rejection(context: Context, kind: str, what: str, failure: Failure, named: str = "") -> Rejection:
    """A failure as a rejection of `what`; the sentence speaks of `named`, the instance type that came closest."""
    limit = context.knowledge.limits[failure.limit]
    text = filled(limit.text, {"what": named or what, "need": failure.need, "has": failure.has})
    sources = tuple(dict.fromkeys((*failure.sources, *limit.sources)))
    return Rejection(what=what, kind=kind, limit=limit.name, need=failure.need, has=failure.has, text=text, sources=sources)  # type: ignore[arg-type]  # callers pass one of the kinds


def money(value: float) -> str:
    """USD with as many digits as matter: "$1,645", "$0.74"."""
    if value < _CENTS:
        return f"${value:.2g}"
    return f"${value:,.2f}" if value < _WHOLE else f"${value:,.0f}"
