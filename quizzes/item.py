"""Quiz items: the question, the key and the reasons. One record per type of question."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, SourceIds, Text
from quizzes.grading.rubric import Rubric, read_rubric

Several = Bound(min_length=1)
Form = Literal["choice", "response", "ordering", "matching", "case", "typed"]
"""The question types of the live exam, and `typed` for an answer in one's own words."""
_UNKNOWN = "[unknown]"
"""Branch for an unknown type; text in brackets is left out of the place of a mistake."""


class FormUnion:
    """For pydantic: a union of records told apart by their field `type`, which msgspec keeps as the tag."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401  # pydantic's own types stay unloaded until it asks
        """One branch per type, and one that reports unknown types."""
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


class RubricField:
    """For pydantic: a rubric, which authors may shorten to phrases."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401  # as above
        """A mapping that the rubric's own reader turns into a record."""
        from pydantic_core import core_schema  # noqa: PLC0415  # as above

        return core_schema.no_info_after_validator_function(read_rubric, core_schema.dict_schema())


def _without_type(raw: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != "type"}


class Option(Record):
    """One option to pick."""

    text: Text
    why: Text
    """Why it is right, or why it is wrong here."""
    right: bool = False
    about: str = ""
    """The one entry of `stands_on` that only this option is about; empty for none. Leaving a wrong option says nothing against it."""


class Step(Record):
    """One step of an ordering."""

    text: Text
    why: Text
    """Why it comes at its place."""


class Pair(Record):
    """A prompt of a matching and its answer, which other prompts may share."""

    prompt: Text
    answer: Text
    why: Text


class ChoiceQuestion(Record, tag_field="type", tag="choice"):
    """A question of a case with one right option."""

    type: ClassVar[Literal["choice"]] = "choice"
    stem: Text
    options: Annotated[tuple[Option, ...], Several]
    stands_on: tuple[Text, ...] = ()
    """The entries of the case that this question is about; empty for all of them."""


class ResponseQuestion(Record, tag_field="type", tag="response"):
    """A question of a case with several right options."""

    type: ClassVar[Literal["response"]] = "response"
    stem: Text
    options: Annotated[tuple[Option, ...], Several]
    stands_on: tuple[Text, ...] = ()
    """The entries of the case that this question is about; empty for all of them."""


class BaseItem(Record):
    """What items of every type have in common."""

    id: str
    """Unique over all banks."""
    bank: str
    """The topic: the file name without its ending."""
    exams: tuple[str, ...]
    """Exams that may ask it; empty for an item beyond all exams."""
    task: str
    """Task statement of the live exam, such as "3.1"; the nearest one for an item beyond all exams."""
    difficulty: Annotated[int, Bound(ge=1, le=5)]
    """1 (recall) to 5 (several conflicting constraints)."""
    stands_on: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """Entries that must be true for the key to be right, as kind/id."""
    stem: Text
    principle: Text
    """One sentence that holds beyond this case."""
    sources: SourceIds
    confusable: str = ""
    """Name of a set of easily confused things; empty for none."""
    twins: str = ""
    """Name of a group of near-duplicates, of which a session or an exam asks one; empty for none."""
    cues: tuple[Text, ...] = ()
    """Words of the stem that decide between plausible options."""
    hints: tuple[Text, ...] = ()
    """Hints, the weaker first."""

    @property
    def is_beyond_exams(self) -> bool:
        """True if no exam asks it."""
        return not self.exams


class Choice(BaseItem, tag_field="type", tag="choice"):
    """One right option of four."""

    type: ClassVar[Literal["choice"]] = "choice"
    options: Annotated[tuple[Option, ...], Several]


class Response(BaseItem, tag_field="type", tag="response"):
    """Two or more right options."""

    type: ClassVar[Literal["response"]] = "response"
    options: Annotated[tuple[Option, ...], Several]


class Ordering(BaseItem, tag_field="type", tag="ordering"):
    """Steps to put in order."""

    type: ClassVar[Literal["ordering"]] = "ordering"
    steps: Annotated[tuple[Step, ...], Several]
    """In the right order."""


class Matching(BaseItem, tag_field="type", tag="matching"):
    """Prompts, each to be given its answer."""

    type: ClassVar[Literal["matching"]] = "matching"
    pairs: Annotated[tuple[Pair, ...], Several]
    extra: tuple[Text, ...] = ()
    """Answers that belong to no prompt."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Every distinct answer: those of the pairs in order, then the extra ones."""
        return tuple(dict.fromkeys((*(pair.answer for pair in self.pairs), *self.extra)))


Question: TypeAlias = Annotated[ChoiceQuestion | ResponseQuestion, FormUnion()]


class Case(BaseItem, tag_field="type", tag="case"):
    """A scenario (the stem) with several questions, each graded on its own."""

    type: ClassVar[Literal["case"]] = "case"
    questions: Annotated[tuple[Question, ...], Several]


class Typed(BaseItem, tag_field="type", tag="typed"):
    """An answer in one to three sentences."""

    type: ClassVar[Literal["typed"]] = "typed"
    references: Annotated[tuple[Text, ...], Bound(min_length=1)]
    """Model answers."""
    rubric: Annotated[Rubric, RubricField()] | None = None
    """What an answer must, may and must not say."""


Item: TypeAlias = Annotated[Choice | Response | Ordering | Matching | Case | Typed, FormUnion()]
OptionQuestion: TypeAlias = Choice | Response | ChoiceQuestion | ResponseQuestion
"""Questions answered by picking options."""
KeyedQuestion: TypeAlias = OptionQuestion | Ordering | Matching
"""Questions graded against a key."""


def keyed_questions(item: Item) -> tuple[KeyedQuestion, ...]:
    """The questions of an item that have a key: those of a case, none of a typed item, else the item itself."""
    match item:
        case Typed():
            return ()
        case Case():
            return item.questions
        case _:
            return (item,)
