"""`sizewise catalog`: look through the instance catalogue."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, Final, TypeVar, cast

from tui.cli import refresh

Parser = TypeVar("Parser", bound=argparse.ArgumentParser)

_VIEWS: Final = {"list": "listing", "show": "card", "status": "state"}
"""Action -> the module that answers it; only that one is loaded."""
_FILTER_HELP: Final = """
filter:
  FIELD = VALUE, also != < <= > >=; FIELD in (a, b); FIELD ~ "g5*"
  and, or, not, parentheses. Flags stand alone: gpu, efa, bare_metal.
  Numbers may carry a unit: 24GB, 100Gbps, $2.
  A value that is not known satisfies no comparison.
  gpu and gpu_memory_gb >= 24 and price < $2 and region = eu-west-1

fields:
"""


def add_parser(subparsers: argparse._SubParsersAction[Parser]) -> argparse._SubParsersAction[Parser]:
    """Add `catalog` with `list`, `show`, `status` and `refresh`; the action that comes back takes further ones."""
    parser = subparsers.add_parser(
        "catalog", help="the instance catalogue", description="The catalogue of EC2 and SageMaker instance types."
    )
    # "--sort -price" would read as an option: the class below this parser's own joins the two words.
    signed = cast("type[Parser]", type("CatalogParser", (_SignedSort, type(parser)), {}))
    actions = parser.add_subparsers(dest="catalog_action", metavar="ACTION", required=True, parser_class=signed)
    _add_list(actions)
    show = actions.add_parser("show", help="all that is known of instance types")
    show.add_argument("types", nargs="+", metavar="TYPE", help="g5.xlarge or ml.g5.xlarge")
    show.add_argument("--json", action="store_true", help="one JSON document")
    show.set_defaults(run=run)
    status = actions.add_parser("status", help="how old the catalogue is and what it is made of")
    status.add_argument("--json", action="store_true", help="one JSON document")
    status.set_defaults(run=run)
    refresh.add_arguments(actions.add_parser("refresh", help="fresh prices and specifications from AWS"))
    return actions


def run(arguments: argparse.Namespace) -> int:
    """Carry out `catalog list`, `show` or `status` and return the exit status. Raises InputError for bad input."""
    from knowledge import load  # noqa: PLC0415  # help and parsing need no knowledge

    view = import_module(f"tui.cli.catalog.{_VIEWS[arguments.catalog_action]}")
    print(view.view(load(), arguments))
    return 0


def _add_list(actions: argparse._SubParsersAction[Parser]) -> None:
    parser = actions.add_parser(
        "list",
        help="instance types that satisfy a filter",
        formatter_class=_FieldsBelow,
        epilog=_FILTER_HELP,
    )
    parser.add_argument("filter", nargs="*", metavar="FILTER", help="which types; all without one")
    parser.add_argument("--sort", metavar="KEYS", help="fields to order by, as in price,-memory_gib; - is largest first")
    parser.add_argument("--similar", metavar="TYPE", help="order by likeness to this type; the ten nearest without --limit")
    parser.add_argument("--columns", metavar="FIELDS", help="fields to show, as in instance_type,price")
    parser.add_argument("--limit", metavar="N", help="show the first N")
    parser.add_argument("--format", choices=("text", "csv", "json"), default="text", help="text is 80 columns wide")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.set_defaults(run=run)


class _FieldsBelow(argparse.RawDescriptionHelpFormatter):
    """Writes the table of fields below the help; it is put together only when somebody asks."""

    def format_help(self) -> str:
        from knowledge.catalog.fields import FIELDS  # noqa: PLC0415  # only the help needs it

        rows = (f"  {field.name:<21}{field.unit:<6}{field.summary}" for field in FIELDS.values())
        return super().format_help() + "\n".join(rows) + "\n"


class _SignedSort(argparse.ArgumentParser):
    """Lets the value of `--sort` begin with a minus."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401  # argparse overloads it
        """Join `--sort -price` to `--sort=-price` before argparse looks at it."""
        words = list(args or ())
        for at in range(len(words) - 2, -1, -1):
            if words[at] == "--sort" and words[at + 1].startswith("-") and not words[at + 1].startswith("--"):
                words[at : at + 2] = [f"--sort={words[at + 1]}"]
        return super().parse_known_args(words, namespace)
