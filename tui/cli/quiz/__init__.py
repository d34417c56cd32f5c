"""`sizewise quiz`: practice on the command line. One module per action; only that one is loaded."""

from __future__ import annotations

from tui.cli.quiz.parser import add_parser

__all__ = ["add_parser"]
