"""That nothing in the base hangs loose; what `make knowledge` says of it is in test_loader."""

from __future__ import annotations

import pytest

from knowledge.catalog.tables import Catalog, read_catalog
from knowledge.loader import Records
from knowledge.measurements import read_measurements
from knowledge.report import orphans
from knowledge.store import packaged_data


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The packaged catalogue."""
    return read_catalog(packaged_data() / "catalog")


def test_a_source_that_nothing_names_is_an_orphan(records: Records, catalog: Catalog) -> None:
    """A source left behind when its fact went is told by name."""
    records |= read_measurements(packaged_data())
    records["sources"]["left-behind"] = next(iter(records["sources"].values()))
    assert list(orphans(records, catalog)) == ["sources/left-behind.yaml: nothing names it."]
