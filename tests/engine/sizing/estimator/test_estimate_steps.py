"""The steps are arithmetic: what stands left of each equals sign gives what stands right of it, and the last line the answer."""

from __future__ import annotations

import math
import re

import pytest

from engine.sizing.estimate_records import Estimate, Run
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.sizing.estimator.sample_runs import RUNS, TOO_LARGE, estimate_of

NUMBER = r"(-?[\d,]+(?:\.\d+)?(?:e[+-]?\d+)?)"
ROUNDED = 0.012
"""Numbers are told with three or four digits, so that a product of two is good to a percent."""


def numbers(pattern: str, steps: tuple[str, ...]) -> list[float] | None:
    """The numbers of the line that a pattern matches, in which `#` stands for one; None where no line does."""
    expression = re.compile(pattern.replace("#", NUMBER))
    for line in steps:
        if match := expression.search(line):
            return [float(text.replace(",", "")) for text in match.groups()]
    return None


def of_case(knowledge: Knowledge, name: str) -> Estimate:
    """One of the runs, large or not."""
    return estimate_of(knowledge, *(RUNS | TOO_LARGE)[name], use_measurements=False)


@for_each("name", [*RUNS, *TOO_LARGE])
def test_memory_recomputes(knowledge: Knowledge, name: str) -> None:
    """Weights from bytes, the cache from tokens, the share from what is usable; or the parts of one device of a training run."""
    found = of_case(knowledge, name)
    memory = found.memory_gb
    weights = next((line for line in found.steps if line.startswith("weights = ")), None)
    parts = numbers(r"^one device = # weights \+ # gradients \+ # optimizer \+ # activations \+ # overhead = # GB$", found.steps)
    assert (weights is None) != (parts is None)
    if weights:
        *_, terms, total = weights.removesuffix(" GB").split(" = ")
        assert float(total.replace(",", "")) == pytest.approx(memory.weights, rel=0.001)
        assert sum(_bytes(term) for term in terms.split(" + ")) == pytest.approx(memory.weights, rel=ROUNDED), weights
    if parts:
        assert sum(parts[:-1]) == pytest.approx(parts[-1], rel=0.001)
        assert parts[-1] == pytest.approx(memory.per_device, rel=0.001)
    if cache := numbers(r"^KV cache = # × # tokens × # kB = # GB$", found.steps):
        sequences, tokens, each, told = cache
        assert sequences * tokens * each / 1e6 == pytest.approx(told, rel=ROUNDED)
        assert told == pytest.approx(memory.kv_cache, rel=0.001)
    share = numbers(r"^memory per device = # of # GB usable = #%", found.steps)
    assert share
    assert share[0] / share[1] * 100 == pytest.approx(share[2], rel=0.002, abs=0.51)
    assert share[0] == pytest.approx(memory.per_device, rel=0.001)


@for_each("name", [name for name in RUNS if name.startswith("language model")])
def test_time_of_tokens_recomputes(knowledge: Knowledge, name: str) -> None:
    """A decode step from bytes and bandwidth, an answer from its tokens, the rate from what runs at once."""
    found = of_case(knowledge, name)
    step = numbers(r"^decode step = # GB weights / # GB/s \+ # GB cache / # GB/s \+ exchange # ms \+ fixed # ms = # ms$", found.steps)
    assert step
    weights, stream, cache, cache_stream, exchange, fixed, told = step
    assert (weights / stream + cache / cache_stream) * 1e3 + exchange + fixed == pytest.approx(told, rel=ROUNDED)
    answer = numbers(r"^answer = # s \+ # × # s = # s$", found.steps)
    assert answer
    assert answer[0] + answer[1] * answer[2] == pytest.approx(answer[3], rel=ROUNDED)
    assert answer[3] * 1e3 == pytest.approx(found.latency_ms.estimate, rel=0.001)
    assert answer[0] * 1e3 == pytest.approx(found.time_to_first_token_ms.estimate, rel=0.001)
    assert answer[2] * 1e3 == pytest.approx(found.time_per_output_token_ms.estimate, rel=0.001)
    rate = numbers(r"^throughput = # × # × # tokens / # s = # a second$", found.steps)
    assert rate
    assert rate[0] * rate[1] * rate[2] / rate[3] == pytest.approx(rate[4], rel=ROUNDED)
    assert rate[4] == pytest.approx(found.throughput_per_s.estimate, rel=0.003)


