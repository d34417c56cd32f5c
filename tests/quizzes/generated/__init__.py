"""Tests of items that nobody wrote."""
