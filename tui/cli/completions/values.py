"""The values that an option or a positional takes, by what it is called: choices, names of the base, files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from engine.vocabulary import accepts, holds_several
from engine.workload import FACT_NAMES, Id, Quantity


class Candidate(NamedTuple):
    """Something that may be typed, and what it is."""

    value: str
    about: str = ""


FILES: Final = Candidate(":files")
"""The shell completes names of files itself."""
Values = Callable[[str], Iterable[Candidate]]
"""Gives values for what was begun."""


def values_of(prog: str, action: argparse.Action, begun: str) -> Iterable[Candidate]:
    """What `action` of the command `prog` takes."""
    if action.choices is not None:
        return [Candidate(str(choice)) for choice in action.choices]
    name = action.option_strings[-1] if action.option_strings else action.dest
    name = next((one for one in action.option_strings if one.startswith("--")), name)
    values = _BY_NAME.get((prog, name)) or _BY_NAME.get(("", name)) or _BY_METAVAR.get(str(action.metavar))
    return values(begun) if values is not None else ()


def _settings(begun: str) -> Iterator[Candidate]:
    """Facts; after the sign of equality the values of one."""
    from knowledge import load  # noqa: PLC0415  # only values need the base

    fact, equals, value = begun.partition("=")
    words = load().wording["dialogue"].texts
    if not equals:
        yield from (Candidate(f"{name}=", _with_unit(name, words[f"fact_{name}"])) for name in FACT_NAMES)
    elif fact in FACT_NAMES:
        done = value[: value.rfind(",") + 1] if holds_several(fact) else ""
        yield from (Candidate(f"{fact}={done}{one.value}", one.about) for one in _of_fact(fact))


def _with_unit(fact: str, words: str) -> str:
    kind = accepts(fact)
    return f"{words}, {kind.unit}" if isinstance(kind, Quantity) and kind.unit else words


def _of_fact(fact: str) -> Iterator[Candidate]:
    kind = accepts(fact)
    if isinstance(kind, Id):
        for part in kind.kinds:
            yield from _entries(part)("")
    elif isinstance(kind, tuple):
        yield from (Candidate(str(choice)) for choice in kind)
    elif kind is None:
        yield from (Candidate("true"), Candidate("false"))


def _entries(*kinds: str) -> Values:
    """Ids of some kinds of entry, each with its name."""

    def values(_begun: str) -> Iterator[Candidate]:
        """Give all of them; the shell leaves out what does not begin so."""
        from knowledge import load  # noqa: PLC0415  # only values need the base

        base = load()
        for kind in kinds:
            for identity, entry in getattr(base, kind).items():
                yield Candidate(identity, getattr(entry, "name", ""))

    return values


def _instances(begun: str) -> Iterator[Candidate]:
    """Instance types; with ml. where it was begun with that."""
    ml = "ml." if begun.startswith("ml.") else ""
    yield from (Candidate(f"{ml}{one.value}", one.about) for one in _entries("instances")(begun))


def _anything(begun: str) -> Iterator[Candidate]:
    """All that can be explained; instance types where their point was typed."""
    from knowledge.lookup import EXPLAINED  # noqa: PLC0415  # only values need it

    yield from _entries(*EXPLAINED)(begun)
    if "." in begun:
        yield from _instances(begun)


def _items(_begun: str) -> Iterator[Candidate]:
    from knowledge import load  # noqa: PLC0415  # only values need the base
    from quizzes.bank import load_bank  # noqa: PLC0415  # the same

    yield from (Candidate(item.id, item.stem) for item in load_bank(load()).items.values())


def _exams(begun: str) -> Iterator[Candidate]:
    """Codes in capitals, as AWS writes them; in small letters where it was begun so."""
    from knowledge import load  # noqa: PLC0415  # only values need the base
    from quizzes.bank import load_bank  # noqa: PLC0415  # the same

    small = begun[:1].islower()
    for code, blueprint in load_bank(load()).blueprints.items():
        yield Candidate(code if small else blueprint.code, blueprint.name)


def _of_items(field: str) -> Values:
    """What the items have in a field: tasks, banks."""

    def values(_begun: str) -> Iterator[Candidate]:
        """Give each value once, in order."""
        from knowledge import load  # noqa: PLC0415  # only values need the base
        from quizzes.bank import load_bank  # noqa: PLC0415  # the same

        yield from map(Candidate, sorted({str(getattr(item, field)) for item in load_bank(load()).items.values()}))

    return values


def _options_of_estimate(name: str) -> Values:
    """What an option of `sizewise estimate` chooses from."""

    def values(_begun: str) -> Iterator[Candidate]:
        """Give all of them, in the order in which messages name them."""
        from engine.sizing.options import CHOICES  # noqa: PLC0415  # only this needs it

        yield from map(Candidate, CHOICES[name])

    return values


def _precisions(_begun: str) -> Iterator[Candidate]:
    kind = accepts("precision")
    yield from map(Candidate, map(str, kind if isinstance(kind, tuple) else ()))


def _fields(begun: str) -> Iterator[Candidate]:
    """Fields of the catalogue, after those that stand there already."""
    from knowledge.catalog.fields import FIELDS  # noqa: PLC0415  # only this needs it

    done = begun[: begun.rfind(",") + 1]
    sign = "-" if begun[len(done) :].startswith("-") else ""
    yield from (Candidate(f"{done}{sign}{name}", field.summary) for name, field in FIELDS.items())


def _schemas(_begun: str) -> Iterator[Candidate]:
    from tui.cli.schema import COMMANDS  # noqa: PLC0415  # only this needs it

    yield from map(Candidate, COMMANDS)


def _files(_begun: str) -> list[Candidate]:
    return [FILES]


def _formats(_begun: str) -> Iterator[Candidate]:
    from quizzes.exchange import FORMATS  # noqa: PLC0415  # only this needs it

    yield from map(Candidate, FORMATS)


_BY_NAME: Final[dict[tuple[str, str], Values]] = {
    ("", "--set"): _settings,
    ("", "--model"): _entries("models"),
    ("", "--accelerator"): _entries("accelerators"),
    ("", "--precision"): _precisions,
    ("", "--region"): _entries("regions"),
    ("", "--stage"): _options_of_estimate("stage"),
    ("", "--method"): _options_of_estimate("method"),
    ("", "--optimizer"): _options_of_estimate("optimizer"),
    ("", "--sharding"): _options_of_estimate("sharding"),
    ("", "--offload"): _options_of_estimate("offload"),
    ("", "--pull"): _options_of_estimate("pull"),
    ("", "--load-from"): _options_of_estimate("load_from"),
    ("sizewise estimate", "--place"): _options_of_estimate("place"),
    ("", "--task"): _of_items("task"),
    ("", "--bank"): _of_items("bank"),
    ("sizewise explain", "term"): _anything,
    ("sizewise compare", "names"): _anything,
    ("sizewise schema", "command"): _schemas,
    ("sizewise quiz export", "format"): _formats,
    ("sizewise quiz import", "format"): _formats,
}
"""Command ("" for any) and option or positional -> its values."""
_BY_METAVAR: Final[dict[str, Values]] = {
    "FILE": _files,
    "TYPE": _instances,
    "EXAM": _exams,
    "ITEM": _items,
    "KEYS": _fields,
    "FIELDS": _fields,
}
"""What a value is called in the help -> such values."""
