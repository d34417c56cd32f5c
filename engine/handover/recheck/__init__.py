"""Rechecks a kept advice: does its choice still stand with today's catalogue, prices and retirements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.advice import Advice, Change, Plan
from engine.decision.choice import Decision, decide
from engine.decision.explanation import build_plan
from engine.handover.kept_advice import restore_policy, restore_workload
from engine.handover.recheck.causes import CauseOfChange, describe_changed_assumptions, explain_other_choice
from engine.handover.recheck.current_choice import CurrentChoice, choice_key, comparable_usd, describe_missing
from engine.handover.recheck.messages import Messages, status_label
from engine.handover.recheck.record import Cause, Checked, Rechecked, Status
from engine.plan_wording import shorten_plan
from knowledge import Knowledge
from knowledge.errors import InputError

__all__ = ["Checked", "Rechecked", "recheck_advice", "status_label"]


class _Verdict(NamedTuple):
    status: Status
    cause: Cause | None
    text: str


def recheck_advice(advice: Advice, knowledge: Knowledge, *, file: str = "", tolerance: float = 0.0) -> Checked:
    """What became of the choice of `advice`; its cost may move by `tolerance` percent, and another be cheaper by as much.

    Raises InputError, its line after the file's name, where today's base does not know a fact that the advice rests on.
    """
    where = f"{file}: " if file else ""
    missing = describe_missing(advice.choice, knowledge) if advice.choice is not None else ""
    try:
        stated, policy = restore_workload(advice, knowledge, where), restore_policy(advice, knowledge, where)
    except InputError as error:
        if not missing:
            raise
        unknown = Messages(advice, None, knowledge).say("then_unknown", reason=str(error).removeprefix(where))
        return _build_checked(advice, file, _Verdict("gone", "gone", f"{missing} {unknown}"))
    decision = decide(stated, knowledge, advice.lens, policy=policy, measurements=advice.measured)
    now = CurrentChoice(advice.choice, stated, decision) if advice.choice is not None and not missing else None
    return _Recheck(advice, decision, now, missing, tolerance / 100).build_record(file)


class _Recheck:
    """One advice, and today's decision on the same facts."""

    def __init__(self, advice: Advice, decision: Decision, now: CurrentChoice | None, missing: str, tolerance: float) -> None:
        """`now` is None where nothing fitted then, or where `missing` says what the base no longer knows; `tolerance` is a share."""
        self.advice, self.knowledge, self.now, self.missing, self.tolerance = advice, decision.context.knowledge, now, missing, tolerance
        self.best = build_plan(decision.context, decision.best) if decision.best is not None else None
        self.messages = Messages(advice, self.best, self.knowledge)

    def build_record(self, file: str) -> Checked:
        """The result as its record."""
        verdict = self._judge_choice(self.now) if self.now is not None else self._judge_without_choice()
        return _build_checked(self.advice, file, verdict, self)

    def _judge_without_choice(self) -> _Verdict:
        if self.missing:
            return _Verdict("gone", "gone", f"{self.missing} {self.messages.introduce_today()}")
        if self.best is None:
            return _Verdict("stands", None, self.messages.say("stands_nothing"))
        return _Verdict(
            "other", None, self.messages.say("other_than_nothing", today=self.messages.describe_today(), day=self.advice.catalog_as_of)
        )

    def _judge_choice(self, now: CurrentChoice) -> _Verdict:
        if self.best is not None and choice_key(now.kept) == choice_key(self.best):
            return self._judge_same_choice(now)
        if now.withdrawal_reason:
            return _Verdict("gone", "gone", f"{now.withdrawal_reason} {self.messages.introduce_today()}")
        why = explain_other_choice(self.advice, now, self.best, self.messages.say)
        reason = self.messages.say(f"why_{why.cause}", text=why.text) if why.text else ""
        if self.best is None:
            return _Verdict("nothing-fits", why.cause, reason)
        if self._is_tolerated(now, why, self.best):
            return _Verdict("stands", why.cause, self.messages.describe_standing("stands_rival", now))
        other = self.messages.say("other", today=self.messages.describe_today(), kept=self.messages.describe_kept(now))
        return _Verdict("other", why.cause, f"{other} {reason}")

    def _judge_same_choice(self, now: CurrentChoice) -> _Verdict:
        if not now.cost_change:
            return _Verdict("stands", None, self.messages.describe_standing("stands", now))
        cause: Cause = "price" if now.price_change else "estimate"
        if abs(now.cost_change) <= self.tolerance:
            return _Verdict("stands", cause, self.messages.describe_standing("stands_moved", now))
        return _Verdict("moved", cause, self.messages.describe_standing(f"moved_{cause}", now))

    def _is_tolerated(self, now: CurrentChoice, why: CauseOfChange, best: Plan) -> bool:
        """True if the kept choice costs at most the tolerance more than it did, and than today's choice."""
        usd = comparable_usd(best)
        if why.cause not in ("price", "new") or now.current_usd is None or usd is None or not self.tolerance:
            return False
        return (now.cost_change or 0) <= self.tolerance and now.current_usd <= usd * (1 + self.tolerance)

    def list_notes(self, verdict: _Verdict) -> Iterator[str]:
        """What else is worth knowing."""
        day, today = self.advice.catalog_as_of, self.knowledge.stamp.as_of.isoformat()
        if day > today:
            yield self.messages.say("note_newer", day=day, today=today)
        if self.now is not None and verdict.status in ("stands", "moved"):
            yield from self._standing_notes(self.now)
        if self.now is not None and verdict.cause != "assumption":
            yield from describe_changed_assumptions(self.advice, self.now, self.messages.say)

    def _standing_notes(self, now: CurrentChoice) -> Iterator[str]:
        if now.current_plan is not None and (now.current_plan.verdict, now.kept.verdict) == ("tight", "fits"):
            yield self.messages.say("note_tight")
        family = self.knowledge.families.get(now.kept.family or "")
        newer = ", ".join(family.superseded_by[:2]) if family is not None and self.advice.lens == "today" else ""
        if family is not None and newer and not any(newer in caution for caution in now.kept.cautions):
            yield self.messages.say("note_superseded", family=family.name, newer=newer)


def _build_checked(advice: Advice, file: str, verdict: _Verdict, check: _Recheck | None = None) -> Checked:
    """The record; `check` is None if nothing could be decided anew."""
    kept = advice.choice
    best, now, notes = (check.best, check.now, check.list_notes(verdict)) if check is not None else (None, None, ())
    return Checked(
        file=file,
        status=verdict.status,
        cause=verdict.cause,
        text=_join_lines(verdict.text),
        kept_as_of=advice.catalog_as_of,
        kept=shorten_plan(kept) if kept is not None else None,
        today=shorten_plan(best) if best is not None else None,
        usd=Change(before=comparable_usd(kept) if kept is not None else None, after=now.current_usd if now is not None else None),
        usd_today=comparable_usd(best) if best is not None else None,
        moved=now.cost_change if now is not None else None,
        latency_ms=Change(before=kept.latency_ms.estimate if kept else None, after=best.latency_ms.estimate if best else None),
        hours_per_run=Change(before=kept.hours_per_run if kept else None, after=best.hours_per_run if best else None),
        notes=tuple(map(_join_lines, notes)),
    )


def _join_lines(text: str) -> str:
    return " ".join(text.split())
