"""Generated items: scenarios that the engine answers and grades, and calculations with changing numbers."""

from quizzes.generated.confirmed_answers import (
    GeneratedAnswer,
    confirm_answers,
    current_answers,
    find_changes,
    read_confirmed,
    write_confirmed,
)
from quizzes.generated.generated_sentences import GradedInSentences
from quizzes.generated.generator import Generated, ItemGenerator, grade_generated
from quizzes.generated.item_listing import KINDS, Kind, ListedItem
from quizzes.generated.number_items import NumberQuestion
from quizzes.generated.plan_grading import GradedPlan, grade_scenario
from quizzes.generated.plan_items import PlanQuestion
from quizzes.generated.source import ItemSource, load_source

__all__ = [
    "KINDS",
    "Generated",
    "GeneratedAnswer",
    "GradedInSentences",
    "GradedPlan",
    "ItemGenerator",
    "ItemSource",
    "Kind",
    "ListedItem",
    "NumberQuestion",
    "PlanQuestion",
    "confirm_answers",
    "current_answers",
    "find_changes",
    "grade_generated",
    "grade_scenario",
    "load_source",
    "read_confirmed",
    "write_confirmed",
]
