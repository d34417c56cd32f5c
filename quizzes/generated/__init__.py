"""Items that nobody wrote: scenarios that the engine answers and grades, and sums with numbers that change."""

from quizzes.generated.items import Generated, Generator, mark
from quizzes.generated.judging import Judged, grade_scenario
from quizzes.generated.listing import KINDS, Kind, Listed
from quizzes.generated.numbers import NumberQuestion
from quizzes.generated.plans import PlanQuestion
from quizzes.generated.seen import Standing, confirmed, faults, read_seen, standings, write_seen
from quizzes.generated.source import Source, load_source
from quizzes.generated.told import Told

__all__ = [
    "KINDS",
    "Generated",
    "Generator",
    "Judged",
    "Kind",
    "Listed",
    "NumberQuestion",
    "PlanQuestion",
    "Source",
    "Standing",
    "Told",
    "confirmed",
    "faults",
    "grade_scenario",
    "load_source",
    "mark",
    "read_seen",
    "standings",
    "write_seen",
]
