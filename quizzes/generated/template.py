"""Templates of numeric items: a stem with numbers that change, a formula by name, and the mistakes that people make with it."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text

Drawable = int | float | str


class Template(Record):
    """What numeric items are made from."""

    id: str
    formula: str
    """A function of `quizzes.generated.formulas`."""
    draw: dict[str, Annotated[tuple[Drawable, ...], Bound(min_length=1)]]
    """Quantity or id -> the values that it may take."""
    stem: Text
    """With the placeholders of what is drawn and of what the formula tells."""
    unit: Text
    """Of the answer: GB, USD, s, min, hours, days, %, or what is counted."""
    whole: bool = False
    """Whether the answer is a count."""
    tolerance: float = 0.02
    """Share by which a typed answer may differ."""
    answers: Annotated[tuple[float, ...], Bound(min_length=2)] = (0.01, 1e7)
    """The least and the most that a sensible answer is; other numbers are drawn anew."""
    close: tuple[str, ...] = ()
    """Mistakes that lead to nearly the same number, and are told apart all the same."""
    steps: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """The arithmetic, with the placeholders of the formula."""
    slips: dict[str, Text] = field(default_factory=dict)
    """Mistake -> what it is, as a sentence that needs no number."""
    principle: Text
    exams: tuple[str, ...] = ()
    task: str
    difficulty: Annotated[int, Bound(ge=1, le=5)]
    stands_on: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """As kind/id of the base; their sources are those of the item."""
    hints: tuple[Text, ...] = ()
