"""The numbers of plots are those of the advice, and of decisions beside it."""

from __future__ import annotations

import pytest

from engine.decision.choice import decide
from engine.figures import compute_cost_and_time, compute_memory_bars, compute_prices, compute_traffic
from engine.intake.understand import understand
from engine.pipeline import advise
from engine.workload import Origin
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.figures.conftest import TurnFor

PLANTS = "identify plants from phone photos, answer within 200 ms"
LLAMA = "Llama 3 8B for 40 colleagues at once"
BOOSTED = "train xgboost on 5 million rows"
TUNING = "fine-tune Llama 3 70B with LoRA"
ONLINE = (PLANTS, LLAMA)
JOBS = (BOOSTED, TUNING)
COMMITTED = f"{PLANTS}, we commit for 3 years"
NARROWED = "bge-base embeddings, 5 requests per second of 256 tokens, 2 seconds, at most $100 a month"
TOO_LARGE = "serve Llama 3.1 405B on g5"


@for_each("text", [*ONLINE, *JOBS, COMMITTED])
def test_the_chosen_point_costs_and_takes_what_the_advice_says(turn_for: TurnFor, text: str) -> None:
    """A plot and a page never show two figures for one thing."""
    turn = turn_for(text)
    choice = advise(turn.stated, turn.decision.context.knowledge, explain="choice").choice
    figure = compute_cost_and_time(turn.decision)
    [chosen] = [point for point in figure.points if point.is_chosen]
    assert choice is not None
    assert figure.is_job == (text in JOBS)
    assert (choice.purchase == "savings-plan") == (text == COMMITTED)
    assert chosen.usd == pytest.approx(choice.cost.usd_per_run if figure.is_job else choice.cost.usd_per_month)
    assert chosen.time == pytest.approx(choice.hours_per_run if figure.is_job else choice.latency_ms.estimate)


@for_each("text", [PLANTS, LLAMA, NARROWED])
def test_the_choice_is_marked_however_it_was_found(knowledge: Knowledge, text: str) -> None:
    """Also where the choice was asked for before any other plan was made, or holds in fewer bits alone."""
    workload = understand(text, knowledge).workload
    for figure in (lambda found: compute_cost_and_time(found).points, lambda found: compute_memory_bars(found).bars):
        decision = decide(workload, knowledge, "today")
        assert decision.best is not None
        marked = [one.what for one in figure(decision) if getattr(one, "is_chosen", False) or getattr(one, "role", "") == "choice"]
        assert marked == [decision.best.what]


@for_each("text", [*ONLINE, *JOBS])
def test_every_family_that_can_do_it_has_one_point(turn_for: TurnFor, text: str) -> None:
    """The points are the families of the ranked plans, the choice first."""
    decision = turn_for(text).decision
    families = list(dict.fromkeys(option.instance.family for option in decision.ranked_options if option.instance is not None))
    assert [point.what.split(".")[0] for point in compute_cost_and_time(decision).points] == families


@for_each("text", [*ONLINE, *JOBS])
def test_the_front_is_what_no_confirmed_plan_beats(turn_for: TurnFor, text: str) -> None:
    """A point is on it exactly where no confirmed one is at least as cheap and quick, and better in one of both."""
    points = compute_cost_and_time(turn_for(text).decision).points
    sure = [point for point in points if not point.is_open]
    for point in points:
        beaten = any(one.usd <= point.usd and one.time <= point.time and (one.usd, one.time) != (point.usd, point.time) for one in sure)
        assert point.is_front == (not beaten and not point.is_open)


def test_the_demanded_time_is_the_stated_one(turn_for: TurnFor) -> None:
    """Nobody's target is made up."""
    assert compute_cost_and_time(turn_for(PLANTS).decision).most == 200
    assert compute_cost_and_time(turn_for(LLAMA).decision).most is None
    assert compute_cost_and_time(turn_for("train xgboost on 5 million rows within 3 hours").decision).most == 3


@for_each("text", [*ONLINE, TUNING])
def test_the_memory_of_the_choice_is_that_of_the_advice(turn_for: TurnFor, text: str) -> None:
    """The parts on each device times the devices are what the advice needs."""
    turn = turn_for(text)
    needs = advise(turn.stated, turn.decision.context.knowledge, explain="choice").needs.memory_gb
    bar = compute_memory_bars(turn.decision).bars[0]
    assert bar.role == "choice"
    assert bar.total * bar.devices == pytest.approx(needs.total, rel=1e-4)
    assert bar.parts["weights"] * bar.devices == pytest.approx(needs.weights, rel=1e-4)


@for_each("text", [*ONLINE, *JOBS, TOO_LARGE, "serve Llama 3 70B"])
def test_a_verdict_follows_from_need_and_room(turn_for: TurnFor, text: str) -> None:
    """Tight above 85 %, not fitting above all of it; what was too small for memory does not fit, what is ranked does."""
    bars = compute_memory_bars(turn_for(text).decision).bars
    assert bars
    for bar in bars:
        share = bar.total / bar.usable
        assert bar.verdict == ("does-not-fit" if share > 1 else "tight" if share > 0.85 else "fits")
        assert (bar.role == "rejected") == (bar.verdict == "does-not-fit")


def test_where_nothing_fits_the_bars_show_what_was_too_small(turn_for: TurnFor) -> None:
    """The memory plot still helps then; the plots of a choice say that there is none."""
    turn = turn_for(TOO_LARGE)
    assert turn.decision.best is None
    assert {bar.role for bar in compute_memory_bars(turn.decision).bars} == {"rejected"}
    assert compute_cost_and_time(turn.decision).missing == "no_plan"
    assert compute_prices(turn.decision).missing == "no_plan"


