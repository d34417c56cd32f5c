"""`python -m knowledge.refresh.build [FOLDER]`: write the catalogue's tables from the packaged inputs, botocore and moto.

The same inputs give the same bytes. Without FOLDER it writes knowledge/data/catalog.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Final

from knowledge.catalog.tables import write_catalog
from knowledge.errors import InputError, suggest_name
from knowledge.refresh import prices
from knowledge.refresh.build_inputs import read_input, unpriced_families
from knowledge.refresh.catalog_rows import excluded_rows, merge_rows, no_price_reason, sagemaker_rows, with_status
from knowledge.refresh.enumerations import ec2_names, jobs_by_type, names_beside, sagemaker_names
from knowledge.refresh.moto_answers import recorded_items, recorded_offerings
from knowledge.refresh.specifications import Row
from knowledge.schema.instance import CatalogStamp

TARGET: Final = Path(__file__).parents[1] / "data" / "catalog"


def main(arguments: list[str] | None = None) -> int:
    """Build, and count the rows written; exit 2 with one line per mistake."""
    given = sys.argv[1:] if arguments is None else arguments
    folder = Path(given[0]) if given else TARGET
    try:
        counts = build_catalog(folder)
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.writelines(f"{name:16} {count:5}\n" for name, count in counts.items())
    return 0


def build_catalog(folder: Path) -> dict[str, int]:
    """Write every table and the stamp into `folder`; table -> number of rows.

    Raises InputError where the folder, botocore, moto or a reason for an exclusion is missing.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder.{suggest_name(str(folder), [str(TARGET)])}")
    tables = catalog_tables()
    write_catalog(folder, tables, packaged_stamp())
    return {name: len(rows) for name, rows in tables.items()}


def catalog_tables() -> dict[str, list[dict[str, object]]]:
    """Table -> its rows, in natural order."""
    regions = recorded_offerings()
    unpriced = unpriced_families()
    rows = merge_rows(read_input("ec2_specifications.csv"), recorded_items(), read_input("documented.csv"))
    listed = {line["instance_type"]: float(line["usd_per_hour"]) for line in read_input("ec2_on_demand.csv")}
    quotes = {name: prices.ec2_price(listed.get(name)) for name in rows}
    reasons = {name: no_price_reason(str(row["family"]), regions.get(name, ()), unpriced) for name, row in rows.items()}
    return {
        "instances.csv": [with_status(row, unpriced, priced=quotes[name] is not None) for name, row in rows.items()],
        "prices.csv": [prices.price_row(name, quotes[name], reasons[name]) for name in rows],
        "sagemaker.csv": _sagemaker_rows(rows, quotes),
        "offerings.csv": [{"instance_type": name, "regions": " ".join(regions[name])} for name in rows if name in regions],
        "excluded.csv": _excluded_rows(rows),
    }


def packaged_stamp() -> CatalogStamp:
    """The dates and inputs of the packaged catalogue."""
    return CatalogStamp(
        as_of=prices.EC2_AS_OF,
        built_from={
            "botocore": version("botocore"),
            "moto": version("moto"),
            "ec2-specifications": "2026-07",
            "ec2-on-demand": prices.EC2_AS_OF.isoformat(),
            "sagemaker-hosting": "2024 to 2025",
        },
        refreshed={},
    )


def _sagemaker_rows(rows: Mapping[str, Row], quotes: Mapping[str, prices.Quote | None]) -> list[Row]:
    accepting = jobs_by_type(sagemaker_names())
    jobs = {name: accepting[name] for name in rows if name in accepting}
    return [*sagemaker_rows(jobs, rows, quotes, prices.published_hosting(read_input("sagemaker_hosting.csv"))).values()]


def _excluded_rows(rows: Iterable[str]) -> list[dict[str, object]]:
    reasons = {line["name"]: line["reason"] for line in read_input("excluded.csv")}
    accepted = {f"ml.{name}" for name in jobs_by_type(sagemaker_names())}
    unknown = {name for name in accepted if name.removeprefix("ml.") not in rows}
    names = (set(ec2_names()) - set(rows)) | unknown | names_beside()
    return [dict(row) for row in excluded_rows(names, reasons)]


if __name__ == "__main__":
    sys.exit(main())
