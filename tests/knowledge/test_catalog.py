"""The packaged catalogue: complete against AWS's enumerations, dated, sourced, and free of the mistakes of published tables."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from knowledge.catalog.tables import COLUMNS, Catalog, read_catalog, read_table
from knowledge.refresh.enumerations import JOBS, ec2_names, sagemaker_names
from knowledge.refresh.type_names import natural_key
from knowledge.safe_yaml import read_mapping
from knowledge.schema.instance import Instance, Price
from tests.case_tables import for_each

DATA = Path(str(files("knowledge") / "data"))
CATALOG = DATA / "catalog"
NEURON = {"inferentia1", "inferentia2", "trainium1", "trainium2", "trainium3"}


@cache
def catalog() -> Catalog:
    """Read the packaged tables once."""
    return read_catalog(CATALOG)


def instances() -> list[Instance]:
    """List the rows."""
    return list(catalog().instances.values())


def all_prices() -> list[Price]:
    """List EC2 and SageMaker prices."""
    found = [price for item in instances() for price in (item.price, item.ml.price if item.ml else None)]
    return [price for price in found if price is not None]


def device_memory_gb(item: Instance) -> float:
    """Give the memory of one device in GB."""
    return (item.accelerator_memory_mib or 0) * 2**20 / 1e9


def test_every_name_of_the_ec2_enumeration_is_in_the_catalogue_or_left_out_with_a_reason() -> None:
    """Nobody asks for a type that AWS knows and gets no answer."""
    names = set(ec2_names())
    known = set(catalog().instances) | {name for name in catalog().excluded if not name.startswith("ml.")}
    assert names == known
    assert not set(catalog().instances) & set(catalog().excluded)


accepted_names = cache(sagemaker_names)
"""By job kind, out of one of the largest models there are."""


@for_each("job", JOBS)
def test_a_job_kind_accepts_exactly_the_names_of_its_enumeration(job: str) -> None:
    """Each job kind has its own list; what the API refuses is never proposed, and nothing it accepts is forgotten."""
    accepted = {name.removeprefix("ml.") for kind, names in accepted_names().items() if kind == job for name in names}
    ours = {item.instance_type for item in instances() if item.ml and job in item.ml.jobs}
    left_out = {name.removeprefix("ml.") for name in catalog().excluded if name.startswith("ml.")}
    assert ours == accepted - left_out
    assert len(ours) > 100


def test_jobs_stand_in_their_order_and_no_sagemaker_row_lacks_an_instance() -> None:
    """Rows of `sagemaker.csv` name types of the catalogue, and job kinds in one fixed order."""
    for row in read_table(CATALOG, "sagemaker.csv"):
        jobs = row["jobs"].split()
        assert row["instance_type"] in catalog().instances
        assert jobs
        assert jobs == [job for job in JOBS if job in jobs]


@for_each("table", [name for name in COLUMNS if name != "excluded.csv"])
def test_rows_stand_once_and_in_natural_order(table: str) -> None:
    """c5.2xlarge stands before c5.12xlarge, so that a difference of two catalogues reads well."""
    names = [row["instance_type"] for row in read_table(CATALOG, table)]
    assert names == sorted(names, key=natural_key)
    assert len(names) == len(set(names))


def test_prices_and_instances_hold_the_same_types() -> None:
    """Every type says what it costs, or why nobody can say."""
    assert [row["instance_type"] for row in read_table(CATALOG, "prices.csv")] == list(catalog().instances)
    for item in instances():
        assert (item.price is None) == bool(item.no_price_reason), item.instance_type


def test_every_price_is_above_zero_dated_and_sourced() -> None:
    """A price without a date, or of 0, misleads."""
    stamp = catalog().stamp.as_of
    assert len(all_prices()) > 1500
    for price in all_prices():
        assert price.usd_per_hour > 0.001
        assert stamp.year - 2 <= price.as_of.year
        assert price.as_of <= stamp


def test_capacity_only_types_have_no_price_instead_of_zero() -> None:
    """What is sold through capacity blocks or private offers has no on-demand price in us-east-1."""
    only = {item.instance_type for item in instances() if item.status == "capacity-only"}
    assert only == {"dl2q.24xlarge", "p5e.48xlarge", "p6e-gb200.36xlarge", "trn2.3xlarge", "trn2.48xlarge", "trn2u.48xlarge"}
    for name in only:
        item = catalog().instances[name]
        assert item.price is None
        assert item.ml is None or item.ml.price is None


def test_what_is_merely_not_offered_in_us_east_1_stays_current_and_says_so() -> None:
    """The HPC types live in other regions."""
    item = catalog().instances["hpc7a.96xlarge"]
    assert (item.status, item.price, item.no_price_reason) == ("current", None, "Not offered in us-east-1.")
    assert item.regions
    assert not item.offered_in("us-east-1")


def test_status_follows_the_api() -> None:
    """C5 and M5 are no longer current, Inf1 and T2 still are, P3 is gone from the list, P3dn is not."""
    expected = {
        **dict.fromkeys(("c5.xlarge", "m5.large", "m4.large", "c4.large"), "previous"),
        **dict.fromkeys(("inf1.xlarge", "t2.micro", "p3dn.24xlarge", "c7i.large", "g6.xlarge"), "current"),
        **dict.fromkeys(("p3.2xlarge", "p3.8xlarge", "p3.16xlarge", "dl1.24xlarge"), "retired"),
    }
    assert {name: catalog().instances[name].status for name in expected} == expected


def test_inf2_has_at_most_twelve_chips() -> None:
    """Guides say 16; the largest Inf2 has 12 chips of 32 GiB."""
    assert {item.size: item.accelerator_count for item in instances() if item.family == "inf2"} == {
        "xlarge": 1,
        "8xlarge": 1,
        "24xlarge": 6,
        "48xlarge": 12,
    }


def test_inferentia_and_trainium_are_not_gpus() -> None:
    """Families of AWS's own chips carry those, and no G or P family does."""
    for item in instances():
        own = item.family.startswith(("inf", "trn"))
        assert own == (item.accelerator in NEURON), item.instance_type


