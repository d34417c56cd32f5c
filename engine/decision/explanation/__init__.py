"""A decision in words and numbers: plans with their reasons, rejections, alternatives, relaxations, differences and the arithmetic."""

from engine.decision.explanation.alternatives import list_alternatives
from engine.decision.explanation.answer import answer_models, answer_question
from engine.decision.explanation.comparison import list_comparisons
from engine.decision.explanation.difference import compare_decisions
from engine.decision.explanation.model_comparison import compare_models
from engine.decision.explanation.needs import summarize_needs
from engine.decision.explanation.plan_figures import PlanFigures, plan_figures
from engine.decision.explanation.plans import build_plan, explain_plan
from engine.decision.explanation.premises import list_premises
from engine.decision.explanation.present import describe_present
from engine.decision.explanation.rejections import list_rejections
from engine.decision.explanation.relaxations import describe_conflict, list_relaxations
from engine.decision.explanation.trace import trace_choice
from engine.decision.explanation.why_not import why_not
from engine.decision.explanation.wording import build_rejection

__all__ = [
    "PlanFigures",
    "answer_models",
    "answer_question",
    "build_plan",
    "build_rejection",
    "compare_decisions",
    "compare_models",
    "describe_conflict",
    "describe_present",
    "explain_plan",
    "list_alternatives",
    "list_comparisons",
    "list_premises",
    "list_rejections",
    "list_relaxations",
    "plan_figures",
    "summarize_needs",
    "trace_choice",
    "why_not",
]
