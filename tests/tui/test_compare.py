"""`sizewise compare`: two to four of a kind, side by side."""

from __future__ import annotations

import json

from tests.tui.conftest import Start

COMPARED = (
    ["g5", "inf2"],
    ["m5", "c5", "r5", "t3"],
    ["g5.xlarge", "ml.g6.xlarge"],
    ["lambda", "sagemaker serverless"],
    ["spot", "savings plan", "reserved"],
    ["cpu", "gpu", "inferentia", "trainium"],
    ["a10g", "l4"],
)


def test_things_of_a_kind_stand_side_by_side(inside: Start) -> None:
    """Text fits 80 columns, and JSON has one value per name in every row."""
    for names in COMPARED:
        ended = inside("compare", *names)
        assert ended.status == 0, names
        lines = ended.out.splitlines()
        assert len(lines) > 8, names
        assert max(map(len, lines)) <= 80, names
        table = json.loads(inside("compare", *names, "--json").out)
        assert {len(row["values"]) for row in table["rows"]} == {len(names)}, names


def test_a_family_is_compared_by_what_the_catalogue_says(inside: Start) -> None:
    """The devices of Inf2 are those of its largest type, 12 and not 16."""
    rows = {row["field"]: row["values"] for row in json.loads(inside("compare", "g5", "inf2", "--json").out)["rows"]}
    assert rows["devices"] == ["1 to 8 × NVIDIA A10G, 22,888 MiB each", "1 to 12 × AWS Inferentia2, 32,768 MiB each"]
    assert rows["processor"] == ["gpu", "inferentia"]


REFUSED = (
    (["g5"], "1 names are given"),
    (["g5", "g6", "p4d", "p5", "inf2"], "5 names are given"),
    (["g5", "lambda"], "Compare like with like"),
    (["g5", "qwertz"], 'knows nothing by "qwertz"'),
)
"""Names, and words of the line that refuses them."""


def test_what_cannot_be_compared_is_told_in_one_line(inside: Start) -> None:
    """One name, too many, unlike things, unknown things."""
    for names, words in REFUSED:
        ended = inside("compare", *names)
        assert (ended.status, ended.out) == (2, ""), names
        assert words in ended.err, names
        assert ended.err.count("\n") == 1, names
