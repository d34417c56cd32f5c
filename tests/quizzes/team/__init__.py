"""Tests of what is handed to a lead."""
