"""What the refresh takes from the EC2 API, and how it says what AWS refuses."""

from __future__ import annotations

import copy
import datetime as dt
from functools import cache
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.client import BaseClient
from botocore.exceptions import EndpointConnectionError
from botocore.stub import Stubber

from knowledge.catalog.tables import Catalog, read_catalog
from knowledge.errors import InputError, KnowledgeError
from knowledge.references import list_references
from knowledge.refresh import ec2_api, table_updates
from knowledge.refresh.download import Limits
from knowledge.refresh.enumerations import sagemaker_names
from knowledge.refresh.moto_answers import recorded_items
from knowledge.refresh.progress import Progress, ignore_progress
from knowledge.refresh.refresh import Options, default_parts, refresh_catalog
from knowledge.refresh.spot import COLUMNS, SPOT, read_spot, write_spot
from knowledge.store import current_catalog
from tests.knowledge.packaged_base import base
from tests.knowledge.refresh.offer_server import serving, whole_offers, with_few_types

DAY = dt.date(2026, 11, 21)
HOME = table_updates.PriceDay("us-east-1", dt.date(2026, 7, 20))
CALLS = (
    (ec2_api.fetch_instance_types, "describe_instance_types", "DescribeInstanceTypes"),
    (ec2_api.fetch_offerings, "describe_instance_type_offerings", "DescribeInstanceTypeOfferings"),
    (ec2_api.fetch_spot_prices, "describe_spot_price_history", "DescribeSpotPriceHistory"),
)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test its own folders, and no credentials, profile or instance metadata of this machine."""
    monkeypatch.setenv("SIZEWISE_DATA", str(tmp_path / "state"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return tmp_path / "state"


_NAMES = cache(sagemaker_names)
"""The model of SageMaker is one of the largest there are: it is read once."""
_RECORDED = cache(recorded_items)


@pytest.fixture(autouse=True)
def _names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_updates, "sagemaker_names", _NAMES)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the packaged knowledge with few types."""
    return with_few_types(tmp_path_factory.mktemp("few"))


@pytest.fixture
def tables(few: Path) -> table_updates.Tables:
    """Give the tables of few types."""
    return table_updates.read_tables(few / "catalog")


@pytest.fixture(scope="module")
def client() -> BaseClient:
    """Give a client that asks nobody as long as it is stubbed."""
    return boto3.client("ec2", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")  # noqa: S106  # no secret


@pytest.fixture
def signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give credentials."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")


def item(name: str, **changes: object) -> dict[str, Any]:
    """Copy moto's item of c5.large under another name, with `changes`."""
    return {**copy.deepcopy(dict(_RECORDED()["c5.large"])), "InstanceType": name, **changes}


def stub_answers(stubber: Stubber, catalog: Catalog, items: list[dict[str, Any]]) -> None:
    """Answer the three calls about the types of a catalogue: the first in two pages, the last with an old price and two zones."""
    there = [{"InstanceType": name, "LocationType": "region"} for name, one in catalog.instances.items() if one.offered_in("us-east-1")]
    prices = (("us-east-1a", "0.3", 20), ("us-east-1a", "0.4", 19), ("us-east-1b", "0.5", 20))
    history = [
        {"InstanceType": name, "AvailabilityZone": zone, "SpotPrice": price, "Timestamp": dt.datetime(2026, 11, day, tzinfo=dt.UTC)}
        for name in catalog.instances
        for zone, price, day in prices
    ]
    stubber.add_response("describe_instance_types", {"InstanceTypes": items[:30], "NextToken": "more"})
    stubber.add_response("describe_instance_types", {"InstanceTypes": items[30:]})
    stubber.add_response("describe_instance_type_offerings", {"InstanceTypeOfferings": there})
    stubber.add_response("describe_spot_price_history", {"SpotPriceHistory": history})


