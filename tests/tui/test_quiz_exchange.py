"""`sizewise quiz export` and `sizewise quiz import`: what they write, what they say, how they end."""

from __future__ import annotations

import io
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from quizzes.bank import packaged_data
from tui.cli.main import main
from tui.output.exit_status import BAD_INPUT, DONE

FOREIGN = "Is it so?{=a#because ~b ~c ~d}\n"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that has to fail, and give its one line."""
    assert main(["quiz", *arguments]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_an_export_goes_to_standard_output_and_its_limits_to_standard_error(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """So that a pipe gets items and nothing else."""
    assert main(["quiz", "export", "gift", "--bank", "endpoints"]) == DONE
    out, err = capfdbinary.readouterr()
    assert b"::case-film-archive/1::" in out
    assert b"GIFT has no case study" in err
    assert b"GIFT has no case study" not in out


def test_filters_add_up(tmp_path: Path) -> None:
    """An item has to pass each of them; several values of one filter are alternatives."""
    path = tmp_path / "items.json"
    assert main(["quiz", "export", "json", "--task", "3.1", "3.2", "--exam", "mla-c01", "--bank", "endpoints", "--out", str(path)]) == DONE
    items = json.loads(path.read_text(encoding="utf-8"))["items"]
    assert items
    assert all(one["task"] in {"3.1", "3.2"} and "mla-c01" in one["exams"] and one["bank"] == "endpoints" for one in items)


def test_items_beyond_the_exams_can_be_asked_for(tmp_path: Path) -> None:
    """They are in the scope of none."""
    path = tmp_path / "items.json"
    assert main(["quiz", "export", "json", "--exam", "beyond", "--out", str(path)]) == DONE
    assert {tuple(one["exams"]) for one in json.loads(path.read_text(encoding="utf-8"))["items"]} == {()}


REFUSED = (
    (("export", "gif"), 'format: there is no "gif". Did you mean gift?'),
    (("import", "jsn", "x"), 'format: there is no "jsn". Did you mean json?'),
    (("export", "csv", "--task", "3.7"), '--task: there is no "3.7". Did you mean 3.1?'),
    (("export", "csv", "--bank", "endpoint"), '--bank: there is no "endpoint". Did you mean endpoints?'),
    (("export", "csv", "--exam", "mla-c02"), 'exam: there is no "mla-c02". Did you mean mla-c01?'),
    (("export", "anki"), "--out: an Anki package is a binary file. Give --out FILE.apkg."),
    (("export", "csv", "--task", "1.1", "--bank", "endpoints"), "export: no item is of all that was asked for."),
    (("import", "gift", "nowhere.txt"), 'file: "nowhere.txt" cannot be read (No such file or directory).'),
    (("import", "gift", "."), 'file: "." is not a file, but a folder.'),
    (("import", "gift", "a\0b"), 'file: "a\\x00b"'),
    (("export", "json", "--out", "nowhere/x.json"), '--out: there is no folder "nowhere".'),
    (("export", "json", "--out", "."), '--out: "." is a link or not a plain file'),
    (("export", "json", "--out", "a\0b"), '--out: "a\\x00b" cannot be written'),
)
"""Arguments, and the line that refuses them."""


def test_a_wrong_request_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The option, the value and the nearest valid one."""
    for arguments, line in REFUSED:
        assert said(capsys, *arguments).startswith(line), arguments


