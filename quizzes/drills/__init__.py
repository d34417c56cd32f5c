"""Drills: questions whose key the base states or the engine computes, made when they are asked for."""

from quizzes.drills.drill import DRILL_KINDS, DrillKind, FigureChoice, ListedDrill
from quizzes.drills.drill_generator import DrillGenerator

__all__ = ["DRILL_KINDS", "DrillGenerator", "DrillKind", "FigureChoice", "ListedDrill"]
