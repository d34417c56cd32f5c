"""Calculation items: numbers drawn by a seed, the answer by a formula, wrong options from common mistakes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from string import Template as Text
from typing import Any, Final, NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.record import Record
from quizzes.display_order import shuffle_by_hash
from quizzes.generated.formulas import FORMULAS, DrawnValues, Solution
from quizzes.generated.generated_sentences import format_dollars, format_figure, generated_sentence
from quizzes.generated.template import Template
from quizzes.item import Choice, Option, Typed
from quizzes.item_dependencies import find_entry

BANK: Final = "numbers"
"""The bank name of calculation items."""
_WRONG_OPTIONS: Final = 3
_MAX_DRAWS: Final = 200
"""Draws until the mistakes lead to distinct numbers."""
_MIN_DISTANCE: Final = 0.08
"""Share by which two options differ at least."""
_MOST_SOURCES: Final = 5
_SHORT: Final = 6
"""Characters of a number that is readable in full."""
_MONEY: Final = re.compile(r"\$\$\$([a-z_]+)")


class NumberSlip(Record):
    """A mistake and the number it leads to."""

    value: float
    why: str


class NumberQuestion(Typed, tag_field="type", tag="typed"):
    """A typed answer that is one number; `quizzes.generated.number_grading` grades it."""

    value: float
    unit: str
    tolerance: float
    whole: bool
    slips: tuple[NumberSlip, ...]


class DrawnProblem(NamedTuple):
    """A template with its numbers."""

    template: Template
    seed: int
    worked: Solution
    values: Mapping[str, str]
    """Placeholder -> text."""
    money: Mapping[str, float]
    """Computed values that may be sums of money."""


def draw_problem(template: Template, seed: int, knowledge: Knowledge) -> DrawnProblem:
    """The numbers that `seed` draws, and the solution. Raises InputError if the template has no answer any more."""
    formula = FORMULAS.get(template.formula)
    if formula is None:
        raise InputError(f"formula: there is no {quote_value(template.formula)}.{suggest_name(template.formula, FORMULAS)}")
    for attempt in range(_MAX_DRAWS):
        drawn = {name: _draw_value(values, template.id, name, seed, attempt) for name, values in template.draw.items()}
        try:
            worked = formula(DrawnValues(drawn), knowledge)
        except KeyError as error:
            raise InputError(f"{template.id}: the base has no {error}.") from None
        if _is_sensible(worked, template) and len(list(_distinct_slips(worked, template))) >= _WRONG_OPTIONS:
            reckoned = {name: value for name, value in worked.parts.items() if not isinstance(value, str)}
            return DrawnProblem(template, seed, worked, _placeholder_texts(drawn, worked, template), {**reckoned, "answer": worked.answer})
    raise InputError(f"{template.id}: no numbers of it lead to {_WRONG_OPTIONS} mistakes that can be told apart.")


def number_item(total: DrawnProblem, knowledge: Knowledge) -> NumberQuestion:
    """The item that asks for the number."""
    template, worked = total.template, total.worked
    slips = tuple(NumberSlip(value=worked.slips[name], why=why) for name, why in template.slips.items() if name in worked.slips)
    return NumberQuestion(
        **_common_fields(total, knowledge, "number"),
        stem=f"{_fill_text(total, template.stem)} {generated_sentence(knowledge, 'ask_number', unit=template.unit)}",
        references=(f"{format_in_unit(worked.answer, template)}: {_solution_steps(total)}",),
        value=worked.answer,
        unit=template.unit,
        tolerance=template.tolerance,
        whole=template.whole,
        slips=slips,
    )


def number_choice(total: DrawnProblem, knowledge: Knowledge) -> Choice:
    """The item that offers the number beside what mistakes lead to."""
    template, identity = total.template, f"number-{total.template.id}-choice"
    wrong = shuffle_by_hash(_distinct_slips(total.worked, template), total.seed, identity, lambda pair: pair[0])[:_WRONG_OPTIONS]
    options = [Option(text=format_in_unit(total.worked.answer, template), why=_solution_steps(total), right=True)]
    options += [Option(text=format_in_unit(value, template), why=template.slips[name]) for name, value in wrong]
    return Choice(
        **_common_fields(total, knowledge, "choice"),
        stem=_fill_text(total, template.stem),
        options=tuple(shuffle_by_hash(options, total.seed, identity, lambda option: option.text)),
    )


def format_in_unit(value: float, template: Template) -> str:
    """A number as an option shows it."""
    if template.unit == "USD":
        return format_dollars(value)
    unit = template.unit.removesuffix("s") if value == 1 and len(template.unit) > 1 else template.unit
    return f"{_format_number(value, template)} {unit}"


def _format_number(value: float, template: Template) -> str:
    return f"{value:,.0f}" if template.whole else format_figure(value)


def _common_fields(total: DrawnProblem, knowledge: Knowledge, form: str) -> dict[str, Any]:
    template = total.template
    entries = [find_entry(reference, knowledge) for reference in template.stands_on]
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
        "hints": template.hints or (generated_sentence(knowledge, "hint_units"),),
    }


def _solution_steps(total: DrawnProblem) -> str:
    return "; ".join(_fill_text(total, step) for step in total.template.steps) + "."


def _fill_text(total: DrawnProblem, text: str) -> str:
    """A text with its placeholders filled; `$$$name` is a sum of money."""
    paid = _MONEY.sub(lambda found: format_dollars(total.money[found[1]]).replace("$", "$$") if found[1] in total.money else found[0], text)
    return Text(paid).substitute(total.values)


def _placeholder_texts(drawn: Mapping[str, float | str], worked: Solution, template: Template) -> dict[str, str]:
    values = {name: value if isinstance(value, str) else _format_exactly(value) for name, value in {**drawn, **worked.parts}.items()}
    return {**values, "answer": _format_number(worked.answer, template)}


def _format_exactly(value: float) -> str:
    """Whole and short numbers in full, others with the digits that matter."""
    if value == round(value):
        return f"{value:,.0f}"
    short = f"{value:.7g}"
    return short if len(short) <= _SHORT else format_figure(value)


def _distinct_slips(worked: Solution, template: Template) -> Iterator[tuple[str, float]]:
    """Mistakes whose numbers differ from the answer and from each other, so that each can be told."""
    taken = [worked.answer]
    apart = max(_MIN_DISTANCE, 3 * template.tolerance)
    for name in template.slips:
        value = worked.slips[name]
        if value <= 0 or not math.isfinite(value):
            continue
        room = 0.0 if name in template.close else apart
        if all(
            abs(value - other) > room * max(value, other) and format_in_unit(value, template) != format_in_unit(other, template)
            for other in taken
        ):
            taken.append(value)
            yield name, value


def _is_sensible(worked: Solution, template: Template) -> bool:
    low, high = template.answers
    return math.isfinite(worked.answer) and low <= worked.answer <= high


def _draw_value(values: tuple[float | str, ...], template: str, name: str, seed: int, attempt: int) -> float | str:
    key = f"{seed}\0{template}\0{name}\0{attempt}".encode()
    return values[int.from_bytes(blake2b(key, digest_size=8).digest(), "big") % len(values)]
