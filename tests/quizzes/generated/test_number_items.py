"""Numeric items: the answer is what the numbers of the stem give, whatever the seed."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.bank import packaged_data
from quizzes.generated import ItemGenerator, ItemSource, NumberQuestion, grade_generated
from quizzes.generated.number_items import draw_problem, number_choice, number_item
from quizzes.generated.source_files import read_files
from quizzes.item import Choice
from tests.case_tables import for_each
from tests.depth import rounds

TEMPLATES = tuple(read_files(sorted((packaged_data() / "generated" / "templates").glob("*.yaml")))["templates"])
SEEDS = st.integers(0, 10**9)
_BYTES = {"fp32": 4.0, "fp16": 2.0, "bf16": 2.0, "int8": 1.0, "int4": 0.5}
Oracle = Callable[[list[float], str], float]

ORACLES: dict[str, Oracle] = {
    "weights-by-precision": lambda n, stem: n[0] * _BYTES[_precision(stem)],
    "cache-of-chats": lambda n, _: 2 * n[-7] * n[-5] * n[-4] * 2 * n[-2] * n[-1] / 1e9,
    "full-training-states": lambda n, _: n[0] * (2 + 2 + 4 + 4 + 4),
    "adapters-on-four-bits": lambda n, _: n[0] * 0.5 + n[0] * n[2] / 100 * 16,
    "devices-for-weights": lambda n, stem: math.ceil(n[-2] * _BYTES[_precision(stem)] / (n[-3] * n[-1] / 100)),
    "table-in-memory": lambda n, _: n[0] * 1e6 * n[1] * 8 * n[3] / 1e9,
    "instances-for-a-peak": lambda n, _: math.ceil(n[0] * n[1] / (n[2] * n[3] / 100) - 1e-9),
    "peak-of-a-day": lambda n, _: n[0] / (n[1] * 3600) * n[2],
    "under-way-at-once": lambda n, _: n[0] * n[1] / 1000,
    "backlog-to-drain": lambda n, _: n[0] / (n[1] * n[2] - n[3]),
    "bound-of-decoding": lambda n, _: n[-3] / (n[-2] * n[-1] / 8),
    "month-of-an-endpoint": lambda n, _: n[0] * n[1] * 730,
    "endpoint-by-day": lambda n, _: n[0] * n[1] * n[2] * n[3],
    "job-against-endpoint": lambda n, _: n[3] * n[2] * 730 - n[3] * n[2] * n[1] / 60 * n[0],
    "month-of-a-function": lambda n, _: n[2] * 1e6 * n[1] / 1000 * n[0] * n[3] + n[2] * n[4],
    "endpoint-pays-from": lambda n, _: n[3] * 730 / (n[1] / 1000 * n[2] * n[0]) / 1e6,
    "saved-by-a-plan": lambda n, _: n[0] * n[1] * 24 * 365 * n[2] / 100,
    "hours-for-a-plan": lambda n, _: 24 - 24 * n[0] / 100,
    "spot-with-interruptions": lambda n, _: n[1] * (100 - n[2]) / 100 * (n[0] + n[3] * n[4] / 60),
    "million-answers": lambda n, _: n[0] / 3600 / (n[1] * n[2] / 100) * 1e6,
    "month-of-tokens": lambda n, _: 30 * n[-4] * (n[-3] * n[-6] + n[-2] * n[-5]) / 1e6,
    "days-of-tokens": lambda n, _: n[0] * 1e9 / (n[1] * n[2] * n[3] / 100) / 3600 / 24,
    "days-of-compute": lambda n, _: 6 * n[0] * 1e9 * n[1] * 1e9 / (n[3] * n[4] * 1e12 * n[5] / 100) / 3600 / 24,
    "lost-to-interruptions": lambda n, _: n[0] * (n[1] / 2 + n[2]),
    "artifact-over-the-network": lambda n, _: n[0] * 8 / (n[1] * n[2] / 100),
    "steps-of-a-run": lambda n, _: n[0] * n[1] / (n[2] * n[3] * n[4]),
    "hours-of-a-batch": lambda n, _: n[0] * 1e6 / (n[1] * n[2]) / 3600 + n[3] / 60,
}
"""Template -> its answer from the numbers of the stem, in their order, without those of names."""


def _precision(stem: str) -> str:
    found = re.search(r"\b(fp32|fp16|bf16|int8|int4)\b", stem)
    assert found is not None
    return found[1]


def _numbers(stem: str) -> list[float]:
    """Every number that stands for itself: those of names such as ml.g5.xlarge, fp16 and A100 are left out."""
    return [float(found.replace(",", "")) for found in re.findall(r"(?<![\w.])(?:\d+,)*\d+(?:\.\d+)?(?![\w]|\.\w)", stem)]


def test_every_template_has_an_oracle() -> None:
    """At least 15 templates, each worked out a second time below."""
    assert len(TEMPLATES) >= 15
    assert set(TEMPLATES) == set(ORACLES)


@for_each("name", TEMPLATES)
@settings(max_examples=rounds(quick=6, long=500))
@given(seed=SEEDS)
def test_the_answer_follows_from_the_stem(name: str, seed: int, source: ItemSource, knowledge: Knowledge) -> None:
    """The arithmetic of another hand, on the numbers that the learner reads, comes to the key within a part in 200."""
    total = draw_problem(source.templates[name], seed, knowledge)
    stem = number_choice(total, knowledge).stem
    assert total.worked.answer == pytest.approx(ORACLES[name](_numbers(stem), stem), rel=0.005)


@for_each("name", TEMPLATES)
@settings(max_examples=rounds(quick=6, long=500))
@given(seed=SEEDS)
def test_options_can_be_told_apart(name: str, seed: int, source: ItemSource, knowledge: Knowledge) -> None:
    """Four options with different texts, exactly one of them right, each with a reason, no placeholder left."""
    item = number_choice(draw_problem(source.templates[name], seed, knowledge), knowledge)
    assert len({option.text for option in item.options}) == 4
    assert sum(option.right for option in item.options) == 1
    texts = [item.stem, item.principle, *(text for option in item.options for text in (option.text, option.why))]
    assert not [text for text in texts if re.search(r"\$[a-z_{]|\bnan\b|\binf\b|-\d", text)]


@for_each("name", TEMPLATES)
@settings(max_examples=rounds(quick=6, long=500))
@given(seed=SEEDS)
def test_numbers_are_sensible(name: str, seed: int, source: ItemSource, knowledge: Knowledge) -> None:
    """The answer lies where the template says that a sensible one does, and a count is whole."""
    template = source.templates[name]
    answer = draw_problem(template, seed, knowledge).worked.answer
    low, high = template.answers
    assert low <= answer <= high
    assert not template.whole or answer == int(answer)


@for_each("name", TEMPLATES)
@settings(max_examples=rounds(quick=6, long=500))
@given(seed=SEEDS)
def test_the_key_is_marked_right_and_every_slip_wrong(name: str, seed: int, source: ItemSource, knowledge: Knowledge) -> None:
    """The right option's words are a correct answer to the typed form; those of the wrong ones are not, and are told for what they are."""
    total = draw_problem(source.templates[name], seed, knowledge)
    typed, choice = number_item(total, knowledge), number_choice(total, knowledge)
    for option in choice.options:
        graded = grade_generated(typed, option.text, knowledge)
        assert graded is not None
        assert graded.verdict == ("correct" if option.right else "incorrect"), option.text
        assert option.right or any(slip.why in graded.contradicted[0] for slip in typed.slips)


