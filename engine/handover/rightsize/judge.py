"""From a resource and its use to a finding: read top to bottom."""

from __future__ import annotations

from engine.handover.rightsize.case import Case, FleetContext
from engine.handover.rightsize.finding import Change, Finding, Fit, Hint, Reason, Rightsized
from engine.handover.rightsize.fit import Group, count_range, find_cheapest_group, list_shrunk_dimensions
from engine.handover.rightsize.hints import active_hints, find_group_without_accelerator, idle_hints
from engine.handover.rightsize.reasons import excess_reasons, find_unused_accelerator, idle_reasons, lacking_data, shortage_reasons
from engine.handover.rightsize.risk import accepted_risk, assess_confidence, assess_risk
from engine.handover.rightsize.settings import UseLimits
from engine.handover.rightsize.usage import Usage
from knowledge.schema.instance import PriceKind


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
    saving = usd_per_hour - group.usd_per_hour
    is_enough_money = saving * case.hours_per_month >= case.thresholds["least_saving_usd"]
    return is_enough_money and saving >= usd_per_hour * (case.thresholds["least_saving"] + group.candidate.effort)


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