def test_an_import_writes_a_draft_and_what_it_lacks_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two files, and a summary."""
    source, draft = tmp_path / "foreign.txt", tmp_path / "mine.yaml"
    source.write_text(FOREIGN, encoding="utf-8")
    assert main(["quiz", "import", "gift", str(source), "--out", str(draft)]) == DONE
    assert yaml.safe_load(draft.read_text(encoding="utf-8"))["items"]["is-it-so"]["options"][0] == {
        "text": "a",
        "right": True,
        "why": "because",
    }
    lacks = (tmp_path / "mine.lacks.txt").read_text(encoding="utf-8").splitlines()
    assert lacks[0] == (
        "is-it-so: lacks exams, task, difficulty, stands_on, principle, sources, options.1.why, options.2.why, options.3.why."
    )
    assert "incomplete: 1" in capsys.readouterr().err


def test_an_import_reads_standard_input_and_prints_the_draft(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Without --out no file is written."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FOREIGN.encode())))
    assert main(["quiz", "import", "gift", "-"]) == DONE
    out, err = capfdbinary.readouterr()
    assert yaml.safe_load(out)["items"]["is-it-so"]["stem"] == "Is it so?"
    assert b"is-it-so: lacks exams" in err


def test_an_export_comes_back_complete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is lacking; that the bank has these ids is said."""
    package, draft = tmp_path / "items.apkg", tmp_path / "items.yaml"
    assert main(["quiz", "export", "anki", "--bank", "endpoints", "--out", str(package)]) == DONE
    assert zipfile.is_zipfile(package)
    assert main(["quiz", "import", "anki", str(package), "--out", str(draft)]) == DONE
    assert "all are complete" in (tmp_path / "items.lacks.txt").read_text(encoding="utf-8")
    assert "Ids that the bank already has" in capsys.readouterr().err


def test_a_reference_that_leads_nowhere_is_listed(tmp_path: Path) -> None:
    """A complete item of others may stand on what this base does not have."""
    source, draft = tmp_path / "items.json", tmp_path / "draft.yaml"
    assert main(["quiz", "export", "json", "--bank", "endpoints", "--out", str(source)]) == DONE
    source.write_text(source.read_text(encoding="utf-8").replace("places/sagemaker-async", "places/sagemaker-asink", 1), encoding="utf-8")
    assert main(["quiz", "import", "json", str(source), "--out", str(draft)]) == DONE
    assert "there is no places/sagemaker-asink. Did you mean places/sagemaker-async?" in (tmp_path / "draft.lacks.txt").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("taken", ["draft.yaml", "draft.lacks.txt"])
def test_nothing_is_written_over_without_force(taken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the draft nor the list; with --force both are new."""
    source = tmp_path / "foreign.txt"
    source.write_text(FOREIGN, encoding="utf-8")
    (tmp_path / taken).write_text("mine", encoding="utf-8")
    command = ("import", "gift", str(source), "--out", str(tmp_path / "draft.yaml"))
    assert "is there already. Give --force to write over it." in said(capsys, *command)
    assert (tmp_path / taken).read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["foreign.txt", taken])
    assert main(["quiz", *command, "--force"]) == DONE
    assert "is-it-so" in (tmp_path / taken).read_text(encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_a_link_is_left_alone_even_with_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it points to stays as it is."""
    target, link = tmp_path / "target", tmp_path / "link.json"
    target.write_text("mine", encoding="utf-8")
    link.symlink_to(target)
    assert "is a link or not a plain file" in said(capsys, "export", "json", "--out", str(link), "--force")
    assert target.read_text(encoding="utf-8") == "mine"


def test_a_draft_never_goes_into_the_bank(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An author puts it there when it is complete."""
    source = tmp_path / "foreign.txt"
    source.write_text(FOREIGN, encoding="utf-8")
    inside = packaged_data() / "banks" / "foreign.yaml"
    assert "never into the bank" in said(capsys, "import", "gift", str(source), "--out", str(inside))
    assert not inside.exists()


def test_a_mistake_in_the_file_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole file is read before the first byte is written."""
    source = tmp_path / "foreign.txt"
    source.write_text(f"{FOREIGN}\nbroken {{=a ~b", encoding="utf-8")
    assert ":3: answers: no } ends" in said(capsys, "import", "gift", str(source), "--out", str(tmp_path / "draft.yaml"))
    assert [path.name for path in tmp_path.iterdir()] == ["foreign.txt"]
