"""Numeric items: numbers drawn by a seed, the answer by a formula, wrong options by the mistakes that people make with it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from string import Template as Text
from typing import Any, Final, NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.record import Record
from quizzes.generated.formulas import FORMULAS, Drawn, Worked
from quizzes.generated.template import Template
from quizzes.generated.words import dollars, figure, say
from quizzes.item import Choice, Option, Typed
from quizzes.order import dealt
from quizzes.standing import entry_at

BANK: Final = "numbers"
"""What numeric items give as their bank."""
_WRONG: Final = 3
_TRIES: Final = 200
"""Draws until the mistakes lead to numbers that can be told apart."""
_APART: Final = 0.08
"""Share by which two options differ at least."""
_MOST_SOURCES: Final = 5
_SHORT: Final = 6
"""Characters of a number that are read at once."""
_MONEY: Final = re.compile(r"\$\$\$([a-z_]+)")


class Slip(Record):
    """A mistake, and the number that it leads to."""

    value: float
    why: str


class NumberQuestion(Typed, tag_field="type", tag="typed"):
    """A typed answer that is one number; `quizzes.generated.marking` marks it."""

    value: float
    unit: str
    tolerance: float
    whole: bool
    slips: tuple[Slip, ...]


class Sum(NamedTuple):
    """A template with its numbers."""

    template: Template
    seed: int
    worked: Worked
    values: Mapping[str, str]
    """Placeholder -> text."""
    money: Mapping[str, float]
    """What is worked out and may be a sum of money."""


def worked_out(template: Template, seed: int, knowledge: Knowledge) -> Sum:
    """The numbers that `seed` draws, and what comes of them. Raises InputError where the base has no answer to the template any more."""
    formula = FORMULAS.get(template.formula)
    if formula is None:
        raise InputError(f"formula: there is no {shown(template.formula)}.{suggestion(template.formula, FORMULAS)}")
    for attempt in range(_TRIES):
        drawn = {name: _picked(values, template.id, name, seed, attempt) for name, values in template.draw.items()}
        try:
            worked = formula(Drawn(drawn), knowledge)
        except KeyError as error:
            raise InputError(f"{template.id}: the base has no {error}.") from None
        if _is_sensible(worked, template) and len(list(_wrong(worked, template))) >= _WRONG:
            reckoned = {name: value for name, value in worked.parts.items() if not isinstance(value, str)}
            return Sum(template, seed, worked, _texts(drawn, worked, template), {**reckoned, "answer": worked.answer})
    raise InputError(f"{template.id}: no numbers of it lead to {_WRONG} mistakes that can be told apart.")


def number_item(total: Sum, knowledge: Knowledge) -> NumberQuestion:
    """The item that asks for the number itself."""
    template, worked = total.template, total.worked
    slips = tuple(Slip(value=worked.slips[name], why=why) for name, why in template.slips.items() if name in worked.slips)
    return NumberQuestion(
        **_head(total, knowledge, "number"),
        stem=f"{_filled(total, template.stem)} {say(knowledge, 'ask_number', unit=template.unit)}",
        references=(f"{in_unit(worked.answer, template)}: {_steps(total)}",),
        value=worked.answer,
        unit=template.unit,
        tolerance=template.tolerance,
        whole=template.whole,
        slips=slips,
    )


def number_choice(total: Sum, knowledge: Knowledge) -> Choice:
    """The item that offers the number beside what mistakes lead to."""
    template, identity = total.template, f"number-{total.template.id}-choice"
    wrong = dealt(_wrong(total.worked, template), total.seed, identity, lambda pair: pair[0])[:_WRONG]
    options = [Option(text=in_unit(total.worked.answer, template), why=_steps(total), right=True)]
    options += [Option(text=in_unit(value, template), why=template.slips[name]) for name, value in wrong]
    return Choice(
        **_head(total, knowledge, "choice"),
        stem=_filled(total, template.stem),
        options=tuple(dealt(options, total.seed, identity, lambda option: option.text)),
    )


def in_unit(value: float, template: Template) -> str:
    """A number as an option says it."""
    if template.unit == "USD":
        return dollars(value)
    unit = template.unit.removesuffix("s") if value == 1 and len(template.unit) > 1 else template.unit
    return f"{_number(value, template)} {unit}"


def _number(value: float, template: Template) -> str:
    return f"{value:,.0f}" if template.whole else figure(value)


def _head(total: Sum, knowledge: Knowledge, form: str) -> dict[str, Any]:
    template = total.template
    entries = [entry_at(reference, knowledge) for reference in template.stands_on]
    sources = [source for entry in entries for source in getattr(entry, "sources", ())]
    return {
        "id": f"number-{template.id}" if form == "number" else f"number-{template.id}-choice",
        "bank": BANK,
        "exams": template.exams,
        "task": template.task,
        "difficulty": template.difficulty,
        "stands_on": template.stands_on,
        "principle": template.principle,
        "sources": tuple(dict.fromkeys(sources))[:_MOST_SOURCES],
        "hints": template.hints or (say(knowledge, "hint_units"),),
    }


def _steps(total: Sum) -> str:
    return "; ".join(_filled(total, step) for step in total.template.steps) + "."


def _filled(total: Sum, text: str) -> str:
    """A text with its placeholders filled; `$$$name` is a sum of money."""
    paid = _MONEY.sub(lambda found: dollars(total.money[found[1]]).replace("$", "$$") if found[1] in total.money else found[0], text)
    return Text(paid).substitute(total.values)


def _texts(drawn: Mapping[str, float | str], worked: Worked, template: Template) -> dict[str, str]:
    values = {name: value if isinstance(value, str) else _exact(value) for name, value in {**drawn, **worked.parts}.items()}
    return {**values, "answer": _number(worked.answer, template)}


def _exact(value: float) -> str:
    """Whole numbers and short ones in full, others in as many digits as matter."""
    if value == round(value):
        return f"{value:,.0f}"
    short = f"{value:.7g}"
    return short if len(short) <= _SHORT else figure(value)


def _wrong(worked: Worked, template: Template) -> Iterator[tuple[str, float]]:
    """Mistakes with numbers that differ from the answer and from each other, so that one can tell which was made."""
    taken = [worked.answer]
    apart = max(_APART, 3 * template.tolerance)
    for name in template.slips:
        value = worked.slips[name]
        if value <= 0 or not math.isfinite(value):
            continue
        room = 0.0 if name in template.close else apart
        if all(abs(value - other) > room * max(value, other) and in_unit(value, template) != in_unit(other, template) for other in taken):
            taken.append(value)
            yield name, value


def _is_sensible(worked: Worked, template: Template) -> bool:
    low, high = template.answers
    return math.isfinite(worked.answer) and low <= worked.answer <= high


def _picked(values: tuple[float | str, ...], template: str, name: str, seed: int, attempt: int) -> float | str:
    key = f"{seed}\0{template}\0{name}\0{attempt}".encode()
    return values[int.from_bytes(blake2b(key, digest_size=8).digest(), "big") % len(values)]
