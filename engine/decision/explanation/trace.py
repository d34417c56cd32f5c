"""The arithmetic of the choice, one line a number, each "name = expression = result".

Nothing is computed here: each line words the record that speed, time, cost or score was the total of when the choice was made. Names say
what the number is in the advice; every other number of a line is given, or the result of a line before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.decision.choice import Decision
from engine.decision.context import (
    ONLINE,
    Context,
    DurationCharge,
    MachineCost,
    Option,
    RequestCost,
    RequestsByRate,
    RequestsByRun,
    RunCost,
    TokenCharge,
)
from engine.decision.costs import PaidCost, ServiceDemand
from engine.decision.explanation.plan_figures import PlanFigures
from engine.decision.scoring import Score
from engine.number_format import format_operand as _n
from engine.sizing.queueing import AnswerTime
from engine.sizing.speed.run_time import ItemRun, RunTime, StatedRun
from knowledge.schema.instance import HOURS_A_MONTH


def trace_choice(decision: Decision, figures: PlanFigures | None) -> tuple[str, ...]:
    """Speed, cost and score of the choice; empty without one, and where its price is not known."""
    option = decision.best
    if option is None or figures is None or not option.is_priced:
        return ()
    return (
        *_load_lines(decision.context, option),
        *_time_lines(option, figures),
        *_cost_lines(figures.cost),
        *_score_lines(decision, option),
    )


def _load_lines(context: Context, option: Option) -> Iterator[str]:
    if option.machine_capacity is not None and context.situation == ONLINE:
        yield f"capacity = {option.count} × {_n(option.machine_capacity)}/s = {_n(option.capacity)} requests/s"
    if option.utilization is not None:
        asked = f"{_n(context.peak)} requests/s at peak ÷ {_n(option.capacity)}"
        most = "1 since more is asked for at peak than they carry"
        yield f"load = {asked if context.peak <= option.capacity else most} = {_n(option.utilization)} of capacity"


def _time_lines(option: Option, figures: PlanFigures) -> Iterator[str]:
    latency, factor = figures.latency, _n(figures.range_factor)
    if option.answer_time is not None and latency.estimate is not None and latency.low is not None and latency.high is not None:
        estimate = _n(latency.estimate)
        yield f"p99 = {_answer_expression(option, option.answer_time)} = {estimate} ms, {_answer_conditions(option, option.answer_time)}"
        yield f"p99 at least = {estimate} ms ÷ {factor} = {_n(latency.low)} ms"
        yield f"p99 at most = {estimate} ms × {factor} = {_n(latency.high)} ms"
    if option.run_time is not None and option.hours is not None:
        yield f"hours = {_run_expression(option.run_time)} = {_n(option.hours)} h"


def _answer_expression(option: Option, time: AnswerTime) -> str:
    """A single answer, what batching adds at the planned load, and waiting."""
    alone = f"{_n(time.alone)} ms alone"
    if option.instance is None:
        return f"{alone} + {_n(time.waiting)} ms in a batch and waiting"
    return f"{alone} + {_n(time.batching)} ms in a batch × {_n(time.load)} load + {_n(time.waiting)} ms waiting"


def _answer_conditions(option: Option, time: AnswerTime) -> str:
    machines = f", on {time.machines} machines" if time.machines != option.count else ""
    return f"bound by {option.bound_by}, batch of {option.batch}{machines}"


def _run_expression(run: RunTime) -> str:
    if isinstance(run, StatedRun):
        return f"1 × {_n(run.hours)} h as stated"
    if isinstance(run, ItemRun):
        work = f"{_n(run.units)} to do ÷ ({_n(run.machine_rate)}/s × {run.machines}) ÷ 3,600" if run.units else "0"
    else:
        work = f"{_n(run.gb)} GB ÷ ({_n(run.core_rate)} GB a core and hour × {run.cores} cores × {run.machines})"
    return f"{_n(run.start)} h to start + {work}"


def _cost_lines(paid: PaidCost) -> Iterator[str]:
    cost = paid.option.list_cost
    if isinstance(cost, RequestCost):
        yield from _request_cost_lines(cost, paid)
    elif cost is not None:
        yield from _hourly_cost_lines(cost, paid)
        yield from _machine_month_lines(cost, paid) if isinstance(cost, MachineCost) else _run_cost_lines(cost, paid)
    yield from _cost_per_million_lines(paid)


def _hourly_cost_lines(cost: MachineCost | RunCost, paid: PaidCost) -> Iterator[str]:
    listed = f"{cost.machines} × ${_n(cost.usd_per_machine_hour)} an hour = ${_n(cost.usd_per_hour)}"
    if paid.hourly_share == 1:
        yield f"hour = {listed}"
    else:
        yield f"list = {listed}"
        yield f"hour = ${_n(cost.usd_per_hour)} × {_n(paid.hourly_share)} that is paid = ${_n(paid.usd_per_hour)}"


def _machine_month_lines(cost: MachineCost, paid: PaidCost) -> Iterator[str]:
    if cost.stated_usd_per_month:
        yield f"month = {_stated_expression(cost.stated_usd_per_month, paid.share)} = ${_n(paid.usd_per_month)}"
        return
    hours, up = cost.hours, cost.hours.scaled_up_share
    yield f"hours = {_n(HOURS_A_MONTH)} h × {_n(hours.hours_per_day)} ÷ 24 × {_n(up)} of them up = {_n(hours.a_month)} h a month"
    yield f"month = {_n(hours.a_month)} h × ${_n(paid.usd_per_hour)} = ${_n(paid.usd_per_month)}"


def _run_cost_lines(cost: RunCost, paid: PaidCost) -> Iterator[str]:
    run, hour = _n(paid.usd_per_run or 0.0), _n(paid.usd_per_hour)
    booked = f" × {_n(paid.booked_share)} that is booked" if paid.booked_share != 1 else ""
    if cost.stated_usd_per_run:
        yield f"run = {_stated_expression(cost.stated_usd_per_run, paid.share)} = ${run}"
    else:
        yield f"run = {_n(cost.hours_per_run)} h × ${hour}{booked} = ${run}"
    if cost.fills_the_month:
        yield f"month = {_n(HOURS_A_MONTH)} h × ${hour}{booked} = ${_n(paid.usd_per_month)}"
    else:
        yield f"month = {_n(cost.runs_per_month)} runs × ${run} = ${_n(paid.usd_per_month)}"


def _stated_expression(usd: float, share: float) -> str:
    return f"1 × ${_n(usd)} as stated" if share == 1 else f"${_n(usd)} as stated × {_n(share)} that is paid"


def _request_cost_lines(cost: RequestCost, paid: PaidCost) -> Iterator[str]:
    """Places billed by the request: how many requests, and the cost of one."""
    requests, month = _n(cost.requests.a_month), _n(paid.usd_per_month)
    yield f"requests = {_requests_expression(cost.requests)} = {requests} a month"
    yield f"request = {_charge_expression(cost.charge)} = ${_n(cost.charge.usd)}"
    if isinstance(cost.requests, RequestsByRun) and paid.usd_per_run is not None:
        items, run = _n(cost.requests.items_per_run), _n(paid.usd_per_run)
        yield f"run = {items} items × ${_n(cost.charge.usd)} × {_n(paid.list_share)} that is paid = ${run}"
    yield f"month = {requests} × ${_n(cost.charge.usd)} × {_n(paid.list_share)} that is paid = ${month}"
    yield f"hour = ${month} ÷ {_n(HOURS_A_MONTH)} h = ${_n(paid.usd_per_hour)}"


def _requests_expression(requests: RequestsByRate | RequestsByRun) -> str:
    if isinstance(requests, RequestsByRun):
        return f"{_n(requests.items_per_run)} items × {_n(requests.runs_per_month)} runs"
    return f"{_n(requests.per_second)}/s × 3,600 × {_n(HOURS_A_MONTH)} h × {_n(requests.hours_per_day)} ÷ 24"


def _charge_expression(charge: TokenCharge | DurationCharge) -> str:
    if isinstance(charge, DurationCharge):
        duration = f"{_n(charge.seconds)} s × {_n(charge.memory_gib)} GiB × ${_n(charge.usd_per_gb_second)}"
        return f"{duration} + ${_n(charge.usd_per_million_requests)} ÷ 1e6"
    return " + ".join(_token_charge_terms(charge))


def _token_charge_terms(charge: TokenCharge) -> Iterator[str]:
    """The item and the tokens, whichever are billed."""
    rate_in, rate_out = charge.usd_per_million_input_tokens, charge.usd_per_million_output_tokens
    if charge.usd_per_item is not None:
        yield f"1 × ${_n(charge.usd_per_item)} an item"
    if rate_in is None:
        return
    tokens_in = f"{_n(charge.input_tokens)} tokens in × ${_n(rate_in)}"
    if rate_out is None:
        yield f"{tokens_in} ÷ 1e6"
    else:
        yield f"({tokens_in} + {_n(charge.output_tokens)} tokens out × ${_n(rate_out)}) ÷ 1e6"


def _cost_per_million_lines(paid: PaidCost) -> Iterator[str]:
    usd, demand = paid.usd_per_million, paid.demand
    if usd is None:
        return
    if demand is not None:
        yield f"demand = {_demand_expression(demand)} = {_n(demand.units)} a month"
        yield f"per million = ${_n(paid.usd_per_month)} ÷ {_n(demand.units)} × 1e6 = ${_n(usd)}"
    else:
        yield f"per million = ${_n(paid.usd_per_run or 0.0)} a run ÷ {_n(paid.items_per_run)} items × 1e6 = ${_n(usd)}"


def _demand_expression(demand: ServiceDemand) -> str:
    rate = _n(demand.stated_rate) if demand.stated_rate else f"{demand.assumed_load:g} × {_n(demand.capacity)}"
    hours = f"{_n(HOURS_A_MONTH)} h × {_n(demand.hours_per_day)} ÷ 24"
    return f"{rate}/s × {_n(demand.units_per_request)} × 3,600 × {hours}"


def _score_lines(decision: Decision, option: Option) -> Iterator[str]:
    """The points that rank the choice, term by term, and those of the next plan."""
    yield from _score_line("score", decision.ranking.score_of(option))
    for other in decision.ranked_options[1:2]:
        yield from _score_line("score of the next", decision.ranking.score_of(other))


def _score_line(name: str, score: Score) -> Iterator[str]:
    """The terms of a score, the weightiest first, as points against the plan where the sum is above 0, else as points for it."""
    sign = 1 if score.total >= 0 else -1
    terms = sorted(((sign * points, term) for term, points in score._asdict().items() if points), reverse=True)
    if not terms:
        return
    (points, term), *others = terms
    expression = f"{_n(points)} {term}" + "".join(f" {'+' if more > 0 else '−'} {_n(abs(more))} {of}" for more, of in others)
    yield f"{name} = {expression} = {_n(sign * score.total)} points {'against' if sign > 0 else 'for'} it"
