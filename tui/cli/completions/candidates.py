"""What may stand where the cursor is: commands, options, or the values of an option, from the tree of parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from knowledge.errors import InputError
from tui.cli.command_line import build_parser
from tui.cli.completions.candidate import FILES, Candidate
from tui.cli.parser_tree import find_parser, subparsers_of

_MAX_CANDIDATES: Final = 300
"""Candidates that are offered at once; a letter more makes them fewer."""


class CursorPlace(NamedTuple):
    """Where the cursor is."""

    parser: argparse.ArgumentParser
    option: argparse.Action | None
    """The option that a value is awaited for."""
    words: tuple[str, ...]
    """The positionals that stand before it."""
    given: frozenset[str]
    """Options that stand before it, by the name of their value in the parsed arguments."""
    is_text: bool
    """True if everything from here on is text: after "--"."""


def find_candidates(words: list[str]) -> list[Candidate]:
    """What may stand in place of the last word; `FILES` alone where it is a file's name, nothing where it is the program itself."""
    if len(words) < 2:  # noqa: PLR2004  # the first is the program
        return []
    *before, begun = words[1:]
    place = _locate_cursor(before)
    found: dict[str, Candidate] = {}
    for one in _with_prefix(_all_candidates(place, begun), begun):
        found.setdefault(one.value, one)  # a purchase and a term of the glossary may share a name
    return list(found.values())[:_MAX_CANDIDATES]


def _locate_cursor(before: list[str]) -> CursorPlace:
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
        elif word in subparsers_of(parser):
            parser, words = subparsers_of(parser)[word], []
        else:
            words.append(word)
    return CursorPlace(parser, option, tuple(words), frozenset(given), is_text)


def _all_candidates(place: CursorPlace, begun: str) -> Iterable[Candidate]:
    name, equals, value = begun.partition("=")
    actions = place.parser._option_string_actions  # noqa: SLF001  # as above
    if equals and name in actions and name.startswith("--"):
        return _values_behind_sign(actions[name], name, value, place)
    if place.option is not None and not (begun.startswith("-") and place.option.nargs in ("+", "*")):
        return _values_of(place.option, place, begun)
    if begun.startswith("-") and not place.is_text:
        return _option_names(place)
    return _positional_values(place, begun)


def _values_behind_sign(action: argparse.Action, name: str, value: str, place: CursorPlace) -> Iterator[Candidate]:
    """Values of an option that is written with its sign of equality, "--lens=exam"."""
    for one in _values_of(action, place, value):
        yield one if one == FILES else Candidate(f"{name}={one.value}", one.about)


def _values_of(action: argparse.Action, place: CursorPlace, begun: str) -> Iterable[Candidate]:
    if action.choices is not None:
        return [Candidate(str(choice)) for choice in action.choices]
    from tui.cli.completions.values import find_values  # noqa: PLC0415  # 20 ms that names of commands and options do without

    return find_values(place.parser.prog, action, begun)


def _option_names(place: CursorPlace) -> Iterator[Candidate]:
    """Options that were not given; those that may be given again, too. The long name where there is one."""
    seen: set[str] = set()
    for action in place.parser._actions:  # noqa: SLF001  # as above
        again = isinstance(action, argparse._AppendAction | argparse._AppendConstAction)  # noqa: SLF001  # as above
        if action.option_strings and action.help != argparse.SUPPRESS and (again or action.dest not in place.given):
            name = next((one for one in action.option_strings if one.startswith("--")), action.option_strings[0])
            if name not in seen:
                seen.add(name)
                yield Candidate(name, (action.help or "").replace("%%", "%"))


def _positional_values(place: CursorPlace, begun: str) -> Iterable[Candidate]:
    """Commands, or what the next positional takes."""
    parser = place.parser
    if subparsers_of(parser):
        return () if place.words else _command_names(parser)
    positionals = [action for action in parser._actions if not action.option_strings]  # noqa: SLF001  # as above
    if not positionals:
        return ()
    action = positionals[min(len(place.words), len(positionals) - 1)]
    return _commands_below(place.words) if action.dest == "path" else _values_of(action, place, begun)


def _command_names(parser: argparse.ArgumentParser) -> Iterator[Candidate]:
    for action in parser._actions:  # noqa: SLF001  # as above
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # as above
            yield from (Candidate(one.dest, one.help or "") for one in action._choices_actions)  # noqa: SLF001  # as above


def _commands_below(words: tuple[str, ...]) -> Iterable[Candidate]:
    """Commands below those that `help` and `man` were given."""
    try:
        return _command_names(find_parser(build_parser(words), list(words)))
    except InputError:
        return ()


def _with_prefix(found: Iterable[Candidate], begun: str) -> Iterator[Candidate]:
    return (one for one in found if one == FILES or one.value.startswith(begun))