@for_each("name", TEMPLATES)
def test_a_seed_is_all_that_decides(name: str, source: ItemSource, knowledge: Knowledge) -> None:
    """The same seed gives the same item again, and seeds give several."""
    template = source.templates[name]
    items = [number_choice(draw_problem(template, seed, knowledge), knowledge) for seed in range(20)]
    assert items == [number_choice(draw_problem(template, seed, knowledge), knowledge) for seed in range(20)]
    assert len({item.stem for item in items}) >= 4


def test_positions_are_balanced_over_seeds(source: ItemSource, knowledge: Knowledge) -> None:
    """The key stands in each of the four places about equally often."""
    places: Counter[int] = Counter()
    for seed in range(40):
        for template in source.templates.values():
            item = number_choice(draw_problem(template, seed, knowledge), knowledge)
            places[next(at for at, option in enumerate(item.options) if option.right)] += 1
    assert all(0.2 <= places[at] / places.total() <= 0.3 for at in range(4))


def test_sizes_do_not_give_the_key_away(source: ItemSource, knowledge: Knowledge) -> None:
    """Who always takes the largest number, or the smallest, is right no more often than two times in five."""
    picks = Counter[str]()
    items = [
        number_choice(draw_problem(template, seed, knowledge), knowledge) for seed in range(20) for template in source.templates.values()
    ]
    for item in items:
        ordered = sorted(item.options, key=lambda option: _numbers(option.text.replace("$", ""))[0])
        picks["largest"] += ordered[-1].right
        picks["smallest"] += ordered[0].right
    assert max(picks.values()) / len(items) <= 0.4


def test_steps_stand_in_the_feedback(generator: ItemGenerator) -> None:
    """The reason of the right option and the model answer of the typed form are the arithmetic."""
    choice, typed = generator.make_items(("number-month-of-an-endpoint-choice", "number-month-of-an-endpoint"), 1)
    assert isinstance(choice, Choice)
    assert isinstance(typed, NumberQuestion)
    right = next(option for option in choice.options if option.right)
    assert "× 730 h = " in right.why
    assert right.why in typed.references[0]


def test_a_template_without_an_answer_says_why(source: ItemSource, knowledge: Knowledge) -> None:
    """What the base no longer has is told in a line; nothing is asked then."""
    template = source.templates["month-of-an-endpoint"]
    with pytest.raises(InputError, match=r"instance: no price of ml.m99.xlarge is known."):
        draw_problem(msgspec.structs.replace(template, draw={**template.draw, "instance": ("m99.xlarge",)}), 0, knowledge)
    with pytest.raises(InputError, match=r"formula: there is no \"endpoint_mont\". Did you mean endpoint_month\?"):
        draw_problem(msgspec.structs.replace(template, formula="endpoint_mont"), 0, knowledge)
    with pytest.raises(InputError, match="no numbers of it lead to 3 mistakes"):
        draw_problem(msgspec.structs.replace(template, slips={}), 0, knowledge)
