"""`sizewise quiz check` and `sizewise quiz grade`: what they print, and how they end."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from knowledge import Knowledge
from quizzes.bank import load_bank, packaged_data
from quizzes.display_order import LETTERS, shuffle_elements
from quizzes.fingerprints import FILE
from quizzes.generated import load_source
from quizzes.generated.number_items import draw_problem
from quizzes.item import Choice, Item
from tests.quizzes.yaml_items import EVERY
from tui.cli.main import main
from tui.output.exit_status import BAD_INPUT, DONE


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a small bank that the command takes for the packaged one."""
    shutil.copytree(packaged_data() / "blueprints", tmp_path / "blueprints")
    (tmp_path / "banks").mkdir()
    (tmp_path / "banks" / "topic.yaml").write_text(EVERY, encoding="utf-8")
    monkeypatch.setattr("tui.cli.quiz.check.packaged_data", lambda: tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def some_choice(knowledge: Knowledge, warm: Path) -> Choice:
    """Find the first choice of the packaged bank."""
    items = load_bank(knowledge, cache=warm).items.values()
    return next(item for item in items if isinstance(item, Choice))


def key_of(item: Choice) -> int:
    """Say which option is right."""
    return next(index for index, option in enumerate(item.options) if option.right)


def document(capsys: pytest.CaptureFixture[str]) -> Any:  # noqa: ANN401  # JSON is anything
    """Read the one JSON document that was printed."""
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("data")
def test_the_check_prints_a_line_for_each_fault_and_ends_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    """File, item, field; then what the bank holds and how the players fare."""
    assert main(["quiz", "check"]) == BAD_INPUT
    out = capsys.readouterr().out
    assert "banks/topic.yaml: a-choice: options: 2 options; a choice has 4\n" in out
    assert "6 items: 1 case, 1 choice, 1 matching, 1 ordering, 1 response, 1 typed; 0 beyond the exams" in out
    assert "longest option" in out


def test_the_check_in_json_holds_the_same(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One document, whose faults have the parts of the lines."""
    assert main(["quiz", "check", "--json"]) == BAD_INPUT
    found = document(capsys)
    assert (found["schema"], found["clean"], found["items"]) == (1, False, 6)
    assert {"file": "banks/topic.yaml", "item": "a-choice", "field": "options", "text": "2 options; a choice has 4"} in found["faults"]
    assert {score["player"] for score in found["players"]["choices"]} >= {"longest option", "first option"}
    assert (data / "banks" / FILE).exists() is False


def test_confirming_an_item_closes_it_and_no_other(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The fingerprints are written beside the banks."""
    main(["quiz", "check", "--confirm", "a-choice", "--json"])
    open_ones = {fault["item"] for fault in document(capsys)["faults"] if "--confirm" in fault["text"]}
    assert open_ones == {"a-response", "an-ordering", "a-matching", "a-case", "a-typed"}
    main(["quiz", "check", "--confirm", "all", "--json"])
    assert not [fault for fault in document(capsys)["faults"] if "--confirm" in fault["text"]]
    assert len((data / "banks" / FILE).read_text(encoding="utf-8").splitlines()) == 7


def test_confirming_an_item_that_does_not_exist_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the nearest one, and nothing is written."""
    assert main(["quiz", "check", "--confirm", "a-choise"]) == BAD_INPUT
    assert capsys.readouterr().err == '--confirm: there is no item "a-choise". Did you mean a-choice?\n'
    assert not (data / "banks" / FILE).exists()


def test_a_right_letter_is_correct(some_choice: Choice, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the file, the fields are those of the contract."""
    assert main(["quiz", "grade", some_choice.id, "--answer", LETTERS[key_of(some_choice)], "--json"]) == DONE
    found = document(capsys)
    assert (found["verdict"], found["score"], found["missing"], found["contradicted"]) == ("correct", 1.0, [], [])
    assert found["found"] == [some_choice.options[key_of(some_choice)].text]


def test_with_a_seed_letters_refer_to_the_order_that_it_deals(some_choice: Choice, capsys: pytest.CaptureFixture[str]) -> None:
    """So that what was shown can be marked later."""
    place = shuffle_elements(some_choice, 5, f"{some_choice.id}/0").index(key_of(some_choice))
    for letter in "abcd":
        main(["quiz", "grade", some_choice.id, "--answer", letter, "--seed", "5", "--json"])
        assert (document(capsys)["verdict"] == "correct") == (letter == LETTERS[place])


def test_what_nobody_wrote_is_marked_too(knowledge: Knowledge, capsys: pytest.CaptureFixture[str]) -> None:
    """A sum with the numbers of the seed, by value and unit; a plan by the engine, in its own sentences."""
    template = load_source().templates["weights-by-precision"]
    for seed in (3, 4):
        total = draw_problem(template, seed, knowledge)
        main(["quiz", "grade", "number-weights-by-precision", "--answer", f"{total.worked.answer} GB", "--seed", str(seed), "--json"])
        assert document(capsys)["verdict"] == "correct"
    main(["quiz", "grade", "scenario-review-sentiment-plan", "--answer", "two c5.xlarge on a real-time endpoint, on demand"])
    assert "misses 100 ms by" in " ".join(capsys.readouterr().out.split())


def test_a_grade_in_text_begins_with_the_verdict_and_ends_with_the_principle(
    some_choice: Choice, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each option between them."""
    assert main(["quiz", "grade", some_choice.id, "--answer", LETTERS[key_of(some_choice)]]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Correct."
    assert lines[-1] == f"The principle: {some_choice.principle}"
    assert len(lines) >= 6


REFUSED = (
    (["grade"], "item: it is missing; give sizewise quiz grade ITEM --answer TEXT, or --jsonl.\n"),
    (["grade", "x"], "answer: it is missing; give sizewise quiz grade ITEM --answer TEXT, or --jsonl.\n"),
    (["grade", "checkpoint-1", "--answer", "a"], 'item: the bank has no "checkpoint-1". Did you mean checkpoint-'),
    (["grade", "x", "--answer", "a", "--seed", "-1"], "--seed"),
    (["chek"], 'sizewise quiz: there is no command "chek". Did you mean check?\n'),
)
"""Arguments, and how the line begins that refuses them."""


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, with exit status 2."""
    for arguments, message in REFUSED:
        assert main(["quiz", *arguments]) == BAD_INPUT, arguments
        captured = capsys.readouterr()
        assert captured.err.startswith(message), arguments
        assert (captured.err.count("\n"), captured.out) == (1, ""), arguments


def test_each_line_of_requests_gets_its_answer_in_order(
    some_choice: Choice, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A bad one gets an error, and the rest go on."""
    key = LETTERS[key_of(some_choice)]
    requests: list[object] = [
        {"id": 1, "item": some_choice.id, "answer": key},
        {"id": 2, "item": "no-such-item", "answer": key},
        {"id": 3, "item": some_choice.id},
        {"id": 4, "item": some_choice.id, "answer": "z"},
        {"id": 5, "item": some_choice.id, "answer": None},
        {"id": 6, "item": some_choice.id, "answer": key, "seed": "x"},
        {"id": 7, "item": 7, "answer": key},
        {"id": 8, "item": some_choice.id, "answer": [key]},
    ]
    lines = b"\n".join([*map(msgspec.json.encode, requests), b"nonsense", b""])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert main(["quiz", "grade", "--jsonl"]) == DONE
    answers = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4, 5, 6, 7, 8, None]
    assert [answer.get("verdict") for answer in answers] == ["correct", None, None, None, "incorrect", None, None, "correct", None]
    assert [answer["error"].partition(":")[0] for answer in answers if "error" in answer] == [
        "item",
        "answer",
        "answer",
        "seed",
        "item",
        "line",
    ]


def test_a_wild_answer_is_refused_without_steering_the_terminal(some_choice: Item, capsys: pytest.CaptureFixture[str]) -> None:
    """Markup, escapes, right-to-left marks, a hundred thousand characters."""
    assert main(["quiz", "grade", some_choice.id, "--answer", "[/x]\x1b[31m\u202e🙂" * 10_000]) == BAD_INPUT
    error = capsys.readouterr().err
    assert len(error) < 300
    assert "\x1b" not in error
    assert "\u202e" not in error
