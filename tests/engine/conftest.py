"""Settings for generated workloads."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

from tests.depth import rounds

settings.register_profile(
    "engine",
    max_examples=rounds(quick=25, long=500),
    deadline=None,  # a busy machine is no failure
    derandomize=True,  # the same examples on every machine: a red build can be repeated
    database=None,
    phases=(Phase.explicit, Phase.generate),  # a handful of facts reads well as it is; to shrink it takes minutes of whole decisions
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("engine")
