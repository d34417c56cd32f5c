"""`--reader` in the commands, in a conversation and in the app: what is said, shown, and handed on as JSON."""

from __future__ import annotations

import json
from typing import Any, Final

import jsonschema
import pytest

from engine.dialogue import Desk
from knowledge import Knowledge
from tests.tui.conftest import Start
from tests.tui.model_reader.scripted_server import facts, fails, says, serving, states
from tests.tui.refused import one_line
from tui.advice_talk import AdviceTalk
from tui.app import SizewiseApp
from tui.cli.schema import command_schema
from tui.model_reader.opening import open_conversation_reader
from tui.output.exit_status import BAD_INPUT, DONE
from tui.views.text_lines import as_text

HINT: Final = "After a pause a slow beginning would not hurt us"
TEXT: Final = f"BERT for our shop, each answer within 200 ms. {HINT}."
TRUE: Final = ("cold_start_ok", "true", HINT)
AGREED: Final = (("model", "BERT", "BERT"), ("latency_p99_ms", "200 ms", "within 200 ms"), ("latency_p99_ms", "0.2 s", "200 ms"), ("model", "bert", "BERT for our shop"))  # fmt: skip  # noqa: E501
"""What the rules have read as well, so that one slip costs the reader no belief."""
WRONG: Final = ("latency_p99_ms", "20 ms", "within 200 ms")
INVENTED: Final = ("exclude", "gpu", "our boss hates GPUs")


@pytest.mark.parametrize("command", ["understand", "advise"])
def test_a_command_takes_the_fact_and_says_what_goes_where(command: str, inside: Start) -> None:
    """On standard error, once; the JSON says what became of each proposal, as its schema says."""
    with serving(states(TRUE, *AGREED, WRONG)) as server:
        ended = inside(command, TEXT, "--json", "--reader", server.reader, "--reader-seconds", "20")
    answer = json.loads(ended.out)
    known = answer["facts" if command == "understand" else "workload"]
    jsonschema.validate(answer, command_schema(command))
    assert ended.status == DONE
    assert known["cold_start_ok"] == {"value": True, "origin": "said", "quote": HINT}
    assert known["latency_p99_ms"]["value"] == 200
    assert answer["reader"]["status"] == "read"
    assert [one["fact"] for one in answer["reader"]["taken"]] == ["cold_start_ok"]
    assert [(one["fact"], one["why"]) for one in answer["reader"]["dropped"]] == [("latency_p99_ms", "does_not_follow")]
    assert ended.err.count("Your words are also read by scripted at http://127.0.0.1") == 1
    assert "That server is on this machine." in ended.err


def test_many_texts_are_each_read_and_one_failure_harms_no_other(inside: Start) -> None:
    """Every line has its own verdicts; the first line of news comes once."""
    given = "".join(json.dumps({"id": number, "text": TEXT}) + "\n" for number in range(3))
    with serving(states(TRUE), fails(500), states(TRUE)) as server:
        ended = inside("understand", "--jsonl", "--reader", server.reader, "--reader-seconds", "20", given=given)
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [answer["reader"]["status"] for answer in answers] == ["read", "server_error", "read"]
    assert ["cold_start_ok" in answer["facts"] for answer in answers] == [True, False, True]
    assert ended.err.count("Your words are also read by") == 1
    assert ended.err.count("The built-in reading stands.") == 1


def test_a_text_answer_lists_what_became_of_the_proposals(inside: Start) -> None:
    """A line each, with why."""
    with serving(states(TRUE, *AGREED, WRONG)) as server:
        ended = inside("understand", TEXT, "--reader", server.reader, "--reader-seconds", "20")
    assert f'("{HINT}")' in ended.out
    assert "dropped: an answer within 20 ms" in ended.out
    assert "the value does not follow from these words" in ended.out


