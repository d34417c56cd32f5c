"""What a refresh does to the catalogue of this machine: all of it or nothing."""

from __future__ import annotations

import datetime as dt
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from knowledge.catalog import tables
from knowledge.catalog.tables import Catalog, read_catalog
from knowledge.errors import InputError
from knowledge.refresh import catalog_swap
from knowledge.refresh.catalog_swap import scratch_folder
from knowledge.refresh.download import Limits
from knowledge.refresh.progress import Progress, ignore_progress
from knowledge.refresh.refresh import Options, Outcome, refresh_catalog
from knowledge.schema.instance import Price
from knowledge.store import current_catalog
from tests.knowledge.refresh.offer_server import (
    Answer,
    ec2_row,
    offer,
    own_state,
    packaged_prices,
    path,
    serving,
    whole_offers,
    with_few_types,
)

DAY = dt.date(2026, 11, 21)
FAST = Limits(silence_s=5.0, tries=1, pause_s=0.0)
Answers: TypeAlias = dict[str, Answer]
STEPS = ("AmazonEC2 price list", "AmazonSageMaker price list", "writing", "checking", "replacing")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test its own folder for refreshed catalogues; no proxy stands between a test and its server."""
    return own_state(tmp_path / "state", monkeypatch)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the packaged knowledge with few types."""
    return with_few_types(tmp_path_factory.mktemp("few"))


@pytest.fixture(scope="module")
def dearer(few: Path) -> Iterator[str]:
    """Serve a price list in which every EC2 price is a tenth higher."""
    with serving(few_offers(few, factor=1.1)) as base:
        yield base


def prices_from(base: str, *, region: str = "us-east-1", dry_run: bool = False, limits: Limits = FAST) -> Options:
    """Ask for the prices of `region` below `base`."""
    return Options(frozenset({"prices"}), regions=(region,), price_list=base, dry_run=dry_run, limits=limits)


def few_offers(few: Path, changes: Mapping[str, float | None] | None = None, *, factor: float = 1.0, region: str = "us-east-1") -> Answers:
    """Give the offers of the types of `few`."""
    return whole_offers(changes, factor=factor, region=region, catalog=few / "catalog")


def refreshed(answers: Answers, few: Path, *, region: str = "us-east-1", dry_run: bool = False) -> Outcome:
    """Refresh the prices from `answers`."""
    with serving(answers) as base:
        return refresh_catalog(prices_from(base, region=region, dry_run=dry_run), ignore_progress, today=DAY, data=few)


def in_use(data: Path) -> Catalog:
    """Read the catalogue that Sizewise would use now."""
    return read_catalog(current_catalog(data))


def tree(folder: Path) -> dict[str, bytes]:
    """Give every file below `folder` but the lock, with its bytes."""
    found = (item for item in folder.rglob("*") if item.is_file()) if folder.exists() else ()
    return {str(item.relative_to(folder)): item.read_bytes() for item in found if item.name != catalog_swap.LOCK}


def test_fresh_prices_replace_the_old_ones_and_carry_their_day_and_source(state: Path, few: Path, dearer: str) -> None:
    """The refreshed catalogue is complete, is the one in use, and says when and from what it was made; all its sources are known."""
    old = read_catalog(few / "catalog")
    outcome = refresh_catalog(prices_from(dearer), today=DAY, data=few)
    new = in_use(few)
    price = new.instances["g5.xlarge"].price
    assert current_catalog(few) == state / "catalog" == outcome.folder
    assert price is not None
    assert price.usd_per_hour == pytest.approx(1.1066)
    assert price == Price(usd_per_hour=price.usd_per_hour, kind="published", as_of=DAY, source="aws-bulk-price-list")
    assert new.stamp.as_of == DAY
    assert new.stamp.refreshed == {"prices": DAY}
    assert new.stamp.built_from["region"] == "us-east-1"
    assert new.stamp.built_from["ec2-on-demand"] == "2026-11-20T22:53:08Z"
    assert set(new.instances) == set(old.instances)
    priced = len(packaged_prices(catalog=few / "catalog"))
    assert (outcome.prices.up, outcome.prices.down, outcome.prices.gone) == (priced, 0, 0)
    used = {item.price.source for item in new.instances.values() if item.price}
    used |= {item.ml.price.source for item in new.instances.values() if item.ml and item.ml.price}
    assert all((few / "sources" / f"{name}.yaml").is_file() for name in used)


