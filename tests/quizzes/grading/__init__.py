"""Tests of the grading of typed answers."""
