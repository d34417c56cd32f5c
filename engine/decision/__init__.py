"""From a workload to the best plan for it, in rooms, listed from the last step to the first; each imports only from those below it here.

- `explanation`: the decision in words: reasons, cautions, rejections, comparisons, alternatives, the arithmetic
- `choice`: the decision, and what other answers would lead to
- `scoring`: rules of thumb, the terms of the score, the ranking
- `candidates`: the plans in question, place by place, with the limit that stopped each of the others
- `limits`: one function for each hard limit
- `costs`: purchases, Savings Plans, hours up, tokens
- `context`: what all share: the completed workload, options, the cache

The `__init__` of a room is its door: from outside, import from there.
"""
