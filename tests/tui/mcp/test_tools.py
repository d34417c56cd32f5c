"""What the tools give: the commands' own answers, with schemas; one clear line for what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import MCPError, types

from engine.dialogue import Desk, next_ask, start
from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.display_order import LETTERS
from quizzes.item import Case, Item, Matching, Ordering, keyed_questions
from tests.tui.conftest import Start
from tests.tui.contract import breaches
from tests.tui.mcp.conftest import CALLS, TEXT, Connect, text_of
from tui.mcp import resources
from tui.mcp.practice_tools import answer_quiz_grade, answer_quiz_item
from tui.mcp.server_state import ServerState, ToolAnswer
from tui.mcp.tools import TOOLS, structured_content


async def test_the_official_client_lists_and_calls_every_tool_over_pipes(over_pipes: Connect, state: ServerState) -> None:
    """Each has a title, a description and a schema; its answer has a text and content that the schema of the answer allows.

    An entry is read over the same pipes, as it is in this process.
    """
    async with over_pipes() as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == list(TOOLS) == list(CALLS)
        for tool in tools:
            assert tool.title
            assert tool.description
            assert tool.input_schema["type"] == "object"
            answer = await client.call_tool(tool.name, CALLS[tool.name])
            assert not answer.is_error
            assert text_of(answer).strip()
            assert isinstance(answer.structured_content, dict)
            assert breaches(answer.structured_content, TOOLS[tool.name].output_schema()) == []
        address = "sizewise://families/g5"
        contents = (await client.read_resource(address)).contents
        texts = [(one.mime_type, one.text) for one in contents if isinstance(one, types.TextResourceContents)]
        assert texts == resources.read_resource(address, state)


@pytest.mark.parametrize(
    ("tool", "given", "command"),
    [
        ("advise", {"text": TEXT, "explain": "full", "rejected": "all"}, ["advise", TEXT]),
        ("advise", {"facts": {"model": "llama-3-8b"}, "lens": "exam", "explain": "choice", "rejected": "all"},
         ["advise", "--set", "model=llama-3-8b", "--lens", "exam", "--explain", "choice"]),
        ("estimate", CALLS["estimate"], ["estimate", "--model", "llama-3-8b", "--instance", "ml.g5.2xlarge", "--concurrency", "8"]),
        ("compare", CALLS["compare"], ["compare", "g5", "inf2"]),
        ("explain", CALLS["explain"], ["explain", "whats efa"]),
        ("explain", {}, ["explain"]),
        ("diagnose", CALLS["diagnose"], ["diagnose", CALLS["diagnose"]["text"]]),
        ("template", CALLS["template"], ["template", TEXT, "--format", "terraform"]),
        ("verify_plan", CALLS["verify_plan"], ["verify", "plan", TEXT]),
        ("quiz_grade", CALLS["quiz_grade"], ["quiz", "grade", "court-recordings-queue", "--answer", "b"]),
    ],
)  # fmt: skip
async def test_a_tool_answers_as_its_command_does(
    connect: Connect, inside: Start, tool: str, given: dict[str, Any], command: list[str]
) -> None:
    """The structured content is the document of `--json`."""
    async with connect() as client:
        content = (await client.call_tool(tool, given)).structured_content
    expected = json.loads(inside(*command, "--json").out)
    for workload in (content, expected):
        for fact in workload.get("workload", {}).values():
            fact.pop("quote", None)  # a setting is quoted as it was typed
    assert content == expected


async def test_an_advice_has_the_telling_rejections_alone_where_not_all_are_asked_for(connect: Connect) -> None:
    """Two hundred families would fill an assistant's memory; why_not tells of any of them."""
    async with connect() as client:
        few = (await client.call_tool("advise", {"text": TEXT})).structured_content
        whole = (await client.call_tool("advise", {"text": TEXT, "rejected": "all"})).structured_content
    assert 0 < len(few["rejected"]) < 10 < len(whole["rejected"])
    assert all(one in whole["rejected"] for one in few["rejected"])
    assert {**few, "rejected": 0} == {**whole, "rejected": 0}


async def test_the_first_question_is_that_of_the_conversation(connect: Connect, knowledge: Knowledge) -> None:
    """An assistant asks what the app asks."""
    desk = Desk(knowledge)
    ask = next_ask(start(TEXT, desk), desk)
    assert ask is not None
    async with connect() as client:
        found = (await client.call_tool("next_question", {"text": TEXT})).structured_content
    assert found["done"] is False
    assert (found["question"]["prompt"], found["question"]["effect"]) == (ask.prompt, ask.effect)
    assert found["why"]


