"""The order of plans: cost, speed and complexity, and the rules of thumb that add to the score."""

from engine.decision.scoring.guidance import DERIVED, PLAN, is_open_rule_met, open_rules, rule_sentence
from engine.decision.scoring.ranking import Ranking, cost_of, names_to_choose_from, paid_cost_of, time_of
from engine.decision.scoring.score import Score

__all__ = [
    "DERIVED",
    "PLAN",
    "Ranking",
    "Score",
    "cost_of",
    "is_open_rule_met",
    "names_to_choose_from",
    "open_rules",
    "paid_cost_of",
    "rule_sentence",
    "time_of",
]
