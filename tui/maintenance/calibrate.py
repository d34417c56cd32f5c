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
from tui.maintenance.cases import GROUPS, Case, cases, errors
from tui.maintenance.fit import cross_validated, fitted
from tui.maintenance.ranges import Unseen, spreads

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
    every = cases(knowledge)
    groups = {group: [case for case in every if case.group == group] for group in dict.fromkeys(GROUPS.get(name, name) for name in NAMES)}
    unseen = {group: unseen_errors(group, members) for group, members in groups.items()}
    whole = [one for errors_of in unseen.values() for one in errors_of]
    best = {group: fitted(group, members) for group, members in groups.items()}
    for processor in NAMES:
        group = GROUPS.get(processor, processor)
        text = _as_yaml(processor, groups[group], best[group], spreads(unseen[group], whole), knowledge)
        (packaged_data() / "efficiencies" / f"{processor}.yaml").write_text(HEAD + text, encoding="utf-8")
        sys.stderr.write(f"{processor}: {len(groups[group])} measurements of {len({case.model for case in groups[group]})} models\n")
    return 0


def unseen_errors(group: str, members: Sequence[Case]) -> Unseen:
    """Every error of a prediction whose coefficients were fitted without the model that it is of."""
    blind = cross_validated(group, members)
    return [(case, quantity, error) for case in members for quantity, error in errors(case, blind[case.model])]


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
    body = {field: _rounded(msgspec.to_builtins(getattr(best, field))) for field in ("decoder", "passes", "training", "devices")}
    return yaml.safe_dump({**head, **body, "spread": _rounded(ranges)}, sort_keys=False, allow_unicode=True, width=118)


def _rounded(tree: Any) -> Any:  # noqa: ANN401  # a tree of numbers
    """Three digits: more would say more than the measurements do."""
    if isinstance(tree, Mapping):
        return {key: _rounded(value) for key, value in tree.items()}
    return float(f"{tree:.3g}") if isinstance(tree, float) else tree


if __name__ == "__main__":
    sys.exit(main())
