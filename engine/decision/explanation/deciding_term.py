"""Why one option comes before another that keeps every limit too: the term of the score that parts them most, with its size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.decision.choice import Decision
from engine.decision.context import Option, miss_probability
from engine.decision.explanation.wording import say
from engine.decision.limits import Failure
from engine.decision.scoring import Score, is_open_rule_met, open_rules, paid_cost_of, rule_sentence, time_of
from engine.number_format import format_duration, format_money, format_significant
from knowledge.schema.processor import NEURON

_FLAGS: Final = ("not_named", "unconfirmed", "too_slow")
_MS_PER_HOUR: Final = 3.6e6


def score_terms(decision: Decision, option: Option) -> dict[str, float]:
    """The terms of an option's score that are not 0, in points; none where it is no option of the decision."""
    if not decision.options or not decision.ranking.has(option):
        return {}
    return {name: points for name, points in decision.ranking.score_of(option)._asdict().items() if points}


def deciding_failure(decision: Decision, option: Option, best: Option) -> Failure:
    """What puts `best` before `option`, as a failure whose limit is the term."""
    ranking = decision.ranking
    own, other = ranking.score_of(option), ranking.score_of(best)
    if own.total < other.total:  # its score alone would put it first
        flags = zip(_FLAGS, ranking.flags_of(option), ranking.flags_of(best), strict=True)
        reason = next((name for name, has, lacks in flags if has and not lacks), "not_worth_the_move")
        return Failure("rank", say(decision.context, "score", reason), "")
    return _failure_of_term(decision, deciding_term(own, other), option, best)


def deciding_term(score: Score, best: Score) -> str:
    """The name of the term in which an option is most points worse; "rank" where it is worse in none."""
    worse = {name: own - other for (name, own), other in zip(score._asdict().items(), best, strict=True)}
    name = max(worse, key=lambda one: worse[one])
    return name if worse[name] > 0 else "rank"


def _failure_of_term(decision: Decision, term: str, option: Option, best: Option) -> Failure:
    context = decision.context
    if term == "cost":
        paid, least = paid_cost_of(context, option), paid_cost_of(context, best)
        unit = say(context, "score", "a_run" if option.usd_per_run is not None else "a_month")
        return Failure("cost", format_money(least), f"{format_money(paid)}, {format_money(paid - least)} {unit} more")
    if term == "effort":
        return Failure("effort", f"{best.complexity}", f"{option.complexity} ({', '.join(_effort_parts(decision, option))})")
    if term == "speed":
        return Failure("speed", _time_text(decision, best), _time_text(decision, option))
    if term == "risk":
        return Failure("risk", f"{miss_probability(context, best):.0%}", f"{miss_probability(context, option):.0%}")
    if term == "rank":
        return Failure("rank", say(context, "score", "tie"), "")
    own, other = (format_significant(getattr(decision.ranking.score_of(one), term), 2) for one in (option, best))
    sentence = next(_rules_apart(decision, option, best), say(context, "score", "rules")) if term == "guidance" else other
    return Failure(term, sentence, own)


def _effort_parts(decision: Decision, option: Option) -> Iterator[str]:
    """What the points of effort are for: the place, compiling, several machines of a job."""
    context = decision.context
    points = context.knowledge.weights["ranking"].points
    if option.place.complexity:
        yield say(context, "score", "effort_place", place=option.place.name, points=option.place.complexity)
    if option.processor in NEURON:
        yield say(context, "score", "effort_neuron", points=points["neuron"])
    rest = option.complexity - option.place.complexity - (points["neuron"] if option.processor in NEURON else 0)
    if rest > 0:
        yield say(context, "score", "effort_nodes", points=rest)


def _time_text(decision: Decision, option: Option) -> str:
    if option.hours is not None:
        return format_duration(option.hours * _MS_PER_HOUR)
    if option.latency_ms is not None:
        return format_duration(option.latency_ms)
    return format_significant(time_of(decision.context, option))


def _rules_apart(decision: Decision, option: Option, best: Option) -> Iterator[str]:
    """Sentences of the rules of thumb that part the two, the weightiest first."""
    context = decision.context
    rules = sorted(open_rules(context, ("avoid", "prefer"), weighed=True), key=lambda one: -one.rule.weight)
    for rule in rules:
        here, there = is_open_rule_met(rule, context, option), is_open_rule_met(rule, context, best)
        if rule.rule.effect == "avoid" and here and not there:
            yield rule_sentence(rule.rule, context, option)
        elif rule.rule.effect == "prefer" and there and not here:
            yield rule_sentence(rule.rule, context, best)
