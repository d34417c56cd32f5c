"""Grades typed answers: by a rubric where there is one, else by likeness to the model answers. No model of language is asked."""

from quizzes.grading.rubric import Concept, Graded, Quantity, Rubric, Verdict, read_rubric
from quizzes.grading.verdict import Gradable, grade, grade_generic

__all__ = ["Concept", "Gradable", "Graded", "Quantity", "Rubric", "Verdict", "grade", "grade_generic", "read_rubric"]
