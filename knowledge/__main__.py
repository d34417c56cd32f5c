"""`python -m knowledge`: read the whole base from YAML, check it, count it."""

from __future__ import annotations

import sys
from pathlib import Path

from knowledge.errors import InputError
from knowledge.loader import load_yaml
from knowledge.references import dangling


def main() -> int:
    """Print a count per kind; exit 2 with one line per mistake."""
    root = Path(__file__).with_name("data")
    try:
        records = load_yaml(root)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    mistakes = list(dangling(records))
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    for kind, entries in records.items():
        print(f"{kind:14} {len(entries):5}")
    return 2 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
