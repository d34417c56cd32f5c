"""How AWS's bulk price list is fetched and read: whole or not at all, and only plain Linux hours."""

from __future__ import annotations

import socket
import tracemalloc
from pathlib import Path
from typing import Any, Final

import pytest

from knowledge.errors import InputError
from knowledge.refresh.download import Limits, TransferError, read_lines
from knowledge.refresh.price_list import PriceList, check_region, read_price_list
from knowledge.refresh.progress import Progress, ignore_progress
from tests.case_tables import for_each, read_table
from tests.knowledge.refresh.offer_server import EC2_HEAD, SAGEMAKER_HEAD, Answer, ec2_row, ml_row, offer, path, serving

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("price_list_cases.yaml"))

FAST = Limits(silence_s=0.3, tries=2, pause_s=0.0)


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no proxy of this machine stand between a test and its server."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def read_answers(answer: Answer | list[str], code: str = "AmazonEC2", region: str = "us-east-1", limits: Limits = FAST) -> PriceList:
    """Read `answer`, or an offer of rows, from a server."""
    served = answer if isinstance(answer, Answer) else Answer(offer(code, answer))
    with serving({path(code, region): served}) as base:
        return read_price_list(code, region, base=base, limits=limits, report=ignore_progress)


def test_a_plain_linux_hour_is_a_price() -> None:
    """The price is that of the row, the date that of the file's head."""
    found = read_answers([ec2_row("m5.large", "0.0960000000"), ec2_row("m5.metal", 4.608)])
    assert found == PriceList("2026-11-20T22:53:08Z", {"m5.large": 0.096, "m5.metal": 4.608}, ())


@for_each("change", CASES["every_other_row_is_passed_over"])
def test_every_other_row_is_passed_over(change: dict[str, str]) -> None:
    """Reservations, other systems, tenancies, software, capacity states, markets and zones are not the price."""
    assert read_answers([ec2_row("m5.large", 0.096), ec2_row("m5.large", 9.9, **change)]).prices == {"m5.large": 0.096}


def test_a_price_of_zero_is_no_price() -> None:
    """Types that are sold only in other ways stand in the list with 0."""
    assert read_answers([ec2_row("m5.large", 0.096), ec2_row("p5e.48xlarge", "0.0000000000")]).prices == {"m5.large": 0.096}


def test_a_list_of_zeros_is_refused() -> None:
    """A list without any price is an error, not an empty catalogue."""
    with pytest.raises(InputError, match="holds no hourly on-demand price of us-east-1"):
        read_answers([ec2_row("m5.large", 0)])


def test_two_prices_for_one_type_are_reported_and_neither_is_taken() -> None:
    """Sizewise does not guess which one holds; the same price twice is one price."""
    found = read_answers([ec2_row("m5.large", 0.096), ec2_row("m5.large", 0.1), ec2_row("c5.large", 0.085), ec2_row("c5.large", 0.085)])
    assert (found.prices, found.ambiguous) == ({"c5.large": 0.085}, ("m5.large",))


@for_each("price", ["nan", "inf", "free", ""])
def test_a_price_that_is_no_number_is_refused(price: str) -> None:
    """The message names the line and the value."""
    with pytest.raises(InputError, match=f'line 7 has the price "{price}"'):
        read_answers([ec2_row("m5.large", price)])


def test_hosting_prices_come_without_the_prefix_and_before_training_prices() -> None:
    """Hosting is the price; training stands in for a type that is not sold for hosting; other components do not count."""
    rows = [
        ml_row("ml.trn1.2xlarge", 1.7, "Training", "Train"),
        ml_row("ml.g5.xlarge", 1.5, "Training", "Train"),
        ml_row("ml.g5.xlarge", 1.408),
        ml_row("ml.g5.xlarge", 1.6, "Training", "Train"),
        ml_row("ml.p6-b200.48xlarge", 113.9),
        ml_row("ml.t3.medium", 0.05, "Notebook", "Notebk"),
    ]
    found = read_answers(rows, "AmazonSageMaker")
    assert found.prices == {"trn1.2xlarge": 1.7, "g5.xlarge": 1.408, "p6-b200.48xlarge": 113.9}


def test_older_sagemaker_lists_tell_component_and_name_in_other_columns() -> None:
    """The usage type and a name with the component appended serve as well."""
    head = SAGEMAKER_HEAD.replace('"Component"', '"Other"').replace('"Instance Name"', '"Instance Type"')
    rows = [ml_row("ml.g5.xlarge", 1.408, "").replace('"ml.g5.xlarge","us', '"ml.g5.xlarge-Hosting","us')]
    assert read_answers(Answer(offer("AmazonSageMaker", rows, head=head)), "AmazonSageMaker").prices == {"g5.xlarge": 1.408}


@for_each(
    ("body", "complaint"),
    [
        (b"<html>Sign in to the hotel's network</html>\n", "instead of FormatVersion"),
        (offer("AmazonRDS", []), 'it is the list of "AmazonRDS"'),
        (offer("AmazonEC2", [], head=EC2_HEAD.replace("Tenancy", "Housing")), "it lacks the columns tenancy"),
        (offer("AmazonEC2", [ec2_row("m5.large", 1).rpartition(",")[0]]), "line 7 has 22 fields instead of 23"),
        (offer("AmazonEC2", [])[:40], "ends before the names of its columns"),
        (b'"FormatVersion","v1.0"\n' + b"x\n" * 30, "no names of columns in its first 20 lines"),
        (b"\xff\xfe\n", "line 1 is not CSV"),
        (b"", "ends before the names of its columns"),
    ],
)
def test_what_is_no_price_list_is_refused_in_one_line(body: bytes, complaint: str) -> None:
    """The message names what is wrong."""
    with pytest.raises(InputError) as caught:
        read_answers(Answer(body))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_truncated_download_is_refused_after_the_last_try() -> None:
    """Fewer bytes than announced are an error, although every line that came is well-formed."""
    body = offer("AmazonEC2", [ec2_row("m5.large", 0.096)])
    cut = Answer(body, announced=len(body) + 500)
    with pytest.raises(TransferError, match=r"cut short"):
        read_answers(cut)
    assert cut.asked == FAST.tries


