"""Times to start, against published ones."""
