"""Testing an advice: what to run against its finalists, and the ranking after the results."""
