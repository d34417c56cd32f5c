"""The packaged base, whatever refreshed catalogue lies beside it on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from knowledge import Knowledge, load

_loaded: list[Knowledge] = []


@contextmanager
def use_cache(folder: Path) -> Iterator[None]:
    """Let `base` give the packaged base, read from the compiled file in `folder`."""
    with mock.patch.dict(os.environ, {"SIZEWISE_DATA": str(folder / "nothing refreshed")}):
        _loaded.append(load(cache=folder))
    yield
    _loaded.clear()


def base() -> Knowledge:
    """The packaged base, read once for a process."""
    return _loaded[0]
