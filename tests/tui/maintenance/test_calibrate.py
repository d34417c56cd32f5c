"""The files that calibration writes, and the ones that come with the package: readable, current, and near what they were fitted to."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import yaml

from engine.sizing.speed.load_performance import Load
from knowledge import Knowledge
from knowledge.loader import load_yaml
from knowledge.schema.efficiency import Efficiency
from knowledge.store import packaged_data
from tests.tui.maintenance.synthetic_cases import coefficient, device, measured_by, paths, shape, truth_of
from tui.maintenance import calibrate
from tui.maintenance.coefficient_knobs import start_tree
from tui.maintenance.measured_cases import GROUPS, Case, list_cases, log_errors

PROCESSORS = ("gpu", "inferentia", "trainium", "cpu", "other")
PATH = "training.encoder.compute.16"


def made_up() -> list[Case]:
    """A few encoders trained on a GPU and on Trainium, which sustain other shares of their peaks, and language models that answer."""
    found = []
    for (processor, share), size in itertools.product({"gpu": 0.45, "neuron": 0.35}.items(), (0.1, 0.3, 1.0, 3.0)):
        on = device("first", "gpu" if processor == "gpu" else "trainium")
        truth = truth_of(processor, {PATH: share})
        found += [
            measured_by(truth, shape("encoder", f"m{size}", size), on, Load(stage="training", devices=devices)) for devices in (1, 2, 4, 8)
        ]
        found.append(measured_by(truth, shape("language-model", f"l{size}", size), on, Load(tokens_in=512, tokens_out=64)))
    return found


@pytest.fixture(scope="module")
def output_folder(knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of our own with what the command writes from made-up measurements."""
    folder = tmp_path_factory.mktemp("data") / "efficiencies"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(calibrate, "packaged_data", lambda: folder.parent)
        patched.setattr(calibrate, "load", lambda: knowledge)
        patched.setattr(calibrate, "list_cases", lambda _: made_up())
        assert calibrate.main() == 0
        yield folder


def records(folder: Path) -> dict[str, Efficiency]:
    """The files as the base reads them."""
    return load_yaml(folder.parent)["efficiencies"]


def test_the_base_reads_what_the_command_writes(output_folder: Path) -> None:
    """One file a processor, each a valid record which says that the command wrote it, and from how much."""
    found = records(output_folder)
    assert set(found) == set(PROCESSORS)
    assert all((output_folder / f"{name}.yaml").read_text("utf-8").startswith(calibrate.HEAD) for name in found)
    assert "fitted to 20 published measurements" in found["gpu"].summary
    assert "fitted to 0 published measurements" in found["cpu"].summary