@for_each("name", ["encoder", "encoder, devices", "encoder, host", "images", "pictures"])
def test_time_of_a_batch_recomputes(knowledge: Knowledge, name: str) -> None:
    """One item from its operations, a batch from its items and the fixed costs, the rate from the copies."""
    found = of_case(knowledge, name)
    batch = numbers(r"^batch of # = # × # ms \+ # ms fixed = # ms$", found.steps)
    assert batch
    assert batch[0] == batch[1]
    assert batch[1] * batch[2] + batch[3] == pytest.approx(batch[4], rel=ROUNDED)
    assert batch[4] == pytest.approx(found.latency_ms.estimate, rel=0.001)
    item = numbers(r"^item = # GFLOP / # TFLOPS sustained(?: per NeuronCore)? = # ms$", found.steps)
    assert item
    assert item[0] / item[1] == pytest.approx(item[2], rel=ROUNDED)
    if rate := numbers(r"^throughput = # copies × # / # ms = # a second$", found.steps):
        assert rate[0] * rate[1] / rate[2] * 1e3 == pytest.approx(rate[3], rel=ROUNDED)
        assert rate[3] == pytest.approx(found.throughput_per_s.estimate, rel=0.003)
    else:
        assert name.endswith("host")


@for_each("name", ["training", "training, sharded", "lora", "qlora, machines"])
def test_the_rate_of_training_recomputes(knowledge: Knowledge, name: str) -> None:
    """Sustained operations over those of a step."""
    found = of_case(knowledge, name)
    rate = numbers(r"^throughput = # TFLOPS sustained / \(# × # GFLOP\) = # a second$", found.steps)
    assert rate
    assert rate[0] * 1e3 / (rate[1] * rate[2]) == pytest.approx(rate[3], rel=ROUNDED)
    assert rate[3] == pytest.approx(found.throughput_per_s.estimate, rel=0.003)


@for_each(
    ("model", "instance", "run", "word"),
    [
        ("llama-3-8b", "p5.48xlarge", Run(batch=512), "decode step"),
        ("llama-3-8b", "c7i.8xlarge", Run(batch=16), "decode step"),
        ("bert-large", "g4dn.xlarge", Run(batch=1, input_tokens=8), "batch of"),
        ("bert-large", "inf2.xlarge", Run(batch=1, input_tokens=8), "batch of"),
    ],
)
def test_a_sum_holds_whatever_bounds_it(knowledge: Knowledge, model: str, instance: str, run: Run, word: str) -> None:
    """Products that take longer than reading the weights, and weights that take longer to read than one short item to compute."""
    found = estimate_of(knowledge, model, instance, run, use_measurements=False)
    line = next(line for line in found.steps if line.startswith(word))
    left, right = line.rsplit(" = ", 1)
    told = float(right.removesuffix(" ms").replace(",", ""))
    terms = left.split(" = ", 1)[1].split(" + ")
    assert sum(_term(term) for term in terms) == pytest.approx(told, rel=ROUNDED), line


def _bytes(text: str) -> float:
    """GB of a product such as "8.03e9 × 2 B"."""
    return math.prod(float(number.replace(",", "")) for number in re.findall(NUMBER, text)) / 1e9


def _term(text: str) -> float:
    """Milliseconds of one summand: a quotient of GB and GB/s or of operations, a product, or a plain time."""
    found = [float(number.replace(",", "")) for number in re.findall(NUMBER, text)]
    if "/" in text.replace("/s", ""):
        return found[0] / found[1] * 1e3
    return found[0] * found[1] if "×" in text else found[0]
