"""`sizewise catalog refresh`: fresh prices, specifications and Spot prices from AWS."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from tui.cli.streams import printable

if TYPE_CHECKING:
    from knowledge.refresh.changes import PriceChanges
    from knowledge.refresh.progress import Progress
    from knowledge.refresh.refresh import Outcome

STOPPED: Final = 130
_PARTS: Final = {
    "prices": "from AWS's public price list; no account needed",
    "specifications": "and the regions that offer a type, from the EC2 API",
    "spot": "Spot prices of the moment, from the EC2 API",
}
SHOWN: Final = 10
"""Names of types that a line of the answer lists."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `catalog refresh` and set its `run`."""
    what = parser.add_argument_group("what to refresh (prices; all three where there are AWS credentials)")
    for part, text in _PARTS.items():
        what.add_argument(f"--{part}", action="append_const", dest="parts", const=part, help=text)
    parser.add_argument(
        "--region", action="append", metavar="REGION", help="region of the prices (us-east-1); given again: further ones for the EC2 API"
    )
    parser.add_argument("--price-list", metavar="URL", help="where the price list stands, instead of at AWS")
    parser.add_argument("--dry-run", action="store_true", help="say what would change, replace nothing")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Refresh and say what changed; the exit status. Raises InputError where the old catalogue stays because of a failure."""
    from knowledge.refresh.price_list import BASE  # noqa: PLC0415  # help and parsing need no refresh
    from knowledge.refresh.refresh import Options, default_parts, refresh, stays  # noqa: PLC0415  # the same
    from knowledge.schema.instance import HOME_REGION  # noqa: PLC0415  # the same

    shows = sys.stderr.isatty() and not arguments.quiet
    line = ProgressLine(sys.stderr.write if shows else _nothing)
    try:
        options = Options(
            parts=frozenset(arguments.parts) if arguments.parts else default_parts(),
            regions=tuple(dict.fromkeys(arguments.region or (HOME_REGION,))),
            price_list=arguments.price_list or BASE,
            dry_run=arguments.dry_run,
        )
        outcome = refresh(options, line)
    except KeyboardInterrupt:
        line.clear()
        print(f"Stopped. {stays()}", file=sys.stderr)  # printing is what a command does
        return STOPPED
    finally:
        line.clear()
    lines = _lines(outcome, options.parts, dry_run=options.dry_run)
    print(_json(outcome, arguments) if arguments.json else printable("\n".join(lines)))  # the same
    return 0


class ProgressLine:
    """One line that is written over itself: step, megabytes, rows."""

    def __init__(self, write: Callable[[str], object]) -> None:
        """`write` takes text for the terminal."""
        self._write = write
        self._shown = ""

    def __call__(self, progress: Progress) -> None:
        """Show `progress`, if it reads differently from what stands there."""
        text = progress_text(progress)
        if text != self._shown:
            self._write("\r" + text.ljust(len(self._shown)))
            self._shown = text

    def clear(self) -> None:
        """Leave an empty line."""
        if self._shown:
            self._write("\r" + " " * len(self._shown) + "\r")
            self._shown = ""


def progress_text(progress: Progress) -> str:
    """`AmazonEC2 price list: 120 of 310 MB, 812 found`."""
    parts = []
    if progress.done_bytes:
        of = f" of {progress.total_bytes / 1e6:,.0f}" if progress.total_bytes else ""
        parts.append(f"{progress.done_bytes / 1e6:,.0f}{of} MB")
    if progress.rows:
        parts.append(f"{progress.rows:,} found")
    return f"{progress.step}: {', '.join(parts)}" if parts else progress.step


def _nothing(text: str) -> None:
    del text


def _lines(outcome: Outcome, parts: frozenset[str], *, dry_run: bool) -> Iterable[str]:
    region, day = outcome.compared_with
    if "prices" in parts:
        yield f"Prices of {outcome.stamp.built_from['region']}, against those of {region} of {day}:"
        yield f"  EC2        {_counts(outcome.prices)}"
        yield f"  SageMaker  {_counts(outcome.sagemaker)}"
        for what, changes in (("EC2", outcome.prices), ("SageMaker", outcome.sagemaker)):
            for name, then, now in changes.jumps:
                yield f"  more than tenfold at {what}: {name} from {then:g} to {now:g} USD per hour"
        if outcome.ambiguous:
            yield f"  several prices in the list, so left as they were: {_some(outcome.ambiguous)}"
    if "specifications" in parts:
        yield f"Specifications: {len(outcome.new_types)} new types{': ' if outcome.new_types else ''}{_some(outcome.new_types)}"
        for name, why in outcome.left_out.items():
            yield f"  left out: {name}: {why}"
    if "spot" in parts:
        yield f"Spot prices: {outcome.spot_prices:,}"
    stands = f"Nothing was replaced; the new catalogue would be of {outcome.stamp.as_of}."
    yield stands if dry_run else f"The catalogue is of {outcome.stamp.as_of} now, in {outcome.folder}."


def _counts(changes: PriceChanges) -> str:
    return f"{changes.up} up, {changes.down} down, {changes.same} unchanged, {changes.new} new, {changes.gone} gone"


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _json(outcome: Outcome, arguments: argparse.Namespace) -> str:
    from tui.cli.json_text import json_text  # noqa: PLC0415  # only --json needs it

    region, day = outcome.compared_with
    document = {
        "schema": 1,
        "dry_run": arguments.dry_run,
        "catalog_as_of": outcome.stamp.as_of,
        "built_from": outcome.stamp.built_from,
        "refreshed": outcome.stamp.refreshed,
        "folder": str(outcome.folder),
        "compared_with": {"region": region, "as_of": day},
        "prices": _changes(outcome.prices),
        "sagemaker_prices": _changes(outcome.sagemaker),
        "new_types": outcome.new_types,
        "left_out": outcome.left_out,
        "ambiguous": outcome.ambiguous,
        "spot_prices": outcome.spot_prices,
    }
    return json_text(document)


def _changes(changes: PriceChanges) -> dict[str, object]:
    from dataclasses import asdict  # noqa: PLC0415  # only --json needs it

    jumps = [{"instance_type": name, "from": then, "to": now} for name, then, now in changes.jumps]
    return {**asdict(changes), "jumps": jumps}