def test_boosted_trees_are_held_in_host_memory(turn_for: TurnFor) -> None:
    """Their bars count data and library, not weights."""
    figure = compute_memory_bars(turn_for(BOOSTED).decision)
    assert figure.of == "host"
    assert set(figure.bars[0].parts) == {"activations", "overhead"}


@for_each("text", [*ONLINE, TUNING])
def test_each_bar_tells_of_another_device(turn_for: TurnFor, text: str) -> None:
    """Two families on the same device would say the same twice; at most six bars, the choice first."""
    bars = compute_memory_bars(turn_for(text).decision).bars
    kept = [bar.device for bar in bars if bar.role != "rejected"]
    assert len(kept) == len(set(kept))
    assert len(bars) <= 6
    assert [bar.role for bar in bars].index("choice") == 0


def test_several_requests_at_once_take_more_cache_than_one(turn_for: TurnFor) -> None:
    """A language model's bar counts one request, and the figure says what those of the choice take together."""
    figure = compute_memory_bars(turn_for(LLAMA).decision)
    assert figure.at_once > 1
    assert figure.cache_at_once == pytest.approx(figure.bars[0].parts["kv_cache"] * figure.at_once)


@for_each("text", [*ONLINE, *JOBS])
def test_prices_are_the_purchases_of_the_plan(turn_for: TurnFor, text: str) -> None:
    """Each entry has its bar, and one of them is advised."""
    turn = turn_for(text)
    choice = advise(turn.stated, turn.decision.context.knowledge, explain="choice").choice
    assert choice is not None
    bars = compute_prices(turn.decision).bars
    assert [(bar.kind, bar.name, bar.usd_per_month) for bar in bars] == [
        (one.kind, one.name, one.usd_per_month) for one in choice.purchases
    ]
    assert sum(bar.advised for bar in bars) == 1


@for_each("text", [*ONLINE, *JOBS])
def test_traffic_spans_a_hundredth_to_a_hundred_times(turn_for: TurnFor, text: str) -> None:
    """At most nine rates, rising, the present one among them with the present choice."""
    turn = turn_for(text)
    steps = compute_traffic(turn).steps
    rates = [step.rate for step in steps]
    [now] = [step for step in steps if step.is_now]
    assert len(steps) <= 9
    assert rates == sorted(set(rates))
    assert now.rate == getattr(turn.decision.context.workload, compute_traffic(turn).fact)
    assert rates[-1] == pytest.approx(100 * now.rate)
    assert turn.decision.best is not None
    assert (now.what, now.count) == (turn.decision.best.what, turn.decision.best.count)


def test_each_step_is_the_decision_at_its_rate(turn_for: TurnFor) -> None:
    """What a person would get who states that rate."""
    turn = turn_for(PLANTS)
    context = turn.decision.context
    for step in compute_traffic(turn).steps:
        stated = turn.stated.with_fact("requests_per_second", step.rate, Origin(kind="said"))
        best = decide(stated, context.knowledge, "today").best
        assert best is not None
        assert (step.what, step.count, step.place) == (best.what, best.count, best.place.id)


def test_the_load_that_was_stated_is_the_one_that_moves(turn_for: TurnFor) -> None:
    """Callers, a rate, items or runs, whichever the workload has."""
    assert compute_traffic(turn_for(LLAMA)).fact == "concurrency"
    assert compute_traffic(turn_for(PLANTS)).fact == "requests_per_second"
    assert compute_traffic(turn_for("classify 10 million images nightly with ResNet-50")).fact == "items_per_run"
    assert compute_traffic(turn_for(BOOSTED)).fact == "runs_per_month"


def test_a_rate_and_its_stated_peak_move_together(turn_for: TurnFor) -> None:
    """Otherwise a hundred times the rate would lie above its own peak and cost no more."""
    turn = turn_for(f"{PLANTS}, 20 requests per second on average and 60 requests per second at the peak")
    assert turn.stated.requests_per_second == 20
    assert turn.stated.peak_requests_per_second == 60
    context, last = turn.decision.context, compute_traffic(turn).steps[-1]
    stated = turn.stated
    for fact, value in (("requests_per_second", 2000.0), ("peak_requests_per_second", 6000.0)):
        stated = stated.with_fact(fact, value, Origin(kind="said"))
    best = decide(stated, context.knowledge, "today").best
    assert best is not None
    assert (last.rate, last.what, last.count) == (2000, best.what, best.count)


def test_what_has_no_time_no_memory_and_no_rate_says_so(turn_for: TurnFor) -> None:
    """A notebook has a price, and nothing else to draw; a device out of the cloud has not even that."""
    notebook = turn_for("a notebook to explore data")
    assert compute_cost_and_time(notebook.decision).missing == "no_time"
    assert compute_memory_bars(notebook.decision).missing == "no_device_memory"
    assert compute_traffic(notebook).missing == "no_rate"
    assert compute_prices(notebook.decision).bars
    device = turn_for("image classification on an edge device")
    assert device.decision.best is not None
    assert device.decision.best.place.id == "edge"
    assert (compute_prices(device.decision).missing, compute_traffic(device).missing) == ("no_price", "no_price")


def test_figures_leave_the_turn_as_it_was(turn_for: TurnFor) -> None:
    """Asking twice gives the same, and the choice stays."""
    turn = turn_for(LLAMA)
    before = turn.decision.choice_key()
    assert compute_traffic(turn) == compute_traffic(turn)
    assert compute_memory_bars(turn.decision) == compute_memory_bars(turn.decision)
    assert turn.decision.choice_key() == before
