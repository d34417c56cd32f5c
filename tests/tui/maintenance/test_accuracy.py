"""The page on accuracy: tables that add up, ranges that no model draws for itself, and the bars that the committed page meets."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from engine.sizing.shape import ModelKind
from engine.sizing.speed.load_performance import Load
from knowledge import Knowledge
from knowledge.schema.processor import ProcessorId
from tests.tui.maintenance.synthetic_cases import Kind, case, device, measured_by, shape, truth_of
from tui.maintenance import accuracy
from tui.maintenance.accuracy import INTRODUCTION, PROCESSOR_NAMES, BlindPrediction, accuracy_page
from tui.maintenance.measured_cases import Case, list_cases

COLUMNS = ["", "measurements", "models", "median factor", "90 % within", "within 2.0", "in range", "width"]
TABLES = ("Throughput", "Latency", "First token")
DOCS = Path(__file__).parents[3] / "docs"

Rows = dict[str, list[str]]


def tables(text: str) -> dict[str, Rows]:
    """Heading -> name of a row -> its cells; checks that every row has as many cells as the head."""
    found: dict[str, Rows] = {}
    for part in text.split("\n## ")[1:]:
        heading, *lines = part.strip().splitlines()
        head, ruler, *body = ([cell.strip() for cell in line[1:-1].split("|")] for line in lines if line.startswith("|"))
        assert head == COLUMNS
        assert ruler == ["---", *["---:"] * (len(COLUMNS) - 1)]
        assert all(len(cells) == len(COLUMNS) for cells in body)
        assert len({name for name, *_ in body}) == len(body)
        found[heading] = {name: cells for name, *cells in body}
    return found


def prediction(kind: Kind, quantity: str, factor: float, spread: float = 2.0) -> BlindPrediction:
    """A prediction that is off by `factor`."""
    return BlindPrediction(case(kind, throughput=10.0), quantity, math.log(factor), spread)


def level(rows: Rows) -> list[list[str]]:
    """Names of the processors, of their kinds of model, and of their devices."""
    processors = [name for name in rows if name.startswith("**") and name != "**all**"]
    kinds = [name for name in rows if ", " in name]
    return [processors, kinds, [name for name in rows if name not in {"**all**", *processors, *kinds}]]


MIXED = [
    prediction(Kind("a", "language-model", "gpu", "first"), "throughput", 1.0),
    prediction(Kind("a", "language-model", "gpu", "first"), "throughput", 1 / 1.5),
    prediction(Kind("b", "encoder", "gpu", "second"), "throughput", 3.0),
    prediction(Kind("c", "encoder", "inferentia", "third"), "throughput", 1.2, 1.1),
    prediction(Kind("a", "language-model", "gpu", "first"), "latency", 1.1),
    prediction(Kind("a", "language-model", "gpu", "first"), "token", 1.3),
    prediction(Kind("a", "language-model", "gpu", "first"), "first-token", 4.0, 5.0),
]


def test_figures_of_a_row() -> None:
    """Counts, models, the median factor whichever way it is off, the ninth of ten, the share within twice, in range, and the width."""
    rows = tables("\n".join(accuracy_page(MIXED)))["Throughput"]
    assert rows["**all**"] == ["4", "3", "1.35", "3.00", "75%", "50%", "4.0"]
    assert rows["**GPU**"] == ["3", "2", "1.50", "3.00", "67%", "67%", "4.0"]
    assert rows["**Inferentia**"] == ["1", "1", "1.20", "1.20", "100%", "0%", "1.2"]


def test_rows_stand_for_processors_then_kinds_then_devices() -> None:
    """Each measurement counts once in every level; names are sorted within it."""
    rows = tables("\n".join(accuracy_page(MIXED)))["Throughput"]
    assert list(rows) == [
        "**all**",
        *("**GPU**", "**Inferentia**"),
        *("GPU, encoder", "GPU, language-model", "Inferentia, encoder"),
        *("First", "Second", "Third"),
    ]
    assert [rows[name][0] for name in ("GPU, encoder", "GPU, language-model", "First", "Third")] == ["1", "2", "2", "1"]


def test_time_per_token_counts_as_latency() -> None:
    """The second table holds whole answers and tokens, the third times to the first token."""
    found = tables("\n".join(accuracy_page(MIXED)))
    assert list(found) == list(TABLES)
    assert found["Latency"]["**all**"][0] == "2"
    assert found["First token"]["**all**"] == ["1", "1", "4.00", "4.00", "0%", "100%", "25.0"]


def test_an_estimate_at_the_end_of_its_range_lies_within() -> None:
    """The ends of a range belong to it, as twice and half belong to the bar."""
    edge = [prediction(Kind(), quantity, 2.0, 2.0) for quantity in ("throughput", "latency", "first-token")]
    row = tables("\n".join(accuracy_page(edge)))["Throughput"]["**all**"]
    assert row == ["1", "1", "2.00", "2.00", "100%", "100%", "4.0"]


def test_a_model_does_not_draw_its_own_range() -> None:
    """However wrong a model is, its own range stays what the others draw, and theirs becomes wider."""

    def ranges(factor: float) -> dict[str, float]:
        off = {"a": factor, "b": 1.2, "c": 1.3}
        own = [(case(Kind(model)), "throughput", math.log(value)) for model, value in off.items() for _ in range(12)]
        return {one.case.model: one.range for one in accuracy._predict_group(own, own)}

    calm, wild = ranges(1.25), ranges(9.0)
    assert calm["a"] == wild["a"] == pytest.approx(1.3)
    assert wild["b"] == wild["c"] == pytest.approx(9.0)


def test_a_model_does_not_draw_its_range_through_other_processors() -> None:
    """Nor do its errors elsewhere count, where the range comes from all processors."""
    own = [(case(Kind("a")), "throughput", math.log(1.2))]
    elsewhere = [
        (case(Kind(model, processor="cpu")), "throughput", math.log(off)) for model, off in (("a", 9.0), ("b", 1.5)) for _ in range(12)
    ]
    (only,) = accuracy._predict_group(own, [*own, *elsewhere])
    assert only.range == pytest.approx(1.5)


def made_up() -> list[Case]:
    """Encoders and language models on two processors, measured as the starts predict, but for a tenth up and down."""
    found = []
    processors: tuple[ProcessorId, ...] = ("gpu", "trainium")
    kinds: tuple[ModelKind, ...] = ("encoder", "language-model")
    for processor, kind, size in itertools.product(processors, kinds, (0.1, 1.0, 3.0)):
        truth = truth_of("gpu" if processor == "gpu" else "neuron", {"passes.encoder.compute.16": 0.4, "decoder.stream.16": 0.8})
        loads = [Load(batch=batch, tokens_in=256 if kind != "encoder" else 0, tokens_out=64) for batch in (1, 4, 16, 64)]
        found += [measured_by(truth, shape(kind, f"{kind}-{size}", size), device(processor, processor), load) for load in loads]
    return found


@pytest.fixture
def folder(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own, which is not there yet, for the page and the plot of made-up measurements."""
    monkeypatch.setattr(accuracy, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(accuracy, "load", lambda: knowledge)
    monkeypatch.setattr(accuracy, "list_cases", lambda _: made_up())
    return tmp_path / "docs"


def test_the_command_writes_page_and_plot(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page holds the introduction and the tables that are printed; the plot has a point for each throughput."""
    assert accuracy.main() == 0
    text = (folder / "accuracy.md").read_text("utf-8")
    rows = tables(text)
    points = ET.parse(folder / "accuracy.svg").findall("{*}circle[@fill-opacity]")  # noqa: S314  # written by ourselves
    assert text == f"{INTRODUCTION}\n{capsys.readouterr().out}"
    assert rows["Throughput"]["**all**"][:2] == ["48", "6"]
    assert rows["First token"]["**all**"][:2] == ["24", "3"]
    assert len(points) == 48


@pytest.fixture(scope="module")
def committed() -> dict[str, Rows]:
    """The tables of the page that comes with the project."""
    text = (DOCS / "accuracy.md").read_text("utf-8")
    assert text.startswith(INTRODUCTION)
    return tables(text)


def test_the_committed_page_has_its_tables_and_its_plot(committed: dict[str, Rows]) -> None:
    """Three tables, and a plot with a point for each throughput of the first."""
    points = ET.parse(DOCS / "accuracy.svg").findall("{*}circle[@fill-opacity]")  # noqa: S314  # written by ourselves
    assert list(committed) == list(TABLES)
    assert len(points) == int(committed["Throughput"]["**all**"][0])


@pytest.mark.parametrize("table", TABLES)
def test_counts_of_the_committed_page_add_up(committed: dict[str, Rows], table: str) -> None:
    """The processors, their kinds of model and their devices each add up to all measurements."""
    rows = committed[table]
    for names in level(rows):
        assert sum(int(rows[name][0]) for name in names) == int(rows["**all**"][0])
    for name in level(rows)[0]:
        kinds = [kind for kind in level(rows)[1] if kind.startswith(f"{name.strip('*')}, ")]
        assert sum(int(rows[kind][0]) for kind in kinds) == int(rows[name][0])


def test_the_committed_page_counts_the_measurements_of_the_base(knowledge: Knowledge, committed: dict[str, Rows]) -> None:
    """Whoever adds measurements writes the page again."""
    counts = dict.fromkeys(TABLES, 0)
    for one in list_cases(knowledge):
        for quantity, *_ in one.compare_quantities(knowledge.efficiencies[one.device.processor]):
            counts[accuracy.TABLE_OF_QUANTITY[quantity].capitalize()] += 1
    assert {table: int(rows["**all**"][0]) for table, rows in committed.items()} == counts


def test_the_committed_page_meets_its_bars(committed: dict[str, Rows]) -> None:
    """Throughput of models that no fit had seen: half within 1.25, nine of ten within 2, ranges that hold nine of ten and stay below 3."""
    _, _, median, _, near, inside, width = committed["Throughput"]["**all**"]
    assert float(median) <= 1.25
    assert float(near.rstrip("%")) >= 90
    assert 85 <= float(inside.rstrip("%")) <= 95
    assert float(width) <= 3.0


def test_every_processor_has_a_name() -> None:
    """Whatever is measured has a row and a colour."""
    assert set(PROCESSOR_NAMES) == set(get_args(ProcessorId))
