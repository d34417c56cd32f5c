"""Facts of one message that cannot all hold; they are told, not resolved in silence."""

from __future__ import annotations

from collections.abc import Iterator

from engine.workload import Workload


def contradictions_of(work: Workload) -> Iterator[str]:
    """One line for each pair of facts that speak against each other."""
    quotes = {name: origin.quote for name, origin in work.origins.items()}
    for name in work.require or ():
        if name in (work.exclude or ()):
            yield f'{name}: "{quotes["require"]}" asks for it and "{quotes["exclude"]}" rules it out. Say which holds.'
    usual, peak = work.requests_per_second, work.peak_requests_per_second
    if usual is not None and peak is not None and peak < usual:
        yield f'peak_requests_per_second: "{quotes["peak_requests_per_second"]}" is less than the usual "{quotes["requests_per_second"]}".'
    first, whole = work.time_to_first_token_ms, work.latency_p99_ms
    if first is not None and whole is not None and first > whole:
        yield f'time_to_first_token_ms: "{quotes["time_to_first_token_ms"]}" comes after the whole answer, "{quotes["latency_p99_ms"]}".'
    if work.commitment_years == 0 and set(work.require or ()) & {"savings-plan", "reserved"}:
        yield f'commitment_years: "{quotes["commitment_years"]}" rules out what "{quotes["require"]}" asks for.'
