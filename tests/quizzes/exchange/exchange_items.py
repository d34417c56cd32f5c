"""Items whose texts hold every sign that a format gives a meaning, and strategies that draw them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from knowledge import Knowledge
from quizzes.exchange import Exported, Format, export_items, import_items
from quizzes.grading.rubric import Concept, Quantity, Rubric
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Matching, Option, Ordering, Pair, Response, ResponseQuestion, Step, Typed
from tests.quizzes import sample_items
from tests.quizzes.sample_items import TASKS, head

AT = 1_800_000_000.0
EVERY: list[Item] = [
    sample_items.choice(),
    sample_items.response(),
    sample_items.ordering(),
    sample_items.matching(),
    sample_items.case(),
    sample_items.typed(),
]
"""One item of each type."""
AWKWARD = (
    "a ~ b = c # d { e } f : g \\ h",
    "\\n is no line end",
    "\\",
    "\\\\",
    "\\\\n",
    "::title::",
    "####",
    "=5",
    "~%50%x",
    "%50% of it",
    "[html]<b>x</b>",
    "[plain] y",
    "// no comment",
    "$CATEGORY: no",
    "=cmd|' /C calc'!A0",
    "+1",
    "-5 %",
    "@sum",
    "'=quoted",
    "''",
    "'",
    '"',
    'say "x", y; z',
    "a | b",
    "a \\| b",
    "<script>alert(1)</script>",
    "&lt;b&gt; &amp;",
    "{{c1::cloze}}",
    "[sound:x.mp3]",
    "[latex]x[/latex]",
    "T",
    "TRUE",
    "é 😀 עברית",
    "x\ty",
    "1:5",
    "one\ntwo",
    "Principle: no",
    "2",
    "a, b",
    "{}",
    "x" * 5_000,
)
"""Texts that a careless format reads as something else."""
PAIRWISE = ("cat -> dog", "->", " padded ", "two\n\nparagraphs", "Sources: x\n\nPrinciple: y", "bell\x07", "cr\r\nlf", "x\ufffey")
"""Texts that some format cannot hold."""

any_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)
kept_text = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=30),
).filter(lambda text: text == text.strip() and "->" not in text)  # fmt: skip
"""Texts that every format holds."""


def heads(text: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw what all items have."""
    several = st.lists(text, max_size=2).map(tuple)
    drawn = st.fixed_dictionaries(
        {
            "stem": text,
            "principle": text,
            "task": st.sampled_from(TASKS),
            "difficulty": st.integers(1, 5),
            "exams": st.sampled_from([(), ("mla-c01",)]),
            "confusable": st.sampled_from(["", "endpoint-types"]),
            "cues": several,
            "hints": several,
        }
    )
    return drawn.map(lambda fields: head("drawn") | fields)


@st.composite
def picked(draw: st.DrawFn, text: st.SearchStrategy[str], count: int, right: int) -> tuple[Option, ...]:
    """Draw options of which so many are right."""
    keys = draw(st.sets(st.integers(0, count - 1), min_size=right, max_size=right))
    return tuple(Option(text=draw(text), why=draw(text), right=place in keys) for place in range(count))


def pickings(text: st.SearchStrategy[str]) -> st.SearchStrategy[Item]:
    """Draw choices and responses."""
    choices = st.tuples(heads(text), picked(text, 4, 1)).map(lambda drawn: Choice(**drawn[0], options=drawn[1]))
    responses = st.tuples(heads(text), picked(text, 5, 2)).map(lambda drawn: Response(**drawn[0], options=drawn[1]))
    return st.one_of(choices, responses)


def matchings(text: st.SearchStrategy[str]) -> st.SearchStrategy[Item]:
    """Draw matchings whose prompts differ."""
    prompts = st.lists(text, min_size=3, max_size=4, unique=True)
    return st.builds(
        lambda fields, prompts, answer, why, extra: Matching(
            **fields, pairs=tuple(Pair(prompt=prompt, answer=answer, why=why) for prompt in prompts), extra=extra
        ),
        heads(text), prompts, text, text, st.lists(text, max_size=2).map(tuple),
    )  # fmt: skip


def rubrics(text: st.SearchStrategy[str]) -> st.SearchStrategy[Rubric]:
    """Draw rubrics, odd ones too."""
    phrases = st.lists(text, max_size=2).map(tuple)
    number = st.builds(Quantity, unit=text, value=st.floats(allow_nan=False, allow_infinity=False))
    concept = st.builds(Concept, name=text, any=phrases, number=st.none() | number, shared=st.booleans())
    concepts = st.lists(concept, max_size=2).map(tuple)
    sides = st.dictionaries(text, phrases, max_size=2)
    return st.builds(Rubric, required=concepts, optional=concepts, sides=sides, numbers=st.lists(number, max_size=1).map(tuple))


def others(text: st.SearchStrategy[str]) -> st.SearchStrategy[Item]:
    """Draw orderings, cases and typed items."""
    steps = st.lists(st.builds(Step, text=text, why=text), min_size=3, max_size=3).map(tuple)
    questions = st.tuples(
        st.builds(ChoiceQuestion, stem=text, options=picked(text, 4, 1)), st.builds(ResponseQuestion, stem=text, options=picked(text, 5, 2))
    )
    references = st.lists(text, min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(lambda fields, steps: Ordering(**fields, steps=steps), heads(text), steps),
        st.builds(lambda fields, questions: Case(**fields, questions=questions), heads(text), questions),
        st.builds(
            lambda fields, references, rubric: Typed(**fields, references=references, rubric=rubric),
            heads(text), references, st.none() | rubrics(text),
        ),
    )  # fmt: skip


def items(text: st.SearchStrategy[str]) -> st.SearchStrategy[Item]:
    """Draw items of every type."""
    return st.one_of(pickings(text), matchings(text), others(text))


def exported(form: Format, items: list[Item], knowledge: Knowledge) -> Exported:
    """Export at a fixed time."""
    return export_items(form, items, knowledge, at=AT)


def back(form: Format, data: bytes, knowledge: Knowledge) -> list[Item | None]:
    """Read what was exported."""
    return [one.item for one in import_items(form, data, "file", knowledge)[0]]


def lost(found: Exported) -> Iterator[str]:
    """Lines on fields that do not come back."""
    return (line for line in found.limits if "does not survive unchanged" in line)
