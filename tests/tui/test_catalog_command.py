"""`sizewise catalog list`, `show` and `status`, over the packaged catalogue."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from knowledge import Knowledge
from knowledge.catalog.fields import FIELDS
from tests.tui.conftest import Start

Run = Callable[..., str]


@pytest.fixture(name="run")
def _run(inside: Start) -> Run:
    """Runs `sizewise catalog …` and gives what it prints."""

    def run(*arguments: str) -> str:
        ended = inside("catalog", *arguments)
        assert (ended.status, ended.err) == (0, "")
        return ended.out

    return run


@pytest.fixture(name="refused")
def _refused(inside: Start) -> Run:
    """Runs `sizewise catalog …`, which has to end with status 2, and gives the line it says."""

    def refused(*arguments: str) -> str:
        ended = inside("catalog", *arguments)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.count("\n") == 1
        return ended.err.strip()

    return refused


def rows(document: str) -> list[dict[str, Any]]:
    """The instances of a JSON document."""
    instances: list[dict[str, Any]] = json.loads(document)["instances"]
    return instances


def test_a_filter_means_the_same_as_arithmetic_over_the_records(knowledge: Knowledge, run: Run) -> None:
    """The rows that come out are those whose records satisfy the condition."""
    found = rows(run("list", "gpu and gpu_memory_gb >= 24GB and price < $2", "--sort", "price", "--json"))
    expected = {
        name
        for name, instance in knowledge.instances.items()
        if instance.accelerator
        and knowledge.accelerators[instance.accelerator].processor == "gpu"
        and knowledge.accelerators[instance.accelerator].memory_gb_nominal.value * min(1, instance.accelerator_count) >= 24
        and instance.price
        and instance.price.usd_per_hour < 2
    }
    assert {row["instance_type"] for row in found} == expected
    assert "g5.xlarge" in expected
    prices = [row["price"] for row in found]
    assert prices == sorted(prices)


def test_text_is_eighty_columns_wide_and_says_where_prices_come_from(knowledge: Knowledge, run: Run) -> None:
    """No line is longer; the last lines count, date and locate."""
    likeness = ["list", "--similar", "p4d.24xlarge"]
    for arguments in (["list"], ["list", "gpu"], likeness, ["show", "g5.xlarge", "u7in-16tb.224xlarge"], ["status"]):
        assert max(map(len, run(*arguments).splitlines())) <= 80
    text = run("list", "family = g5", "--limit", "2")
    assert "GiB" in text
    assert f"8 of {len(knowledge.instances)} types match; the first 2 are shown." in text
    assert f"EC2 prices: on-demand, Linux, us-east-1, of {knowledge.stamp.as_of}." in text


def test_the_value_of_sort_may_begin_with_a_minus(run: Run) -> None:
    """`--sort -price` is a value, not an option; missing prices stay last."""
    prices = [row["price"] for row in rows(run("list", "gpu", "--sort", "-price", "--json"))]
    known = [price for price in prices if price is not None]
    assert known == sorted(known, reverse=True)
    assert prices[: len(known)] == known


def test_prices_elsewhere_are_marked_as_estimates(run: Run) -> None:
    """A region in the filter means offered there; the price is that of us-east-1 and says so."""
    document = run("list", "region = eu-west-1 and family = m5", "--columns", "instance_type,price,region", "--json")
    assert rows(document)
    for row in rows(document):
        assert "eu-west-1" in row["region"]
        assert row["price_kind"] == "estimated"
    assert "us-east-1 price" in json.loads(document)["note"]
    text = run("list", "region = eu-west-1 and family = m5")
    assert "~0.192" in text
    assert "prices there are estimated (us-east-1 price)" in " ".join(text.split())


def test_prices_at_home_are_not_marked(run: Run) -> None:
    """Where the filter names us-east-1, a published price stays published."""
    document = run("list", "region = us-east-1 and family = m5", "--json")
    assert json.loads(document)["note"] is None
    assert {row["price_kind"] for row in rows(document)} == {"published"}


def test_csv_carries_kind_and_date_of_prices(run: Run) -> None:
    """Each line stands on its own."""
    lines = list(csv.DictReader(io.StringIO(run("list", "family = g5", "--columns", "instance_type,sagemaker_price", "--format", "csv"))))
    assert len(lines) == 8
    assert list(lines[0]) == [
        "instance_type",
        "sagemaker_price",
        "price_kind",
        "price_as_of",
        "sagemaker_price_kind",
        "sagemaker_price_as_of",
        "catalog_as_of",
    ]


def test_similar_types_have_the_same_kind_of_processor(run: Run) -> None:
    """Ten come without a limit; the type itself is none of them."""
    found = rows(run("list", "--similar", "ml.g5.xlarge", "--json"))
    assert len(found) == 10
    assert all(row["gpu"] for row in found)
    assert "g5.xlarge" not in {row["instance_type"] for row in found}
    distances = [row["distance"] for row in found]
    assert distances == sorted(distances)


def test_a_card_tells_all_of_a_type_with_or_without_ml(knowledge: Knowledge, run: Run) -> None:
    """Hardware, prices, job kinds, regions and sources stand on it."""
    card = run("show", "ml.G5.xlarge")
    assert card == run("show", "g5.xlarge")
    for word in ("4 vCPU", "16 GiB", "A10G", "24 GB", "22,888 MiB", "$1.006", "hosting", "eu-west-1", str(knowledge.stamp.as_of)):
        assert word in card
    (row,) = rows(run("show", "g5.xlarge", "--json"))
    assert row["gpu_memory_gb"] == 24
    assert row["gpu_memory_mib"] == 22888


def test_a_name_that_was_left_out_answers_with_its_reason(knowledge: Knowledge, run: Run) -> None:
    """The catalogue says why it does not hold it."""
    name, excluded = next(iter(knowledge.excluded.items()))
    assert " ".join(run("show", name).split()) == f"{name}: not in the catalogue. {excluded.reason}"
    assert rows(run("show", f"ml.{name}", "--json")) == [{"instance_type": name, "reason": excluded.reason}]


def test_status_dates_and_counts_everything(knowledge: Knowledge, run: Run) -> None:
    """Every priced type is counted once, with the age of its price before the catalogue's own date."""
    document = json.loads(run("status", "--json"))
    assert document["catalog_as_of"] == str(knowledge.stamp.as_of)
    assert sum(document["by_status"].values()) == document["types"] == len(knowledge.instances)
    assert sum(item["count"] for item in document["prices"]) + document["without_price"] == document["types"]
    assert all(item["days_before_catalog"] >= 0 for item in document["prices"])
    assert document["refreshed"] == {}


