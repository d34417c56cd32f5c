"""From an advice to its test, and back from what was measured: what to run against the finalists, and how the ranking stands after it."""
