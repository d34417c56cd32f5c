"""`python -m quizzes.generated [--confirm]`: what generated items say otherwise than when somebody looked; `--confirm` keeps it as seen."""

from __future__ import annotations

import sys

from knowledge import load
from quizzes.generated.seen import faults, read_seen, standings, write_seen
from quizzes.generated.source import load_source


def main(arguments: list[str]) -> int:
    """Write a line per fault. 1 where there are any that confirming does not mend."""
    now = list(standings(load(), load_source()))
    lines = [f"{one.item}: {one.fault}." for one in now if one.fault]
    if "--confirm" in arguments:
        write_seen(now)
    else:
        lines = list(faults(now, read_seen()))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
