"""`sizewise catalog show` with the Spot prices of a refreshed catalogue."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from knowledge.refresh.spot import write_spot
from tests.tui.conftest import Start
from tui.views import spot_prices

DAY = dt.date(2026, 11, 20)
PRICES = {
    ("g5.xlarge", "us-east-1", "us-east-1a"): 0.4024,
    ("g5.xlarge", "us-east-1", "us-east-1b"): 0.503,
    ("g5.xlarge", "eu-west-1", "eu-west-1a"): 0.6,
    ("c5.large", "us-east-1", "us-east-1a"): 0.2,
}


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The catalogue of somebody who refreshed the Spot prices; the rest of it is read as packaged."""
    write_spot(tmp_path, PRICES, DAY)
    monkeypatch.setattr(spot_prices, "current_catalog", lambda _: tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_each_region_has_its_span_and_its_day(inside: Start) -> None:
    """In the region of the on-demand price ($1.006) also how far below it the cheapest zone is."""
    shown = inside("catalog", "show", "g5.xlarge")
    told = " ".join(shown.out.split())
    assert "Spot eu-west-1 $0.6 an hour in 1 zone (2026-11-20); us-east-1 $0.4024 to $0.503 an hour in 2 zones, 60% below on demand" in told


@pytest.mark.usefixtures("folder")
def test_a_price_above_the_listed_one_is_not_below_it(inside: Start) -> None:
    """Where everybody wants a type, Spot may cost more than on demand."""
    shown = inside("catalog", "show", "c5.large")
    assert "us-east-1 $0.2 an hour in 1 zone (2026-11-20)" in shown.out


@pytest.mark.usefixtures("folder")
def test_a_document_has_each_zone(inside: Start) -> None:
    """Price, and the day on which it was read."""
    (card,) = json.loads(inside("catalog", "show", "c5.large", "--json").out)["instances"]
    assert card["spot"] == [{"region": "us-east-1", "zone": "us-east-1a", "usd_per_hour": 0.2, "as_of": "2026-11-20"}]


def test_without_a_refresh_nothing_is_said_of_them(inside: Start) -> None:
    """The packaged catalogue has none, since they are out of date within hours."""
    assert "Spot" not in inside("catalog", "show", "g5.xlarge").out
    assert json.loads(inside("catalog", "show", "g5.xlarge", "--json").out)["instances"][0]["spot"] == []


def test_a_damaged_file_is_one_line_with_its_place(inside: Start, folder: Path) -> None:
    """The rest of the catalogue is not shown as if nothing were."""
    (folder / "spot.csv").write_text("instance_type,region,zone,usd_per_hour,as_of\ng5.xlarge,us-east-1,a,-1,2026-11-20\n")
    ended = inside("catalog", "show", "g5.xlarge")
    assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert "spot.csv:2" in ended.err