def test_sagemaker_prices_are_those_of_the_list_else_the_ec2_price_with_its_markup(few: Path) -> None:
    """A name that the list does not hold is estimated from the new EC2 price, with the new date."""
    answers = few_offers(few, {"m5.large": 0.2})
    sagemaker = path("AmazonSageMaker")
    answers[sagemaker].body = b"\n".join(line for line in answers[sagemaker].body.split(b"\n") if b'"ml.m5.large"' not in line)
    refreshed(answers, few)
    estimated, published = (in_use(few).instances[name].ml for name in ("m5.large", "g5.xlarge"))
    assert estimated is not None
    assert estimated.price is not None
    assert published is not None
    assert published.price is not None
    assert estimated.price == Price(usd_per_hour=0.24, kind="estimated", as_of=DAY, source="sagemaker-markup-estimate")
    listed = packaged_prices("sagemaker.csv")["g5.xlarge"]
    assert published.price == Price(usd_per_hour=listed, kind="published", as_of=DAY, source="aws-bulk-price-list")


def test_a_type_that_left_the_list_says_why_it_has_no_price(few: Path) -> None:
    """A gone price leaves a reason with the region and the day of the list; a zero counts as gone."""
    outcome = refreshed(few_offers(few, {"m5.large": None, "c5.large": 0}), few)
    for name in ("m5.large", "c5.large"):
        assert in_use(few).instances[name].price is None
        assert in_use(few).instances[name].no_price_reason == "The us-east-1 price list of 2026-11-21 does not hold it yet."
    assert outcome.prices.gone == 2


def test_a_type_with_two_prices_keeps_its_old_one(few: Path) -> None:
    """The outcome names it."""
    answers = few_offers(few)
    answers[path("AmazonEC2")].body += ec2_row("m5.large", 77).encode() + b"\n"
    outcome = refreshed(answers, few)
    assert outcome.ambiguous == ("m5.large",)
    assert in_use(few).instances["m5.large"].price == read_catalog(few / "catalog").instances["m5.large"].price


def test_a_jump_of_more_than_ten_times_is_listed(few: Path) -> None:
    """One such price is listed with both figures; the rest of the refresh goes on."""
    outcome = refreshed(few_offers(few, {"m5.large": 9.6}), few)
    assert outcome.prices.jumps == (("m5.large", 0.096, 9.6),)


def test_a_capacity_only_type_that_is_sold_by_the_hour_now_becomes_an_ordinary_one(few: Path) -> None:
    """Its status follows its price."""
    name = next(name for name, item in read_catalog(few / "catalog").instances.items() if item.status == "capacity-only")
    refreshed(few_offers(few, {name: 12.5}), few)
    assert in_use(few).instances[name].status == "current"


def test_another_region_replaces_the_prices_and_the_stamp_names_it(few: Path) -> None:
    """A catalogue holds the prices of one region; types that the region lacks say so."""
    refreshed(few_offers(few, {"p5.48xlarge": 80.0}, region="eu-west-1"), few, region="eu-west-1")
    new = in_use(few)
    assert new.stamp.built_from["region"] == "eu-west-1"
    absent = few_offers(few, {"m7i.large": None, "u-6tb1.metal": None}, region="eu-west-1")
    refreshed(absent, few, region="eu-west-1")
    reason = in_use(few).instances["m7i.large"].no_price_reason
    assert reason == "The eu-west-1 price list of 2026-11-21 does not hold it yet."


