"""What a refresh may change: nothing that is not plausible, and no reference that leads nowhere."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge.catalog.tables import COLUMNS, Catalog, read_catalog
from knowledge.errors import InputError
from knowledge.refresh.changes import compare_prices, ec2_price_of, refuse_dangling, refuse_implausible
from knowledge.store import packaged_data
from tests.knowledge.refresh.offer_server import PACKAGED

Change = Callable[[int, dict[str, str]], dict[str, str] | None]


@pytest.fixture(scope="module")
def old() -> Catalog:
    """Read the packaged catalogue."""
    return read_catalog(PACKAGED)


def changed(folder: Path, table: str, change: Change) -> Catalog:
    """Copy the packaged catalogue into `folder` with `change` applied to each row of `table`; None drops the row."""
    for item in PACKAGED.iterdir():
        (folder / item.name).write_bytes(item.read_bytes())
    rows = list(csv.DictReader((PACKAGED / table).read_text(encoding="utf-8").splitlines()))
    with (folder / table).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS[table], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row for row in (change(number, row) for number, row in enumerate(rows)) if row)
    return read_catalog(folder)


@pytest.mark.parametrize(("keep_of_ten", "refused"), [(9, False), (7, True)])
def test_a_catalogue_that_lost_a_fifth_of_its_types_is_refused(keep_of_ten: int, refused: bool, old: Catalog, tmp_path: Path) -> None:  # noqa: FBT001  # a parameter of the test
    """At least four types of five stay."""
    new = changed(tmp_path, "instances.csv", lambda number, row: row if number % 10 < keep_of_ten else None)
    if refused:
        with pytest.raises(InputError, match=r"only [\d,]+ of [\d,]+ types would remain; at least 80% must"):
            refuse_implausible(old, new, same_region=True)
    else:
        refuse_implausible(old, new, same_region=True)


def test_another_region_may_lack_most_types_but_not_nearly_all(old: Catalog, tmp_path: Path) -> None:
    """Small regions offer a fifth of the types; a list of a handful is none."""

    def unpriced(share: int) -> Change:
        return lambda number, row: row if number % 20 < share else {**row, "usd_per_hour": "", "kind": "", "as_of": "", "source": ""}

    new = changed(tmp_path, "prices.csv", unpriced(5))
    refuse_implausible(old, new, same_region=False)
    with pytest.raises(InputError, match=r"EC2 prices would remain; at least 80%"):
        refuse_implausible(old, new, same_region=True)
    with pytest.raises(InputError, match=r"EC2 prices would remain; at least 10%"):
        refuse_implausible(old, changed(tmp_path, "prices.csv", unpriced(1)), same_region=False)


def test_prices_are_compared_by_direction(old: Catalog, tmp_path: Path) -> None:
    """More than tenfold is a jump, in either direction."""
    factors = {"m5.large": 9.5, "c5.large": 0.11, "r5.large": 10.5, "t3.large": 0.09}

    def dearer(_: int, row: dict[str, str]) -> dict[str, str]:
        factor = factors.get(row["instance_type"], 1)
        return {**row, "usd_per_hour": repr(float(row["usd_per_hour"]) * factor) if row["usd_per_hour"] else ""}

    found = compare_prices(old, changed(tmp_path, "prices.csv", dearer), ec2_price_of)
    assert (found.up, found.down, found.new, found.gone) == (2, 2, 0, 0)
    assert {name for name, _, _ in found.jumps} == {"r5.large", "t3.large"}


@pytest.mark.parametrize(
    ("table", "column", "complaint"),
    [
        ("instances.csv", "accelerator", "no accelerators/nowhere"),
        ("instances.csv", "specification_source", "no sources/nowhere"),
        ("prices.csv", "source", "no sources/nowhere"),
    ],
)
def test_a_reference_that_leads_nowhere_is_refused(table: str, column: str, complaint: str, tmp_path: Path) -> None:
    """A catalogue that the base would not load never replaces one that it does."""
    new = changed(tmp_path, table, lambda _, row: {**row, column: "nowhere"} if row["instance_type"] == "g5.xlarge" else row)
    with pytest.raises(InputError, match=f"g5.xlarge: the knowledge base has {complaint}"):
        refuse_dangling(new, packaged_data())


def test_the_packaged_catalogue_is_plausible(old: Catalog) -> None:
    """Against itself nothing changes and nothing is refused."""
    refuse_implausible(old, old, same_region=True)
    refuse_dangling(old, packaged_data())
    assert compare_prices(old, old, ec2_price_of).jumps == ()
