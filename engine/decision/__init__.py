"""From facts to a choice: candidates, limits, costs, ranking, explanation."""
