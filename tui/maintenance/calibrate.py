"""`make calibrate`: fits the coefficients of sizing to the published measurements and writes `knowledge/data/efficiencies`.

The same measurements give the same files. A range is the factor within which nine of ten measurements of models lie that
the fit had not seen; see `make accuracy`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import yaml

from knowledge import Knowledge, load
from knowledge.schema.efficiency import Efficiency
from knowledge.store import packaged_data
from tui.maintenance.error_ranges import BlindErrors, measure_spreads
from tui.maintenance.fit import cross_validate, fit_processor
from tui.maintenance.measured_cases import GROUPS, Case, list_cases, log_errors

NAMES: Final = {
    "gpu": ("Efficiency of GPUs", "GPU software"),
    "inferentia": ("Efficiency of Inferentia", "the Neuron software of Inferentia and Trainium"),
    "trainium": ("Efficiency of Trainium", "the Neuron software of Inferentia and Trainium"),
    "cpu": ("Efficiency of CPUs", "CPU software"),
    "other": ("Efficiency of other accelerators", "the software of other accelerators"),
}
HEAD: Final = "# Written by `make calibrate` from the measurements. To change it, add measurements or move a start of the fit.\n"


def main() -> int:
    """Fit, cross-validate and write every processor's file."""
    knowledge = load()
    every = list_cases(knowledge)
    groups = {
        group: [case for case in every if case.processor_group == group]
        for group in dict.fromkeys(GROUPS.get(name, name) for name in NAMES)
    }
    unseen = {group: unseen_errors(group, members) for group, members in groups.items()}
    whole = [one for errors_of in unseen.values() for one in errors_of]
    best = {group: fit_processor(group, members) for group, members in groups.items()}
    for processor in NAMES:
        group = GROUPS.get(processor, processor)
        text = _as_yaml(processor, groups[group], best[group], measure_spreads(unseen[group], whole), knowledge)
        (packaged_data() / "efficiencies" / f"{processor}.yaml").write_text(HEAD + text, encoding="utf-8")
        sys.stderr.write(f"{processor}: {len(groups[group])} measurements of {len({case.model for case in groups[group]})} models\n")
    return 0


def unseen_errors(group: str, members: Sequence[Case]) -> BlindErrors:
    """Errors of all predictions, each with coefficients that were fitted without its model."""
    blind = cross_validate(group, members)
    return [(case, quantity, error) for case in members for quantity, error in log_errors(case, blind[case.model])]


def _as_yaml(
    processor: str, members: Sequence[Case], best: Efficiency, ranges: Mapping[str, Mapping[str, float]], knowledge: Knowledge
) -> str:
    name, software = NAMES[processor]
    sources = sorted({case.measurement.source for case in members}) or ["published-efficiencies"]
    head = {
        "name": name,
        "summary": f"Shares of the peak and fixed costs of {software}, fitted to {len(members)} published measurements.",
        "as_of": max(knowledge.sources[identity].read for identity in sources),
        "sources": sources,
    }
    body = {field: _round_numbers(msgspec.to_builtins(getattr(best, field))) for field in ("decoder", "passes", "training", "devices")}
    return yaml.safe_dump({**head, **body, "spread": _round_numbers(ranges)}, sort_keys=False, allow_unicode=True, width=118)


def _round_numbers(tree: Any) -> Any:  # noqa: ANN401  # a tree of numbers
    """Round to three significant digits, which is more than the measurements justify."""
    if isinstance(tree, Mapping):
        return {key: _round_numbers(value) for key, value in tree.items()}
    return float(f"{tree:.3g}") if isinstance(tree, float) else tree


if __name__ == "__main__":
    sys.exit(main())
