"""Likeness of instance types."""

from __future__ import annotations

import datetime as dt
from typing import Final

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from knowledge.catalog.fields import FIELDS, Vocabulary
from knowledge.catalog.similar import OTHER_ARCHITECTURE, measure_distance, rank_similar
from knowledge.schema.instance import Instance, Price
from knowledge.store import packaged_data
from tests.case_tables import read_table

VOCABULARY: Final = Vocabulary({"t4": 16, "l4": 24, "inferentia2": 32}, {"t4": "gpu", "l4": "gpu", "inferentia2": "inferentia"}, ())
WEIGHTS: Final = read_table(packaged_data() / "weights" / "similar.yaml")["thresholds"]
DAY: Final = dt.date(2026, 7, 20)
G6: Final = Instance(
    instance_type="g6.xlarge",
    family="g6",
    size="xlarge",
    generation=6,
    status="current",
    arch="x86_64",
    maker="amd",
    vcpu=4,
    physical_cores=2,
    clock_ghz=3.4,
    memory_gib=16,
    accelerator="l4",
    accelerator_count=1,
    accelerator_memory_mib=22888,
    network_gbps=2.5,
    efa=False,
    ebs_mbps=5000,
    local_storage_gb=250,
    bare_metal=False,
    burstable=False,
    regions="us-east-1",
    specification_source="api",
    specification_as_of=DAY,
    price=Price(usd_per_hour=0.8, kind="published", as_of=DAY, source="list"),
    no_price_reason="",
    ml=None,
)
INF2: Final = replace(G6, instance_type="inf2.xlarge", family="inf2", accelerator="inferentia2")
FAR_GPU: Final = replace(G6, instance_type="g4dn.metal", family="g4dn", size="metal", accelerator="t4", accelerator_count=8, vcpu=96)
DOUBLE: Final = replace(G6, instance_type="g6.2xlarge", size="2xlarge", vcpu=8, memory_gib=32)

rows = st.builds(
    lambda vcpu, memory, count, arch, network, usd, accelerator: replace(
        G6,
        vcpu=vcpu,
        memory_gib=memory,
        accelerator=accelerator if count else None,
        accelerator_count=count,
        arch=arch,
        network_gbps=network,
        price=None if usd is None else Price(usd_per_hour=usd, kind="estimated", as_of=DAY, source="list"),
    ),
    st.integers(1, 2000),
    st.floats(0.5, 40_000),
    st.sampled_from([0, 0.125, 0.5, 1, 8, 16]),
    st.sampled_from(["x86_64", "arm64"]),
    st.none() | st.floats(0.1, 6400),
    st.none() | st.floats(0.001, 500),
    st.sampled_from(["t4", "l4", "inferentia2"]),
)


def test_the_same_kind_of_processor_comes_first() -> None:
    """A far GPU instance is nearer to a GPU instance than an Inferentia one of the same size; the type itself is left out."""
    ranked = rank_similar(G6, [INF2, FAR_GPU, DOUBLE, G6], VOCABULARY, WEIGHTS)
    assert [item.instance.instance_type for item in ranked] == ["g6.2xlarge", "g4dn.metal", "inf2.xlarge"]
    assert [item.same_processor for item in ranked] == [True, True, False]


def test_weights_are_of_fields_of_the_catalogue() -> None:
    """What is weighed is a quantity that the catalogue shows, and all of it counts something."""
    assert set(WEIGHTS) - {OTHER_ARCHITECTURE} <= set(FIELDS)
    assert min(WEIGHTS.values()) > 0


def test_each_doubling_counts_its_weight() -> None:
    """Twice the vCPU and twice the memory make the sum of the two weights."""
    assert measure_distance(G6, DOUBLE, VOCABULARY, WEIGHTS) == WEIGHTS["vcpu"] + WEIGHTS["memory_gib"]


def test_another_instruction_set_counts() -> None:
    """Software has to be built again for Arm."""
    assert measure_distance(G6, replace(G6, arch="arm64"), VOCABULARY, WEIGHTS) == WEIGHTS[OTHER_ARCHITECTURE]


def test_a_quantity_known_for_one_of_two_counts_as_a_doubling() -> None:
    """An unknown price makes types neither equal nor infinitely far."""
    unpriced = replace(G6, price=None)
    assert measure_distance(G6, unpriced, VOCABULARY, WEIGHTS) == WEIGHTS["price"]
    assert measure_distance(unpriced, unpriced, VOCABULARY, WEIGHTS) == 0


@given(rows, rows)
def test_distance_is_symmetric_and_never_negative(one: Instance, other: Instance) -> None:
    """From here to there is as far as from there to here; nothing is nearer than the same."""
    assert measure_distance(one, other, VOCABULARY, WEIGHTS) == measure_distance(other, one, VOCABULARY, WEIGHTS) >= 0
    assert measure_distance(one, one, VOCABULARY, WEIGHTS) == 0
