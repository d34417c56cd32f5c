"""Reading a bill that is drawn: which of four changes saves most a month, by the prices of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple, TypeVar

import msgspec

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.sentences import fill_sentence
from quizzes.drills.drill import FigureChoice, ListedDrill, make_choice
from quizzes.generated.formulas.solution import ml_price
from quizzes.generated.generated_sentences import format_dollars, format_ratio
from quizzes.item import Option
from quizzes.practice_log import DRILL_PREFIX

MIN_AHEAD: Final = 1.25
"""Times the second best saving that the best one is at least."""
_TYPES: Final = (
    "m5.xlarge", "m5.2xlarge", "m5.4xlarge", "c5.2xlarge", "c5.4xlarge", "r5.2xlarge", "g4dn.xlarge", "g4dn.2xlarge", "g5.xlarge",
    "g5.2xlarge", "g5.4xlarge", "inf2.xlarge",
)  # fmt: skip
_COUNTS: Final = (2, 3, 4, 6, 8)
_DAY_HOURS: Final = (8, 10, 12)
_RUN_HOURS: Final = (1, 2, 4)
_PLAN_SHARES: Final = (20, 25, 30)
_WORK: Final = ("drill_bill_search", "drill_bill_chat", "drill_bill_scores", "drill_bill_photos")
_ORIGINS: Final = ("nights", "idle", "batch", "plan")
"""One drill for each line that the question may turn on; which saves most is computed for all."""
_BAR: Final = 28
"""Columns of the longest bar."""
_MAX_DRAWS: Final = 300
_POINTS: Final = {
    "nights": ("glossary/scale-to-zero",), "idle": ("glossary/rightsizing",), "batch": ("places/sagemaker-batch-transform",),
    "plan": ("purchases/savings-plan",),
}  # fmt: skip
Thing = TypeVar("Thing")


class BillLine(NamedTuple):
    """One endpoint that runs all day, and the change that would help it."""

    name: str
    """Wording key of what it does."""
    change: str
    instance: str
    machines: int
    price: float
    """USD an hour of one instance."""
    figure: int
    """Hours a day in which it is used, hours of work a day, or % off; for `idle` the instances that the load needs."""

    @property
    def usd_per_month(self) -> float:
        """What it costs today."""
        return self.machines * self.price * HOURS_A_MONTH

    @property
    def usd_saved(self) -> float:
        """What its change saves a month."""
        match self.change:
            case "nights" | "batch":
                return self.usd_per_month * (1 - self.figure / 24)
            case "idle":
                return self.usd_per_month * (1 - self.figure / self.machines)
            case _:
                return self.usd_per_month * self.figure / 100


def list_bill_drills(knowledge: Knowledge) -> Iterator[ListedDrill]:
    """One for each change that may save most."""
    for origin in _ORIGINS:
        points = tuple(point for point in _POINTS[origin] if _is_known(point, knowledge)) or ("purchases/on-demand",)
        yield ListedDrill(id=f"{DRILL_PREFIX}bill-{origin}", kind="bills", origin=origin, stands_on=points, task="4.2", difficulty=3)


def make_bill_drill(one: ListedDrill, seed: int, knowledge: Knowledge) -> FigureChoice | None:
    """The item; None where no drawn bill lets that change win clearly."""
    lines = draw_bill(one, seed, knowledge)
    if lines is None:
        return None
    best = max(lines, key=lambda line: line.usd_saved)
    options = [_option(line, best, knowledge) for line in lines]
    item = make_choice(
        one,
        seed,
        stem=fill_sentence(knowledge, "generated", "drill_ask_bill"),
        principle=fill_sentence(knowledge, "generated", "drill_bill_principle"),
        sources=(),
        options=options,
    )
    return FigureChoice(**msgspec.structs.asdict(item), figure=tuple(_draw_figure(lines, knowledge)))


def draw_bill(one: ListedDrill, seed: int, knowledge: Knowledge) -> tuple[BillLine, ...] | None:
    """Four lines with different changes, of which that of `one` saves most by MIN_AHEAD; None where there is none."""
    for attempt in range(_MAX_DRAWS):
        lines = tuple(_draw_line(change, at, f"{seed} {one.id} {attempt}", knowledge) for at, change in enumerate(_ORIGINS))
        first, second, *_ = sorted(lines, key=lambda line: -line.usd_saved)
        is_clear = first.usd_saved >= MIN_AHEAD * second.usd_saved
        if first.change == one.origin and is_clear and len({line.instance for line in lines}) == len(lines):
            return lines
    return None


def _draw_line(change: str, at: int, key: str, knowledge: Knowledge) -> BillLine:
    instance, count = _pick(_TYPES, f"{key} type {at}"), _pick(_COUNTS, f"{key} count {at}")
    try:
        price = ml_price(instance, knowledge)
    except InputError:
        instance = "m5.xlarge"
        price = ml_price(instance, knowledge)
    figures = {"nights": _DAY_HOURS, "batch": _RUN_HOURS, "plan": _PLAN_SHARES, "idle": tuple(range(1, count))}[change]
    return BillLine(_WORK[at], change, instance, count, price, _pick(figures, f"{key} figure {at}"))


def _pick(things: Sequence[Thing], key: str) -> Thing:
    return things[int.from_bytes(blake2b(key.encode(), digest_size=8).digest()) % len(things)]


def _option(line: BillLine, best: BillLine, knowledge: Knowledge) -> Option:
    name = fill_sentence(knowledge, "generated", line.name)
    text = fill_sentence(knowledge, "generated", f"drill_bill_{line.change}", name=name, figure=line.figure, count=line.machines)
    saved = format_dollars(line.usd_saved)
    sums = fill_sentence(
        knowledge,
        "generated",
        f"drill_sum_{line.change}",
        cost=format_dollars(line.usd_per_month),
        figure=line.figure,
        count=line.machines,
        saved=saved,
    )
    if line is best:
        return Option(text=text, why=sums, right=True)
    times = format_ratio(best.usd_saved / line.usd_saved)
    return Option(text=text, why=f"{sums} {fill_sentence(knowledge, 'generated', 'drill_bill_less', times=times)}")


def _draw_figure(lines: Sequence[BillLine], knowledge: Knowledge) -> Iterator[str]:
    """A row for each line of the bill: what runs, and a bar for what it costs a month."""
    longest = max(line.usd_per_month for line in lines)
    for line in lines:
        bar = "█" * max(round(_BAR * line.usd_per_month / longest), 1)
        name = fill_sentence(knowledge, "generated", line.name)
        yield f"{name:<15}{line.machines} × ml.{line.instance:<13}{bar} {format_dollars(line.usd_per_month)}"


def _is_known(point: str, knowledge: Knowledge) -> bool:
    kind, _, identity = point.partition("/")
    return identity in getattr(knowledge, kind, {})
