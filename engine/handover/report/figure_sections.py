"""Sections with figures: memory, costs, cost against speed and traffic, and the arithmetic behind them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeVar

from engine.advice import PurchaseOption
from engine.figures import CostAndTime, DayHour, Leaf, MemoryBars, PlanPoint, TrafficStep
from engine.figures.tick_labels import format_number
from engine.handover.report.content import Arithmetic, Block, Figure, Paragraph, Sentence, Table, make_row
from engine.handover.report.report_context import ReportContext, format_usd
from engine.number_format import format_amount, format_duration, format_money, format_percentage
from engine.plan_wording import describe_purchase, describe_saving, name_machines, name_machines_at

T = TypeVar("T")
_PARTS: Final = ("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead")


def write_memory(context: ReportContext) -> Iterator[Block]:
    """The model's memory by part, and the memory of each kind of hardware."""
    needs = context.advice.needs
    rows = [make_row(context.say_plot(part), _format_gb(value)) for part in _PARTS if (value := getattr(needs.memory_gb, part))]
    if rows:
        rows.append(make_row(context.say("part_total"), _format_gb(needs.memory_gb.total)))
    if needs.host_gb:
        rows.append(make_row(context.say("part_host"), _format_gb(needs.host_gb)))
    figure = context.figures.memory
    if rows:
        about = context.say("need_run_table" if figure and figure.of == "train" else "need_table")
        yield Table(about, (context.say("column_part"), context.say("column_gb")), tuple(rows), frozenset({1}))
    if figure is not None and figure.bars:
        yield Figure("memory", _memory_title(context, figure), _capacity_table(context, figure))
        if figure.at_once > 1:
            yield Paragraph(Sentence(context.say_plot("memory_at_once", count=figure.at_once, gb=_format_gb(figure.cache_at_once))))


def _memory_title(context: ReportContext, figure: MemoryBars) -> str:
    precision = context.say_plot("memory_in", precision=figure.precision) if figure.precision else ""
    return context.say_plot(f"memory_title_{figure.of}", name=figure.name, precision=precision)


def _capacity_table(context: ReportContext, figure: MemoryBars) -> Table:
    head = tuple(context.say(key) for key in ("column_what", "column_need", "column_usable", "column_verdict"))
    rows = tuple(
        make_row(
            name_machines(bar.what, bar.count) + (f" ({bar.device})" if bar.device else ""),
            _format_gb(bar.total),
            _format_gb(bar.usable),
            context.say(f"verdict_{bar.verdict}"),
        )
        for bar in figure.bars
    )
    return Table(context.say("host_table" if figure.of == "host" else "have_table"), head, rows, frozenset({1, 2}))


def write_costs(context: ReportContext) -> Iterator[Block]:
    """Every purchase option of the choice."""
    figure, plan = context.figures.prices, context.advice.choice
    if plan is None or not plan.purchases:
        return
    head = tuple(context.say(key) for key in ("column_way", "column_month", "column_saving"))
    rows = tuple(
        make_row(_name_purchase(context, one), format_usd(one.usd_per_month), describe_saving(one, context.knowledge) or "-")
        for one in plan.purchases
    )
    title = context.say_plot("prices_title", what=context.count_machines(figure.what, figure.count), place=context.name_place(figure.place))
    yield Figure("prices", title, Table(context.say("prices_table"), head, rows, frozenset({1, 2})))
    if any(one.term_years for one in plan.purchases):
        yield Paragraph(Sentence(context.say_plot("prices_committed")))


def _name_purchase(context: ReportContext, option: PurchaseOption) -> str:
    way = describe_purchase(option, context.knowledge)
    return context.say("way_advised", way=way) if option.advised else way


def write_speed(context: ReportContext) -> Iterator[Block]:
    """Cost against time of the families that keep every limit."""
    figure = context.figures.cost
    if figure is None or figure.missing:
        return
    shown = [point for point in figure.points if point.is_chosen or point.is_front]
    yield Figure("cost", context.say_plot("cost_title_run" if figure.is_job else "cost_title"), _points_table(context, figure, shown))
    others = len(figure.points) - len(shown)
    if others:
        yield Paragraph(Sentence(context.say("speed_others", count=others)))


def _points_table(context: ReportContext, figure: CostAndTime, points: list[PlanPoint]) -> Table:
    paid, time = ("column_run", "column_hours") if figure.is_job else ("column_month", "column_latency")
    head = tuple(context.say(key) for key in ("column_what", "column_place", paid, time))
    rows = tuple(
        make_row(
            context.count_machines(point.what, point.count),
            context.name_place(point.place),
            format_money(point.usd),
            format_time(point.time, is_job=figure.is_job),
        )
        for point in points
    )
    return _drop_uniform_column(Table(context.say("speed_table"), head, rows, frozenset({2, 3})), column=1)


def _drop_uniform_column(table: Table, *, column: int) -> Table:
    """The table; without that column if it is the same in every row."""
    if len({cells[column] for cells in table.rows} - {Sentence("-")}) > 1:
        return table
    head, rows = _without_column(table.head, column), tuple(_without_column(cells, column) for cells in table.rows)
    return Table(table.caption, head, rows, frozenset(number - (number > column) for number in table.numbers))