@for_each("bad", [Answer(status=500), Answer(status=429), Answer(b"half", announced=9)])
def test_a_passing_failure_is_tried_again_from_the_start(bad: Answer) -> None:
    """What a failed try found does not count."""
    good = Answer(offer("AmazonEC2", [ec2_row("m5.large", 0.096)]), first=[bad])
    assert read_answers(good).prices == {"m5.large": 0.096}
    assert good.asked == 2


def test_a_server_that_keeps_failing_is_named_with_its_status() -> None:
    """One line with the status, after as many tries as allowed."""
    failing = Answer(status=503)
    with pytest.raises(InputError, match="the server answers HTTP 503"):
        read_answers(failing)
    assert failing.asked == FAST.tries


@for_each("status", [403, 404])
def test_a_region_without_a_price_list_is_named(status: int) -> None:
    """AWS answers 403 or 404 for a file that does not exist; no second try."""
    absent = Answer(status=status)
    with pytest.raises(InputError, match=f"AWS has no AmazonEC2 price list for eu-north-7 .HTTP {status}"):
        read_answers(absent, region="eu-north-7")
    assert absent.asked == 1


def test_a_server_that_falls_silent_is_given_up() -> None:
    """No byte within the limit ends the try."""
    slow = Answer(offer("AmazonEC2", [ec2_row("m5.large", 0.096)]), silent_s=0.6)
    with pytest.raises(InputError, match=r"silent|in time"):
        read_answers(slow, limits=Limits(silence_s=0.1, tries=1))


def test_nobody_there_is_one_line() -> None:
    """A refused connection names the address and the reason."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(InputError, match=r"cannot be reached \(Connection refused\)"):
            read_price_list("AmazonEC2", "us-east-1", base=address, limits=FAST, report=ignore_progress)


@for_each("address", ["ftp://pricing", "file:///etc/passwd", "", "https://[", "http://"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    """Only http and https are fetched: never a local file."""
    with pytest.raises(InputError, match=r"web address|cannot be reached"):
        list(read_lines(address, FAST, lambda *_: None))


def test_a_file_larger_than_allowed_is_refused_before_and_while_it_comes() -> None:
    """The announced size counts, and where none is announced the bytes do."""
    rows = [ec2_row("m5.large", 0.096)] * 50
    small = Limits(file_bytes=2000, tries=1)
    for answer in (Answer(offer("AmazonEC2", rows)), Answer(offer("AmazonEC2", rows), chunked=True)):
        with pytest.raises(InputError, match="larger than the 2,000 bytes"):
            read_answers(answer, limits=small)


def test_a_line_without_an_end_does_not_fill_the_memory() -> None:
    """A line has a limit too."""
    with pytest.raises(InputError, match="a line is longer than 1,000 bytes"):
        read_answers(Answer(b"x" * 400_000), limits=Limits(line_bytes=1000, tries=1))


def test_a_download_that_takes_too_long_is_given_up() -> None:
    """The whole file has a time limit, so that a trickle does not hold the lock for ever."""
    with pytest.raises(InputError, match="not finished after 0 seconds"):
        read_answers(Answer(offer("AmazonEC2", [])), limits=Limits(whole_s=0.0, tries=1))


def test_chunks_that_mark_their_end_are_whole_and_others_are_not() -> None:
    """Without a Content-Length the transfer itself must tell that it is complete."""
    body = offer("AmazonEC2", [ec2_row("m5.large", 0.096)])
    assert read_answers(Answer(body, chunked=True)).prices == {"m5.large": 0.096}
    with pytest.raises(InputError, match="cut short"):
        read_answers(Answer(body, chunked=True, announced=0))
    with pytest.raises(InputError, match="does not tell the size"):
        read_answers(Answer(body, announced=-1))


def test_a_large_file_is_read_with_flat_memory_and_reports_bytes_and_rows() -> None:
    """Five megabytes of reservations take a few blocks of memory."""
    rows = [ec2_row("m5.large", 0.096), *[ec2_row("m5.large", 0.05, term="Reserved")] * 20_000]
    body, seen = offer("AmazonEC2", rows), list[Progress]()
    with serving({path("AmazonEC2"): Answer(body)}) as base:
        tracemalloc.start()
        read_price_list("AmazonEC2", "us-east-1", base=base, limits=FAST, report=seen.append)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert len(body) > 4_000_000
    assert peak < 2_000_000
    assert (seen[-1].step, seen[-1].done_bytes, seen[-1].total_bytes, seen[-1].rows) == ("AmazonEC2 price list", len(body), len(body), 1)
    assert [step.done_bytes for step in seen] == sorted(step.done_bytes for step in seen)


@for_each("region", ["us-east-1", "ap-southeast-3", "us-gov-west-1"])
def test_region_codes_are_accepted(region: str) -> None:
    """The code comes back."""
    assert check_region(region, []) == region


@for_each("region", ["us-east", "../../etc", "US-EAST-1", "us-east-1/x", "", "us east 1"])
def test_what_is_no_region_code_never_reaches_an_address(region: str) -> None:
    """The message suggests the nearest region."""
    with pytest.raises(InputError, match="is no region code"):
        check_region(region, ["us-east-1"])