def test_the_command_tells_what_it_fitted(output_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line a processor on the error stream; the files are the answer, and a second run changes no byte of them."""
    before = {path.name: path.read_bytes() for path in output_folder.iterdir()}
    assert calibrate.main() == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert {f"{line.split(':')[0]}.yaml" for line in printed.err.splitlines()} == set(before)
    assert "gpu: 20 measurements of 8 models" in printed.err
    assert "cpu: 0 measurements of 0 models" in printed.err
    assert {path.name: path.read_bytes() for path in output_folder.iterdir()} == before


def test_written_coefficients_are_those_of_the_fit(output_folder: Path) -> None:
    """What was measured is near what made it, what was not keeps its start, and both Neuron processors share one fit."""
    found = records(output_folder)
    for name, share in {"gpu": 0.45, "trainium": 0.35}.items():
        fitted = coefficient(found[name], PATH) * found[name].devices["first"].training
        assert fitted == pytest.approx(share, rel=0.1)
    for path, value in paths(start_tree("cpu")).items():
        assert coefficient(found["cpu"], ".".join(path)) == value
    for part in ("decoder", "passes", "training", "devices", "spread"):
        assert getattr(found["inferentia"], part) == getattr(found["trainium"], part)


def test_numbers_are_written_with_three_digits(output_folder: Path) -> None:
    """No file says more digits than the measurements bear."""
    for name in PROCESSORS:
        numbers = re.findall(r": (-?\d+\.\d+(?:e[+-]?\d+)?)$", (output_folder / f"{name}.yaml").read_text("utf-8"), re.MULTILINE)
        assert len(numbers) > 100
        assert all(float(number) == float(f"{float(number):.3g}") for number in numbers)


@pytest.mark.usefixtures("output_folder")
def test_facts_are_as_old_as_the_last_source_that_was_read(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The date of a file is the day on which the newest of its sources was read."""
    folder = tmp_path / "efficiencies"
    folder.mkdir()
    monkeypatch.setattr(calibrate, "packaged_data", lambda: tmp_path)
    by_day = sorted(knowledge.sources, key=lambda identity: knowledge.sources[identity].read)
    oldest, newest = by_day[0], by_day[-1]
    assert knowledge.sources[oldest].read < knowledge.sources[newest].read
    mixed = [
        dataclasses.replace(case, measurement=msgspec.structs.replace(case.measurement, source=source))
        for case, source in zip(made_up(), itertools.cycle([oldest, newest]), strict=False)
    ]
    monkeypatch.setattr(calibrate, "list_cases", lambda _: mixed)
    assert calibrate.main() == 0
    assert records(folder)["gpu"].as_of == knowledge.sources[newest].read
    assert records(folder)["gpu"].sources == tuple(sorted({oldest, newest}))


@pytest.mark.parametrize("processor", PROCESSORS)
def test_packaged_files_start_where_the_starts_are(knowledge: Knowledge, processor: str) -> None:
    """Sections and kinds of model that nobody measured stand at their starts as they are now: whoever moves one runs the fit again."""
    group = GROUPS.get(processor, processor)
    met = {
        (case.section, "" if case.section == "decoder" else case.shape.kind)
        for case in list_cases(knowledge)
        if case.processor_group == group
    }
    unmet = {
        path: value for path, value in paths(start_tree(group)).items() if (path[0], "" if path[0] == "decoder" else path[1]) not in met
    }
    assert unmet
    assert {path: coefficient(knowledge.efficiencies[processor], ".".join(path)) for path in unmet} == unmet


@pytest.mark.parametrize("processor", PROCESSORS)
def test_packaged_files_were_written_by_the_command(processor: str) -> None:
    """The head says so, and nothing was changed by hand: to write the numbers again changes no byte."""
    text = (packaged_data() / "efficiencies" / f"{processor}.yaml").read_text("utf-8")
    assert text.startswith(calibrate.HEAD)
    assert calibrate.HEAD + yaml.safe_dump(yaml.safe_load(text), sort_keys=False, allow_unicode=True, width=118) == text


@pytest.mark.parametrize("processor", PROCESSORS)
def test_packaged_files_name_the_measurements_of_the_base(knowledge: Knowledge, processor: str) -> None:
    """Count and sources are those of the measurements as they are now: whoever adds some runs the fit again."""
    fitted_to = [case for case in list_cases(knowledge) if case.processor_group == GROUPS.get(processor, processor)]
    record = knowledge.efficiencies[processor]
    assert f"fitted to {len(fitted_to)} published measurements" in record.summary
    assert set(record.sources) == {case.measurement.source for case in fitted_to}
    assert set(record.devices) == {case.device.id for case in fitted_to}


def test_packaged_coefficients_stay_within_their_bounds(knowledge: Knowledge) -> None:
    """No device departs by more than half, and no range is narrower than a tenth."""
    for record in knowledge.efficiencies.values():
        factors = [value for of in record.devices.values() for value in msgspec.to_builtins(of).values()]
        ranges = [value for spread in record.spread.values() for value in msgspec.to_builtins(spread).values() if value is not None]
        assert all(0.666 <= factor <= 1.5 for factor in factors), record.id
        assert all(value >= 1.1 for value in ranges), record.id


def test_packaged_coefficients_predict_what_they_were_fitted_to(knowledge: Knowledge) -> None:
    """Half of the figures within a quarter, nine of ten within twice or half; times to first token scatter more and are not counted."""
    factors: list[float] = []
    counted: Counter[str] = Counter()
    for case in list_cases(knowledge):
        for quantity, error in log_errors(case, knowledge.efficiencies[case.device.processor]):
            if quantity != "first-token":
                factors.append(math.exp(abs(error)))
                counted[quantity] += 1
    assert counted.keys() == {"throughput", "latency", "token"}
    assert len(factors) > 2000
    assert statistics.median(factors) <= 1.25
    assert sum(factor <= 2 for factor in factors) >= 0.9 * len(factors)


@pytest.mark.parametrize("processor", PROCESSORS)
def test_no_processor_is_left_behind(knowledge: Knowledge, processor: str) -> None:
    """The GPUs, of which most was measured, do not hide the others: each processor's own median is within a third."""
    factors = [
        math.exp(abs(error))
        for case in list_cases(knowledge)
        if case.device.processor == processor
        for quantity, error in log_errors(case, knowledge.efficiencies[processor])
        if quantity != "first-token"
    ]
    assert factors
    assert statistics.median(factors) <= 4 / 3
