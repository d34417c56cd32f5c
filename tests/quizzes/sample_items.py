"""Small items and banks, and strategies that make them up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from hypothesis import strategies as st

from quizzes.bank import Bank, packaged_data
from quizzes.bank_files import read_blueprints
from quizzes.blueprint import Blueprint
from quizzes.course import Course, Part
from quizzes.item import (
    Case,
    Choice,
    ChoiceQuestion,
    Item,
    KeyedQuestion,
    Matching,
    Option,
    Ordering,
    Pair,
    Response,
    ResponseQuestion,
    Step,
    Typed,
)
from quizzes.item_supply import ItemSupply

BLUEPRINTS: dict[str, Blueprint] = read_blueprints(packaged_data() / "blueprints")
LIVE = BLUEPRINTS["mla-c01"]
TASKS = tuple(LIVE.tasks)
COURSE = Course(
    id="new-engineer",
    name="A short path",
    lessons=(
        Part(name="lifecycle-of-compute", teaches=("ideas/x",)),
        Part(name="processors-for-machine-learning", teaches=("places/lambda",)),
        Part(name="purchasing-options", teaches=("purchases/*",)),
    ),
    taught={"ideas/x": "lifecycle-of-compute", "places/lambda": "processors-for-machine-learning", "purchases/*": "purchasing-options"},
)
Made = TypeVar("Made", bound=Item)


def _build_record(cls: type[Made], *parts: Mapping[str, Any]) -> Made:
    """Build a record from fields, of which later ones win."""
    return cls(**{name: value for part in parts for name, value in part.items()})


def head(identity: str = "some-item") -> dict[str, Any]:
    """Make what every item has."""
    return {
        "id": identity,
        "bank": "small",
        "exams": ("mla-c01",),
        "task": "3.1",
        "difficulty": 2,
        "stands_on": ("places/lambda",),
        "stem": f"Which of these suits {identity}?",
        "principle": "What is asked decides.",
        "sources": ("aws-lambda-quotas",),
    }


def options(count: int, *right: int) -> tuple[Option, ...]:
    """Make options of equal length, of which those at `right` are right."""
    return tuple(Option(text=f"option number {index}", why=f"reason {index}", right=index in right) for index in range(count))


def choice(identity: str = "a-choice", right: int = 0, **changes: object) -> Choice:
    """Make a choice of four."""
    return _build_record(Choice, head(identity), {"options": options(4, right)}, changes)


def response(identity: str = "a-response", right: tuple[int, ...] = (0, 2), **changes: object) -> Response:
    """Make a response of five."""
    return _build_record(Response, head(identity), {"stem": f"Which two suit {identity}?", "options": options(5, *right)}, changes)


def ordering(identity: str = "an-ordering", count: int = 4, **changes: object) -> Ordering:
    """Make an ordering."""
    steps = tuple(Step(text=f"step number {index}", why=f"reason {index}") for index in range(count))
    return _build_record(Ordering, head(identity), {"steps": steps}, changes)


def matching(identity: str = "a-matching", answers: tuple[str, ...] = ("red", "green", "red"), **changes: object) -> Matching:
    """Make a matching whose first and last prompt share an answer, with one answer to spare."""
    pairs = tuple(Pair(prompt=f"prompt number {index}", answer=text, why=f"reason {index}") for index, text in enumerate(answers))
    return _build_record(Matching, head(identity), {"pairs": pairs, "extra": ("blue",)}, changes)


def case(identity: str = "a-case", **changes: object) -> Case:
    """Make a case with a choice and a response."""
    questions = (
        ChoiceQuestion(stem=f"Which one helps {identity}?", options=options(4, 1)),
        ResponseQuestion(stem=f"Which two help {identity} later?", options=options(5, 0, 3)),
    )
    return _build_record(Case, head(identity), {"questions": questions}, changes)


def typed(identity: str = "a-typed", **changes: object) -> Typed:
    """Make an item that is answered in words."""
    return _build_record(Typed, head(identity), {"references": ("Because it fits.",)}, changes)


def bank(*items: Item) -> Bank:
    """Put items, the packaged blueprints and a small course into a bank."""
    sections: dict[str, Any] = {"items": {item.id: item for item in items}, "blueprints": BLUEPRINTS, "courses": {COURSE.id: COURSE}}
    return Bank(lambda name, _: sections[name])


def supply(*items: Item) -> ItemSupply:
    """Make a supply of such a bank alone."""
    return ItemSupply(bank(*items))


def plenty(each: int = 12) -> Bank:
    """Make a bank with `each` choices for every task, and some of every other type."""
    items: list[Item] = []
    for task in TASKS:
        name = task.replace(".", "-")
        items += [choice(f"choice-{name}-{number}", number % 4, task=task) for number in range(each)]
        items += [response(f"response-{name}-{number}", task=task) for number in range(each // 2)]
        items += [make(f"{make.__name__}-{name}-{number}", task=task) for make in (ordering, matching, case) for number in range(each // 4)]
        items += [typed(f"typed-{name}", task=task)]
    return bank(*items)


words = st.text(st.characters(codec="ascii", categories=["Ll", "Lu", "Nd"]), min_size=3, max_size=12)


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    """Draw a choice of four different options."""
    texts = draw(st.lists(words, min_size=4, max_size=4, unique_by=str.lower))
    right = draw(st.integers(0, 3))
    made = tuple(Option(text=text, why=f"why {text}", right=index == right) for index, text in enumerate(texts))
    return choice("drawn", options=made)


@st.composite
def responses(draw: st.DrawFn) -> Response:
    """Draw a response of five or six options, two or more of them right."""
    count = draw(st.integers(5, 6))
    right = draw(st.sets(st.integers(0, count - 1), min_size=2, max_size=count - 1))
    return response("drawn", options=options(count, *right))


@st.composite
def matchings(draw: st.DrawFn) -> Matching:
    """Draw a matching whose prompts may share answers."""
    return matching("drawn", tuple(draw(st.lists(st.sampled_from(["red", "green", "grey"]), min_size=3, max_size=7))))


orderings = st.integers(3, 5).map(lambda count: ordering("drawn", count))
exact: st.SearchStrategy[KeyedQuestion] = st.one_of(choices(), responses(), orderings, matchings())
