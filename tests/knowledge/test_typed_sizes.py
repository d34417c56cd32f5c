"""Instance types that people shorten, and sizes of machines that they look for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from knowledge import Knowledge
from knowledge.machine_sizes import MachineSize, read_machine_size, types_of_size
from knowledge.safe_yaml import read_mapping
from knowledge.type_shorthand import spell_out_types

CASES: dict[str, Any] = read_mapping((Path(__file__).parent / "typed_sizes.yaml").read_bytes(), "typed_sizes.yaml")


def test_a_shortened_type_is_written_out(knowledge: Knowledge) -> None:
    """Wherever it stands in a sentence."""
    assert {typed: spell_out_types(typed, knowledge.instances) for typed in CASES["shortened"]} == CASES["shortened"]


def test_what_is_no_type_stays_as_it_is(knowledge: Knowledge) -> None:
    """Sizes that do not exist, words that only look like a size, and types in full."""
    assert [typed for typed in CASES["unchanged"] if spell_out_types(typed, knowledge.instances) != typed] == []


def test_the_size_of_a_machine_is_read_with_its_units() -> None:
    """Memory of a device apart from that of the host, TB as 1,024 GB."""
    read = {typed: read_machine_size(typed) for typed in CASES["looked_for"]}
    assert read == {typed: MachineSize(**size) for typed, size in CASES["looked_for"].items()}
    assert [typed for typed in CASES["not_looked_for"] if read_machine_size(typed) is not None] == []


def test_types_of_a_size_have_all_of_it_and_none_is_left_out(knowledge: Knowledge) -> None:
    """Where memory of a GPU is asked for, types without GPU do not count, whatever memory they have."""
    found = {one.instance_type for one in types_of_size(MachineSize(gpu_gb=80, gpus=8), knowledge)}
    assert {"p5.48xlarge", "p4de.24xlarge"} <= found
    assert not {"p4d.24xlarge", "p5.4xlarge", "trn1.32xlarge", "r7i.48xlarge"} & found
    assert types_of_size(MachineSize(gpus=999), knowledge) == []
