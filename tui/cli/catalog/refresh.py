"""`sizewise catalog refresh`: fresh prices, specifications and Spot prices from AWS."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Final

from knowledge.errors import InputError
from knowledge.refresh.changes import PriceChanges
from knowledge.refresh.price_list import BASE
from knowledge.refresh.progress import Progress
from knowledge.refresh.refresh import Options, Outcome, default_parts, kept_catalog_sentence, refresh_catalog
from knowledge.schema.instance import HOME_REGION
from tui.output.exit_status import DONE, STOPPED
from tui.output.json_text import render_json
from tui.output.streams import replace_controls

_MAX_NAMES: Final = 10
"""Names of types that a line of the answer lists."""


def run(arguments: argparse.Namespace) -> int:
    """Refresh and print what changed. Raises InputError where the old catalogue stays because of a failure."""
    shows_progress = sys.stderr.isatty() and not arguments.quiet
    line = ProgressLine(sys.stderr.write if shows_progress else lambda _: None)
    try:
        options = Options(
            parts=frozenset(arguments.parts) if arguments.parts else default_parts(),
            regions=tuple(dict.fromkeys(arguments.region or (HOME_REGION,))),
            price_list=_price_list_address(arguments.price_list),
            dry_run=arguments.dry_run,
        )
        outcome = refresh_catalog(options, line)
    except KeyboardInterrupt:
        line.clear()
        print(f"Stopped. {kept_catalog_sentence()}", file=sys.stderr)
        return STOPPED
    finally:
        line.clear()
    if arguments.json:
        print(render_json(_as_document(outcome, dry_run=options.dry_run)))
    else:
        print(replace_controls("\n".join(_summary_lines(outcome, options.parts, dry_run=options.dry_run))))
    return DONE


def _price_list_address(given: str | None) -> str:
    """The address that was given; AWS's own without one. Raises InputError for an empty one, as an unset variable of a shell leaves it."""
    if given is None:
        return BASE
    if not given.strip():
        raise InputError(f"--price-list: it is empty. Give a web address, or leave it out for {BASE}.")
    return given


class ProgressLine:
    """One line that is written over itself: step, megabytes, rows."""

    def __init__(self, write: Callable[[str], object]) -> None:
        """`write` takes text for the terminal."""
        self._write = write
        self._shown = ""

    def __call__(self, progress: Progress) -> None:
        """Show `progress`, if it reads differently from what stands there."""
        text = describe_progress(progress)
        if text != self._shown:
            self._write("\r" + text.ljust(len(self._shown)))
            self._shown = text

    def clear(self) -> None:
        """Leave an empty line."""
        if self._shown:
            self._write("\r" + " " * len(self._shown) + "\r")
            self._shown = ""


def describe_progress(progress: Progress) -> str:
    """`AmazonEC2 price list: 120 of 310 MB, 812 found`."""
    parts = []
    if progress.done_bytes:
        of = f" of {progress.total_bytes / 1e6:,.0f}" if progress.total_bytes else ""
        parts.append(f"{progress.done_bytes / 1e6:,.0f}{of} MB")
    if progress.rows:
        parts.append(f"{progress.rows:,} found")
    return f"{progress.step}: {', '.join(parts)}" if parts else progress.step


def _summary_lines(outcome: Outcome, parts: frozenset[str], *, dry_run: bool) -> Iterable[str]:
    region, day = outcome.compared_with
    if "prices" in parts:
        yield f"Prices of {outcome.stamp.built_from['region']}, against those of {region} of {day}:"
        yield f"  EC2        {_count_changes(outcome.prices)}"
        yield f"  SageMaker  {_count_changes(outcome.sagemaker)}"
        for what, changes in (("EC2", outcome.prices), ("SageMaker", outcome.sagemaker)):
            for name, then, now in changes.jumps:
                yield f"  more than tenfold at {what}: {name} from {then:g} to {now:g} USD per hour"
        if outcome.ambiguous:
            yield f"  several prices in the list, so left as they were: {_list_some(outcome.ambiguous)}"
    if "specifications" in parts:
        yield f"Specifications: {len(outcome.new_types)} new types{': ' if outcome.new_types else ''}{_list_some(outcome.new_types)}"
        for name, why in outcome.left_out.items():
            yield f"  left out: {name}: {why}"
    if "spot" in parts:
        yield f"Spot prices: {outcome.spot_prices:,}"
    stands = f"Nothing was replaced; the new catalogue would be of {outcome.stamp.as_of}."
    yield stands if dry_run else f"The catalogue is of {outcome.stamp.as_of} now, in {outcome.folder}."


def _count_changes(changes: PriceChanges) -> str:
    return f"{changes.up} up, {changes.down} down, {changes.same} unchanged, {changes.new} new, {changes.gone} gone"


def _list_some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    return ", ".join(names[:_MAX_NAMES]) + more


def _as_document(outcome: Outcome, *, dry_run: bool) -> dict[str, object]:
    region, day = outcome.compared_with
    return {
        "schema": 1,
        "dry_run": dry_run,
        "catalog_as_of": outcome.stamp.as_of,
        "built_from": outcome.stamp.built_from,
        "refreshed": outcome.stamp.refreshed,
        "folder": str(outcome.folder),
        "compared_with": {"region": region, "as_of": day},
        "prices": _as_changes(outcome.prices),
        "sagemaker_prices": _as_changes(outcome.sagemaker),
        "new_types": outcome.new_types,
        "left_out": outcome.left_out,
        "ambiguous": outcome.ambiguous,
        "spot_prices": outcome.spot_prices,
    }


def _as_changes(changes: PriceChanges) -> dict[str, object]:
    jumps = [{"instance_type": name, "from": then, "to": now} for name, then, now in changes.jumps]
    return {**asdict(changes), "jumps": jumps}
