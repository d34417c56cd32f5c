"""Facts of one message that cannot all hold; they are told, not resolved in silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.workload import Workload


class Contradiction(NamedTuple):
    """Two facts of which one has to give way."""

    facts: tuple[str, str]
    text: str
    """One line that names both with the words that say them."""
    identity: str = ""
    """The id that both lists name, where they are lists."""


def contradictions_of(work: Workload) -> Iterator[Contradiction]:
    """Each pair of facts that speak against each other."""
    quotes = {name: origin.quote for name, origin in work.origins.items()}
    for name in work.require or ():
        if name in (work.exclude or ()):
            text = f'{name}: "{quotes["require"]}" asks for it and "{quotes["exclude"]}" rules it out. Say which holds.'
            yield Contradiction(("require", "exclude"), text, name)
    usual, peak = work.requests_per_second, work.peak_requests_per_second
    if usual is not None and peak is not None and peak < usual:
        text = f'peak_requests_per_second: "{quotes["peak_requests_per_second"]}" is less than the usual "{quotes["requests_per_second"]}".'
        yield Contradiction(("requests_per_second", "peak_requests_per_second"), text)
    first, whole = work.time_to_first_token_ms, work.latency_p99_ms
    if first is not None and whole is not None and first > whole:
        text = f'time_to_first_token_ms: "{quotes["time_to_first_token_ms"]}" comes after the whole answer, "{quotes["latency_p99_ms"]}".'
        yield Contradiction(("latency_p99_ms", "time_to_first_token_ms"), text)
    commitments = set(work.require or ()) & {"savings-plan", "reserved"}
    if work.commitment_years == 0 and commitments:
        text = f'commitment_years: "{quotes["commitment_years"]}" rules out what "{quotes["require"]}" asks for.'
        yield Contradiction(("commitment_years", "require"), text, min(commitments))
