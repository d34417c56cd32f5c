"""Templates of calculation items: a stem with changing numbers, a formula by name, and common mistakes."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text

Drawable = int | float | str


class Template(Record):
    """What calculation items are generated from."""

    id: str
    formula: str
    """A function of `quizzes.generated.formulas`."""
    draw: dict[str, Annotated[tuple[Drawable, ...], Bound(min_length=1)]]
    """Quantity or id -> its possible values."""
    stem: Text
    """With placeholders for what is drawn and what the formula gives."""
    unit: Text
    """Unit of the answer: GB, USD, s, min, hours, days, %, or what is counted."""
    whole: bool = False
    """True if the answer is a count."""
    tolerance: float = 0.02
    """Relative tolerance of a typed answer."""
    answers: Annotated[tuple[float, ...], Bound(min_length=2)] = (0.01, 1e7)
    """Range of sensible answers; outside it the numbers are drawn anew."""
    close: tuple[str, ...] = ()
    """Mistakes that lead to nearly the same number and are offered all the same."""
    steps: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """The arithmetic, with the formula's placeholders."""
    slips: dict[str, Text] = field(default_factory=dict)
    """Mistake -> what it is, as a sentence without numbers."""
    principle: Text
    exams: tuple[str, ...] = ()
    task: str
    difficulty: Annotated[int, Bound(ge=1, le=5)]
    stands_on: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """As kind/id; their sources are those of the item."""
    hints: tuple[Text, ...] = ()
