"""Brings the catalogue of this machine up to date: fetch, merge, check, replace.

If anything goes wrong, the last good catalogue stays in place.
"""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal, get_args

from knowledge.catalog.tables import STAMP, Catalog, read_catalog, write_catalog
from knowledge.errors import InputError, KnowledgeError
from knowledge.refresh import changes, ec2_api, table_updates
from knowledge.refresh.catalog_swap import TARGET, scratch_folder, swap_in
from knowledge.refresh.download import Limits
from knowledge.refresh.offers import EC2, SAGEMAKER
from knowledge.refresh.price_list import BASE, check_region, read_price_list
from knowledge.refresh.progress import Progress, Report, ignore_progress
from knowledge.refresh.spot import SPOT, read_spot, write_spot
from knowledge.safe_yaml import read_mapping
from knowledge.schema.instance import HOME_REGION, CatalogStamp
from knowledge.store import current_catalog, packaged_data, state_folder

Part = Literal["prices", "specifications", "spot"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)


@dataclass(frozen=True, slots=True)
class Options:
    """What to refresh."""

    parts: frozenset[Part]
    regions: tuple[str, ...] = (HOME_REGION,)
    """Prices are those of the first region; specifications, offerings and Spot prices come from all."""
    price_list: str = BASE
    """Web address that holds the price list's `offers` folder."""
    dry_run: bool = False
    """Fetch and compare, replace nothing."""
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a refresh did, or would do."""

    stamp: CatalogStamp
    """Stamp of the new catalogue."""
    folder: Path
    """Folder of the new catalogue; in a dry run, where it would be."""
    compared_with: tuple[str, dt.date]
    """Region and date of the prices before the refresh."""
    prices: changes.PriceChanges
    sagemaker: changes.PriceChanges
    new_types: tuple[str, ...]
    left_out: dict[str, str]
    """New types that the knowledge base cannot describe -> reason."""
    ambiguous: tuple[str, ...]
    """Types with several prices in the list; they keep their old price."""
    spot_prices: int


@dataclass(slots=True)
class _Draft:
    """The new catalogue while it is put together."""

    old: Catalog
    tables: table_updates.Tables
    stamp: CatalogStamp
    left_out: dict[str, str] = field(default_factory=dict)
    ambiguous: tuple[str, ...] = ()
    spot: dict[ec2_api.SpotKey, float] | None = None
    """USD per hour; None if Spot prices are not refreshed."""

    @property
    def prices_of(self) -> table_updates.PriceDay:
        """Region and day of the draft's prices."""
        return table_updates.PriceDay(self.stamp.price_region, self.stamp.as_of)

    @property
    def regions(self) -> set[str]:
        """Regions that offer at least one type."""
        return {region for row in self.tables["offerings.csv"].values() for region in str(row["regions"]).split()}

    def mark_refreshed(self, part: Part, day: dt.date, inputs: dict[str, str]) -> None:
        """Stamp `part` as refreshed on `day` from `inputs`; the catalogue's own date is that of its prices."""
        self.stamp = CatalogStamp(
            as_of=day if part == "prices" else self.stamp.as_of,
            built_from={**self.stamp.built_from, **inputs},
            refreshed={**self.stamp.refreshed, part: day},
        )


def default_parts() -> frozenset[Part]:
    """All parts if AWS credentials are found, else only the prices, which need none."""
    return frozenset(PARTS) if ec2_api.has_credentials() else frozenset({"prices"})


def refresh_catalog(
    options: Options, report: Report = ignore_progress, *, today: dt.date | None = None, data: Path | None = None
) -> Outcome:
    """Refresh the catalogue, telling `report` of every step.

    `today` is the date that goes into the new catalogue (the current day in UTC by default), `data` the folder of the
    packaged knowledge. Raises InputError, in one line that also says which catalogue stays, where anything fails.
    """
    data, day = data or packaged_data(), today or dt.datetime.now(dt.UTC).date()
    try:
        with _working_folder(dry_run=options.dry_run) as scratch:
            source, old = _last_good_catalog(data)
            draft = _Draft(old, table_updates.read_tables(source), old.stamp)
            _fetch_into(draft, options, report, day)
            report(Progress("writing"))
            _write_draft(scratch, source, draft, day)
            new = _check_draft(scratch, draft, options, report, data)
            report(Progress("replacing"))
            if not options.dry_run:
                swap_in(scratch, state_folder())
            return _summarize_outcome(draft, new)
    except InputError as error:
        first, *more = str(error).splitlines()
        also = f" ({len(more)} more of the kind)" if more else ""
        end = "" if first.endswith("?") and not also else "."
        raise InputError(f"refresh: {first.rstrip('.')}{also}{end} {kept_catalog_sentence(data)}") from None
    except OSError as error:
        place = error.filename or state_folder()
        raise InputError(f"refresh: {place}: {error.strerror or type(error).__name__}. {kept_catalog_sentence(data)}") from None


