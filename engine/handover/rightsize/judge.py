"""From resources and their use to findings, read top to bottom, and the tally of a whole fleet. Nothing grows with the fleet."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from engine.change_worth import is_worth_change
from engine.handover.rightsize.case import Case, FleetContext
from engine.handover.rightsize.finding import FINDINGS, Change, Failed, Finding, Fit, Hint, Reason, Rightsized, Saving, Summary
from engine.handover.rightsize.fit import Group, count_range, find_cheapest_group, list_shrunk_dimensions
from engine.handover.rightsize.hints import active_hints, find_group_without_accelerator, idle_hints
from engine.handover.rightsize.reasons import excess_reasons, find_unused_accelerator, idle_reasons, lacking_data, shortage_reasons
from engine.handover.rightsize.risk import accepted_risk, assess_confidence, assess_risk
from engine.handover.rightsize.settings import UseLimits
from engine.handover.rightsize.usage import Usage
from knowledge.schema.instance import PriceKind

T = TypeVar("T")


def judge_resources(usages: Iterable[Usage | Failed], context: FleetContext) -> Iterator[Rightsized | Failed]:
    """The finding of each resource, in order, as soon as it is read."""
    for usage in usages:
        yield judge_resource(usage, context) if isinstance(usage, Usage) else usage


def judge_resource(usage: Usage, context: FleetContext) -> Rightsized:
    """The finding of one resource."""
    case = Case(usage, context)
    lacking = lacking_data(case)
    if lacking is not None:
        return _build_result(case, "not-enough-data", (lacking,))
    idle = tuple(idle_reasons(case))
    if idle:
        return _build_result(case, "idle", idle, saving=case.usd_per_month, hints=tuple(idle_hints(case)))
    shortages = tuple(shortage_reasons(case))
    if shortages:
        return _judge_too_small(case, shortages)
    return _judge_large_enough(case)


def _judge_too_small(case: Case, shortages: tuple[Reason, ...]) -> Rightsized:
    """Under-provisioned: propose the cheapest sufficient group, whatever it costs."""
    if all(reason.code == "LatencyAboveTarget" for reason in shortages):
        return _build_result(case, "under-provisioned", shortages, notes=(case.say("latency_only"),))
    limits = case.use_limits
    if any(reason.code == "GPUStarved" for reason in shortages):  # else the vCPUs of a job may be full
        limits = UseLimits(limits.proposed, {**limits.current, "cpu": limits.proposed["cpu"]})
    group = _find_sufficient_group(case, limits)
    notes = (case.say("note_nothing_holds"),) if group is None else ()
    return _build_result(case, "under-provisioned", shortages, group=group, notes=notes)


def _find_sufficient_group(case: Case, limits: UseLimits) -> Group | None:
    """The cheapest sufficient group at an accepted risk, else at any risk: each risks less than today's machine."""
    candidates, counts = case.context.market.list_candidates(case.site, case.instance), count_range(case)
    safe = find_cheapest_group(candidates, case.peaks, limits, counts, accepted_risk(case))
    return safe or find_cheapest_group(candidates, case.peaks, limits, counts)


def _judge_large_enough(case: Case) -> Rightsized:
    """Right-sized, unless a sufficient group saves enough."""
    unused = find_unused_accelerator(case)
    reasons = (unused,) if unused is not None else ()
    if case.price is None:
        note = case.say("note_no_price", what=case.type_name(case.instance))
        return _build_result(case, "right-sized", reasons, notes=(note,), hints=tuple(active_hints(case, None)))
    group = _find_better_group(case, is_accelerator_unused=unused is not None)
    if group is None or not _is_worth_change(case, group, case.price[0] * case.usage.count):
        half_would_do = case.peaks and all(peak.value * 2 <= case.use_limits.proposed[name] for name, peak in case.peaks.items())
        notes = (case.say("note_smallest"),) if half_would_do else ()
        return _build_result(case, "right-sized", reasons, notes=notes, hints=tuple(active_hints(case, case.usd_per_month)))
    is_excess = bool(reasons) or any(list_shrunk_dimensions(group, case.usage.count))
    cost = group.usd_per_hour * case.hours_per_month
    return _build_result(
        case,
        "over-provisioned" if is_excess else "right-sized",
        (*reasons, *excess_reasons(case, group)),
        group=group,
        hints=tuple(active_hints(case, cost)),
    )


def _find_better_group(case: Case, *, is_accelerator_unused: bool) -> Group | None:
    candidates = case.context.market.list_candidates(case.site, case.instance)
    groups = [find_cheapest_group(candidates, case.peaks, case.use_limits, count_range(case), accepted_risk(case))]
    if case.settings.any_accelerator and is_accelerator_unused:
        groups.append(find_group_without_accelerator(case))
    return min((group for group in groups if group is not None), key=lambda group: group.rank, default=None)


def _is_worth_change(case: Case, group: Group, usd_per_hour: float) -> bool:
    """True if the group saves enough of today's `usd_per_hour` to be worth a change."""
    hours = case.hours_per_month
    return is_worth_change(usd_per_hour * hours, group.usd_per_hour * hours, group.candidate.effort, case.context.knowledge)