def test_a_second_refresh_starts_from_the_first(few: Path, dearer: str) -> None:
    """The changes are those since the last refresh, not since the packaged catalogue."""
    refresh_catalog(prices_from(dearer), today=DAY, data=few)
    again = refresh_catalog(prices_from(dearer), today=DAY + dt.timedelta(days=1), data=few)
    assert (again.prices.up, again.prices.down) == (0, 0)
    assert again.compared_with == ("us-east-1", DAY)
    assert in_use(few).stamp.refreshed == {"prices": DAY + dt.timedelta(days=1)}


def test_a_dry_run_tells_the_changes_and_touches_nothing(few: Path, dearer: str, state: Path) -> None:
    """Not even the folder is made."""
    outcome = refresh_catalog(prices_from(dearer, dry_run=True), today=DAY, data=few)
    assert outcome.prices.up == len(packaged_prices(catalog=few / "catalog"))
    assert not state.exists()


def test_a_refreshed_catalogue_that_was_damaged_does_not_stop_the_next_refresh(few: Path, dearer: str, state: Path) -> None:
    """It starts from the packaged one instead."""
    refresh_catalog(prices_from(dearer), today=DAY, data=few)
    (state / "catalog" / "prices.csv").write_text("nonsense", encoding="utf-8")
    assert refresh_catalog(prices_from(dearer), today=DAY, data=few).compared_with == ("us-east-1", dt.date(2026, 7, 20))
    assert in_use(few).stamp.as_of == DAY


FAILURES: dict[str, Answers] = {
    "HTTP 500": {path("AmazonEC2"): Answer(status=500)},
    "cut short": {path("AmazonEC2"): Answer(b"half", announced=9)},
    "lacks the columns": {path("AmazonEC2"): Answer(offer("AmazonEC2", [], head='"SKU","Price"'))},
    "EC2 prices would remain": {path("AmazonEC2"): Answer(offer("AmazonEC2", [ec2_row("m5.large", 0.096)]))},
    "AWS has no AmazonSageMaker": {path("AmazonSageMaker"): Answer(status=404)},
    "changed more than 10 times": {},
}
"""What is said -> what is answered there; {} for all prices a thousand times as high."""


@pytest.mark.parametrize("refreshed_before", [False, True], ids=["packaged", "refreshed"])
@pytest.mark.parametrize("reason", FAILURES)
def test_a_failed_refresh_leaves_every_byte_and_says_why(few: Path, reason: str, refreshed_before: bool, state: Path, dearer: str) -> None:  # noqa: FBT001  # a parameter of the test
    """One line: the reason, and the date of the catalogue that stays."""
    if refreshed_before:
        refresh_catalog(prices_from(dearer), today=DAY, data=few)
    before, packaged = tree(state), tree(few / "catalog")
    with pytest.raises(InputError) as caught:
        refreshed({**few_offers(few, factor=1 if FAILURES[reason] else 1000), **FAILURES[reason]}, few)
    assert reason in str(caught.value)
    assert str(caught.value).endswith(f"The catalogue of {DAY if refreshed_before else '2026-07-20'} stays in place.")
    assert "\n" not in str(caught.value)
    assert (tree(state), tree(few / "catalog")) == (before, packaged)