def test_all_three_parts_make_one_catalogue_that_the_base_accepts(
    state: Path, few: Path, client: BaseClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prices, specifications and Spot prices have their day, and the new catalogue names nothing that the base does not know."""
    old = read_catalog(few / "catalog")
    items = [dict(one) for name, one in _RECORDED().items() if name in old.instances]
    monkeypatch.setattr(ec2_api, "_make_client", lambda _: client)
    seen: list[Progress] = []
    with Stubber(client) as stubber, serving(whole_offers(catalog=few / "catalog")) as address:
        stub_answers(stubber, old, items)
        options = Options(frozenset({"prices", "specifications", "spot"}), price_list=address, limits=Limits(tries=1))
        outcome = refresh_catalog(options, seen.append, today=DAY, data=few)
        stubber.assert_no_pending_responses()
    spot = read_spot(state / "catalog")
    assert outcome.stamp.refreshed == {"specifications": DAY, "prices": DAY, "spot": DAY}
    assert outcome.spot_prices == len(spot) > 100
    assert outcome.left_out == {}
    assert {key[2]: price for key, price in spot.items()} == {"us-east-1a": (0.3, DAY), "us-east-1b": (0.5, DAY)}
    new = read_catalog(state / "catalog")
    assert new.instances["g5.xlarge"].specification_source == "aws-ec2-api-refreshed"
    assert new.instances["g5.xlarge"].accelerator == "a10g"
    assert new.instances["g5.xlarge"].regions == old.instances["g5.xlarge"].regions
    assert [step.rows for step in seen if step.step == "specifications of us-east-1"][-1] == len(items) > 50
    assert new.instances.keys() == old.instances.keys()
    references = {(ref.kind, target) for instance in new.instances.values() for _, ref, target in list_references(instance)}
    assert [target for kind, target in references if target not in getattr(base(), kind)] == []


def test_spot_alone_leaves_the_tables_and_a_later_refresh_of_prices_keeps_it(
    state: Path, few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part stands for itself."""
    monkeypatch.setattr(ec2_api, "fetch_spot_prices", lambda *_: {("m5.large", "us-east-1", "us-east-1a"): 0.0345})
    refresh_catalog(Options(frozenset({"spot"})), today=DAY, data=few)
    for table in ("prices.csv", "instances.csv"):
        assert (state / "catalog" / table).read_bytes() == (few / "catalog" / table).read_bytes()
    before = (state / "catalog" / SPOT).read_bytes()
    with serving(whole_offers(catalog=few / "catalog")) as address:
        refresh_catalog(Options(frozenset({"prices"}), price_list=address), today=DAY, data=few)
    assert (state / "catalog" / SPOT).read_bytes() == before


@pytest.mark.usefixtures("signed_in")
def test_a_failure_of_one_part_leaves_the_others_out_too(state: Path, few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A partial refresh is no refresh."""

    def refused(*_: object) -> None:
        raise InputError("DescribeSpotPriceHistory in us-east-1: denied; no.")

    monkeypatch.setattr(ec2_api, "fetch_spot_prices", refused)
    dearer = whole_offers(factor=1.1, catalog=few / "catalog")
    with serving(dearer) as address, pytest.raises(InputError, match=r"denied; no\. The catalogue of 2026-07-20 stays"):
        refresh_catalog(Options(frozenset({"prices", "spot"}), price_list=address), today=DAY, data=few)
    assert not (state / "catalog").exists()
    assert current_catalog(few) == few / "catalog"


@pytest.mark.parametrize("calls", CALLS, ids=[call[1] for call in CALLS])
@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        ("UnauthorizedOperation", "denied; these credentials lack the permission ec2:{action}."),
        ("AccessDenied", "denied; these credentials lack the permission ec2:{action}."),
        ("RequestExpired", "the credentials have expired; sign in again."),
        ("AuthFailure", "AWS does not accept the credentials here (AuthFailure)."),
        ("InternalError", "AWS answers InternalError."),
    ],
)
def test_what_aws_refuses_is_one_line(
    calls: tuple[Any, str, str],
    code: str,
    refusal: str,
    client: BaseClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The line names the call, the region, and the permission that is missing."""
    call, operation, action = calls
    monkeypatch.setattr(ec2_api, "_make_client", lambda _: client)
    with Stubber(client) as stubber:
        stubber.add_client_error(operation, code)
        with pytest.raises(InputError) as caught:
            call(["us-east-1"], ignore_progress)
    assert str(caught.value) == f"{action} in us-east-1: {refusal.format(action=action)}"


def test_no_credentials_is_one_line_with_the_way_out() -> None:
    """It names both ways: to sign in, or to refresh the prices alone."""
    with pytest.raises(InputError, match=r"^DescribeInstanceTypes: no AWS credentials\. Sign in .* refresh --prices alone\.$"):
        ec2_api.fetch_instance_types(["us-east-1"], ignore_progress)


def test_a_network_that_is_down_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What botocore says comes on one line, after the call and the region."""

    def down(_: str) -> None:
        raise EndpointConnectionError(endpoint_url="https://ec2.us-east-1.amazonaws.com/")

    monkeypatch.setattr(ec2_api, "_make_client", down)
    with pytest.raises(InputError, match=r"^DescribeInstanceTypes in us-east-1: Could not connect to the endpoint URL"):
        ec2_api.fetch_instance_types(["us-east-1"], ignore_progress)


def test_without_boto3_the_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prices still refresh: they are the default then."""
    monkeypatch.setitem(__import__("sys").modules, "boto3", None)
    with pytest.raises(InputError, match=r'^boto3 is missing: pip install "sizewise\[refresh\]"$'):
        ec2_api.fetch_instance_types(["us-east-1"], ignore_progress)
    assert default_parts() == {"prices"}


def test_without_credentials_the_prices_are_the_default() -> None:
    """With credentials everything is."""
    assert default_parts() == {"prices"}


@pytest.mark.usefixtures("signed_in")
def test_with_credentials_everything_is_the_default() -> None:
    """They only have to be found; whether they are good shows when they are used."""
    assert default_parts() == {"prices", "specifications", "spot"}


def test_a_new_type_comes_in_with_its_specification_regions_and_a_reason_for_no_price(tables: table_updates.Tables) -> None:
    """Every table is brought in line with it."""
    new, left_out = table_updates.with_specifications(
        tables, {"x99.large": item("x99.large")}, {"us-east-1": [{"InstanceType": "x99.large"}]}, HOME, DAY
    )
    assert left_out == {}
    assert new["instances.csv"]["x99.large"]["vcpu"] == 2
    assert new["offerings.csv"]["x99.large"]["regions"] == "us-east-1"
    assert new["prices.csv"]["x99.large"]["reason"] == "The us-east-1 price list of 2026-07-20 does not hold it yet."


def test_a_type_with_an_unknown_accelerator_is_left_out_with_the_reason(tables: table_updates.Tables) -> None:
    """It never passes for a type without accelerators; the excluded names tell why."""
    gpu = {"Gpus": [{"Name": "Z900", "Manufacturer": "NVIDIA", "Count": 8, "MemoryInfo": {"SizeInMiB": 1}}]}
    new, left_out = table_updates.with_specifications(tables, {"p99.48xlarge": item("p99.48xlarge", GpuInfo=gpu)}, {}, HOME, DAY)
    assert left_out == {"p99.48xlarge": "accelerator: the knowledge base has no entry for Z900 of 1 MiB."}
    assert "p99.48xlarge" not in new["instances.csv"]
    assert "p99.48xlarge" in new["excluded.csv"]


def test_an_item_without_memory_is_left_out_and_a_known_type_stays_as_it_was(tables: table_updates.Tables) -> None:
    """Half an answer replaces nothing."""
    broken = item("c5.large")
    del broken["MemoryInfo"]
    new, left_out = table_updates.with_specifications(tables, {"c5.large": broken}, {}, HOME, DAY)
    assert left_out == {"c5.large": "The EC2 API does not tell its MemoryInfo."}
    assert new["instances.csv"]["c5.large"] == tables["instances.csv"]["c5.large"]
    assert "c5.large" not in new["excluded.csv"]


def test_an_answer_without_its_accelerators_does_not_turn_a_gpu_type_into_a_cpu_type(tables: table_updates.Tables) -> None:
    """What the API leaves out stays as it was."""
    bare = {key: value for key, value in _RECORDED()["g5.xlarge"].items() if key != "GpuInfo"}
    new, _ = table_updates.with_specifications(tables, {"g5.xlarge": bare}, {}, HOME, DAY)
    row = new["instances.csv"]["g5.xlarge"]
    assert (row["accelerator"], row["accelerator_count"], row["accelerator_memory_mib"]) == ("a10g", "1", "22888")


def test_offerings_replace_the_regions_asked_and_no_other(tables: table_updates.Tables) -> None:
    """A type that left a region loses it; regions that were not asked stay."""
    new, _ = table_updates.with_specifications(tables, {}, {"us-east-1": [{"InstanceType": "c5.large"}]}, HOME, DAY)
    before = str(tables["offerings.csv"]["m5.large"]["regions"]).split()
    assert str(new["offerings.csv"]["m5.large"]["regions"]).split() == [name for name in before if name != "us-east-1"]
    assert new["offerings.csv"]["c5.large"] == tables["offerings.csv"]["c5.large"]


def test_an_answer_that_lost_most_types_of_a_region_is_refused(state: Path, few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A truncated answer of the API does not empty a region."""
    monkeypatch.setattr(ec2_api, "fetch_instance_types", lambda *_: {})
    monkeypatch.setattr(ec2_api, "fetch_offerings", lambda *_: {"us-east-1": [{"InstanceType": "c5.large"}]})
    with pytest.raises(InputError, match=r"only 1 of [\d,]+ offerings of us-east-1 would remain; at least 80% must"):
        refresh_catalog(Options(frozenset({"specifications"})), today=DAY, data=few)
    assert not (state / "catalog").exists()


def test_an_account_without_spot_prices_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty answer does not replace the prices there are."""
    monkeypatch.setattr(ec2_api, "fetch_spot_prices", lambda *_: {})
    with pytest.raises(InputError, match=r"the EC2 API gives no Spot price for us-east-1\. The catalogue"):
        refresh_catalog(Options(frozenset({"spot"})), today=DAY)


def test_spot_prices_are_read_back_as_written(tmp_path: Path) -> None:
    """In natural order, with the day."""
    prices = {("m5.12xlarge", "us-east-1", "us-east-1b"): 1.1, ("m5.large", "us-east-1", "us-east-1a"): 0.0345}
    write_spot(tmp_path, prices, DAY)
    assert read_spot(tmp_path) == {key: (price, DAY) for key, price in prices.items()}
    assert (tmp_path / SPOT).read_text(encoding="utf-8").splitlines()[1] == "m5.large,us-east-1,us-east-1a,0.0345,2026-11-21"
    assert read_spot(tmp_path / "nowhere") == {}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a,b\n", "spot.csv:1: the columns are a, b"),
        (",".join(COLUMNS) + "\nm5.large,us-east-1,a,0,2026-11-21\n", "spot.csv:2: usd_per_hour: a price is above 0"),
        (",".join(COLUMNS) + "\nm5.large,us-east-1\n", "spot.csv:2: this row cannot be read"),
        ("", "spot.csv:1: the columns are"),
    ],
)
def test_a_wrong_spot_file_is_refused_with_its_line(text: str, complaint: str, tmp_path: Path) -> None:
    """File, line and field."""
    (tmp_path / SPOT).write_text(text, encoding="utf-8")
    with pytest.raises(KnowledgeError) as caught:
        read_spot(tmp_path)
    assert complaint in str(caught.value)
