"""What a good answer holds, and what a grade says of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.record import Record

Verdict = Literal["correct", "partial", "incorrect", "unsure"]
"""`unsure` leaves the word to the learner, with the model answer in view."""


class Quantity(Record):
    """A number that may stand in an answer: one value, or all from `min` to `max`."""

    unit: str
    """As people write it: MB, s, %, GB/s, chips."""
    value: float | None = None
    min: float | None = None
    max: float | None = None
    tolerance: float = 0.06
    """Share by which a number may differ; the default lets GiB stand for GB below a few percent."""
    bare: float | None = None
    """The number as it is known without its unit, such as 10240 for 10 GB."""
    aside: bool = False
    """True where it holds of a wrong choice, so that it may only stand beside one."""
    most: bool = False
    """True for a limit: said to be the least, it is false."""


class Concept(Record):
    """One thing that an answer may say.

    A phrase of `any` is a few words that stand near each other, in whatever order. `a|b` leaves a choice in one place, `no` asks
    for the denial of what follows, `cost-` and `size+` stand for every word of that end of a pair of opposites, `series:m` for
    each name of an M family, `@survives` for every turn of speech of that sense.
    """

    name: str
    """A short phrase, shown to a person."""
    any: tuple[str, ...] = ()
    """Phrases, each enough by itself."""
    number: Quantity | None = None
    """The number that says it, in place of a phrase."""
    about: str = ""
    """The side of which it has to be said; empty where there is but one subject."""
    shared: bool = False
    """True where it may be said of the other sides too."""
    pick: bool = False
    """True where it names what is chosen, so that a rival in its place is a wrong answer."""
    choice: bool = False
    """True where it answers a question that also asks why, so that alone beside a false reason it is worth nothing."""
    main: bool = False
    """True where its contrary makes the answer wrong, whatever else is right."""
    apart: bool = False
    """True where it is asked for by itself, so that it counts beside a wrong choice."""
    of: tuple[str, ...] = ()
    """Of a false claim: the required concepts that it spoils; empty where it spoils the answer."""


class Rubric(Record):
    """What an answer has to say, may say and must not say."""

    required: tuple[Concept, ...]
    optional: tuple[Concept, ...] = ()
    forbidden: tuple[Concept, ...] = ()
    sides: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """What is compared: side -> names for it."""
    subject: str = ""
    """The side that a sentence without a name speaks of."""
    rivals: tuple[str, ...] = ()
    """Wrong choices, each a phrase."""
    topic: str = ""
    """The subject of subjects.yaml that an answer speaks of, where its sides do not tell."""
    compares: tuple[str, ...] = ()
    """Names beside the sides of which a right answer says something: cpu, gpu."""
    true_of: tuple[str, ...] = ()
    """Properties (properties.yaml) that may be said in this question, whatever their subject; `no gpu` for one that is denied."""
    false_of: tuple[str, ...] = ()
    """Properties that are false in this question, whatever their subject."""
    numbers: tuple[Quantity, ...] = ()
    """Further numbers that are true; another of the same unit is false."""


class Graded(Record):
    """The grade of one answer. The phrases are short and meant for a person."""

    verdict: Verdict
    score: float
    """0 to 1."""
    found: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()


def read_rubric(raw: Mapping[str, Any]) -> Rubric:
    """The rubric in a mapping. A concept may be a mapping, one phrase, or a list of phrases. Raises InputError for anything else."""
    names = Rubric.__struct_fields__
    if stray := next((name for name in raw if name not in names), None):
        raise InputError(f"rubric: there is no field {quote_value(stray)}.{suggest_name(str(stray), names)}")
    parts = {name: [_concept(item) for item in _list(raw[name])] for name in ("required", "optional", "forbidden") if name in raw}
    try:
        return msgspec.convert({"required": [], **raw, **parts}, Rubric)
    except msgspec.ValidationError as error:
        raise InputError(f"rubric: {error}.") from None


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _concept(raw: object) -> object:
    if isinstance(raw, str):
        return {"name": raw, "any": [raw]}
    if isinstance(raw, (list, tuple)) and raw:
        return {"name": raw[0], "any": list(raw)}
    if isinstance(raw, Mapping):
        fields = dict(raw)
        aliases = [*_list(fields.pop("aliases", ())), *_list(fields.pop("any", ()))]
        fields.setdefault("name", fields.pop("concept", aliases[0] if aliases else ""))
        return fields | {"any": aliases or ([] if "number" in fields else [fields["name"]])}
    return raw
