"""Less of what nobody stated, before it is said that nothing fits."""

from __future__ import annotations

from collections.abc import Iterator

from engine.workload import Origin, Workload
from knowledge import Knowledge


def milder_assumptions(workload: Workload, knowledge: Knowledge) -> Iterator[Workload]:
    """A complete workload that nothing fits, with less of what nobody stated: fewer requests, then shorter answers, then both.

    Nothing fits only where what was stated stands against each other.
    """
    least = knowledge.defaults["mild"].assume
    assumed = [name for name in least if getattr(workload, name) is not None and workload.is_assumed(name)]
    for names in (*((name,) for name in assumed), tuple(assumed) if len(assumed) > 1 else ()):
        milder = workload.without_fact("peak_requests_per_second") if workload.is_assumed("peak_requests_per_second") else workload
        for name in names:
            milder = milder.with_fact(name, least[name].value, Origin(kind="assumed", because=least[name].why))
        if names:
            yield milder


def milder_facts(workload: Workload, knowledge: Knowledge) -> tuple[str, ...]:
    """The facts of a complete workload that were taken milder than usual."""
    least = knowledge.defaults["mild"].assume
    return tuple(name for name, mild in least.items() if name in workload.origins and workload.origins[name].because == mild.why)