def _build_result(
    case: Case,
    finding: Finding,
    reasons: tuple[Reason, ...],
    *,
    group: Group | None = None,
    saving: float | None = None,
    hints: tuple[Hint, ...] = (),
    notes: tuple[str, ...] = (),
) -> Rightsized:
    fit = _build_fit(case, group) if group is not None else None
    cost = case.usd_per_month
    if fit is not None and cost is not None:
        saving = cost - fit.usd_per_month
    return Rightsized(
        resource=case.usage.resource,
        kind=case.usage.kind,
        instance_type=case.type_name(case.instance),
        count=case.usage.count,
        region=case.site.region,
        place=case.usage.place,
        finding=finding,
        reasons=reasons,
        usd_per_month=cost,
        price=_price_kind(case, case.price[1].kind) if case.price is not None else None,
        better=fit,
        saving_usd_per_month=saving,
        saving=saving / cost if saving is not None and cost else None,
        risk=assess_risk(case, group) if group is not None else None,
        confidence=assess_confidence(case),
        hints=hints,
        notes=notes,
        compute_optimizer=case.usage.theirs,
    )


def _build_fit(case: Case, group: Group) -> Fit:
    return Fit(
        instance_type=case.type_name(group.candidate.instance),
        count=group.machines,
        changes=_list_changes(case, group),
        usd_per_hour=group.usd_per_hour,
        usd_per_month=group.usd_per_hour * case.hours_per_month,
        price=_price_kind(case, group.candidate.price.kind),
        price_as_of=group.candidate.price.as_of.isoformat(),
        use_after=group.use_after,
    )


def _list_changes(case: Case, group: Group) -> tuple[Change, ...]:
    candidate = group.candidate
    changes: dict[Change, bool] = {
        "family": not candidate.is_same_family,
        "size": case.instance.size != candidate.instance.size,
        "accelerator": candidate.changes_accelerator,
        "architecture": candidate.changes_architecture,
        "count": group.machines != case.usage.count,
    }
    return tuple(name for name, applies in changes.items() if applies)


def _price_kind(case: Case, kind: PriceKind) -> PriceKind:
    """The kind of a price; the catalogue has those of one region, so that anywhere else they are estimates."""
    return kind if case.site.region == case.context.knowledge.stamp.price_region else "estimated"


class Largest(Generic[T]):
    """The few items with the largest figures, without holding the others; of those with the same figure, the first."""

    def __init__(self, limit: int) -> None:
        """Keep at most `limit` of them."""
        self._limit = limit
        self._heap: list[tuple[float, int, T]] = []
        self._added = 0

    def add(self, figure: float, item: T) -> None:
        """Keep an item while its figure is among the largest."""
        self._added += 1
        entry = figure, -self._added, item  # numbers differ, so that items are never compared
        if len(self._heap) < self._limit:
            heapq.heappush(self._heap, entry)
        elif self._heap and entry > self._heap[0]:
            heapq.heapreplace(self._heap, entry)

    def items(self) -> tuple[T, ...]:
        """The items kept, the largest first."""
        return tuple(item for _, _, item in sorted(self._heap, reverse=True, key=lambda entry: entry[:2]))


class Tally:
    """Counts and sums over a fleet, and its best savings."""

    def __init__(self, limit: int) -> None:
        """Keep the `limit` largest savings."""
        self._best = Largest[Rightsized](limit)
        self._counts: dict[Finding, int] = dict.fromkeys(FINDINGS, 0)
        self._savings: dict[Finding, float] = dict.fromkeys(FINDINGS, 0.0)
        self._cost = self._extra = 0.0
        self.failed = self._without_price = self._estimated = 0

    @property
    def resources(self) -> int:
        """Resources that were judged so far."""
        return sum(self._counts.values())

    def add(self, one: Rightsized | Failed) -> None:
        """Count one result."""
        if isinstance(one, Failed):
            self.failed += 1
            return
        self._counts[one.finding] += 1
        if one.usd_per_month is None:
            self._without_price += 1
            return
        self._cost += one.usd_per_month
        self._estimated += one.price == "estimated"
        saving = one.saving_usd_per_month or 0.0
        if saving > 0:
            self._savings[one.finding] += saving
            self._best.add(saving, one)
        else:
            self._extra -= saving

    def summarize(self) -> Summary:
        """All of it so far."""
        saved = sum(self._savings.values())
        return Summary(
            resources=self.resources,
            failed=self.failed,
            findings=dict(self._counts),
            usd_per_month=self._cost,
            saving_usd_per_month=saved,
            saving=saved / self._cost if self._cost else None,
            savings={finding: value for finding, value in self._savings.items() if value},
            extra_usd_per_month=self._extra,
            without_price=self._without_price,
            estimated_prices=self._estimated,
            best=tuple(map(_summarize_saving, self._best.items())),
        )


def _summarize_saving(one: Rightsized) -> Saving:
    better = one.better
    return Saving(
        resource=one.resource,
        finding=one.finding,
        now=f"{one.count} × {one.instance_type}",
        better=f"{better.count} × {better.instance_type}" if better is not None else None,
        saving_usd_per_month=one.saving_usd_per_month or 0.0,
        risk=one.risk.level if one.risk is not None else None,
    )
