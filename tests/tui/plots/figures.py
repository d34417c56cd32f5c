"""Figures of any kind, sane and not."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from engine.advice import PurchaseOption
from engine.figures import PARTS, CostAndTime, MemoryBar, MemoryBars, PlanPoint, Prices, Traffic, TrafficStep

AWKWARD: Final = st.sampled_from([0.0, 1e-9, 1.0, 1e12, float("inf"), float("nan"), 5e-324, 1e308, -1.0])
ANY: Final = st.floats() | AWKWARD | st.floats(0.01, 1e6)
SIZE: Final = st.floats(0, 1e9) | st.sampled_from([0.0, 1e-12, float("inf"), float("nan"), 1e308])
TYPES: Final = st.sampled_from(["g5.xlarge", "p6-b300.48xlarge", "lambda 2048 MB", "u7in-32tb.224xlarge"])
PLACES: Final = st.sampled_from(["sagemaker-realtime", "lambda", "ec2"])
COUNTS: Final = st.integers(1, 400)

POINTS: Final = st.builds(
    PlanPoint,
    what=TYPES,
    count=COUNTS,
    place=PLACES,
    usd=ANY,
    time=ANY,
    is_chosen=st.booleans(),
    is_front=st.booleans(),
    is_open=st.booleans(),
)
COSTS: Final = st.builds(CostAndTime, is_job=st.booleans(), points=st.lists(POINTS, max_size=30).map(tuple), most=st.none() | ANY)
MEMORY_BAR: Final = st.builds(
    MemoryBar,
    what=TYPES,
    count=COUNTS,
    device=st.sampled_from(["", "NVIDIA T4", "NVIDIA RTX PRO 6000 Blackwell Server Edition"]),
    devices=COUNTS,
    parts=st.dictionaries(st.sampled_from(PARTS), SIZE, max_size=6),
    usable=SIZE,
    verdict=st.sampled_from(["fits", "tight", "does-not-fit"]),
    role=st.sampled_from(["choice", "alternative", "rejected"]),
)
MEMORY: Final = st.builds(
    MemoryBars,
    of=st.sampled_from(["serve", "train", "host"]),
    name=st.just("Llama 3 8B"),
    precision=st.sampled_from(["", "bf16"]),
    bars=st.lists(MEMORY_BAR, max_size=8).map(tuple),
    at_once=COUNTS,
    cache_at_once=SIZE,
)
PRICE_BAR: Final = st.builds(
    PurchaseOption,
    kind=st.sampled_from(["on-demand", "savings-plan", "spot"]),
    name=st.sampled_from(["On-demand", "SageMaker", "EC2 Spot"]),
    term_years=st.sampled_from([0, 1, 3]),
    usd_per_month=st.none() | ANY,
    saving=ANY,
    advised=st.booleans(),
)
PRICES: Final = st.builds(Prices, what=TYPES, count=COUNTS, place=PLACES, bars=st.lists(PRICE_BAR, max_size=8).map(tuple))
STEP: Final = st.builds(TrafficStep, rate=ANY, what=TYPES, count=COUNTS, place=PLACES, usd_per_month=st.none() | ANY, is_now=st.booleans())
FACTS: Final = st.sampled_from(["requests_per_second", "concurrency", "items_per_run", "runs_per_month"])
TRAFFIC: Final = st.builds(
    Traffic, fact=FACTS, steps=st.lists(STEP, max_size=9).map(lambda steps: tuple(sorted(steps, key=lambda step: step.rate)))
)
