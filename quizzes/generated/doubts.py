"""Whether a scenario says enough: what another answer to an open question, or a slightly wrong estimate, would change."""

from __future__ import annotations

from collections.abc import Iterator

from engine.decision.whatif import WhatIf
from quizzes.generated.contest import SURE, Contest, best_of
from quizzes.generated.scenario import Aspect
from quizzes.generated.scenes import Stage


def doubts(stage: Stage, aspect: Aspect) -> Iterator[str]:
    """A line for each reason why somebody could defend another of the options."""
    decision = stage.decision
    if decision.best is None:
        yield "nothing fits"
        return
    contest, losses = stage.contested(aspect)
    options = tuple(loss.name for loss in losses)
    target, latency = stage.workload.latency_p99_ms, decision.best.latency_ms
    if target is not None and latency is not None and latency * SURE > target and decision.best.processor is not None:
        yield f"the choice takes {latency:.0f} of {target:.0f} ms, which an estimate may miss"
    yield from _open(stage, contest, options)


def _open(stage: Stage, contest: Contest, options: tuple[str, ...]) -> Iterator[str]:
    what_if = WhatIf(stage.workload, stage.decision)
    for asked in what_if.questions():
        question = stage.knowledge.questions[asked.fact]
        for choice in what_if.offered(question):
            other = what_if.under(question.id, choice.value)
            if best_of(other, contest.aspect, (contest.winner, *options)) not in (contest.winner, None):
                yield f"{question.id} = {choice.value}"
