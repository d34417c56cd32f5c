"""The numbers: need and have, costs, cost against speed and traffic, the arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from engine.advice import PurchaseOption
from engine.decision.limits.failure import amount, duration
from engine.decision.wording import money
from engine.figures import CostAndTime, MemoryBars, PlanPoint, TrafficStep
from engine.figures.ticks import number
from engine.handover.in_words import against_on_demand, named, way_of
from engine.handover.report.content import Block, Drawn, Paragraph, Rows, Said, Sums, row
from engine.handover.report.sheet import Sheet, usd

T = TypeVar("T")
_PARTS: Final = ("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead")


def memory(sheet: Sheet) -> Iterator[Block]:
    """What the model takes, part by part, and what each kind of hardware has."""
    needs = sheet.advice.needs
    rows = [row(sheet.plots(part), _gb(value)) for part in _PARTS if (value := getattr(needs.memory_gb, part))]
    if rows:
        rows.append(row(sheet.say("part_total"), _gb(needs.memory_gb.total)))
    if needs.host_gb:
        rows.append(row(sheet.say("part_host"), _gb(needs.host_gb)))
    figure = sheet.figures.memory
    if rows:
        about = sheet.say("need_run_table" if figure and figure.of == "train" else "need_table")
        yield Rows(about, (sheet.say("column_part"), sheet.say("column_gb")), tuple(rows), frozenset({1}))
    if figure is not None and figure.bars:
        yield Drawn("memory", _memory_title(sheet, figure), _have(sheet, figure))
        if figure.at_once > 1:
            yield Paragraph(Said(sheet.plots("memory_at_once", count=figure.at_once, gb=_gb(figure.cache_at_once))))


def _memory_title(sheet: Sheet, figure: MemoryBars) -> str:
    precision = sheet.plots("memory_in", precision=figure.precision) if figure.precision else ""
    return sheet.plots(f"memory_title_{figure.of}", name=figure.name, precision=precision)


def _have(sheet: Sheet, figure: MemoryBars) -> Rows:
    head = tuple(sheet.say(key) for key in ("column_what", "column_need", "column_usable", "column_verdict"))
    rows = tuple(
        row(
            named(bar.what, bar.count) + (f" ({bar.device})" if bar.device else ""),
            _gb(bar.total),
            _gb(bar.usable),
            sheet.say(f"verdict_{bar.verdict}"),
        )
        for bar in figure.bars
    )
    return Rows(sheet.say("host_table" if figure.of == "host" else "have_table"), head, rows, frozenset({1, 2}))


def costs(sheet: Sheet) -> Iterator[Block]:
    """Every way to pay for the choice."""
    figure, plan = sheet.figures.prices, sheet.advice.choice
    if plan is None or not plan.purchases:
        return
    head = tuple(sheet.say(key) for key in ("column_way", "column_month", "column_saving"))
    rows = tuple(row(_way(sheet, one), usd(one.usd_per_month), against_on_demand(one, sheet.base) or "-") for one in plan.purchases)
    title = sheet.plots("prices_title", what=sheet.named(figure.what, figure.count), place=sheet.place(figure.place))
    yield Drawn("prices", title, Rows(sheet.say("prices_table"), head, rows, frozenset({1, 2})))
    if any(one.term_years for one in plan.purchases):
        yield Paragraph(Said(sheet.plots("prices_committed")))


def _way(sheet: Sheet, option: PurchaseOption) -> str:
    way = way_of(option, sheet.base)
    return sheet.say("way_advised", way=way) if option.advised else way


def speed(sheet: Sheet) -> Iterator[Block]:
    """Cost against time: the families that keep every limit."""
    figure = sheet.figures.cost
    if figure is None or figure.missing:
        return
    telling = [point for point in figure.points if point.is_chosen or point.is_front]
    yield Drawn("cost", sheet.plots("cost_title_run" if figure.is_job else "cost_title"), _points(sheet, figure, telling))
    others = len(figure.points) - len(telling)
    if others:
        yield Paragraph(Said(sheet.say("speed_others", count=others)))


def _points(sheet: Sheet, figure: CostAndTime, points: list[PlanPoint]) -> Rows:
    paid, time = ("column_run", "column_hours") if figure.is_job else ("column_month", "column_latency")
    head = tuple(sheet.say(key) for key in ("column_what", "column_place", paid, time))
    rows = tuple(
        row(sheet.named(point.what, point.count), sheet.place(point.place), money(point.usd), time_of(point.time, is_job=figure.is_job))
        for point in points
    )
    return _telling(Rows(sheet.say("speed_table"), head, rows, frozenset({2, 3})), column=1)


def _telling(table: Rows, *, column: int) -> Rows:
    """A table without a column that says the same in every row."""
    if len({cells[column] for cells in table.rows} - {Said("-")}) > 1:
        return table
    head, rows = _cut(table.head, column), tuple(_cut(cells, column) for cells in table.rows)
    return Rows(table.about, head, rows, frozenset(number - (number > column) for number in table.numbers))


def _cut(cells: tuple[T, ...], at: int) -> tuple[T, ...]:
    return (*cells[:at], *cells[at + 1 :])


def traffic(sheet: Sheet) -> Iterator[Block]:
    """The choice at other loads."""
    figure = sheet.figures.traffic
    if figure is None or figure.missing:
        return
    fact = sheet.plots(f"traffic_{figure.fact}")
    head = (fact, *(sheet.say(key) for key in ("column_then", "column_place", "column_month")))
    table = Rows(sheet.say("traffic_table"), head, tuple(_step(sheet, step) for step in figure.steps), frozenset({0, 3}))
    yield Drawn("traffic", sheet.plots("traffic_title", fact=fact), _telling(table, column=2))


def _step(sheet: Sheet, step: TrafficStep) -> tuple[Said, ...]:
    rate = number(float(f"{step.rate:.3g}"))
    shown = sheet.say("traffic_now", rate=rate) if step.is_now else rate
    if not step.what:
        return row(shown, sheet.say("traffic_nothing"), "-", "-")
    return row(shown, sheet.named(step.what, step.count), sheet.place(step.place), usd(step.usd_per_month))


def arithmetic(sheet: Sheet) -> Iterator[Block]:
    """How the numbers came about."""
    lines = tuple(dict.fromkeys((*sheet.advice.needs.basis, *sheet.advice.trace)))
    if lines:
        yield Sums(sheet.say("arithmetic"), lines)


def time_of(time: float, *, is_job: bool) -> str:
    """Hours of a run, or the time of an answer."""
    return amount(time, "h") if is_job else duration(time)


def _gb(value: float) -> str:
    return f"{value:,.2f}" if value < 1 else f"{value:,.1f}"
