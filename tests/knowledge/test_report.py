"""`make knowledge`: what the base covers, and that nothing in it hangs loose."""

from __future__ import annotations

import pytest

from knowledge.__main__ import main
from knowledge.catalog.tables import Catalog, read_catalog
from knowledge.loader import Records
from knowledge.measurements import read_measurements
from knowledge.report import orphans
from knowledge.store import packaged_data


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The packaged catalogue."""
    return read_catalog(packaged_data() / "catalog")


def test_the_base_has_no_mistake_and_says_what_it_covers(capsys: pytest.CaptureFixture[str]) -> None:
    """No dangling id, no orphan; counts, coverage and ages stand on standard output."""
    assert main() == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    for words in ("families", "families of the catalogue with an entry", "ml. names with a price, or a reason", "facts, the oldest of"):
        assert words in captured.out


def test_a_source_that_nothing_names_is_an_orphan(records: Records, catalog: Catalog) -> None:
    """A source left behind when its fact went is told by name."""
    records |= read_measurements(packaged_data())
    records["sources"]["left-behind"] = next(iter(records["sources"].values()))
    assert list(orphans(records, catalog)) == ["sources/left-behind.yaml: nothing names it."]