def test_h200_b200_and_their_followers_are_listed() -> None:
    """Published accelerator lists end before them."""
    families = {item.family: item.accelerator for item in instances()}
    newer = {"p5e": "h200", "p5en": "h200", "p6-b200": "b200", "p6-b300": "b300", "p6e-gb200": "gb200", "g7e": "rtx-pro-6000"}
    assert {family: families[family] for family in newer} == newer


def test_26_gb_of_gpu_memory_is_a_question_about_one_device() -> None:
    """Two T4G of 16 GB on Arm are not 26 GB for one model; the cheapest device that holds it is the L40S of g6e.xlarge."""
    gpus = [item for item in instances() if item.price and item.status != "retired" and item.accelerator and item.accelerator not in NEURON]
    misleading = [item for item in gpus if device_memory_gb(item) < 26 <= device_memory_gb(item) * item.accelerator_count]
    assert {"g5g.16xlarge", "g5g.metal"} <= {item.instance_type for item in misleading}
    holding = [(item.price.usd_per_hour, item.instance_type) for item in gpus if item.price and device_memory_gb(item) >= 26]
    cheapest = catalog().instances[min(holding)[1]]
    assert (cheapest.instance_type, cheapest.accelerator, cheapest.arch) == ("g6e.xlarge", "l40s", "x86_64")


def test_device_memory_is_that_of_the_accelerators_record() -> None:
    """Catalogue and accelerator records never disagree about a device."""
    for identity in {item.accelerator for item in instances() if item.accelerator}:
        path = DATA / "accelerators" / f"{identity}.yaml"
        recorded = read_mapping(path.read_bytes(), path.name)["memory_mib"]["value"]
        found = {item.accelerator_memory_mib for item in instances() if item.accelerator == identity and item.accelerator_count >= 1}
        assert found == {recorded}, identity


