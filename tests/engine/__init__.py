"""Behaviour, in sentences."""
