"""Items that nobody wrote: scenarios that the engine answers and grades, and sums with numbers that change."""

from quizzes.generated.items import KINDS, Generated, Generator, Kind, generated, mark
from quizzes.generated.judging import Judged, grade_scenario
from quizzes.generated.numbers import NumberQuestion
from quizzes.generated.plans import PlanQuestion
from quizzes.generated.seen import Standing, faults, read_seen, standings, write_seen
from quizzes.generated.source import Source, load_source
from quizzes.generated.told import Told

__all__ = [
    "KINDS",
    "Generated",
    "Generator",
    "Judged",
    "Kind",
    "NumberQuestion",
    "PlanQuestion",
    "Source",
    "Standing",
    "Told",
    "faults",
    "generated",
    "grade_scenario",
    "load_source",
    "mark",
    "read_seen",
    "standings",
    "write_seen",
]
