"""Versions against comparisons such as ">=2.0,<3" or lists such as "7.0,7.5"."""

from __future__ import annotations

import functools

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

_OPERATORS = ("<", ">", "=", "!", "~")


@functools.lru_cache(maxsize=4096)
def is_within(version: str, wanted: str) -> bool:
    """True if the version keeps every comparison, or is one of the list; True where nothing is wanted."""
    if not wanted:
        return True
    parts = [part.strip() for part in wanted.split(",")]
    if all(not part.startswith(_OPERATORS) for part in parts):
        return any(Version(version) == Version(part) for part in parts)
    return SpecifierSet(wanted).contains(version, prereleases=True)


@functools.lru_cache(maxsize=4096)
def overlap(one: str, other: str) -> bool:
    """True if some version keeps the comparisons of both."""
    return any(is_within(version, one) and is_within(version, other) for version in _edges(one) | _edges(other) | {"0", "99999"})


@functools.lru_cache(maxsize=4096)
def is_open_above(wanted: str) -> bool:
    """True if the newest version keeps it, however new it is."""
    return is_within("99999", wanted)


def newest_of(wanted: str) -> Version:
    """The highest version that is named in comparisons."""
    return max(Version(part.strip().lstrip("<>=!~ ")) for part in wanted.split(","))


def bound_of(wanted: str) -> str:
    """The version from which on it holds; empty where it has no such bound."""
    return next((part.strip().removeprefix(">=") for part in wanted.split(",") if part.strip().startswith(">=")), "")


def version_below(wanted: str) -> str:
    """A version right below that from which on it holds: 0.20.99 below 0.21; empty where it has no such bound."""
    bound = bound_of(wanted)
    release = list(Version(bound).release) if bound else []
    while release and release[-1] == 0:
        release.pop()
    return ".".join(map(str, [*release[:-1], release[-1] - 1, 99])) if release else ""


def is_range(wanted: str) -> bool:
    """True for something that the functions here can read."""
    try:
        is_within("1", wanted)
    except (InvalidSpecifier, InvalidVersion):
        return False
    return True


def is_version(text: str) -> bool:
    """True for a version such as 12.4 or 535.104.05."""
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _edges(wanted: str) -> set[str]:
    """The versions that are named, and those just above and below them: where comparisons change."""
    named = [part.strip().lstrip("<>=!~ ") for part in wanted.split(",") if part.strip()]
    return {edge for one in named for edge in (one, f"{one}.0.0.1", f"{one}.dev0")}
