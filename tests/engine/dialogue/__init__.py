"""A conversation and those who hold it."""
