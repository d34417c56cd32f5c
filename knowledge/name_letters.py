"""Reads questions about a part of an instance type's name: "what does the d stand for in g4dn", "what does ml. mean in ml.m5.xlarge"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_ASKS: Final = frozenset("mean means meant meaning stand stands standing letter letters suffix prefix".split())  # noqa: SIM905  # words read best in a row
_AROUND: Final = frozenset(
    "what whats which does do did is s are the letter letters suffix prefix number digit word part mean means meant meaning stand stands "  # noqa: SIM905  # the same
    "standing for in of on at and to after before behind front name names instance instances type types family families ec2 aws gpu".split()
)
_NAME: Final = re.compile(
    r"(?:ml\.)?(?P<letters>[a-z]{1,3})(?P<generation>\d{1,2})(?P<suffix>[a-z]{0,5})(?:-(?P<extra>[a-z0-9]+))?(?:\.(?P<size>[a-z0-9-]+))?"
)
_PREFIX: Final = "ml"
"""Before the names of SageMaker."""
_ARTICLE: Final = "a"
"""Also a letter of names: AMD."""
_SIZE: Final = re.compile(r"\d*x?large|metal(?:-\d+xl)?|nano|micro|small|medium|\d+xl")


class NamePart(NamedTuple):
    """A part of a name that somebody asks about."""

    term: str
    """Id of the glossary term that explains such parts."""
    keys: tuple[str, ...]
    """Its parts that answer, as the term has them: a letter, "ml"."""
    family: str
    """The family that was named; "" for none."""


def read_name_part(text: str) -> NamePart | None:
    """What part of which name is asked about; None where the text asks for none."""
    tokens = _TOKEN.findall(text.lower().replace("\u2019", " ").replace("'", " "))
    if not _ASKS.intersection(tokens):
        return None
    named = next((match for token in reversed(tokens) if (match := _NAME.fullmatch(token))), None)
    rest = [token for token in tokens if token not in _AROUND and (named is None or token != named[0])]
    rest = [token for token in rest if token != _ARTICLE] or rest
    if named is None:
        return _of_any_name(rest, tokens)
    return _of_name(rest[0], named) if len(rest) == 1 else None


def _of_any_name(rest: Sequence[str], tokens: Sequence[str]) -> NamePart | None:
    """A part of no name in particular: the letters after the number, where the question speaks of names or suffixes."""
    speaks = {"suffix", "prefix", "instance", "instances", "ec2", "letter"}.intersection(tokens)
    if len(rest) != 1 or not speaks:
        return None
    if rest[0] == _PREFIX:
        return NamePart("instance-type", (_PREFIX,), "")
    return NamePart("instance-type-suffixes", tuple(rest), "") if len(rest[0]) == 1 or rest[0] == "flex" else None


def _of_name(part: str, named: re.Match[str]) -> NamePart | None:
    family = named["letters"] + named["generation"] + named["suffix"] + (f"-{named['extra']}" if named["extra"] else "")
    kinds: tuple[tuple[bool, str, tuple[str, ...]], ...] = (
        (part == _PREFIX, "instance-type", (part,)),
        (part == named["letters"], "mnemonics-of-families", (part,)),
        (part == named["generation"], "generation", ()),
        (part == named["size"] or _SIZE.fullmatch(part) is not None, "instance-size", ()),
        (part == named["extra"], "instance-type-suffixes", (part,)),
        (part in named["suffix"], "instance-type-suffixes", tuple(part)),
    )
    return next((NamePart(term, keys, family) for fits, term, keys in kinds if fits), None)
