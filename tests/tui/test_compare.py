"""`sizewise compare`: two to four of a kind, side by side."""

from __future__ import annotations

import json

import pytest

from tests.tui.conftest import Start


@pytest.mark.parametrize(
    "names",
    [
        ["g5", "inf2"],
        ["m5", "c5", "r5", "t3"],
        ["g5.xlarge", "ml.g6.xlarge"],
        ["lambda", "sagemaker serverless"],
        ["spot", "savings plan", "reserved"],
        ["cpu", "gpu", "inferentia", "trainium"],
        ["a10g", "l4"],
    ],
    ids=" ".join,
)
def test_things_of_a_kind_stand_side_by_side(names: list[str], inside: Start) -> None:
    """Text fits 80 columns, and JSON has one value per name in every row."""
    ended = inside("compare", *names)
    assert ended.status == 0
    lines = ended.out.splitlines()
    assert len(lines) > 8
    assert max(map(len, lines)) <= 80
    table = json.loads(inside("compare", *names, "--json").out)
    assert {len(row["values"]) for row in table["rows"]} == {len(names)}


def test_a_family_is_compared_by_what_the_catalogue_says(inside: Start) -> None:
    """The devices of Inf2 are those of its largest type, 12 and not 16."""
    rows = {row["field"]: row["values"] for row in json.loads(inside("compare", "g5", "inf2", "--json").out)["rows"]}
    assert rows["devices"] == ["1 to 8 × NVIDIA A10G, 22,888 MiB each", "1 to 12 × AWS Inferentia2, 32,768 MiB each"]
    assert rows["processor"] == ["gpu", "inferentia"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["g5"], "1 names are given"),
        (["g5", "g6", "p4d", "p5", "inf2"], "5 names are given"),
        (["g5", "lambda"], "Compare like with like"),
        (["g5", "qwertz"], 'knows nothing by "qwertz"'),
    ],
    ids=str,
)
def test_what_cannot_be_compared_is_told_in_one_line(names: list[str], words: str, inside: Start) -> None:
    """One name, too many, unlike things, unknown things."""
    ended = inside("compare", *names)
    assert (ended.status, ended.out) == (2, "")
    assert words in ended.err
    assert ended.err.count("\n") == 1
