"""Grades of generated items: what they find, miss and contradict are sentences, not the names of concepts."""

from __future__ import annotations

from quizzes.grading import Graded


class Told(Graded):
    """A grade in sentences."""