def _without_column(cells: tuple[T, ...], at: int) -> tuple[T, ...]:
    return (*cells[:at], *cells[at + 1 :])


def write_traffic(context: ReportContext) -> Iterator[Block]:
    """The choice at other request rates."""
    figure = context.figures.traffic
    if figure is None or figure.missing:
        return
    fact = context.say_plot(f"traffic_{figure.fact}")
    head = (fact, *(context.say(key) for key in ("column_then", "column_place", "column_month")))
    table = Table(context.say("traffic_table"), head, tuple(_traffic_row(context, step) for step in figure.steps), frozenset({0, 3}))
    yield Figure("traffic", context.say_plot("traffic_title", fact=fact), _drop_uniform_column(table, column=2))


def _traffic_row(context: ReportContext, step: TrafficStep) -> tuple[Sentence, ...]:
    rate = format_number(float(f"{step.rate:.3g}"))
    shown = context.say("traffic_now", rate=rate) if step.is_now else rate
    if not step.what:
        return make_row(shown, context.say("traffic_nothing"), "-", "-")
    return make_row(shown, context.count_machines(step.what, step.count), context.name_place(step.place), format_usd(step.usd_per_month))


def write_money(context: ReportContext) -> Iterator[Block]:
    """What the money of the choice is spent on."""
    figure = context.figures.money
    if figure is None or len(figure.shares) <= 1:
        return
    title = context.say_plot(
        f"money_title_{figure.of}",
        usd=format_money(figure.usd),
        what=name_machines_at(figure.what, figure.count, figure.place, context.knowledge),
    )
    head = (context.say("column_use"), context.say("column_run" if figure.of == "run" else "column_month"), context.say("column_share"))
    rows = tuple(
        make_row(context.say_plot(f"money_{one.key}"), format_money(one.usd), format_percentage(one.share)) for one in figure.shares
    )
    yield Figure("money", title, Table(context.say("money_table"), head, rows, frozenset({1, 2})))
    yield Paragraph(Sentence(context.say_plot("money_not_in_it")))


def write_day(context: ReportContext) -> Iterator[Block]:
    """A day of the choice; hours that are alike stand in one row."""
    figure = context.figures.day
    if figure is None or not figure.hours:
        return
    title = context.say_plot("day_title", what=name_machines_at(figure.what, figure.count, figure.place, context.knowledge))
    head = tuple(context.say(key) for key in ("column_clock", "column_day_load", "column_machines", "column_hourly"))
    rows: list[tuple[Sentence, ...]] = []
    begin = 0
    for hour, alike in groupby(figure.hours):
        end = begin + len(list(alike))
        rows.append(_day_row(f"{begin} – {end}", hour))
        begin = end
    yield Figure("day", title, Table(context.say("day_table"), head, tuple(rows), frozenset({1, 2, 3})))
    yield Paragraph(Sentence(" ".join((context.say_plot("day_paid", usd=format_money(figure.usd)), _tell_hours(context)))))


def _day_row(span: str, hour: DayHour) -> tuple[Sentence, ...]:
    instances = format_number(hour.instances) if hour.instances is not None else "-"
    return make_row(span, format_number(float(f"{hour.average:.3g}")), instances, format_money(hour.usd))


def _tell_hours(context: ReportContext) -> str:
    figure = context.figures.day
    if figure is None:
        return ""
    of = "hours" if figure.hours_of_use < len(figure.hours) else "all"
    return context.say_plot(f"day_{of}_{'told' if figure.is_told else 'assumed'}", hours=format_number(figure.hours_of_use))


def write_path(context: ReportContext) -> Iterator[Block]:
    """The decision step by step: what each fact left, and where another answer leads."""
    figure = context.figures.path
    if figure is None or not figure.steps:
        return
    head = tuple(context.say(key) for key in ("column_fact", "column_value", "column_left", "column_leads", "column_else"))
    rows = tuple(
        make_row(
            context.name_fact(step.fact),
            context.format_value(step.fact, step.taken.value),
            f"{step.before} → {step.after}",
            _end_of(context, step.taken),
            "; ".join(f"{context.format_value(step.fact, other.value)} → {_end_of(context, other)}" for other in step.others) or "-",
        )
        for step in figure.steps
    )
    yield Paragraph(Sentence(context.say_plot("tree_begin", count=figure.begin)))
    yield Table(context.say("path_table"), head, rows, frozenset({2}))


def _end_of(context: ReportContext, leaf: Leaf) -> str:
    if not leaf.what:
        return context.say_plot("tree_nothing")
    return name_machines_at(leaf.what, leaf.count, leaf.place, context.knowledge)


def write_arithmetic(context: ReportContext) -> Iterator[Block]:
    """The calculations behind the numbers."""
    lines = tuple(dict.fromkeys((*context.advice.needs.basis, *context.advice.trace)))
    if lines:
        yield Arithmetic(context.say("arithmetic"), lines)


def format_time(time: float, *, is_job: bool) -> str:
    """Hours of a run, or the duration of a response in milliseconds, as text."""
    return format_amount(time, "h") if is_job else format_duration(time)


def _format_gb(value: float) -> str:
    return f"{value:,.2f}" if value < 1 else f"{value:,.1f}"
