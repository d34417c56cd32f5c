"""How deep the machines of states look: a little in every run, further in `make soak`."""

from __future__ import annotations

from typing import Final

from hypothesis import HealthCheck, Phase, settings

from tests.depth import LONG, rounds

_DEEPER: Final = 20
"""So many times the examples of an ordinary run."""


def depth(examples: int, steps: int) -> settings:
    """So many examples of so many steps, the same every time; in a long run many more, of twice the steps, and new ones every time."""
    return settings(
        max_examples=rounds(examples, examples * _DEEPER),
        stateful_step_count=steps * 2 if LONG else steps,
        derandomize=not LONG,
        deadline=None,
        phases=tuple(Phase) if LONG else (Phase.explicit, Phase.generate),  # to make a failing run short takes minutes
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
