"""A fresh interpreter, to see what an import loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]


def loaded_by(*modules: str) -> set[str]:
    """Give the top-level packages that a fresh interpreter has loaded after importing `modules`."""
    code = f"import sys, {', '.join(modules)}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return set(done.stdout.split())
