"""How the catalogue is built: the same bytes every time, from API items, published prices and mark-ups."""

from __future__ import annotations

import datetime as dt
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

from knowledge import Knowledge
from knowledge.catalog.tables import COLUMNS
from knowledge.errors import InputError, KnowledgeError
from knowledge.refresh import moto_answers
from knowledge.refresh.accelerators import UnknownAcceleratorError
from knowledge.refresh.build import main
from knowledge.refresh.build_inputs import INPUTS, read_input
from knowledge.refresh.catalog_rows import excluded_rows
from knowledge.refresh.enumerations import ec2_names
from knowledge.refresh.moto_answers import recorded_items, regions_by_type
from knowledge.refresh.prices import ec2_price, read_markups, sagemaker_price
from knowledge.refresh.specifications import Row, network_gbps, specification_row
from knowledge.refresh.type_names import family_letters, natural_key, split_name
from tests.case_tables import for_each, read_table
from tests.fresh_interpreter import loaded_by

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("build_cases.yaml"))

DAY = dt.date(2026, 7, 20)


def row(**changes: Any) -> Row:  # noqa: ANN401  # fields of an API item
    """Make the row of a small item of DescribeInstanceTypes with `changes`."""
    item: dict[str, Any] = {
        "InstanceType": "x9.large",
        "CurrentGeneration": True,
        "ProcessorInfo": {"SupportedArchitectures": ["x86_64"], "Manufacturer": "Intel"},
        "VCpuInfo": {"DefaultVCpus": 2},
        "MemoryInfo": {"SizeInMiB": 3840},
    }
    return specification_row({**item, **changes}, source="somewhere", as_of=DAY)


def test_building_again_gives_the_committed_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`make catalog` says how much it writes, a line per table, and changes nothing unless an input changed."""
    assert main([str(tmp_path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(COLUMNS)
    committed = Path(str(files("knowledge") / "data" / "catalog"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {path.name: path.read_bytes() for path in committed.iterdir()}


def test_the_command_refuses_a_folder_that_does_not_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit status 2, no traceback."""
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


def test_importing_the_build_loads_neither_botocore_nor_moto() -> None:
    """The live refresh shares these modules, and its users have no development dependencies."""
    assert loaded_by("knowledge.refresh.build") & {"botocore", "moto"} == set()


@for_each("name", ["accelerators.csv", "untold_devices.csv"])
def test_what_the_api_says_of_devices_is_put_right_with_the_figures_of_the_base(name: str, knowledge: Knowledge) -> None:
    """Each line names an entry; its memory is that entry's, and has a source."""
    lines = read_input(name)
    assert lines
    for line in lines:
        told = {column: line.get(column) for column in ("documented_mib", "whole_mib", "accelerator_memory_mib")}
        figures = {int(figure) for figure in told.values() if figure}
        assert figures <= {knowledge.accelerators[line["accelerator"]].memory_mib.value}
        assert line["source"] in knowledge.sources if figures else not line["source"]


def test_a_missing_botocore_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who builds without the development dependencies learns what to install."""
    monkeypatch.setitem(sys.modules, "botocore.session", None)
    with pytest.raises(KnowledgeError, match=r"^botocore is missing: install the development dependencies"):
        ec2_names()


def test_a_missing_moto_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for moto."""
    monkeypatch.setattr(moto_answers, "find_spec", lambda _name: None)
    with pytest.raises(KnowledgeError, match=r"^moto is missing: install the development dependencies"):
        recorded_items()


def test_a_name_without_specification_and_reason_stops_the_build() -> None:
    """A new name in the enumeration is looked at by someone before it disappears."""
    with pytest.raises(InputError, match=r"z9\.large: no specification and no reason"):
        excluded_rows(["z9.large", "f1.2xlarge"], {"f1": "FPGA."})


def test_a_reason_belongs_to_a_type_or_to_its_family() -> None:
    """Families share a reason; one type of a living family has its own."""
    found = excluded_rows(["ml.p2.xlarge", "i3.metal", "f1.16xlarge", "f1.2xlarge"], {"f1": "FPGA.", "i3.metal": "Gone.", "ml.p2": "Old."})
    assert [(item["instance_type"], item["reason"]) for item in found] == [
        ("f1.2xlarge", "FPGA."),
        ("f1.16xlarge", "FPGA."),
        ("i3.metal", "Gone."),
        ("ml.p2.xlarge", "Old."),
    ]


def test_a_minimal_item_of_the_api_makes_a_row() -> None:
    """What an item leaves out is unknown, false or none, never invented."""
    made = row()
    assert (made["family"], made["size"], made["generation"], made["status"]) == ("x9", "large", 9, "current")
    assert (made["vcpu"], made["physical_cores"], made["memory_gib"], made["maker"]) == (2, 1, 3.75, "intel")
    assert (made["accelerator"], made["accelerator_count"], made["network_gbps"], made["efa"]) == (None, 0.0, None, False)
    assert (made["specification_source"], made["specification_as_of"]) == ("somewhere", "2026-07-20")


