"""The documentation says what is, and its examples run."""
