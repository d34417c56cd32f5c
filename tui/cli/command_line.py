"""The command line: every command and the module of its parser, of which only the typed one is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from tui.cli.argument_parser import Parser
from tui.cli.parsers.reader import add_reader_options
from tui.version import VERSION

COMMANDS: Final = {
    "advise": "tui.cli.parsers.advice:add_advise",
    "understand": "tui.cli.parsers.advice:add_understand",
    "diagnose": "tui.cli.parsers.advice:add_diagnose",
    "compat": "tui.cli.parsers.advice:add_compat",
    "converse": "tui.cli.parsers.advice:add_converse",
    "estimate": "tui.cli.parsers.estimate:add_estimate",
    "catalog": "tui.cli.parsers.catalog:add_catalog",
    "explain": "tui.cli.parsers.reference:add_explain",
    "changes": "tui.cli.parsers.reference:add_changes",
    "compare": "tui.cli.parsers.reference:add_compare",
    "report": "tui.cli.parsers.advice:add_report",
    "verify": "tui.cli.verify:add_parser",
    "recheck": "tui.cli.recheck:add_parser",
    "template": "tui.cli.parsers.advice:add_template",
    "rightsize": "tui.cli.rightsize:add_parser",
    "quiz": "tui.cli.quiz:add_parser",
    "schema": "tui.cli.parsers.reference:add_schema",
    "reader": "tui.cli.parsers.reader:add_reader",
    "serve": "tui.cli.parsers.services:add_serve",
    "mcp": "tui.cli.parsers.services:add_mcp",
    "doctor": "tui.cli.parsers.services:add_doctor",
    "completions": "tui.cli.parsers.services:add_completions",
    "help": "tui.cli.parsers.reference:add_help",
    "man": "tui.cli.parsers.reference:add_man",
}
"""Command -> module and function that add its parser, in the order of the help."""


def build_parser(words: Sequence[str] = ()) -> Parser:
    """The command line. If `words` begin with a command only its parser is built, since no other can be meant."""
    parser = Parser(prog="sizewise", description="Which AWS compute for this machine-learning workload, and why.")
    parser.add_argument("--version", "-V", action="version", version=f"sizewise {VERSION}")
    parser.add_argument("--plain", action="store_true", help="the conversation line by line: for pipes, screen readers, plain terminals")
    parser.add_argument("--resume", metavar="ID", help="open the app in a saved conversation; its last letters are enough")
    add_reader_options(parser, is_command=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for command in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        module, _, function = COMMANDS[command].partition(":")
        getattr(import_module(module), function)(commands)
    return parser
