"""Tables of cases beside the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def table(path: Path) -> Any:  # noqa: ANN401  # whoever wrote the table knows its shape
    """What a file of YAML holds, read anew at each call."""
    return yaml.load(path.read_bytes(), Loader=_LOADER)  # noqa: S506  # either loader is a safe one