def test_a_folder_that_cannot_be_written_to_is_one_line(few: Path, dearer: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("SIZEWISE_DATA", str(tmp_path / "file" / "below"))
    with pytest.raises(InputError, match=r"^refresh: .*Not a directory\. The catalogue of 2026-07-20 stays in place\.$"):
        refresh_catalog(prices_from(dearer), today=DAY, data=few)


def test_a_full_disk_leaves_the_old_catalogue(few: Path, dearer: str, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while writing is one line, and the scratch folder goes."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "prices.csv")

    monkeypatch.setattr(tables, "write_table", full)
    with pytest.raises(InputError, match=r"prices.csv: No space left on device\. The catalogue of 2026-07-20 stays"):
        refresh_catalog(prices_from(dearer), today=DAY, data=few)
    assert tree(state) == {}


def test_the_steps_are_told(few: Path, dearer: str) -> None:
    """Downloads tell bytes and rows, then come writing, checking and replacing."""
    seen: list[Progress] = []
    refresh_catalog(prices_from(dearer), seen.append, today=DAY, data=few)
    assert tuple(dict.fromkeys(step.step for step in seen)) == STEPS
    assert max(step.rows for step in seen) == len(packaged_prices(catalog=few / "catalog"))


@pytest.mark.parametrize(
    ("at", "stop"), [*((step, KeyboardInterrupt) for step in STEPS), ("checking", SystemExit), ("replacing", MemoryError)]
)
def test_an_interruption_at_any_step_leaves_the_old_catalogue(
    few: Path, at: str, stop: type[BaseException], dearer: str, state: Path
) -> None:
    """Nothing is left behind either."""
    shutil.copytree(few / "catalog", state / "catalog")
    before = tree(state)

    def interrupt(progress: Progress) -> None:
        if progress.step == at:
            raise stop

    with pytest.raises(stop):
        refresh_catalog(prices_from(dearer), interrupt, today=DAY, data=few)
    assert tree(state) == before
    assert [item.name for item in state.iterdir() if item.name.startswith(catalog_swap.SCRATCH)] == []


def test_an_interruption_between_the_two_renames_is_undone(few: Path, dearer: str, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old catalogue goes back where it was."""
    shutil.copytree(few / "catalog", state / "catalog")
    before, rename = tree(state), Path.rename

    def interrupted(self: Path, target: Path) -> Path:
        if self.name.startswith(catalog_swap.SCRATCH):
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        refresh_catalog(prices_from(dearer), today=DAY, data=few)
    assert tree(state) == before


KILLED = """
import os, sys
from pathlib import Path
from knowledge.refresh import catalog_swap
from knowledge.refresh.refresh import Options, refresh_catalog

def die(progress):
    if progress.step == sys.argv[2]:
        os._exit(9)

rename = Path.rename
def killed(self, target):
    if sys.argv[2] == "renaming" and self.name.startswith(catalog_swap.SCRATCH):
        os._exit(9)
    return rename(self, target)

Path.rename = killed
refresh_catalog(Options(frozenset({"prices"}), price_list=sys.argv[1]), die, data=Path(sys.argv[3]))
"""


@pytest.mark.parametrize("at", ["AmazonSageMaker price list", "checking", "renaming"])
def test_a_kill_leaves_the_old_catalogue_in_use_and_the_next_refresh_cleans_up(few: Path, at: str, dearer: str, state: Path) -> None:
    """Even between the two renames; the lock of a dead process holds nobody up."""
    shutil.copytree(few / "catalog", state / "catalog")
    root = Path(__file__).parents[3]
    killed = subprocess.run([sys.executable, "-c", KILLED, dearer, at, str(few)], cwd=root, env=os.environ.copy(), check=False)
    assert killed.returncode == 9
    assert current_catalog(few).parent == state
    assert tree(current_catalog(few)) == tree(few / "catalog")
    assert list(state.glob(f"{catalog_swap.SCRATCH}*")) != []
    refresh_catalog(prices_from(dearer), today=DAY, data=few)
    assert sorted(item.name for item in state.iterdir()) == ["catalog", catalog_swap.LOCK]
    assert in_use(few).stamp.as_of == DAY


def test_two_refreshes_at_once_do_not_harm_each_other(few: Path, dearer: str, state: Path) -> None:
    """The second one is told who holds the lock, and the first goes on."""
    with scratch_folder(state) as scratch:
        (scratch / "half").write_text("written", encoding="utf-8")
        with pytest.raises(InputError, match=re.escape(f"another refresh is running (process {os.getpid()}); wait")):
            refresh_catalog(prices_from(dearer), today=DAY, data=few)
        assert (scratch / "half").read_text(encoding="utf-8") == "written"
    refresh_catalog(prices_from(dearer), today=DAY, data=few)
    assert in_use(few).stamp.as_of == DAY
