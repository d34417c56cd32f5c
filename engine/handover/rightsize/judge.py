"""From a resource and its use to a finding: read top to bottom."""

from __future__ import annotations

import msgspec

from engine.handover.rightsize.case import Case, Desk
from engine.handover.rightsize.confidence import confidence_of
from engine.handover.rightsize.finding import Change, Fit, Found, Hint, Reason, Rightsized, Risk
from engine.handover.rightsize.fit import Group, cheapest, shrunk
from engine.handover.rightsize.hints import hints_when_idle, hints_when_used, without_device
from engine.handover.rightsize.market import Stand
from engine.handover.rightsize.need import Need
from engine.handover.rightsize.reasons import excesses, idleness, shortages, too_little_data, unused
from engine.handover.rightsize.risk import risk_of, safe_for
from engine.handover.rightsize.settings import Rooms
from engine.handover.rightsize.usage import Usage
from engine.handover.rightsize.words import name_at
from knowledge.schema.instance import PriceKind


def judged(usage: Usage, desk: Desk) -> Rightsized:
    """The finding of one resource."""
    case = Case(desk, usage)
    lacking = too_little_data(case)
    if lacking is not None:
        return _finding(case, "not-enough-data", (lacking,))
    idle = tuple(idleness(case))
    if idle:
        return _finding(case, "idle", idle, saving=case.usd_per_month, hints=tuple(hints_when_idle(case)))
    short = tuple(shortages(case))
    if short:
        return _too_small(case, short)
    return _large_enough(case)


def _too_small(case: Case, short: tuple[Reason, ...]) -> Rightsized:
    """Under-provisioned: the cheapest that holds it, whatever that costs more."""
    late = all(reason.code == "LatencyAboveTarget" for reason in short)
    group = None if late else _enough(case, _stricter(case, short))
    notes = [case.desk.words("note_nothing_holds")] if group is None and not late else []
    if late:
        notes.append(case.desk.words("latency_only"))
    return _finding(case, "under-provisioned", short, group=group, notes=tuple(notes))


def _stricter(case: Case, short: tuple[Reason, ...]) -> Rooms:
    """The rooms, with one for the vCPUs of a job whose accelerator waits for them."""
    if all(reason.code != "GPUStarved" for reason in short):
        return case.rooms
    return msgspec.structs.replace(case.rooms, limit={**case.rooms.limit, "cpu": case.rooms.room["cpu"]})


def _large_enough(case: Case) -> Rightsized:
    """Right-sized, unless something that holds it costs less by enough."""
    idle_device = unused(case)
    reasons = [idle_device] if idle_device is not None else []
    if case.priced is None:
        note = case.desk.words("note_no_price", what=case.name)
        return _finding(case, "right-sized", tuple(reasons), notes=(note,), hints=tuple(hints_when_used(case, None)))
    group = cheapest(_stands(case), case.need, case.rooms, case.counts, safe_for(case))
    if case.desk.settings.any_accelerator and idle_device is not None:
        group = _cheaper(group, without_device(case))
    if group is None or not _pays(case, group):
        notes = (case.desk.words("note_smallest"),) if _is_small(case.need, case.rooms) else ()
        return _finding(case, "right-sized", tuple(reasons), notes=notes, hints=tuple(hints_when_used(case, case.usd_per_month)))
    found: Found = "over-provisioned" if any(shrunk(group, case.usage.count)) or reasons else "right-sized"
    cost = group.usd_per_hour * case.hours_per_month
    return _finding(case, found, (*reasons, *excesses(case, group)), group=group, hints=tuple(hints_when_used(case, cost)))


def _enough(case: Case, rooms: Rooms) -> Group | None:
    """The cheapest that holds it at a risk that is taken, else at any: less risk than today's is what all of them have."""
    stands = _stands(case)
    return cheapest(stands, case.need, rooms, case.counts, safe_for(case)) or cheapest(stands, case.need, rooms, case.counts)


def _stands(case: Case) -> tuple[Stand, ...]:
    return case.desk.market.stands_for(case.site, case.instance)


def _cheaper(one: Group | None, other: Group | None) -> Group | None:
    groups = [group for group in (one, other) if group is not None]
    return min(groups, key=lambda group: group.rank) if groups else None


def _pays(case: Case, group: Group) -> bool:
    """Whether it saves enough to be worth a change."""
    if case.priced is None:
        return False
    now = case.priced[0] * case.usage.count
    saved, thresholds = now - group.usd_per_hour, case.desk.thresholds
    enough = saved * case.hours_per_month >= thresholds["least_saving_usd"]
    return enough and saved >= now * (thresholds["least_saving"] + group.stand.effort)


def _is_small(need: Need, rooms: Rooms) -> bool:
    """Whether half of everything that was measured would do."""
    return bool(need) and all(peak.value * 2 <= rooms.room[dimension] for dimension, peak in need.items())


def _finding(
    case: Case,
    found: Found,
    reasons: tuple[Reason, ...],
    *,
    group: Group | None = None,
    saving: float | None = None,
    hints: tuple[Hint, ...] = (),
    notes: tuple[str, ...] = (),
) -> Rightsized:
    fit = _fit(case, group) if group is not None else None
    cost = case.usd_per_month
    if fit is not None and cost is not None:
        saving = cost - fit.usd_per_month
    return Rightsized(
        resource=case.usage.resource,
        kind=case.usage.kind,
        instance_type=case.name,
        count=case.usage.count,
        region=case.site.region,
        place=case.usage.place,
        finding=found,
        reasons=reasons,
        usd_per_month=cost,
        price=_price_kind(case, case.priced[1].kind) if case.priced is not None else None,
        better=fit,
        saving_usd_per_month=saving,
        saving=saving / cost if saving is not None and cost else None,
        risk=_risk(case, group),
        confidence=confidence_of(case),
        hints=hints,
        notes=(*case.usage.notes, *notes),
        compute_optimizer=case.usage.theirs,
    )


def _risk(case: Case, group: Group | None) -> Risk | None:
    return risk_of(case, group) if group is not None else None


def _fit(case: Case, group: Group) -> Fit:
    return Fit(
        instance_type=name_at(case.place, group.stand.instance),
        count=group.machines,
        changes=_changes(case, group),
        usd_per_hour=group.usd_per_hour,
        usd_per_month=group.usd_per_hour * case.hours_per_month,
        price=_price_kind(case, group.stand.price.kind),
        price_as_of=group.stand.price.as_of.isoformat(),
        use_after=group.after,
    )


def _changes(case: Case, group: Group) -> tuple[Change, ...]:
    now, other, stand = case.instance, group.stand.instance, group.stand
    changed: dict[Change, bool] = {
        "family": not stand.own_family,
        "size": now.size != other.size,
        "accelerator": stand.accelerator,
        "architecture": stand.architecture,
        "count": group.machines != case.usage.count,
    }
    return tuple(name for name, applies in changed.items() if applies)


def _price_kind(case: Case, kind: PriceKind) -> PriceKind:
    """Prices of the catalogue are those of one region; anywhere else they are estimates."""
    return kind if case.site.region == case.desk.knowledge.stamp.price_region else "estimated"
