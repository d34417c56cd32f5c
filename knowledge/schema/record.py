"""What every record of the base has in common.

A record is a frozen msgspec struct: cheap to define, to build and to read back from the compiled cache. pydantic
checks it when it is read from YAML, and is loaded only then. Annotations here are objects, not strings: msgspec reads
them before the first decoding, and would compile each string.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, NotRequired, TypeVar, cast, dataclass_transform, get_args, get_type_hints

import msgspec

from knowledge.schema.bound import Bound

Lens = Literal["today", "exam"]
"""`today` is what to use now; `exam` is what the exam guide and its study material expect."""


@dataclass(frozen=True, slots=True)
class Ref:
    """Marks a field that holds the id of another record, so that the loader can check that it exists."""

    kind: str
    """The folder below `knowledge/data` (or `instances` for the catalogue)."""


Text = Annotated[str, Bound(min_length=1)]
SourceIds = Annotated[tuple[Annotated[str, Ref("sources")], ...], Bound(min_length=1)]
"""At least one id of a record under `sources/`."""

T = TypeVar("T")


class RecordMeta(msgspec.StructMeta):
    """Makes every subclass of `Record` frozen, with fields given by name."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> Any:  # noqa: ANN401  # as in the class above
        """Add the settings that all records share; what holds no cycle need not be searched for one."""
        shared = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, "gc": False}
        return super().__new__(cls, name, bases, namespace, **{**shared, **config})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, metaclass=RecordMeta, frozen=True):
    """A frozen record that accepts no field it does not name.

    msgspec builds, compares and decodes it in C, so that a program that reads the compiled base starts at once.
    pydantic checks it when it comes from YAML, through the hook below.
    """

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:  # noqa: ANN401  # pydantic's own types stay unloaded until it asks
        """For pydantic: the fields as a mapping that allows no others, then the record."""
        from pydantic_core.core_schema import no_info_after_validator_function  # noqa: PLC0415  # only where pydantic is at work already
        from typing_extensions import TypedDict  # noqa: PLC0415  # before 3.12 pydantic accepts no other

        fields = {name: hint if required else NotRequired[hint] for name, hint, required in _field_types(cls, get_args(source))}
        attributes = {field.encode_name: field.name for field in msgspec.structs.fields(cls)}
        shape = cast("Any", TypedDict)(cls.__name__, fields)  # a type made at run time
        shape.__doc__ = cls.__doc__
        shape.__pydantic_config__ = {"extra": "forbid", "allow_inf_nan": False}
        return no_info_after_validator_function(
            lambda values: cls(**{attributes[name]: value for name, value in values.items()}), handler.generate_schema(shape)
        )


def _field_types(cls: type[Record], arguments: tuple[Any, ...]) -> Iterator[tuple[str, Any, bool]]:
    """Name in YAML, type and whether it is required, of each field; type variables replaced by `arguments`."""
    hints = get_type_hints(cls, include_extras=True)
    for field in msgspec.structs.fields(cls):
        hint = hints[field.name]
        if isinstance(hint, TypeVar):
            hint = arguments[0]
        elif arguments and getattr(hint, "__parameters__", ()):
            hint = hint[arguments]
        yield field.encode_name, hint, field.required


class Claim(Record, Generic[T]):
    """A value that another source gives for the same fact."""

    value: T
    sources: SourceIds
    note: str = ""
    """Why this value is not the one in use."""


class Fact(Record, Generic[T]):
    """A value with its unit, its date and its sources; both lenses where they differ.

    In YAML a fact may leave out `as_of` and `sources`: those at the head of its file then stand for it.
    """

    value: T
    unit: str = ""
    """Empty only for flags, names and text."""
    as_of: dt.date
    """The day on which the source said so, or was read."""
    sources: SourceIds
    exam: T | None = None
    """What the exam's study material says, where it differs."""
    others: tuple[Claim[T], ...] = ()
    confirmed_by: tuple[Annotated[str, Ref("sources")], ...] = ()
    """Sources of other publications that give the same value."""
    second_source_sought: dt.date | None = None
    """The day on which a second source was last sought in vain; null where there is one, or none was sought."""
    note: str = ""

    def value_for(self, lens: Lens) -> T:
        """The value under `lens`."""
        return self.exam if lens == "exam" and self.exam is not None else self.value


class Entry(Record):
    """The head of every YAML file. The id is the path below the kind's folder, without its ending."""

    id: str
    name: Text
    summary: Text
    """One or two sentences of our own."""
    as_of: dt.date
    sources: SourceIds
    aliases: tuple[str, ...] = ()
    """Other names that people type for it, in lower case."""
