"""Timings against a reference in the same run."""