def test_a_part_of_a_gpu_counts_less_than_one() -> None:
    """The API counts 0 GPUs for g6f; the share of the L4's memory is what the instance has."""
    parts_of_l4 = {item.instance_type: item.accelerator_count for item in instances() if item.family in {"g6f", "gr6f"}}
    assert parts_of_l4 == {"g6f.large": 0.125, "g6f.xlarge": 0.125, "g6f.2xlarge": 0.25, "g6f.4xlarge": 0.5, "gr6f.4xlarge": 0.5}


def test_accelerator_columns_agree() -> None:
    """A known id, a count and a memory stand together, or none of them; FPGAs and media cards are no accelerators here."""
    for item in instances():
        if item.accelerator is None:
            assert (item.accelerator_count, item.accelerator_memory_mib) == (0, None), item.instance_type
            assert not re.match(r"(g|p|inf|trn|dl)\d", item.family), item.instance_type
        else:
            assert item.accelerator_count > 0
            assert item.accelerator_memory_mib


def test_a_core_has_one_or_two_vcpus() -> None:
    """Arm and newer AMD hosts give whole cores, Intel and older AMD hosts hyper-threads."""
    for item in instances():
        assert item.vcpu / item.physical_cores in {1, 2}, item.instance_type
    whole = [catalog().instances[name] for name in ("c7a.4xlarge", "m8a.large", "c7g.4xlarge", "c8g.large")]
    assert all(item.vcpu == item.physical_cores for item in whole)
    assert [catalog().instances[name].physical_cores for name in ("c6a.4xlarge", "c7i.4xlarge")] == [8, 8]


def test_sagemaker_prices_lie_above_the_ec2_price_by_a_mark_up_seen_before() -> None:
    """Published and estimated prices stay within 10 to 45 % above EC2, and each says which it is."""
    both = [(item, item.price, item.ml.price) for item in instances() if item.price and item.ml and item.ml.price]
    for item, ec2, sagemaker in both:
        assert 1.1 < sagemaker.usd_per_hour / ec2.usd_per_hour < 1.45, item.instance_type
        assert (sagemaker.source == "sagemaker-markup-estimate") == (sagemaker.kind == "estimated")
    assert {sagemaker.kind for _, _, sagemaker in both} == {"published", "estimated"}


@for_each(
    ("instance_type", "usd_per_hour", "kind"),
    [
        ("g5.xlarge", 1.408, "published"),
        ("p3.2xlarge", 3.825, "published"),
        ("p4d.24xlarge", 25.25124, "estimated"),
        ("g5.8xlarge", 3.06, "published"),
        ("c7i.large", 0.1071, "estimated"),
    ],
)
def test_known_sagemaker_prices(instance_type: str, usd_per_hour: float, kind: str) -> None:
    """Published prices stand as published; P4d follows its fallen EC2 price with a mark-up of 15 %."""
    ml = catalog().instances[instance_type].ml
    assert ml is not None
    assert ml.price is not None
    assert ml.price.usd_per_hour == pytest.approx(usd_per_hour, abs=5e-5)
    assert ml.price.kind == kind


def test_no_sagemaker_job_accepts_the_types_that_guides_offer_there() -> None:
    """G4ad, G5g and G6f run on EC2 alone; Inf1 and Inf2 host but do not train; DL1 hosts."""
    for item in instances():
        if item.family in {"g4ad", "g5g", "g6f", "gr6f"}:
            assert item.ml is None
        if item.family in {"inf1", "inf2", "dl1"} and item.ml:
            assert "hosting" in item.ml.jobs
            assert "training" not in item.ml.jobs


def test_the_stamp_tells_date_and_inputs() -> None:
    """The packaged catalogue says how old it is, and that nothing in it was refreshed."""
    stamp = catalog().stamp
    assert stamp.as_of.isoformat() == "2026-07-20"
    assert stamp.built_from["botocore"] == "1.44.5"
    assert stamp.built_from["moto"] == "5.2.5"
    assert stamp.refreshed == {}
