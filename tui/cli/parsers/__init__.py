"""The parsers of single commands. They import nothing that takes time: what runs is imported when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module


def later(module: str) -> Callable[[argparse.Namespace], int]:
    """The `run` of a command's module, imported when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        status: int = import_module(module).run(arguments)
        return status

    return run
