"""What a person reads: the page, its width, its colours, its way of ending."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.workload import FACT_NAMES
from tests.depth import LONG
from tests.terminal_text import columns
from tests.tui.conftest import COMMAND, Start
from tui.output.streams import allows_color

TEXT = "BERT sentiment, 1000 requests a minute, p99 under 200 ms"
WORKLOADS = {
    "plants": "identify plants from photos in a mobile app, under 200 ms",
    "churn": "monthly churn prediction over CSV files, no hurry",
    "bert": TEXT,
    "chat": "chat with Llama 3 8B, 500 input tokens, 300 output tokens, 10 requests a second",
    "giant": "serve Llama 3.1 405B to 1000 users",
    "xgboost": "train XGBoost on 50 million rows with 300 columns, interruptible, checkpoints",
    "lora": "fine-tune Llama 3 70B with LoRA within 24 hours",
    "diffusion": "generate images with Stable Diffusion, a queue is fine",
    "speech": "transcribe speech with Whisper, 20 GB of audio a day, overnight",
    "asked about": "ResNet-50 on g5 or c5 or lambda? 50 requests a second, trained on p3.2xlarge",
    "spiky": "scikit-learn model, a few requests an hour, spiky, cold starts are fine, 512 MB",
    "excluded": "BERT without GPU and no Lambda in eu-west-1, budget $300 a month, production",
    "beyond the budget": "serve Llama 3.1 405B for less than 5 $ a month",
    "forecast": "forecast sales of 100,000 articles every night",
}


PAGES = [(name, lens) for name in WORKLOADS for lens in ("today", "exam")]
QUICK_PAGES = [("giant", "today"), ("lora", "exam"), ("asked about", "today"), ("beyond the budget", "today")]
"""A rejection of everything, a job, a comparison, a budget that nothing meets."""


@pytest.mark.parametrize(("name", "lens"), PAGES if LONG else QUICK_PAGES)
def test_no_line_is_wider_than_80_columns(name: str, lens: str, inside: Start) -> None:
    """Whatever the workload, the page fits a terminal of 80 columns."""
    ended = inside("advise", WORKLOADS[name], "--lens", lens, "--top", "5")
    assert ended.status in ((3,) if name == "beyond the budget" else (0, 3)), ended.err
    assert [line for line in ended.out.splitlines() if columns(line) > 80] == []
    assert [line for line in ended.out.splitlines() if line != line.rstrip()] == []
    assert "\x1b" not in ended.out


def test_help_lists_every_fact(inside: Start) -> None:
    """The help of `advise` names all facts that an error message sends people there for."""
    told = inside("help", "advise").out
    assert [name for name in FACT_NAMES if name not in told] == []


def facts_of(out: str) -> dict[str, object]:
    """Fact -> value of an advice."""
    return {name: fact["value"] for name, fact in json.loads(out)["workload"].items()}


def test_text_file_and_settings_add_up(inside: Start, tmp_path: Path) -> None:
    """All three are heard; a setting wins over the file, the file over the text, the last of two settings over the first."""
    path = tmp_path / "w.yaml"
    path.write_text("latency_p99_ms: 0.3s\nregion: eu-west-1\ntraffic: spiky\n", encoding="utf-8")
    settings = ["--set", "region=us-west-2", "--set", "requests_per_second=5", "--set", "region=eu-central-1"]
    facts = facts_of(inside("advise", TEXT, "--file", str(path), *settings, "--json").out)
    wanted = {"latency_p99_ms": 300, "region": "eu-central-1", "traffic": "spiky", "requests_per_second": 5, "model": "bert-base"}
    assert {name: facts[name] for name in wanted} == wanted


def test_a_file_may_be_json_or_standard_input(inside: Start, tmp_path: Path) -> None:
    """The same facts from YAML, JSON and standard input are the same facts."""
    yaml, plain_json = tmp_path / "w.yaml", tmp_path / "w.json"
    yaml.write_text("model: bert-base\nlatency_p99_ms: 200ms\nexclude: [gpu]\n", encoding="utf-8")
    plain_json.write_text('{"model": "bert-base", "latency_p99_ms": "200ms", "exclude": ["gpu"]}', encoding="utf-8")
    answers = [inside("advise", "--json", "--file", str(path)).out for path in (yaml, plain_json)]
    answers.append(inside("advise", "--json", "--file", "-", given=yaml.read_bytes()).out)
    assert answers[0] == answers[1] == answers[2]
    assert facts_of(answers[0])["exclude"] == ["gpu"]


def test_words_may_stand_around_the_options(inside: Start) -> None:
    """Words of the text before and after options are one text."""
    around = inside("advise", "BERT", "--set", "region=eu-west-1", "under 200 ms", "--json")
    assert facts_of(around.out)["latency_p99_ms"] == 200
    assert around.out == inside("advise", "BERT under 200 ms", "--set", "region=eu-west-1", "--json").out


def test_as_many_alternatives_as_asked_for(inside: Start) -> None:
    """`--top` is how many alternatives the page shows; 0 shows none."""
    pages = [inside("advise", TEXT, "--top", str(top)).out for top in (0, 1)]
    assert [sum(line.startswith("~ ") for line in page.splitlines()) for page in pages] == [0, 1]


def test_sizewise_alone_holds_the_conversation_where_there_is_no_terminal(sizewise: Start, inside: Start) -> None:
    """What comes through a pipe is heard as in the plain mode, which gives a sentence its advice at the end."""
    ended = sizewise(given=f"{TEXT}\n")
    assert ended == inside("--plain", given=f"{TEXT}\n")
    assert (ended.status, ended.err) == (0, "")
    advice = inside("advise", TEXT).out.strip()
    assert advice in ended.out
    assert advice not in inside("--plain", given="").out


@pytest.mark.parametrize(("more", "is_colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_no_color_is_obeyed(more: dict[str, str], is_colored: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001  # a case of the table
    """A terminal gets bold and dim, unless NO_COLOR or a dumb terminal says otherwise."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm-256color", **more}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert allows_color() is is_colored


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_bold_and_dim(settings: dict[str, str]) -> None:
    """From the real command."""
    ours, theirs = pty.openpty()
    environment = settings | {"TERM": "xterm-256color"}
    with subprocess.Popen([COMMAND, "advise", "BERT", "under 200 ms"], stdout=theirs, env=environment):
        os.close(theirs)
        shown = b""
        while part := _read_terminal(ours):
            shown += part
    os.close(ours)
    assert b"Why not" in shown
    assert b"\x1b[" in shown


