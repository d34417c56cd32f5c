"""What may stand where the cursor is: commands, options, or the values of an option, from the tree of parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from knowledge.errors import InputError
from tui.cli.completions.values import FILES, Candidate, values_of
from tui.cli.help.tree import at, commands_of
from tui.cli.parser import build_parser

_MOST: Final = 300
"""Candidates that are offered at once; a letter more makes them fewer."""


class Place(NamedTuple):
    """Where the cursor is."""

    parser: argparse.ArgumentParser
    option: argparse.Action | None
    """The option that a value is awaited for."""
    words: tuple[str, ...]
    """The positionals that stand before it."""
    given: frozenset[str]
    """Options that stand before it, by where they are kept."""
    is_text: bool
    """Whether everything is text from here on."""


def candidates(words: list[str]) -> list[Candidate]:
    """What may stand in place of the last word; `FILES` alone where it is a file's name, nothing where it is the program's own."""
    if len(words) < 2:  # noqa: PLR2004  # the first is the program
        return []
    *before, begun = words[1:]
    place = _place(before)
    found: dict[str, Candidate] = {}
    for one in _matching(_all(place, begun), begun):
        found.setdefault(one.value, one)  # a purchase and a term of the glossary may share a name
    return list(found.values())[:_MOST]


def _place(before: list[str]) -> Place:
    """Go through the words before the cursor, as argparse would."""
    parser: argparse.ArgumentParser = build_parser(before[:1])
    option: argparse.Action | None = None
    words, given, is_text = list[str](), set[str](), False
    for word in before:
        known = parser._option_string_actions  # noqa: SLF001  # argparse has no public way to its options
        if is_text:
            continue
        if word == "--":
            option, is_text = None, True
        elif word.partition("=")[0] in known and word.startswith("-"):
            action = known[word.partition("=")[0]]
            given.add(action.dest)
            option = action if action.nargs != 0 and "=" not in word else None
        elif option is not None:
            option = option if option.nargs in ("+", "*") else None
        elif word in commands_of(parser):
            parser, words = commands_of(parser)[word], []
        else:
            words.append(word)
    return Place(parser, option, tuple(words), frozenset(given), is_text)


def _all(place: Place, begun: str) -> Iterable[Candidate]:
    name, equals, value = begun.partition("=")
    actions = place.parser._option_string_actions  # noqa: SLF001  # as above
    if equals and name in actions and name.startswith("--"):
        return _of_option(actions[name], name, value, place)
    if place.option is not None and not (begun.startswith("-") and place.option.nargs in ("+", "*")):
        return values_of(place.parser.prog, place.option, begun)
    if begun.startswith("-") and not place.is_text:
        return _options(place)
    return _words(place, begun)


def _of_option(action: argparse.Action, name: str, value: str, place: Place) -> Iterator[Candidate]:
    """Values of an option that is written with its sign of equality."""
    for found in values_of(place.parser.prog, action, value):
        yield found if found == FILES else Candidate(f"{name}={found.value}", found.about)


def _options(place: Place) -> Iterator[Candidate]:
    """Options that were not given; those that may be given again, too. The long name where there is one."""
    seen: set[str] = set()
    for action in place.parser._actions:  # noqa: SLF001  # as above
        again = isinstance(action, argparse._AppendAction | argparse._AppendConstAction)  # noqa: SLF001  # as above
        if action.option_strings and action.help != argparse.SUPPRESS and (again or action.dest not in place.given):
            name = next((one for one in action.option_strings if one.startswith("--")), action.option_strings[0])
            if name not in seen:
                seen.add(name)
                yield Candidate(name, (action.help or "").replace("%%", "%"))


def _words(place: Place, begun: str) -> Iterable[Candidate]:
    """Commands, or what the next positional takes."""
    parser = place.parser
    if commands_of(parser):
        return () if place.words else _commands(parser)
    positionals = [action for action in parser._actions if not action.option_strings]  # noqa: SLF001  # as above
    if not positionals:
        return ()
    action = positionals[min(len(place.words), len(positionals) - 1)]
    return _path(place.words) if action.dest == "path" else values_of(parser.prog, action, begun)


def _commands(parser: argparse.ArgumentParser) -> Iterator[Candidate]:
    for action in parser._actions:  # noqa: SLF001  # as above
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # as above
            yield from (Candidate(one.dest, one.help or "") for one in action._choices_actions)  # noqa: SLF001  # as above


def _path(words: tuple[str, ...]) -> Iterable[Candidate]:
    """Commands below those that `help` and `man` were given."""
    try:
        return _commands(at(build_parser(words), list(words)))
    except InputError:
        return ()


def _matching(found: Iterable[Candidate], begun: str) -> Iterator[Candidate]:
    return (one for one in found if one == FILES or one.value.startswith(begun))
