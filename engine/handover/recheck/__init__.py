"""Rechecks a kept advice: does its choice still stand with today's catalogue, prices and retirements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.advice import Advice, Change, Plan, PlanInShort
from engine.decision.choice import Decision, decide
from engine.decision.plans import plan_of
from engine.decision.trying import memo_with
from engine.handover.kept import policy_of, workload_of
from engine.handover.recheck.record import Cause, Checked, Rechecked, Status
from engine.handover.recheck.said import Said, label_of
from engine.handover.recheck.today import Today, key_of, missing, usd_of
from engine.handover.recheck.why import Why, taken_otherwise, why_other
from knowledge import Knowledge
from knowledge.errors import InputError

__all__ = ["Cause", "Checked", "Rechecked", "Status", "label_of", "recheck"]

_SHORT: Final = PlanInShort.__struct_fields__


class _Found(NamedTuple):
    status: Status
    cause: Cause | None
    text: str


def recheck(advice: Advice, knowledge: Knowledge, *, file: str = "", tolerance: float = 0.0) -> Checked:
    """What became of the choice of `advice`; its cost may move by `tolerance` percent, and another be cheaper by as much.

    Raises InputError, its line after the file's name, where today's base does not know a fact that the advice rests on.
    """
    where = f"{file}: " if file else ""
    lost = missing(advice.choice, knowledge) if advice.choice is not None else ""
    try:
        stated, policy = workload_of(advice, knowledge, where), policy_of(advice, knowledge, where)
    except InputError as error:
        if not lost:
            raise
        said = Said(advice, None, knowledge).say("then_unknown", reason=str(error).removeprefix(where))
        return _checked(advice, file, _Found("gone", "gone", f"{lost} {said}"))
    decision = decide(stated, knowledge, advice.lens, memo_with(advice.measured, stated, knowledge, advice.lens, policy), policy)
    now = Today(advice.choice, stated, decision) if advice.choice is not None and not lost else None
    return _Check(advice, decision, now, lost, tolerance / 100).checked(file)


class _Check:
    """One advice, and today's decision on the same facts."""

    def __init__(self, advice: Advice, decision: Decision, now: Today | None, lost: str, tolerance: float) -> None:
        """`lost` says what the base does not know any more of the choice, which is `now` none then; `tolerance` is a share."""
        self.advice, self.knowledge, self.now, self.lost, self.tolerance = advice, decision.context.knowledge, now, lost, tolerance
        self.best = plan_of(decision.context, decision.best) if decision.best is not None else None
        self.said = Said(advice, self.best, self.knowledge)

    def checked(self, file: str) -> Checked:
        """What was found, as its record."""
        found = self._of(self.now) if self.now is not None else self._without_choice()
        return _checked(self.advice, file, found, self)

    def _without_choice(self) -> _Found:
        """Nothing fitted then, or the base does not know what did."""
        if self.lost:
            return _Found("gone", "gone", f"{self.lost} {self.said.then()}")
        if self.best is None:
            return _Found("stands", None, self.said.say("stands_nothing"))
        return _Found("other", None, self.said.say("other_than_nothing", today=self.said.today(), day=self.advice.catalog_as_of))

    def _of(self, now: Today) -> _Found:
        if self.best is not None and key_of(now.kept) == key_of(self.best):
            return self._same(now)
        if now.gone:
            return _Found("gone", "gone", f"{now.gone} {self.said.then()}")
        why = why_other(self.advice, now, self.best, self.said.say)
        reason = self.said.say(f"why_{why.cause}", text=why.text) if why.text else ""
        if self.best is None:
            return _Found("nothing-fits", why.cause, reason)
        if self._tolerated(now, why, self.best):
            return _Found("stands", why.cause, self.said.standing("stands_rival", now))
        other = self.said.say("other", today=self.said.today(), kept=self.said.kept(now))
        return _Found("other", why.cause, f"{other} {reason}")

    def _same(self, now: Today) -> _Found:
        if not now.moved:
            return _Found("stands", None, self.said.standing("stands", now))
        cause: Cause = "price" if now.price_moved else "estimate"
        if abs(now.moved) <= self.tolerance:
            return _Found("stands", cause, self.said.standing("stands_moved", now))
        return _Found("moved", cause, self.said.standing(f"moved_{cause}", now))

    def _tolerated(self, now: Today, why: Why, best: Plan) -> bool:
        """Whether the kept choice would still do, and is hardly dearer than it was, and than today's."""
        usd = usd_of(best)
        if why.cause not in ("price", "new") or now.usd is None or usd is None or not self.tolerance:
            return False
        return (now.moved or 0) <= self.tolerance and now.usd <= usd * (1 + self.tolerance)

    def notes(self, found: _Found) -> Iterator[str]:
        """What else is worth knowing."""
        day, today = self.advice.catalog_as_of, self.knowledge.stamp.as_of.isoformat()
        if day > today:
            yield self.said.say("note_newer", day=day, today=today)
        if self.now is not None and found.status in ("stands", "moved"):
            yield from self._of_standing(self.now)
        if self.now is not None and found.cause != "assumption":
            yield from taken_otherwise(self.advice, self.now, self.said.say)

    def _of_standing(self, now: Today) -> Iterator[str]:
        if now.plan is not None and (now.plan.verdict, now.kept.verdict) == ("tight", "fits"):
            yield self.said.say("note_tight")
        family = self.knowledge.families.get(now.kept.family or "")
        newer = ", ".join(family.superseded_by[:2]) if family is not None and self.advice.lens == "today" else ""
        if family is not None and newer and not any(newer in caution for caution in now.kept.cautions):
            yield self.said.say("note_superseded", family=family.name, newer=newer)


def _checked(advice: Advice, file: str, found: _Found, check: _Check | None = None) -> Checked:
    """The record; without a `check` where nothing could be decided anew."""
    kept = advice.choice
    best, now, notes = (check.best, check.now, check.notes(found)) if check is not None else (None, None, ())
    return Checked(
        file=file,
        status=found.status,
        cause=found.cause,
        text=_on_one_line(found.text),
        kept_as_of=advice.catalog_as_of,
        kept=_in_short(kept),
        today=_in_short(best),
        usd=Change(before=usd_of(kept) if kept is not None else None, after=now.usd if now is not None else None),
        usd_today=usd_of(best) if best is not None else None,
        moved=now.moved if now is not None else None,
        latency_ms=Change(before=kept.latency_ms.estimate if kept else None, after=best.latency_ms.estimate if best else None),
        hours_per_run=Change(before=kept.hours_per_run if kept else None, after=best.hours_per_run if best else None),
        notes=tuple(map(_on_one_line, notes)),
    )


def _in_short(plan: Plan | None) -> PlanInShort | None:
    return PlanInShort(**{name: getattr(plan, name) for name in _SHORT}) if plan is not None else None


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
