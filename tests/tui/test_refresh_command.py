"""`sizewise catalog refresh` on the command line: one answer, one-line mistakes, progress only where somebody looks."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.refresh import refresh as refresh_module
from knowledge.refresh.progress import Progress
from tests.knowledge.refresh.offer_server import Answer, own_state, path, serving, whole_offers
from tests.tui.contract import breaches
from tui.cli.catalog.refresh import ProgressLine, describe_progress
from tui.cli.main import main
from tui.cli.schema import command_schema


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test its own folder for refreshed catalogues."""
    return own_state(tmp_path / "state", monkeypatch)


@pytest.fixture(scope="module")
def offers() -> Iterator[str]:
    """Serve a price list with one dearer, one cheaper, one gone and one hundredfold price."""
    with serving(whole_offers({"m5.large": 0.1, "c5.large": 0.08, "c5.xlarge": None, "r5.large": 12.6})) as base:
        yield base


def run(*arguments: str) -> int:
    """Run `sizewise catalog refresh --prices` with further arguments."""
    return main(["catalog", "refresh", "--prices", *arguments])


def test_the_answer_counts_what_changed(offers: str, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts by direction, tenfold changes one by one, and where the catalogue stands."""
    assert run("--price-list", offers) == 0
    out, err = capsys.readouterr()
    assert "EC2        2 up, 1 down, " in out
    assert " 0 new, 1 gone" in out
    assert "more than tenfold at EC2: r5.large from 0.126 to 12.6 USD per hour" in out
    assert str(state / "catalog") in out
    assert err == ""


def test_a_dry_run_says_that_nothing_was_replaced(offers: str, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The counts are those of the real run."""
    assert run("--price-list", offers, "--dry-run") == 0
    out = capsys.readouterr().out
    assert "2 up, 1 down" in out
    assert "Nothing was replaced" in out
    assert not state.exists()


def test_json_is_one_document(offers: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With the counts, the dates and what jumped."""
    assert run("--price-list", offers, "--dry-run", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["prices"]["up"], document["prices"]["down"], document["prices"]["gone"]) == (2, 1, 1)
    assert document["prices"]["jumps"] == [{"instance_type": "r5.large", "from": 0.126, "to": 12.6}]
    assert document["compared_with"] == {"region": "us-east-1", "as_of": "2026-07-20"}
    assert document["dry_run"] is True
    assert breaches(document, command_schema("catalog-refresh")) == []


def test_an_empty_address_of_a_price_list_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no address, and AWS is not asked in its stead: nothing goes to the network."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr("socket.socket.connect", refuse)
    for empty in ("", "  "):
        assert run("--price-list", empty, "--dry-run") == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert "--price-list" in err


def test_a_failure_is_one_line_and_exit_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, with the catalogue that stays."""
    with serving({path("AmazonEC2"): Answer(status=404)}) as base:
        assert run("--price-list", base) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("refresh: region: AWS has no AmazonEC2 price list for us-east-1 (HTTP 404)")
    assert err.endswith("The catalogue of 2026-07-20 stays in place.\n")


def test_a_region_that_does_not_exist_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    """Written as a region's code it may be a new one, so only AWS can tell."""
    with serving({path("AmazonEC2", "eu-wst-1"): Answer(status=403)}) as base:
        assert run("--price-list", base, "--region", "eu-wst-1") == 2
    said = "refresh: region: AWS has no AmazonEC2 price list for eu-wst-1 (HTTP 403). Did you mean eu-west-1? The catalogue of"
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.parametrize(("region", "nearest"), [("eu west 1", "eu-west-1"), ("us-east1", "us-east-1")])
def test_a_misspelt_region_suggests_the_nearest(region: str, nearest: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is fetched."""
    assert run("--region", region) == 2
    assert f"Did you mean {nearest}? The catalogue" in capsys.readouterr().err


def test_an_interrupt_says_which_catalogue_stays(
    offers: str, state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit status 130 and one line."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(refresh_module, "_check_draft", interrupted)
    assert run("--price-list", offers) == 130
    assert capsys.readouterr().err == "Stopped. The catalogue of 2026-07-20 stays in place.\n"
    assert not (state / "catalog").exists()


class Terminal(io.StringIO):
    """Text that takes itself for a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(("options", "shown"), [((), True), (("--quiet",), False)])
def test_progress_is_shown_on_a_terminal_unless_it_is_unwanted(
    options: tuple[str, ...],
    shown: bool,  # noqa: FBT001  # a parameter of the test
    offers: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The line is written over itself and gone at the end."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run("--price-list", offers, *options) == 0
    text = terminal.getvalue()
    assert ("AmazonEC2 price list: " in text, "checking" in text) == (shown, shown)
    assert "\n" not in text
    assert text.endswith("\r") is shown


def test_progress_tells_bytes_total_and_rows() -> None:
    """What is not known is left out."""
    assert (
        describe_progress(Progress("AmazonEC2 price list", 120_000_000, 310_400_000, 812))
        == "AmazonEC2 price list: 120 of 310 MB, 812 found"
    )
    assert describe_progress(Progress("AmazonEC2 price list", 120_000_000)) == "AmazonEC2 price list: 120 MB"
    assert describe_progress(Progress("offerings of us-east-1", rows=1375)) == "offerings of us-east-1: 1,375 found"
    assert describe_progress(Progress("checking")) == "checking"


def test_the_same_line_is_not_written_again_and_a_shorter_one_covers_it() -> None:
    """A terminal is written to only where something changed."""
    written: list[str] = []
    line = ProgressLine(written.append)
    for step in ("replacing", "replacing", "done"):
        line(Progress(step))
    line.clear()
    line.clear()
    assert written == ["\rreplacing", "\rdone     ", "\r    \r"]
