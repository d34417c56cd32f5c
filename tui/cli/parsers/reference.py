"""The parsers of the commands that look things up: explain, changes, compare, schema, help, man."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.cli.argument_parser import run_lazily

if TYPE_CHECKING:
    from tui.cli.argument_parser import Commands


def add_explain(commands: Commands) -> None:
    """Add `explain`."""
    explain = commands.add_parser("explain", help="what the base says of anything in it; alone, what it knows")
    explain.add_argument("term", nargs="*", metavar="TERM", help='a family, place, tool, term: "whats efa", "lambda limit"')
    explain.add_argument("--json", action="store_true", help="one JSON document")
    explain.set_defaults(run=run_lazily("tui.cli.explain"))


def add_changes(commands: Commands) -> None:
    """Add `changes`."""
    changes = commands.add_parser("changes", help="what changed at AWS since a day: hardware, features, prices, limits, ends")
    changes.add_argument("term", nargs="*", metavar="TERM", help="only what concerns these: p5, lambda, capacity block")
    changes.add_argument("--since", metavar="DATE", help="the first day, such as 2025-12-01, or a month or year (a year ago)")
    changes.add_argument("--kind", metavar="KIND", help="only hardware, feature, price, limit, retirement or software")
    changes.add_argument("--json", action="store_true", help="one JSON document")
    changes.set_defaults(run=run_lazily("tui.cli.changes"))


def add_compare(commands: Commands) -> None:
    """Add `compare`."""
    compare = commands.add_parser("compare", help="families, types, places, purchases or processors side by side")
    compare.add_argument("names", nargs="+", metavar="NAME", help="two to four of a kind: g5 inf2")
    compare.add_argument("--json", action="store_true", help="one JSON document")
    compare.set_defaults(run=run_lazily("tui.cli.compare"))


def add_schema(commands: Commands) -> None:
    """Add `schema`."""
    schema = commands.add_parser("schema", help="the JSON Schema of a command's --json output")
    about = "advise, verify plan, catalog list and others: those that know --json"
    schema.add_argument("command", nargs="+", metavar="COMMAND", help=about)
    schema.set_defaults(run=run_lazily("tui.cli.schema"))


def add_help(commands: Commands) -> None:
    """Add `help`."""
    parser = commands.add_parser("help", help="the help of a command")
    parser.add_argument("path", nargs="*", metavar="COMMAND", help="which command, and which action of it")
    parser.set_defaults(run=run_lazily("tui.cli.manual", "print_help"))


def add_man(commands: Commands) -> None:
    """Add `man`."""
    parser = commands.add_parser("man", help="a page of the manual, for man")
    parser.add_argument("path", nargs="*", metavar="COMMAND", help="only this command")
    parser.set_defaults(run=run_lazily("tui.cli.manual", "print_manual"))
