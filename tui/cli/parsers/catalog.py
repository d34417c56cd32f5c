"""The parsers of `sizewise catalog` and its actions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

from knowledge.catalog.fields import FIELDS
from tui.cli.argument_parser import Parser, run_lazily

if TYPE_CHECKING:
    from tui.cli.argument_parser import Commands

_FILTER_HELP: Final = """
filter:
  FIELD = VALUE, also != < <= > >=; FIELD in (a, b); FIELD ~ "g5*"
  and, or, not, parentheses. Flags stand alone: gpu, efa, bare_metal.
  Numbers may carry a unit: 24GB, 100Gbps, $2.
  A value that is not known satisfies no comparison.
  gpu and gpu_memory_gb >= 24 and price < $2 and region = eu-west-1

fields:
"""
_REFRESHED_PARTS: Final = {
    "prices": "from AWS's public price list; no account needed",
    "specifications": "and the regions that offer a type, from the EC2 API",
    "spot": "Spot prices of the moment, from the EC2 API",
}


class _CatalogParser(Parser):
    """Lets the value of `--sort` begin with a minus."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401  # argparse overloads it
        """Join `--sort -price` to `--sort=-price`, since argparse would take `-price` for an option."""
        words = list(args or ())
        for at in range(len(words) - 2, -1, -1):
            if words[at] == "--sort" and words[at + 1].startswith("-") and not words[at + 1].startswith("--"):
                words[at : at + 2] = [f"--sort={words[at + 1]}"]
        return super().parse_known_args(words, namespace)


def add_catalog(commands: Commands) -> None:
    """Add `catalog` with `list`, `show`, `status` and `refresh`."""
    catalog = commands.add_parser(
        "catalog", help="the instance catalogue", description="The catalogue of EC2 and SageMaker instance types."
    )
    actions = catalog.add_subparsers(dest="catalog_action", metavar="ACTION", required=True, parser_class=_CatalogParser)
    _add_list(actions.add_parser)
    show = actions.add_parser("show", help="all that is known of instance types")
    show.add_argument("types", nargs="+", metavar="TYPE", help="g5.xlarge or ml.g5.xlarge")
    show.add_argument("--json", action="store_true", help="one JSON document")
    show.set_defaults(run=run_lazily("tui.cli.catalog.show"))
    status = actions.add_parser("status", help="how old the catalogue is and what it is made of")
    status.add_argument("--json", action="store_true", help="one JSON document")
    status.set_defaults(run=run_lazily("tui.cli.catalog.status"))
    _add_refresh(actions.add_parser("refresh", help="fresh prices and specifications from AWS"))


def _add_list(add_parser: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    listing = add_parser(
        "list", help="instance types that satisfy a filter", formatter_class=argparse.RawDescriptionHelpFormatter, epilog=_FILTER_HELP
    )
    listing.appendix = _list_fields
    listing.add_argument("filter", nargs="*", metavar="FILTER", help="which types; all without one")
    listing.add_argument("--sort", metavar="KEYS", help="fields to order by, as in price,-memory_gib; - is largest first")
    listing.add_argument("--similar", metavar="TYPE", help="order by likeness to this type; the ten nearest without --limit")
    listing.add_argument("--columns", metavar="FIELDS", help="fields to show, as in instance_type,price")
    listing.add_argument("--limit", metavar="N", help="show the first N")
    listing.add_argument("--format", choices=("text", "csv", "json"), default="text", help="text is 80 columns wide")
    listing.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    listing.set_defaults(run=run_lazily("tui.cli.catalog.listing"))


def _list_fields() -> str:
    return "".join(f"  {field.name:<21}{field.unit:<6}{field.summary}\n" for field in FIELDS.values())


def _add_refresh(refresh: argparse.ArgumentParser) -> None:
    parts = refresh.add_argument_group("what to refresh (prices; all three where there are AWS credentials)")
    for part, text in _REFRESHED_PARTS.items():
        parts.add_argument(f"--{part}", action="append_const", dest="parts", const=part, help=text)
    refresh.add_argument(
        "--region", action="append", metavar="REGION", help="region of the prices (us-east-1); given again: further ones for the EC2 API"
    )
    refresh.add_argument("--price-list", metavar="URL", help="where the price list stands, instead of at AWS")
    refresh.add_argument("--dry-run", action="store_true", help="say what would change, replace nothing")
    refresh.add_argument("--quiet", action="store_true", help="no progress")
    refresh.add_argument("--json", action="store_true", help="one JSON document")
    refresh.set_defaults(run=run_lazily("tui.cli.catalog.refresh"))