def test_the_environment_names_a_reader_too(inside: Start) -> None:
    """An option wins over it."""
    with serving(states(TRUE)) as server:
        more = {"SIZEWISE_READER": server.reader, "SIZEWISE_READER_SECONDS": "20"}
        assert "cold_start_ok" in json.loads(inside("understand", TEXT, "--json", more=more).out)["facts"]
        assert "cold_start_ok" in json.loads(inside("understand", TEXT, "--json", "--reader", server.reader, more={**more, "SIZEWISE_READER": "x"}).out)["facts"]  # fmt: skip  # noqa: E501
        assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--reader", "gpt"), '--reader: "gpt" names no reader. Try ollama:qwen3:8b, openai:'),
        (("--reader", ""), "--reader: nothing was given."),
        (("--reader", "ollama:"), "names no reader"),
        (("--reader", "openai:localhost#x"), "is no address with a model"),
        (("--reader", "openai:http://localhost:8080/v1"), "is no address with a model"),
        (("--reader", "openai:ftp://localhost#x"), "is no address with a model"),
        (("--reader", "openai:http://localhost:99999/v1#x"), "is no address with a model"),
        (("--reader", "openai:https://me:secret@example.com/v1#x"), "an address must hold no key"),
        (("--reader", "ollama:x", "--reader-seconds", "soon"), '--reader-seconds: "soon" is no time to wait'),
        (("--reader", "ollama:x", "--reader-seconds", "0"), "more than 0 and at most 120"),
        (("--reader", "ollama:x", "--reader-seconds", "nan"), "no time to wait"),
    ],
)
def test_a_reader_that_cannot_be_is_refused_in_one_line(words: tuple[str, ...], told: str, inside: Start) -> None:
    """Nothing is read, nothing is asked."""
    ended = inside("understand", TEXT, *words)
    assert ended.status == BAD_INPUT
    assert told in one_line(ended)
    assert "secret" not in ended.err


def test_a_conversation_of_a_program_is_read_along(inside: Start) -> None:
    """Turn by turn; a choice by its number is not sent."""
    turns = [{"id": "c1", "say": TEXT}, {"id": "c1", "say": "1"}]
    given = "".join(json.dumps(turn) + "\n" for turn in turns)
    with serving(states(TRUE)) as server:
        ended = inside("converse", "--jsonl", "--reader", server.reader, "--reader-seconds", "20", given=given)
        asked = len(server.seen)
    first, second = (json.loads(line) for line in ended.out.splitlines())
    assert first["facts"]["cold_start_ok"]["quote"] == HINT
    assert (first["reader"]["status"], second["reader"]["status"], asked) == ("read", "not_asked", 1)
    assert "Your words are also read by" in first["reply"]
    assert "Your words are also read by" not in second["reply"]


def test_the_plain_conversation_shows_the_last_request_and_answer(knowledge: Knowledge) -> None:
    """With what was taken out, in figures, and what became of each proposal; with all, the instructions too."""
    talk = AdviceTalk(Desk(knowledge))
    assert "No model reads along" in reply(talk, "/reader")
    with serving(says(facts(TRUE, INVENTED)), fails(429)) as server:
        talk.reads_along = open_conversation_reader(server.reader, "20", knowledge)
        assert "not been asked yet" in reply(talk, "/reader")
        told = reply(talk, f"{TEXT} Ask jane@example.com.")
        assert told.startswith("Your words are also read by scripted at http://127.0.0.1")
        shown = reply(talk, "/reader")
        assert "Calls 1, answered 1" in shown
        assert "Tokens sent 1,200, received 80. Cost: $0." in " ".join(shown.split())
        assert "[MAIL-1]" in shown
        assert "jane@example.com" not in shown
        assert "Instructions" not in shown
        assert "You read what people write" in " ".join(reply(talk, "/reader all").split())
        told = reply(talk, "it is for a bakery")
        assert "takes no more calls" in told
        assert "The built-in reading stands." in " ".join(told.split())
        assert "Calls 2, answered 1" in reply(talk, "/reader")


def reply(talk: AdviceTalk, line: str) -> str:
    """What a line is answered with."""
    return "\n".join(as_text(part.draw(80), color=False) for part in talk.handle_line(line))


async def test_the_app_says_at_once_what_goes_where_and_reads_along(knowledge: Knowledge, tmp_path: Any) -> None:  # noqa: ANN401  # pytest's own
    """Before the first line is typed."""
    app = SizewiseApp(knowledge, guard=0.0, sessions=tmp_path / "sessions")
    with serving(states(TRUE)) as server:
        app.reads_along_opener = lambda base: open_conversation_reader(server.reader, "20", base)
        async with app.run_test(size=(100, 40)) as pilot:
            await app.advise.wait_until_idle()
            app.advise.prompt.value = TEXT
            await pilot.press("enter")
            await app.advise.wait_until_idle()
            await pilot.pause()
            assert any("Your words are also read by scripted" in note.message for note in app._notifications)
            assert app.advise.talk is not None
            assert app.advise.talk.conversation is not None
            assert app.advise.talk.conversation.now.answers["cold_start_ok"].value is True
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert HINT.encode() in kept
    assert b"You read what people write" not in kept