async def test_an_interview_ends_and_its_answers_lead_to_the_advice(connect: Connect) -> None:
    """Whoever answers each question with its first offer, and lets lists of assumptions stand, comes to an end and is advised the same."""
    facts: dict[str, Any] = {}
    not_sure: list[str] = []
    async with connect() as client:
        for _ in range(20):
            step = (await client.call_tool("next_question", {"text": TEXT, "facts": facts, "not_sure": not_sure})).structured_content
            if step["done"]:
                break
            question = step["question"]
            if question["kind"] == "fact":
                facts[question["fact"]] = question["offers"][0]["value"]
            else:
                not_sure += [offer["fact"] for offer in question["offers"] if offer["fact"]] + [question["fact"]] * bool(question["fact"])
        advice = (await client.call_tool("advise", {"text": TEXT, "facts": facts})).structured_content
    assert step["done"]
    assert facts
    top = step["shortlist"]["top"][0]
    assert advice["choice"]["instance_type"] == f"ml.{top['what']}"
    assert advice["choice"]["instance_count"] == top["count"]


async def test_what_nobody_knows_is_not_asked_again(connect: Connect) -> None:
    """Neither is the same question put twice, nor does a wrong name of a fact pass."""
    async with connect() as client:
        first = (await client.call_tool("next_question", {"text": TEXT})).structured_content["question"]["fact"]
        second = (await client.call_tool("next_question", {"text": TEXT, "not_sure": [first]})).structured_content
        refused = await client.call_tool("next_question", {"text": TEXT, "not_sure": ["trafic"]})
    assert second["question"]["fact"] != first
    assert refused.is_error
    assert "traffic" in text_of(refused)


async def test_why_not_tells_of_the_choice_too(connect: Connect) -> None:
    """Its plan, and that it is the choice."""
    async with connect() as client:
        choice = (await client.call_tool("advise", {"text": TEXT})).structured_content["choice"]
        found = (await client.call_tool("why_not", {"text": TEXT, "name": choice["instance_type"]})).structured_content
        other = (await client.call_tool("why_not", {"text": TEXT, "name": "p4d"})).structured_content
    assert found["is_choice"]
    assert found["plan"]["instance_type"] == choice["instance_type"]
    assert not other["is_choice"]
    assert other["rejection"]["text"]


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("advise", {}, "Tell me something of the workload"),
    ("advise", {"text": 3}, 'text: "3" is not a text'),
    ("advise", {"text": "x" * 20_001}, "text: it has 20,001 characters. Give at most 20,000"),
    ("advise", {"txt": "BERT"}, "Did you mean text?"),
    ("advise", {"facts": []}, 'facts: "[]" is not an object'),
    ("advise", {"facts": {"latency_ms": 200}}, "latency_p99_ms"),
    ("advise", {"text": "BERT", "lens": "exams"}, "Did you mean exam?"),
    ("advise", {"text": "BERT", "explain": "everything"}, "Choose from choice, full"),
    ("why_not", {"text": "BERT"}, "name: it is missing"),
    ("why_not", {"text": "BERT", "name": "g55"}, "Did you mean"),
    ("estimate", {"model": "llama-3-8b"}, "Give instance g5.xlarge, or accelerator a10g accelerators 1."),
    ("estimate", {"model": "llama-3-8b", "instance": "g5.xlarge", "batch": 0}, 'batch: "0" is out of range. Give 1 to 1,000,000'),
    ("estimate", {"model": "llama-3-8b", "instance": "g5.xlarge", "batch": 1.5}, "batch"),
    ("estimate", {"model_config": "/etc/passwd", "instance": "g5.xlarge"}, "model_config"),
    ("compare", {"names": "g5"}, "names"),
    ("compare", {"names": ["g5"]}, "Give 2 to 4"),
    ("compare", {"names": ["g5"] * 1001}, "names: it has 1,001 entries. Give at most 1,000"),
    ("compare", {"names": ["g5", 5]}, "names"),
    ("explain", {"term": "xyzzy"}, "xyzzy"),
    ("quiz_item", {"item": "court-recording-queue"}, "Did you mean court-recordings-queue?"),
    ("quiz_item", {"about": "xyzzy"}, "xyzzy"),
    ("quiz_item", {"difficulty": 9}, 'difficulty: "9" is out of range. Give 1 to 5'),
    ("quiz_item", {"task": "9.9"}, "no question is left that fits"),
    ("quiz_grade", {"item": "court-recordings-queue"}, "answer: it is missing"),
    ("quiz_grade", {"item": "court-recordings-queue", "answer": "z"}, "z"),
    ("quiz_grade", {"answer": "b"}, "item"),
    ("template", {"text": "BERT"}, "format: it is missing. Choose from cloudformation, cdk"),
    ("template", {"text": "llama 3 405b for 5 dollars a month", "format": "cdk"}, "Nothing fits"),
    ("report", {"text": "BERT", "format": "pdf"}, "Choose from markdown, html"),
    ("diagnose", {}, "text: nothing was given"),
    ("verify_plan", {}, "Tell me something of the workload"),
    ("verify_read", {"text": TEXT, "results": "hello"}, "no result that is read"),
    ("verify_read", {"text": TEXT, "results": "instance_type,latency_ms\n,5\n"}, "Give instance, or name the folder"),
    ("verify_read", {"text": TEXT, "results": "latency_ms\n5\n", "instance": "ml.g5.xlrge"}, "Did you mean"),
    ("compat", {"software": ["vlm"], "machines": ["t4"]}, "software: "),
    ("compat", {"software": ["vllm"], "machines": ["g55"]}, "machines: "),
    ("compare", {"names": ["xyzzy", "g5"]}, "knows nothing"),
    ("estimate", {"instance": "g5.xlarge"}, "Give model llama-3-8b, a model_config, or numbers such as parameters_b 7."),
]
"""Tool, arguments, part of the line."""