def test_the_generation_flag_makes_a_type_previous() -> None:
    """The API's own flag decides."""
    assert row(CurrentGeneration=False)["status"] == "previous"


@for_each(
    ("supported", "arch"),
    [(["i386", "x86_64"], "x86_64"), (["arm64"], "arm64"), (["arm64_mac"], "arm64"), (["x86_64_mac"], "x86_64"), (["i386"], "i386")],
)
def test_architectures_of_the_api(supported: list[str], arch: str) -> None:
    """A type that runs 64-bit systems counts as such."""
    assert row(ProcessorInfo={"SupportedArchitectures": supported, "Manufacturer": "AWS"})["arch"] == arch


@for_each(("info", "expected"), CASES["devices_of_the_api"])
def test_devices_of_the_api(info: dict[str, Any], expected: list[str | float | None]) -> None:
    """Each device gets its id, its count (a share where it is a part) and its memory."""
    made = row(**info)
    assert (made["accelerator"], made["accelerator_count"], made["accelerator_memory_mib"]) == tuple(expected)


def test_a_device_without_an_entry_is_refused() -> None:
    """A type with an unknown GPU never passes for one without."""
    with pytest.raises(UnknownAcceleratorError, match="no entry for Q9 of 1024 MiB"):
        row(GpuInfo={"Gpus": [{"Name": "Q9", "Count": 1, "MemoryInfo": {"SizeInMiB": 1024}}]})


@for_each(
    ("performance", "cards", "gbps"),
    [
        ("Up to 10 Gigabit", [2.5], 2.5),
        ("200 Gigabit", [200, 200], 200),
        ("3200 Gigabit", [100] * 32, 3200),
        ("4x 100 Gigabit", [], 400),
        ("Moderate", [], None),
    ],
)
def test_network_is_the_baseline_but_never_above_the_advertised(performance: str, cards: list[float], gbps: float | None) -> None:
    """Two cards of 200 Gbit/s in an instance sold with 200 give 200."""
    assert network_gbps({"NetworkPerformance": performance, "NetworkCards": [{"BaselineBandwidthInGbps": card} for card in cards]}) == gbps


def test_offerings_turn_round_to_regions_by_type() -> None:
    """Regions come sorted, each once, whatever the order of the answers."""
    offered = {"us-east-1": [{"InstanceType": "c5.large"}], "eu-west-1": [{"InstanceType": "c5.large"}, {"InstanceType": "c5.large"}]}
    assert regions_by_type(offered) == {"c5.large": ("eu-west-1", "us-east-1")}


def test_a_price_of_zero_is_no_price() -> None:
    """Lists that give 0 for capacity-only types do not make them free."""
    assert ec2_price(0.0) is None
    assert ec2_price(None) is None
    assert ec2_price(0.1, source="s", as_of=DAY) is not None


@for_each(("instance_type", "accelerated", "factor"), CASES["mark_ups_by_family_and_size"])
def test_mark_ups_by_family_and_size(instance_type: str, accelerated: bool, factor: float | None) -> None:  # noqa: FBT001  # a table's column
    """An estimate is the EC2 price times the mark-up seen for that kind; none is made where none was seen."""
    markups = read_markups(read_input("sagemaker_markups.csv"))
    quote = sagemaker_price(instance_type, accelerated=accelerated, ec2=ec2_price(10.0), published={}, markups=markups)
    assert (quote.usd_per_hour if quote else None) == (pytest.approx(10 * factor) if factor else None)
    assert quote is None or quote.kind == "estimated"


def test_without_an_ec2_price_there_is_no_estimate() -> None:
    """Nothing is multiplied out of nothing."""
    markups = read_markups(read_input("sagemaker_markups.csv"))
    assert sagemaker_price("trn2.48xlarge", accelerated=True, ec2=None, published={}, markups=markups) is None


def test_names_fall_into_parts() -> None:
    """Families with several numbers count the generation, not the terabytes."""
    assert split_name("p6-b200.48xlarge") == ("p6-b200", "48xlarge", 6)
    assert split_name("u-6tb1.112xlarge") == ("u-6tb1", "112xlarge", 1)
    assert split_name("u7i-12tb.224xlarge").generation == 7
    assert (family_letters("trn1n"), family_letters("g4dn")) == ("trn", "g")


def test_sizes_sort_from_small_to_metal() -> None:
    """Numbers count as numbers."""
    names = ["c5.metal", "c5d.large", "c5.12xlarge", "c5.2xlarge", "c5.xlarge", "c5.large", "c10.large", "c7a.metal-48xl"]
    assert sorted(names, key=natural_key) == [
        "c5.large",
        "c5.xlarge",
        "c5.2xlarge",
        "c5.12xlarge",
        "c5.metal",
        "c5d.large",
        "c7a.metal-48xl",
        "c10.large",
    ]


def test_every_input_table_is_described() -> None:
    """The README beside the inputs names each of them, with source and date."""
    text = (INPUTS / "README.md").read_text(encoding="utf-8")
    tables = {path.name for path in INPUTS.iterdir()} - {"README.md"}
    assert len(tables) == 9
    assert not {name for name in tables if f"`{name}`" not in text}
