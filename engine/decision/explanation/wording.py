"""Sentences from the base, filled in."""

from __future__ import annotations

from typing import Final

from engine.advice import Rejection
from engine.decision.context import CacheTable, Context
from engine.decision.limits import Failure
from knowledge.sentences import fill_placeholders, fill_sentence


def say(context: Context, subject: str, key: str, /, **values: object) -> str:
    """The sentence `key` of `subject`, with its placeholders filled."""
    return fill_sentence(context.knowledge, subject, key, **values)


def has_sentence(context: Context, subject: str, key: str) -> bool:
    """True where the base has that sentence."""
    return key in context.knowledge.wording[subject].texts


_REJECTIONS: Final[CacheTable[tuple[str, str, Failure, str], Rejection]] = CacheTable(max_entries=4_000)


def build_rejection(context: Context, kind: str, what: str, failure: Failure, named: str = "") -> Rejection:
    """A failure as a rejection of `what`; the sentence speaks of `named`, the instance type that came closest."""
    key = kind, what, failure, named
    return context.cache.recall(_REJECTIONS, key, lambda: _write_rejection(context, kind, what, failure, named))


def _write_rejection(context: Context, kind: str, what: str, failure: Failure, named: str) -> Rejection:
    limit = context.knowledge.limits[failure.limit]
    text = fill_placeholders(limit.text, {"what": named or what, "need": failure.need, "has": failure.has})
    sources = tuple(dict.fromkeys((*failure.sources, *limit.sources)))
    return Rejection(what=what, kind=kind, limit=limit.name, need=failure.need, has=failure.has, text=text, sources=sources)  # type: ignore[arg-type]  # callers pass one of the kinds
