"""Algorithms: which processor suits them, and what binds."""

from typing import Annotated, Literal

from knowledge.schema.condition import Condition
from knowledge.schema.family import Category
from knowledge.schema.model import DataType, Task
from knowledge.schema.processor import Fit, ProcessorId
from knowledge.schema.record import Entry, Fact, Record, Ref, Text

Binds = Literal["memory", "compute", "io", "latency"]


class PhaseCase(Record):
    """What differs for some of the work: large batches, another task."""

    when: Condition
    """Tests of the workload's facts, stated or assumed."""
    fits: dict[ProcessorId, Fact[Fit]]
    categories: Fact[tuple[Category, ...]] | None = None
    """Null where the phase's own hold."""
    why: Text
    """One sentence, as a reason for the choice."""


class PhaseAdvice(Record):
    """What an algorithm wants in one phase."""

    fits: dict[ProcessorId, Fact[Fit]]
    """A processor that is missing is `no`."""
    binds: Fact[Binds]
    categories: Fact[tuple[Category, ...]]
    """Instance categories to look at, best first."""
    distributed: Fact[str] | None = None
    """Several machines or devices: whether, and how."""
    advice: Fact[str]
    """The documented recommendation, in our words; `exam` where the study material still names older families."""
    cases: tuple[PhaseCase, ...] = ()
    """The first whose condition holds replaces what it names."""


class Algorithm(Entry):
    """An algorithm or a class of models."""

    kind: Literal["classic", "deep"]
    variant_of: Annotated[str, Ref("algorithms")] | None = None
    """For a mode of an algorithm with hardware of its own: the algorithm."""
    built_in: bool
    """True for a SageMaker built-in algorithm."""
    tasks: tuple[Task, ...]
    data_type: DataType
    training: PhaseAdvice | None
    """Null where it needs no training of one's own."""
    inference: PhaseAdvice
    rows_per_core_second: Fact[float] | None = None
    """Classic algorithms: rows one core trains on per second and pass, at about 50 columns."""
    predictions_per_core_second: Fact[float] | None = None
    """Classic algorithms: rows one core scores per second in batch."""
    working_set_factor: Fact[float] | None = None
    """Memory while training, as a multiple of the data set in memory."""
