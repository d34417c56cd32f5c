"""Practice on the same knowledge: items, grading, scheduling."""