def kept_catalog_sentence(data: Path | None = None) -> str:
    """A sentence that says which catalogue stays in use."""
    folder = current_catalog(data or packaged_data())
    try:
        date = read_mapping((folder / STAMP).read_bytes(), STAMP).get("as_of")
    except (OSError, InputError):
        date = "an unknown date"
    return f"The catalogue of {date} stays in place."


@contextmanager
def _working_folder(*, dry_run: bool) -> Iterator[Path]:
    if dry_run:
        with tempfile.TemporaryDirectory(prefix="sizewise-") as folder:
            yield Path(folder)
    else:
        with scratch_folder(state_folder()) as scratch:
            yield scratch


def _last_good_catalog(data: Path) -> tuple[Path, Catalog]:
    """Folder and content of the catalogue in use; of the packaged one if the refreshed one cannot be read."""
    folder = current_catalog(data)
    try:
        return folder, read_catalog(folder)
    except KnowledgeError:
        return data / "catalog", read_catalog(data / "catalog")


def _fetch_into(draft: _Draft, options: Options, report: Report, day: dt.date) -> None:
    for region in options.regions:
        check_region(region, draft.regions)
    if "specifications" in options.parts:
        _fetch_specifications(draft, options, report, day)
    if "prices" in options.parts:
        _fetch_prices(draft, options, report, day)
    if "spot" in options.parts:
        _fetch_spot(draft, options, report, day)


def _fetch_specifications(draft: _Draft, options: Options, report: Report, day: dt.date) -> None:
    items = ec2_api.fetch_instance_types(options.regions, report)
    offered = ec2_api.fetch_offerings(options.regions, report)
    draft.tables, draft.left_out = table_updates.with_specifications(draft.tables, items, offered, draft.prices_of, day)
    draft.mark_refreshed("specifications", day, {"ec2-specifications": day.isoformat(), "botocore": version("botocore")})


def _fetch_prices(draft: _Draft, options: Options, report: Report, day: dt.date) -> None:
    of = table_updates.PriceDay(options.regions[0], day)
    same_region = of.region == draft.prices_of.region
    ec2, sagemaker = (
        read_price_list(offer, of.region, base=options.price_list, limits=options.limits, report=report, known=draft.regions)
        for offer in (EC2, SAGEMAKER)
    )
    draft.tables = table_updates.with_prices(draft.tables, ec2, sagemaker, of, same_region=same_region)
    draft.ambiguous = (*ec2.ambiguous, *(f"ml.{name}" for name in sagemaker.ambiguous))
    draft.mark_refreshed("prices", day, {"ec2-on-demand": ec2.published, "sagemaker-hosting": sagemaker.published, "region": of.region})


def _fetch_spot(draft: _Draft, options: Options, report: Report, day: dt.date) -> None:
    draft.spot = ec2_api.fetch_spot_prices(options.regions, report)
    if not draft.spot:
        raise InputError(f"the EC2 API gives no Spot price for {', '.join(options.regions)}.")
    draft.mark_refreshed("spot", day, {})


def _write_draft(scratch: Path, source: Path, draft: _Draft, day: dt.date) -> None:
    """Write the draft into `scratch`; Spot prices that were not refreshed are copied from `source`."""
    if draft.spot is not None:
        write_spot(scratch, draft.spot, day)
    elif (source / SPOT).is_file():
        shutil.copyfile(source / SPOT, scratch / SPOT)
    write_catalog(scratch, table_updates.rows_in_order(draft.tables), draft.stamp)


def _check_draft(scratch: Path, draft: _Draft, options: Options, report: Report, data: Path) -> Catalog:
    """Read the new catalogue back from `scratch`. Raises InputError if it is wrong or implausible."""
    report(Progress("checking"))
    new = read_catalog(scratch)
    read_spot(scratch)
    changes.refuse_dangling(new, data)
    changes.refuse_implausible(draft.old, new, same_region=draft.old.stamp.price_region == new.stamp.price_region)
    if "specifications" in options.parts:
        changes.refuse_lost_offerings(draft.old, new, options.regions)
    return new


def _summarize_outcome(draft: _Draft, new: Catalog) -> Outcome:
    return Outcome(
        stamp=new.stamp,
        folder=state_folder() / TARGET,
        compared_with=(draft.old.stamp.price_region, draft.old.stamp.as_of),
        prices=changes.compare_prices(draft.old, new, changes.ec2_price_of),
        sagemaker=changes.compare_prices(draft.old, new, changes.ml_price_of),
        new_types=tuple(name for name in new.instances if name not in draft.old.instances),
        left_out=draft.left_out,
        ambiguous=draft.ambiguous,
        spot_prices=len(draft.spot or ()),
    )
