"""A price list on this machine, for the tests of the refresh: small bulk files behind an HTTP server on 127.0.0.1."""

from __future__ import annotations

import csv
import http.server
import io
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import pytest

EC2_HEAD = (
    '"SKU","OfferTermCode","RateCode","TermType","PriceDescription","EffectiveDate","StartingRange","EndingRange","Unit","PricePerUnit",'
    '"Currency","Product Family","Location Type","Instance Type","Tenancy","Operating System","License Model","usageType","operation",'
    '"CapacityStatus","MarketOption","Pre Installed S/W","Region Code"'
)
SAGEMAKER_HEAD = (
    '"SKU","OfferTermCode","RateCode","TermType","PriceDescription","EffectiveDate","StartingRange","EndingRange","Unit","PricePerUnit",'
    '"Currency","Product Family","Location Type","usageType","operation","Component","Instance Name","Region Code"'
)
PACKAGED = Path(str(files("knowledge") / "data" / "catalog"))
_FEW = frozenset({"c5", "g5", "inf2", "m5", "m7i", "p5", "p5e", "t3", "trn1"})
"""Families: of all kinds of processor, with and without SageMaker, one that is not sold by the hour."""


def offer(code: str, rows: list[str], *, head: str = "") -> bytes:
    """Put a bulk file of offer `code` together, with AWS's five lines of metadata and the `rows`."""
    metadata = [
        '"FormatVersion","v1.0"',
        '"Disclaimer","For tests, only"',
        '"Publication Date","2026-11-20T22:53:08Z"',
        '"Version","20261120225308"',
        f'"OfferCode","{code}"',
        head or (EC2_HEAD if code == "AmazonEC2" else SAGEMAKER_HEAD),
    ]
    return "\n".join([*metadata, *rows, ""]).encode()


def ec2_row(name: str, price: object, **changes: str) -> str:
    """Write a row of the EC2 offer: a plain Linux hour, but for `changes`."""
    cells = {
        "term": "OnDemand",
        "unit": "Hrs",
        "currency": "USD",
        "place": "AWS Region",
        "tenancy": "Shared",
        "system": "Linux",
        "operation": "RunInstances",
        "capacity": "Used",
        "market": "OnDemand",
        "software": "NA",
        "region": "us-east-1",
        **changes,
    }
    return (
        f'"K","J","R","{cells["term"]}","{name}","2026-11-01","0","Inf","{cells["unit"]}","{price}","{cells["currency"]}",'
        f'"Compute Instance","{cells["place"]}","{name}","{cells["tenancy"]}","{cells["system"]}","No License required",'
        f'"BoxUsage:{name}","{cells["operation"]}","{cells["capacity"]}","{cells["market"]}","{cells["software"]}","{cells["region"]}"'
    )


def ml_row(name: str, price: object, component: str = "Hosting", usage: str = "Host") -> str:
    """Write a row of the SageMaker offer."""
    return (
        f'"K","J","R","OnDemand","{name}","2026-11-01","0","Inf","Hrs","{price}","USD","ML Instance","AWS Region",'
        f'"USE1-{usage}:{name}","RunInstance","{component}","{name}","us-east-1"'
    )


def packaged_prices(table: str = "prices.csv", catalog: Path = PACKAGED) -> dict[str, float]:
    """Type -> USD per hour in a catalogue, the packaged one by default."""
    rows = csv.DictReader(io.StringIO((catalog / table).read_text(encoding="utf-8")))
    return {row["instance_type"]: float(row["usd_per_hour"]) for row in rows if row["usd_per_hour"]}


def whole_offers(
    changes: Mapping[str, float | None] | None = None, *, factor: float = 1.0, region: str = "us-east-1", catalog: Path = PACKAGED
) -> dict[str, Answer]:
    """Give both offers of `region` with the prices of `catalog` times `factor`; `changes` sets prices of EC2, None leaves a type out."""
    prices = {name: price * factor for name, price in packaged_prices(catalog=catalog).items()} | dict(changes or {})
    ec2 = [ec2_row(name, price, region=region) for name, price in prices.items() if price is not None]
    listed = packaged_prices("sagemaker.csv", catalog)
    ml = [ml_row(f"ml.{name}", price).replace("us-east-1", region) for name, price in listed.items()]
    return {
        path("AmazonEC2", region): Answer(offer("AmazonEC2", ec2)),
        path("AmazonSageMaker", region): Answer(offer("AmazonSageMaker", ml)),
    }


def own_state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep refreshed catalogues in this folder; no proxy stands between a test and its server."""
    monkeypatch.setenv("SIZEWISE_DATA", str(folder))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    return folder


def with_few_types(folder: Path) -> Path:
    """Make `folder` the packaged knowledge with the types of some families: a whole catalogue takes ten times as long."""
    for item in PACKAGED.parent.iterdir():
        if item != PACKAGED:
            (folder / item.name).symlink_to(item)
    (folder / PACKAGED.name).mkdir()
    for table in PACKAGED.iterdir():
        head, *rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = rows if table.suffix != ".csv" else [row for row in rows if row.partition(".")[0] in _FEW]
        (folder / PACKAGED.name / table.name).write_text("".join([head, *kept]), encoding="utf-8")
    return folder


def path(code: str, region: str = "us-east-1") -> str:
    """Say where an offer stands."""
    return f"/offers/v1.0/aws/{code}/current/{region}/index.csv"


@dataclass
class Answer:
    """What the server gives for one path."""

    body: bytes = b""
    status: int = 200
    announced: int | None = None
    """Content-Length, where it is not the true one; -1 for none at all."""
    silent_s: float = 0.0
    """Pause in the middle of the body."""
    chunked: bool = False
    first: list[Answer] = field(default_factory=list)
    """Answers given before this one, each once."""
    asked: int = 0


@contextmanager
def serving(answers: Mapping[str, Answer]) -> Iterator[str]:
    """Serve `answers` (path -> answer); the address of the server."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            last = answers.get(self.path, Answer(status=404))
            last.asked += 1
            _send(self, last.first.pop(0) if last.first else last)

        def log_message(self, *_: object) -> None:
            """Keep the tests' output clean."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _send(handler: http.server.BaseHTTPRequestHandler, answer: Answer) -> None:
    handler.close_connection = True
    body, half = memoryview(answer.body), len(answer.body) // 2
    try:
        handler.send_response(answer.status)
        if answer.chunked:
            handler.send_header("Transfer-Encoding", "chunked")
        elif answer.announced != -1:
            handler.send_header("Content-Length", str(len(answer.body) if answer.announced is None else answer.announced))
        handler.end_headers()
        for part in (body[:half], body[half:]):
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), bytes(part)) if answer.chunked else part)
            handler.wfile.flush()
            time.sleep(answer.silent_s)
        if answer.chunked and answer.announced is None:
            handler.wfile.write(b"0\r\n\r\n")
    except (BrokenPipeError, ConnectionResetError):  # the reader has given up, as it should
        pass
