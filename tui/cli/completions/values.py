"""The values that an option or a positional takes, by what it is called: choices, names of the base, files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, get_args

from engine.sizing.estimator.estimate_options import CHOICES
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity
from knowledge import load
from knowledge.catalog.fields import FIELDS
from knowledge.lookup import EXPLAINED_KINDS
from knowledge.schema.event import EventKind
from tui.cli.completions.candidate import FILES, Candidate
from tui.cli.schema import DESCRIBED_COMMANDS

if TYPE_CHECKING:
    from quizzes.bank import Bank

ValueSource = Callable[[str], Iterable[Candidate]]
"""What was begun -> the values that may stand there; find_candidates drops those that do not begin so."""


def find_values(prog: str, action: argparse.Action, begun: str) -> Iterable[Candidate]:
    """What `action` of the command `prog` takes."""
    name = next((option for option in reversed(action.option_strings) if option.startswith("--")), action.dest)
    values = _BY_NAME.get((prog, name)) or _BY_NAME.get(("", name)) or _BY_METAVAR.get(str(action.metavar))
    return values(begun) if values is not None else ()


def _setting_values(begun: str) -> Iterator[Candidate]:
    """Facts; after the sign of equality the values of one."""
    fact, equals, value = begun.partition("=")
    words = load().wording["dialogue"].texts
    if not equals:
        yield from (Candidate(f"{name}=", _describe_fact(name, words[f"fact_{name}"])) for name in FACT_NAMES)
    elif fact in FACT_NAMES:
        finished = value[: value.rfind(",") + 1] if is_list_fact(fact) else ""
        yield from (Candidate(f"{fact}={finished}{one.value}", one.about) for one in _fact_values(fact))


def _describe_fact(fact: str, words: str) -> str:
    kind = accepted_values(fact)
    return f"{words}, {kind.unit}" if isinstance(kind, Quantity) and kind.unit else words


def _fact_values(fact: str) -> Iterator[Candidate]:
    kind = accepted_values(fact)
    if isinstance(kind, Id):
        for part in kind.kinds:
            yield from _entry_ids(part)("")
    elif isinstance(kind, tuple):
        yield from (Candidate(str(choice)) for choice in kind)
    elif kind is None:
        yield from (Candidate("true"), Candidate("false"))


def _entry_ids(*kinds: str) -> ValueSource:
    """Ids of some kinds of entry, each with its name."""

    def list_entries(_begun: str) -> Iterator[Candidate]:
        base = load()
        for kind in kinds:
            for identity, entry in getattr(base, kind).items():
                yield Candidate(identity, getattr(entry, "name", ""))

    return list_entries


def _instance_types(begun: str) -> Iterator[Candidate]:
    """Instance types; with ml. where it was begun with that."""
    ml = "ml." if begun.startswith("ml.") else ""
    yield from (Candidate(f"{ml}{one.value}", one.about) for one in _entry_ids("instances")(begun))


def _explainable_ids(begun: str) -> Iterator[Candidate]:
    """All that can be explained; instance types where their point was typed."""
    yield from _entry_ids(*EXPLAINED_KINDS)(begun)
    if "." in begun:
        yield from _instance_types(begun)


def _read_bank() -> Bank:
    from quizzes.bank import load_bank  # noqa: PLC0415  # 90 ms, which values of the base need not wait for

    return load_bank(load())


def _item_ids(_begun: str) -> Iterator[Candidate]:
    yield from (Candidate(item.id, item.stem) for item in _read_bank().items.values())


def _exam_codes(begun: str) -> Iterator[Candidate]:
    """Codes in capitals, as AWS writes them; in small letters where it was begun so."""
    is_small = begun[:1].islower()
    for code, blueprint in _read_bank().blueprints.items():
        yield Candidate(code if is_small else blueprint.code, blueprint.name)


def _item_field_values(field: str) -> ValueSource:
    """What the items have in a field (tasks, banks), each once, in order."""
    return lambda _begun: map(Candidate, sorted({str(getattr(item, field)) for item in _read_bank().items.values()}))


def _field_lists(begun: str) -> Iterator[Candidate]:
    """Fields of the catalogue, after those that stand there already."""
    finished = begun[: begun.rfind(",") + 1]
    sign = "-" if begun[len(finished) :].startswith("-") else ""
    yield from (Candidate(f"{finished}{sign}{name}", field.summary) for name, field in FIELDS.items())


def _exchange_formats(_begun: str) -> Iterator[Candidate]:
    from quizzes.exchange import FORMATS  # noqa: PLC0415  # 190 ms, the same

    return map(Candidate, FORMATS)


def _listed(values: Iterable[object]) -> ValueSource:
    """The same values whatever was begun, in their order."""
    candidates = [Candidate(str(value)) for value in values]
    return lambda _begun: candidates


_PRECISIONS: Final = accepted_values("precision")
_BY_NAME: Final[dict[tuple[str, str], ValueSource]] = {
    ("", "--set"): _setting_values,
    ("", "--model"): _entry_ids("models"),
    ("", "--accelerator"): _entry_ids("accelerators"),
    ("", "--precision"): _listed(_PRECISIONS if isinstance(_PRECISIONS, tuple) else ()),
    ("", "--region"): _entry_ids("regions"),
    **{("", f"--{name.replace('_', '-')}"): _listed(choices) for name, choices in CHOICES.items() if name != "place"},
    ("sizewise estimate", "--place"): _listed(CHOICES["place"]),
    ("", "--task"): _item_field_values("task"),
    ("", "--bank"): _item_field_values("bank"),
    ("sizewise explain", "term"): _explainable_ids,
    ("sizewise compare", "names"): _explainable_ids,
    ("sizewise changes", "term"): _explainable_ids,
    ("sizewise changes", "--kind"): _listed(get_args(EventKind)),
    ("sizewise schema", "command"): _listed(DESCRIBED_COMMANDS),
    ("sizewise quiz export", "format"): _exchange_formats,
    ("sizewise quiz import", "format"): _exchange_formats,
}
"""Command ("" for any) and option or positional -> its values."""
_BY_METAVAR: Final[dict[str, ValueSource]] = {
    "FILE": lambda _begun: [FILES],
    "TYPE": _instance_types,
    "EXAM": _exam_codes,
    "ITEM": _item_ids,
    "KEYS": _field_lists,
    "FIELDS": _field_lists,
}
"""What a value is called in the help -> such values."""
