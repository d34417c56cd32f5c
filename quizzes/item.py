"""Items: what is asked, what is right, and why. One record per form of question."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, SourceIds, Text
from quizzes.grading.rubric import Rubric, read_rubric

Several = Bound(min_length=1)
Form = Literal["choice", "response", "ordering", "matching", "case", "typed"]
"""The live exam's question types, and an answer in one's own words."""
_UNKNOWN = "[unknown]"
"""The branch for a form that does not exist; what stands in brackets is left out of the place of a mistake."""


class ByForm:
    """Marks a union of records that their field `type` tells apart, for pydantic. msgspec keeps that field as the tag."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401  # pydantic's own types stay unloaded until it asks
        """For pydantic: one branch per form, and one that says which forms there are."""
        from pydantic_core import core_schema  # noqa: PLC0415  # only where pydantic is at work already

        records = {str(cls.__struct_config__.tag): cls for cls in get_args(source)}
        literal = core_schema.literal_schema(list(records))
        branches: dict[Any, Any] = {
            f"[{form}]": core_schema.no_info_before_validator_function(_without_type, handler.generate_schema(cls))
            for form, cls in records.items()
        }
        branches[_UNKNOWN] = core_schema.typed_dict_schema({"type": core_schema.typed_dict_field(literal)}, extra_behavior="allow")

        def branch(raw: Any) -> str:  # noqa: ANN401  # whatever the file holds
            form = raw.get("type") if isinstance(raw, dict) else None
            return f"[{form}]" if isinstance(form, str) and form in records else _UNKNOWN

        return core_schema.tagged_union_schema(branches, branch)


class AsRubric:
    """Marks a rubric, which authors may shorten to phrases, for pydantic."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401  # as above
        """For pydantic: a mapping, which the rubric's own reader makes a record."""
        from pydantic_core import core_schema  # noqa: PLC0415  # as above

        return core_schema.no_info_after_validator_function(read_rubric, core_schema.dict_schema())


def _without_type(raw: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != "type"}


class Option(Record):
    """One answer that can be picked."""

    text: Text
    why: Text
    """Why it is right, or why it fails here."""
    right: bool = False
    about: str = ""
    """The entry of `stands_on` that it stands for alone; empty for none. Who rightly leaves it is not taken to have failed there."""


class Step(Record):
    """One step of an ordering."""

    text: Text
    why: Text
    """Why it stands where it stands."""


class Pair(Record):
    """A prompt of a matching and its answer, which may serve other prompts too."""

    prompt: Text
    answer: Text
    why: Text


class ChoiceQuestion(Record, tag_field="type", tag="choice"):
    """One question of a case: pick the one right option."""

    type: ClassVar[Literal["choice"]] = "choice"
    stem: Text
    options: Annotated[tuple[Option, ...], Several]
    stands_on: tuple[Text, ...] = ()
    """Those entries of the case that this question asks for; all of them where it names none."""


class ResponseQuestion(Record, tag_field="type", tag="response"):
    """One question of a case: pick every right option."""

    type: ClassVar[Literal["response"]] = "response"
    stem: Text
    options: Annotated[tuple[Option, ...], Several]
    stands_on: tuple[Text, ...] = ()
    """Those entries of the case that this question asks for; all of them where it names none."""


class Head(Record):
    """What items of every form have in common."""

    id: str
    """Unique over all banks."""
    bank: str
    """The topic: the name of its file without the ending."""
    exams: tuple[str, ...]
    """Blueprints whose scope it is in; none means beyond the exams."""
    task: str
    """Task statement of the live exam, "3.1"; the nearest one for an item beyond."""
    difficulty: Annotated[int, Bound(ge=1, le=5)]
    """1 (recall) to 5 (several constraints that pull apart)."""
    stands_on: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """What must be true for the key to be right, as kind/id of the base."""
    stem: Text
    principle: Text
    """One sentence that holds beyond this case."""
    sources: SourceIds
    confusable: str = ""
    """The set of things that are mixed up with one another; empty for none."""
    cues: tuple[Text, ...] = ()
    """Words of the stem that decide between options which look right."""
    hints: tuple[Text, ...] = ()
    """Nudges, the weaker first."""

    @property
    def beyond(self) -> bool:
        """True where no exam asks for it."""
        return not self.exams


class Choice(Head, tag_field="type", tag="choice"):
    """Pick the one right option of four."""

    type: ClassVar[Literal["choice"]] = "choice"
    options: Annotated[tuple[Option, ...], Several]


class Response(Head, tag_field="type", tag="response"):
    """Pick every right option, two or more."""

    type: ClassVar[Literal["response"]] = "response"
    options: Annotated[tuple[Option, ...], Several]


class Ordering(Head, tag_field="type", tag="ordering"):
    """Put steps into their order."""

    type: ClassVar[Literal["ordering"]] = "ordering"
    steps: Annotated[tuple[Step, ...], Several]
    """In the right order."""


class Matching(Head, tag_field="type", tag="matching"):
    """Give each prompt its answer."""

    type: ClassVar[Literal["matching"]] = "matching"
    pairs: Annotated[tuple[Pair, ...], Several]
    extra: tuple[Text, ...] = ()
    """Answers that belong to no prompt."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Every answer once: those of the pairs in their order, then the extra ones."""
        return tuple(dict.fromkeys((*(pair.answer for pair in self.pairs), *self.extra)))


Question: TypeAlias = Annotated[ChoiceQuestion | ResponseQuestion, ByForm()]


class Case(Head, tag_field="type", tag="case"):
    """One scenario, the stem, and several questions about it, each marked on its own."""

    type: ClassVar[Literal["case"]] = "case"
    questions: Annotated[tuple[Question, ...], Several]


class Typed(Head, tag_field="type", tag="typed"):
    """An answer in one to three sentences."""

    type: ClassVar[Literal["typed"]] = "typed"
    references: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """Model answers."""
    rubric: Annotated[Rubric, AsRubric()] | None = None
    """What an answer must say, may say and must not say."""


Item: TypeAlias = Annotated[Choice | Response | Ordering | Matching | Case | Typed, ByForm()]
Picking: TypeAlias = Choice | Response | ChoiceQuestion | ResponseQuestion
"""Questions that are answered by picking options."""
Exact: TypeAlias = Picking | Ordering | Matching
"""Questions that are marked by comparison with the key."""


def exact_parts(item: Item) -> tuple[Exact, ...]:
    """The questions of an item that are marked by comparison with the key: those of a case, none of a typed one, else the item."""
    match item:
        case Typed():
            return ()
        case Case():
            return item.questions
        case _:
            return (item,)
