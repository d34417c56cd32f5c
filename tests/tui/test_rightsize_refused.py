"""What `sizewise rightsize` says of files and options that are wrong, or made to hurt; tests/security has names that are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tui.conftest import Start
from tests.tui.fleets import SMALL, write_csv, write_lines


def metric_at(time: bytes, *, value: bytes = b"1") -> bytes:
    """A metric of CloudWatch with one measure."""
    return b'{"MetricDataResults": [{"Id": "a", "Label": "CPUUtilization", "Timestamps": [%s], "Values": [%s]}]}' % (time, value)


HOSTILE = {
    "nothing": (b"", "there is nothing in it"),
    "a head alone without a type": (b"resource,cpu_p99\n", "instance_type: the table has no such column"),
    "a head with a typing error": (b"resource,instanc_type\n", "Is it instanc_type?"),
    "binary": (b"\x80\xfe\x00\x01\xff" * 500, "resource: the table has no such column"),
    "another document": (b'{"a": {"b": 1}}', "none of the shapes"),
    "half a document": (b'{"MetricDataResults": [', "cannot be read"),
    "deep brackets": (b"[" * 100_000, "cannot be read"),
    "metadata of an export": (b'{"@context": [],\n "tableSchema": {}}', "the .csv that lies beside it"),
    "an export of groups": (b"accountId,autoScalingGroupArn,recommendations_count\n1,arn:x,0\n", "is not of instances"),
    "a broken Parquet file": (b"PAR1" + b"\x00" * 100, "Parquet file cannot be read"),
    "an empty list": (b"[]", "there is nothing in it"),
    "half a list": (b'[{"resource": "a"}', "truncated"),
    "a list without commas": (b'[{"resource": "a"} {"resource": "b"}]', "malformed"),
    "a list of empty rows": (b"[" + b"{}, " * 2_000_000 + b"{}]", "its rows are empty, 1,000 of 1,000 read"),
    "a time of 400 digits": (metric_at(b"9" * 400), "Timestamps"),
    "a time of 400 digits as text": (metric_at(b'"' + b"9" * 400 + b'"'), "Timestamps"),
    "a time beyond the calendar": (metric_at(b"1e300"), "Timestamps"),
    "a value of 400 digits": (metric_at(b"1700000000", value=b"9" * 400), "Values"),
}


def test_a_file_of_another_kind_is_refused_with_one_line(inside: Start, tmp_path: Path) -> None:
    """It names the file and what to give instead; nothing is printed."""
    path = tmp_path / "given.file"
    for it, (content, words) in HOSTILE.items():
        path.write_bytes(content)
        ended = inside("rightsize", str(path), "--json")
        assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1), (it, ended)
        assert "given.file" in ended.err, (it, ended)
        assert words in ended.err, (it, ended)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gone.csv"], ["file:", '"gone.csv"', "No such file"]),
        (["."], ["file:", "is a folder"]),
        (["-", "-"], ["file:", "stands twice"]),
        (["f.csv", "--risk", "lowish"], ["--risk", '"lowish"', "low"]),
        (["f.csv", "--headroom", "100"], ["--headroom", '"100"']),
        (["f.csv", "--min-data", "long"], ["--min-data", '"long"']),
        (["f.csv", "--lookback", "0"], ["--lookback", '"0"']),
        (["f.csv", "--limit", "0"], ["--limit", '"0"']),
        (["f.csv", "--region", "us-esat-1"], ["--region", '"us-esat-1"', "us-east-1"]),
        (["f.csv", "--lens", "tomorrow"], ["--lens", '"tomorrow"']),
        (["f.csv", "--instance", "m5.lrge"], ["instance_type", '"m5.lrge"', "m5.large"]),
        (["f.csv", "--policy", "gone.yaml"], ["--policy", "gone.yaml"]),
        (["f.csv", "--queries", "f.csv"], ["f.csv", "JSON"]),
        (["f.csv", "--json", "--csv"], ["--csv", "not allowed with"]),
        ([], ["FILE"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_wrong_option_gets_one_line(
    arguments: list[str], words: list[str], inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the option, the value and the nearest valid one."""
    monkeypatch.chdir(tmp_path)
    write_csv(Path("f.csv"), SMALL)
    ended = inside("rightsize", *arguments)
    assert (ended.status, ended.out) == (2, ""), ended
    assert ended.err.count("\n") == 1
    assert [word for word in words if word not in ended.err] == [], ended.err


def test_a_list_is_read_row_by_row_whatever_its_spaces_and_pieces(inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long one, cut into pieces anywhere, gives what JSON Lines of the same rows give; a break in it is one more bad row."""
    fleet = [{**row, "resource": f"ä {number} 𝛼"} for number, row in enumerate(SMALL)]
    expected = inside("rightsize", str(write_lines(tmp_path / "fleet.jsonl", fleet)), "--csv").out
    path = tmp_path / "fleet.json"
    monkeypatch.setattr("tui.cli.rightsize.input_file._LONG_DOCUMENT_BYTES", 0)
    for indent in (None, 1):
        path.write_text(json.dumps(fleet, indent=indent, ensure_ascii=False), encoding="utf-8")
        for size in (1, 7, 1_000_000):
            monkeypatch.setattr("tui.cli.rightsize.input_file._PIECE_BYTES", size)
            assert inside("rightsize", str(path), "--csv").out == expected
    path.write_text(json.dumps(fleet)[:-1], encoding="utf-8")
    ended = inside("rightsize", str(path), "--csv")
    assert ended.status == 0
    assert "the list does not end" in ended.err


def test_of_many_rows_that_cannot_be_read_a_thousand_are_told(inside: Start, tmp_path: Path) -> None:
    """The others are counted."""
    path = write_lines(tmp_path / "fleet.jsonl", [SMALL[0], *[{"resource": "x", "instance_type": "m5.lagre"}] * 3_000])
    ended = inside("rightsize", str(path))
    assert ended.status == 0
    assert len(ended.err.splitlines()) < 1_010
    assert "3,000 rows that could not be read" in ended.out