async def test_bad_input_is_refused_in_one_line(connect: Connect) -> None:
    """As an error of the tool, which an assistant reads and mends; it names the argument, the value, and what would do."""
    async with connect() as client:
        for tool, given, words in REFUSED:
            answer = await client.call_tool(tool, given)
            assert answer.is_error
            assert words in text_of(answer)
            assert len(text_of(answer).splitlines()) == 1
            assert "sizewise " not in text_of(answer)
            assert "--" not in text_of(answer)


async def test_a_whole_number_may_be_written_with_a_point(connect: Connect) -> None:
    """JSON has one kind of number, and some assistants write 4.0."""
    async with connect() as client:
        one = await client.call_tool("quiz_grade", {"item": "court-recordings-queue", "answer": "b", "seed": 4.0})
        other = await client.call_tool("quiz_grade", {"item": "court-recordings-queue", "answer": "b", "seed": 4})
    assert not one.is_error
    assert one.structured_content == other.structured_content


async def test_a_tool_of_none_is_an_error_of_the_protocol(connect: Connect) -> None:
    """With the nearest name."""
    async with connect() as client:
        with pytest.raises(MCPError, match="Did you mean advise"):
            await client.call_tool("advize", {})


async def test_a_failure_of_ours_is_one_line_and_the_next_call_is_answered(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback reaches a client."""

    def fail(*_: object) -> ToolAnswer:
        raise RuntimeError("first\nsecond")

    monkeypatch.setitem(TOOLS, "compare", TOOLS["compare"]._replace(answer=fail))
    async with connect() as client:
        answer = await client.call_tool("compare", CALLS["compare"])
        assert answer.is_error
        assert text_of(answer) == "Sizewise failed on its own (RuntimeError: first). Please report it with what was asked."
        assert not (await client.call_tool("explain", CALLS["explain"])).is_error


def right_answer(item: Item, shown: list[dict[str, Any]]) -> object:
    """The key of an item, in the letters of the options that were shown."""
    answers = []
    for part, asked in zip(keyed_questions(item), shown, strict=True):
        letters = {option["text"]: option["letter"] for option in asked["options"]}
        match part:
            case Ordering():
                answers.append(" ".join(letters[step.text] for step in part.steps))
            case Matching():
                answers.append(" ".join(f"{at}{letters[pair.answer]}" for at, pair in enumerate(part.pairs, 1)))
            case _:
                answers.append(" ".join(letters[option.text] for option in part.options if option.right))
    return answers if isinstance(item, Case) else answers[0]


def document(told: ToolAnswer) -> dict[str, Any]:
    """The structured content of an answer."""
    found: dict[str, Any] = structured_content(told)
    return found


@pytest.mark.parametrize("seed", [None, 7])
def test_what_is_asked_can_be_answered_rightly_and_gives_nothing_away(state: ServerState, seed: int | None) -> None:
    """For every item with a key: the letters that were shown, marked with the same seed, are correct; no reason is shown before."""
    dealt = {} if seed is None else {"seed": seed}
    for item in state.bank.items.values():
        if item.type == "typed":
            continue
        told = answer_quiz_item({"item": item.id, **dealt}, state)
        right = right_answer(item, document(told)["questions"])
        assert document(answer_quiz_grade({"item": item.id, "answer": right, **dealt}, state))["verdict"] == "correct"
        reasons = [one.why for part in keyed_questions(item) for one in getattr(part, "options", ())]
        assert not [reason for reason in (*reasons, item.principle) if reason in told.text]


def test_questions_come_without_repeating_until_none_is_left(state: ServerState) -> None:
    """Each time with what was seen; all fit, and their letters are in order."""
    seen: list[str] = []
    fitting = [item for item in state.bank.by_entry["purchases/spot"] if item.type == "choice"]
    for _ in fitting:
        told = document(answer_quiz_item({"about": "spot", "form": "choice", "seen": seen, "seed": 3}, state))
        options = told["questions"][0]["options"]
        assert told["item"] not in seen
        assert told["form"] == "choice"
        assert [option["letter"] for option in options] == list(LETTERS[: len(options)])
        seen.append(told["item"])
    assert len(seen) > 3
    with pytest.raises(InputError, match="no question is left"):
        answer_quiz_item({"about": "spot", "form": "choice", "seen": seen}, state)
