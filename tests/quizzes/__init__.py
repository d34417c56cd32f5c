"""Behaviour of practice, in sentences."""
