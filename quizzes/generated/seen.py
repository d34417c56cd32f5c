"""What generated items say today against what somebody saw: an answer that changed fails the check until somebody looks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.fingerprints import fingerprint
from quizzes.generated.doubts import doubts
from quizzes.generated.numbers import worked_out
from quizzes.generated.scenes import Stage, item_of
from quizzes.generated.source import Source
from quizzes.generated.template import Template
from quizzes.item import Choice

FILE: Final = Path(__file__).parent / "seen.csv"
_COLUMNS: Final = ("item", "answer", "wrong", "fingerprint")
_DRAWN: Final = {"model": "models", "accelerator": "accelerators"}
"""What a template draws by id, and of which kind it is."""


class Standing(NamedTuple):
    """What a generated item says today."""

    item: str
    answer: str
    """The right option of a scenario; "formula" for a template, whose number changes with the seed."""
    wrong: str
    """The other options."""
    fingerprint: str
    """Of the entries that it stands on."""
    fault: str = ""
    """Why it can not be asked: no answer, or one that could be disputed."""


def standings(knowledge: Knowledge, source: Source) -> Iterator[Standing]:
    """The standing of every scenario's items and of every template."""
    for scenario in source.scenarios.values():
        stage = Stage(scenario, source.givens, knowledge)
        for aspect in scenario.ask:
            identity, item = f"scenario-{scenario.id}-{aspect}", item_of(stage, aspect)
            if item is None:
                yield Standing(identity, "", "", "", "the engine has no choice, or not three options that are surely wrong")
            else:
                yield _of_item(item, knowledge, "; ".join(dict.fromkeys(doubts(stage, aspect))))
    yield from (_of_template(template, knowledge) for template in source.templates.values())


def faults(now: list[Standing], seen: dict[str, Standing]) -> Iterator[str]:
    """A line for each item that cannot be asked, that says something else than was seen, or that is gone."""
    for one in now:
        before = seen.get(one.item)
        if one.fault:
            yield f"{one.item}: {one.fault}."
        elif before is None:
            yield f"{one.item}: nobody has looked at it yet."
        elif before.answer != one.answer:
            yield f"{one.item}: the answer was {before.answer}, and is {one.answer} today."
        elif before.wrong != one.wrong:
            yield f"{one.item}: the wrong options were {before.wrong}, and are {one.wrong} today."
        elif before.fingerprint != one.fingerprint:
            yield f"{one.item}: what it stands on has changed."
    yield from (f"{name}: nothing generates it any more." for name in seen if name not in {one.item for one in now})


def read_seen(path: Path = FILE) -> dict[str, Standing]:
    """What was seen, by item; nothing where there is no file. Raises InputError for one that cannot be read."""
    try:
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name}: cannot be read ({error}).") from None
    wrong = next((number for number, row in enumerate(rows, 1) if len(row) != len(_COLUMNS)), None)
    if wrong or not rows or tuple(rows[0]) != _COLUMNS:
        raise InputError(f"{path.name}:{wrong or 1}: expected the columns {', '.join(_COLUMNS)}.")
    return {row[0]: Standing(*row) for row in rows[1:]}


def write_seen(now: list[Standing], path: Path = FILE) -> None:
    """Keep what is said today as seen; what cannot be asked is left out. Raises InputError where that fails."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(one[:4] for one in sorted(now) if not one.fault)
    try:
        path.write_text(text.getvalue(), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path.name}: cannot be written ({error.strerror}).") from None


def _of_item(item: Choice, knowledge: Knowledge, fault: str) -> Standing:
    right = next(option.text for option in item.options if option.right)
    wrong = " | ".join(sorted(option.text for option in item.options if not option.right))
    return Standing(item.id, right, wrong, _fingerprint(item.stands_on, knowledge), fault)


def _of_template(template: Template, knowledge: Knowledge) -> Standing:
    drawn = tuple(f"{kind}/{value}" for name, kind in _DRAWN.items() for value in template.draw.get(name, ()))
    try:
        worked_out(template, 0, knowledge)
    except InputError as error:
        return Standing(f"number-{template.id}", "", "", "", str(error).rstrip("."))
    return Standing(f"number-{template.id}", "formula", "", _fingerprint((*template.stands_on, *drawn), knowledge))


def _fingerprint(references: tuple[str, ...], knowledge: Knowledge) -> str:
    """Twelve hexadecimal digits over the entries; an entry that is gone counts too."""
    prints = "\0".join(f"{reference} {fingerprint(reference, knowledge)}" for reference in references)
    return blake2b(prints.encode(), digest_size=6).hexdigest()
