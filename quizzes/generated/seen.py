"""What generated items say today against what somebody saw: an answer that changed fails the check until somebody looks."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from engine.decision.context import Memo
from engine.decision.memo import trim
from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.fingerprints import fingerprint
from quizzes.generated.doubts import doubts
from quizzes.generated.numbers import worked_out
from quizzes.generated.plans import named_plan, plan_item
from quizzes.generated.scenes import Stage, item_of, limits_of
from quizzes.generated.source import Source
from quizzes.generated.template import Template
from quizzes.item import Choice

FILE: Final = Path(__file__).parent / "seen.csv"
_COLUMNS: Final = ("item", "answer", "wrong", "exams", "stands_on", "fingerprint")
_DRAWN: Final = {"model": "models", "accelerator": "accelerators"}
"""What a template draws by id, and of which kind it is."""


class Standing(NamedTuple):
    """What a generated item says today."""

    item: str
    answer: str = ""
    """The right option of a scenario; its plan; "formula" for a template, whose number changes with the seed."""
    wrong: str = ""
    """The other options."""
    exams: str = ""
    """Whose scope it is in, by spaces."""
    stands_on: str = ""
    """The entries that an answer says something about, by spaces: what is practised finds it by them before it is made."""
    fingerprint: str = ""
    """Of those entries and of the limits that decide."""
    fault: str = ""
    """Why it can not be asked: no answer, or one that could be disputed."""


Seen = Mapping[str, Standing]
"""What was seen, by item."""


def standings(knowledge: Knowledge, source: Source) -> Iterator[Standing]:
    """The standing of every scenario's items and of every template."""
    memo: Memo = {}
    for scenario in source.scenarios.values():
        trim(memo)
        stage = Stage(scenario, source.givens, knowledge, memo)
        for aspect in scenario.ask:
            identity, item = f"scenario-{scenario.id}-{aspect}", item_of(stage, aspect)
            if item is None:
                yield Standing(identity, fault="the engine has no choice, or not three options that are surely wrong")
            else:
                limits, doubt = limits_of(stage, aspect), "; ".join(dict.fromkeys(doubts(stage, aspect)))
                yield _of_choice(item, limits, knowledge)._replace(fault=doubt)
        yield _of_plan(stage)
    yield from (_of_template(template, knowledge) for template in source.templates.values())


def faults(now: Collection[Standing], seen: Seen) -> Iterator[tuple[str, str]]:
    """Each item that cannot be asked, that says something else than was seen, or that is gone, with a sentence."""
    for one in now:
        if (told := one.fault or _changed(one, seen.get(one.item))) is not None:
            yield one.item, told
    here = {one.item for one in now}
    yield from ((name, "nothing generates it any more") for name in seen if name not in here)


def _changed(now: Standing, before: Standing | None) -> str | None:
    if before is None:
        return "nobody has looked at it yet"
    for what, was, is_ in (
        ("answer was", before.answer, now.answer),
        ("wrong options were", before.wrong, now.wrong),
        ("exams were", before.exams, now.exams),
        ("points were", before.stands_on, now.stands_on),
    ):
        if was != is_:
            return f"the {what} {was or 'none'}, today: {is_ or 'none'}"
    return None if before.fingerprint == now.fingerprint else "what it stands on has changed"


def confirmed(now: Collection[Standing], seen: Seen, only: Collection[str] | None = None) -> dict[str, Standing]:
    """`seen` with what the items in `only` (all, for None) say today, without items that are gone or cannot be asked."""
    kept = {one.item: one if only is None or one.item in only else seen.get(one.item) for one in now if not one.fault}
    return {item: standing for item, standing in kept.items() if standing is not None}


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


def write_seen(seen: Seen, path: Path = FILE) -> None:
    """Keep what was seen, sorted by item. Raises InputError where that fails."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(one[: len(_COLUMNS)] for one in sorted(seen.values()))
    scratch = path.with_name(f".{path.name}")  # what was confirmed stays until all of the new is written
    try:
        scratch.write_text(text.getvalue(), encoding="utf-8")
        scratch.replace(path)
    except OSError as error:
        scratch.unlink(missing_ok=True)
        raise InputError(f"{path.name}: cannot be written ({error.strerror}).") from None


def _of_choice(item: Choice, limits: tuple[str, ...], knowledge: Knowledge) -> Standing:
    return Standing(
        item.id,
        answer=next(option.text for option in item.options if option.right),
        wrong=" | ".join(sorted(option.text for option in item.options if not option.right)),
        exams=" ".join(item.exams),
        stands_on=" ".join(item.stands_on),
        fingerprint=_fingerprint((*item.stands_on, *limits), knowledge),
    )


def _of_plan(stage: Stage) -> Standing:
    item = plan_item(stage)
    if item is None:
        return Standing(f"scenario-{stage.scenario.id}-plan", fault="nothing fits")
    return Standing(
        item.id, named_plan(stage), stands_on=" ".join(item.stands_on), fingerprint=_fingerprint(item.stands_on, stage.knowledge)
    )


def _of_template(template: Template, knowledge: Knowledge) -> Standing:
    drawn = tuple(f"{kind}/{value}" for name, kind in _DRAWN.items() for value in template.draw.get(name, ()))
    try:
        worked_out(template, 0, knowledge)
    except InputError as error:
        return Standing(f"number-{template.id}", fault=str(error).rstrip("."))
    return Standing(
        f"number-{template.id}",
        "formula",
        exams=" ".join(template.exams),
        stands_on=" ".join(template.stands_on),
        fingerprint=_fingerprint((*template.stands_on, *drawn), knowledge),
    )


def _fingerprint(references: tuple[str, ...], knowledge: Knowledge) -> str:
    """Twelve hexadecimal digits over the entries; an entry that is gone counts too."""
    prints = "\0".join(f"{reference} {fingerprint(reference, knowledge)}" for reference in references)
    return blake2b(prints.encode(), digest_size=6).hexdigest()