def _read_terminal(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # how a pseudo-terminal on Linux says that the other side has gone
        return b""


@pytest.mark.parametrize("arguments", [["advise", TEXT], *([["schema", "advise"], ["advise", "--help"]] if LONG else [])])
def test_a_reader_that_leaves_early_is_no_failure(arguments: list[str], settings: dict[str, str]) -> None:
    """`sizewise … | head -1` is quiet."""
    with subprocess.Popen([COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=settings) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()  # gone before a byte was written
        assert started.stderr.read() == b""
    assert started.returncode == 0


def test_lines_stop_when_their_reader_does(settings: dict[str, str]) -> None:
    """`--jsonl` into a closed pipe is quiet too."""
    with subprocess.Popen(
        [COMMAND, "advise", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=settings
    ) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        started.stdin.write(b'{"text": "BERT"}\n' * 3)
        started.stdin.close()
        assert started.stderr.read() == b""
    assert started.returncode == 0


def test_a_closed_output_is_no_failure(settings: dict[str, str]) -> None:
    """`sizewise advise … >&-` does its work and says nothing."""
    done = subprocess.run(["/bin/sh", "-c", '"$0" advise BERT >&-', str(COMMAND)], stderr=subprocess.PIPE, env=settings, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("more", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "latin-1"}])
def test_an_old_encoding_is_no_failure(more: dict[str, str], settings: dict[str, str], inside: Start) -> None:
    """Where the terminal has no such signs, plain ones stand for them, a column for a column."""
    old = subprocess.run([COMMAND, "advise", TEXT], capture_output=True, env=settings | more, check=False)
    assert (old.returncode, old.stderr) == (0, b"")
    pairs = list(zip(old.stdout.decode("latin-1").splitlines(), inside("advise", TEXT).out.splitlines(), strict=True))
    assert [len(plain) - len(rich) for plain, rich in pairs] == [0] * len(pairs)
    assert any(line.startswith("* ") for line, _ in pairs)
    assert "?" not in pairs[2][0]
    if LONG or "LC_ALL" in more:
        refused = subprocess.run([COMMAND, "advise", "--set", "rows=🌱"], capture_output=True, env=settings | more, check=False)
        assert (refused.returncode, refused.stderr.count(b"\n")) == (2, 1)


def test_the_version_loads_nothing() -> None:
    """`--version` answers without the base, the engine or pydantic."""
    code = "import sys; from tui.cli.main import main; main(['--version']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert re.fullmatch(r"sizewise \d+\.\d+\.\d+", told[0])
    loaded = {name.partition(".")[0] for name in told[1].split()}
    assert loaded & {"knowledge", "engine", "quizzes", "pydantic", "msgspec", "yaml", "rapidfuzz", "argparse"} == set()


def test_an_advice_loads_no_checker(settings: dict[str, str]) -> None:
    """With a warm cache an advice needs neither pydantic nor YAML: nobody waits for them."""
    code = "import sys; from tui.cli.main import main; main(['advise', 'BERT']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=settings).stdout
    assert {name.partition(".")[0] for name in told.splitlines()[-1].split()} & {"pydantic", "yaml", "rapidfuzz", "boto3"} == set()


def test_a_failure_of_our_own_is_one_line(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw ends with status 1 and one line, not with a traceback."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a \x1b[31mbug\nof two lines")

    monkeypatch.setattr("tui.advice_request.advise", fail)
    ended = inside("advise", "BERT")
    assert (ended.status, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert "RuntimeError" in ended.err
    assert "\x1b" not in ended.err


def test_ctrl_c_is_one_word(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with the status that shells expect."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tui.advice_request.advise", stop)
    assert inside("advise", "BERT") == (130, "", "Stopped.\n")
