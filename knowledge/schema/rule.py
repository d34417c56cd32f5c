"""Rules of thumb: when they hold, what follows, which mistake they prevent."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.bound import Bound, Share
from knowledge.schema.condition import Condition, Plain
from knowledge.schema.record import Entry, Record, Text

Effect = Literal["avoid", "prefer", "caution", "explain"]
"""`avoid` and `caution` warn of a plan, `prefer` and `explain` give a reason for one; `avoid` and `prefer` also move it in the ranking."""


class RuleExample(Record):
    """A workload on which the rule shows; the tests run it."""

    facts: dict[str, Plain | tuple[str, ...]]
    """What is stated of the workload."""
    mistake: dict[str, Plain] = field(default_factory=dict)
    """For `avoid` and `caution`: facts of the plan that the rule warns of, without `plan.`."""
    chosen: Annotated[dict[str, tuple[Plain, ...]], Bound(min_length=1)]
    """What the advice for the workload chooses: a fact of the plan -> the values it may have."""


class Rule(Entry):
    """A rule of thumb. `summary` is its principle."""

    when: Condition
    effect: Effect
    weight: Share = 0.0
    """What it adds to (`avoid`) or takes from (`prefer`) the score of a plan: the natural logarithm of a factor of cost."""
    text: Text
    """What is said of a plan for which it holds."""
    mistake: Text
    """The mistake it prevents."""
    example: RuleExample