def test_status_says_how_old_what_is(knowledge: Knowledge, run: Run) -> None:
    """A line for each review of the base, with dates; never due is what does not change."""
    ages = {one["subject"]: one for one in json.loads(run("status", "--json"))["ages"]}
    assert set(ages) == set(knowledge.reviews)
    assert all(one["facts"] > 0 and one["oldest"] <= one["newest"] for one in ages.values())
    assert ages["models"]["due"] == {}
    printed = run("status")
    assert all(review.name in printed for review in knowledge.reviews.values())


MISTAKES = (
    (["list", "vcpus > 4"], 'filter: there is no field "vcpus". Did you mean vcpu?'),
    (["list", ""], "filter: it is empty; expected a condition such as vcpu >= 8."),
    (["list", "family = \x1b[2J"], 'filter: "\\x1b" at position 10 has no meaning in a filter.'),
    (["list", "--sort", "-prise"], 'sort: there is no field "prise". Did you mean price?'),
    (["list", "--columns", "vcpu,prise"], 'columns: there is no field "prise". Did you mean price?'),
    (["list", "--limit", "0"], 'limit: "0" is not a count of rows; give a whole number from 1.'),
    (["list", "--limit", "٣"], 'limit: "٣" is not a count of rows; give a whole number from 1.'),
    (["list", "--similar", "g5.xlrge"], 'instance type: there is no "g5.xlrge" in the catalogue. Did you mean g5.xlarge?'),
    (["show", "g5.\x1bxlarge"], 'instance type: there is no "g5.\\x1bxlarge" in the catalogue. Did you mean g5.xlarge?'),
)
"""Arguments, and the line that refuses them."""


def test_a_mistake_is_answered_with_one_line_and_status_two(refused: Run) -> None:
    """The line names what is wrong and the nearest right one; control characters are shown, not sent."""
    for arguments, line in MISTAKES:
        assert refused(*arguments) == line, arguments


def test_help_lists_every_field(inside: Start, capsys: pytest.CaptureFixture[str]) -> None:
    """What a filter may name stands in the help, in 80 columns."""
    with pytest.raises(SystemExit):
        inside("catalog", "list", "--help")
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines if line.startswith("  ") and line.split()} >= set(FIELDS)
    assert max(map(len, lines)) <= 80
