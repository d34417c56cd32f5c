"""The comment above a template: what it is, what it rests on, what it costs, what to fill in and to run; and that it stays a comment."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from typing import Any

import hcl2
import msgspec
import pytest
import yaml
from botocore import xform_name
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice
from engine.handover.template import FORMATS, Format, write_template
from engine.intake.from_mapping import from_mapping
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.handover.template.botocore_models import decode_template, operation, session
from tests.engine.handover.template.conftest import Case
from tests.engine.handover.template.script_runs import run_cli_script, run_sdk_script

HOSTILE = (
    "\n- evil: true\n",
    '"""\nimport os\n"""',
    "*/ ${Evil} $(touch /tmp/evil) `touch /tmp/evil`",
    "'; exit 1; '",
    "EOT\nJSON\nYAML\nTEXT\n",
    "\r\u2028\u2029\x85\x0b\x0c",
    "\x1b[31m\u202eevil",
    "%{ for x in y } ${var.evil}",
)


def comment_lines(text: str) -> list[str]:
    """The lines before the first one that is no comment, without their marks."""
    lines = text.split("\n")
    end = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    return [line.lstrip("#! ") for line in lines[:end]]


def test_it_says_what_a_reader_has_to_know(cases: list[Case], knowledge: Knowledge) -> None:
    """Place, hardware, facts with their origin, assumptions, cost with its date and kind, catalogue, what to fill in, what to run."""
    for case in cases:
        for wanted, template in case.written.items():
            told = " ".join(" ".join(comment_lines(template.text)).split())
            assert knowledge.places[case.plan.place].name in told
            assert f"--format {wanted}, from the catalogue of {case.advice.catalog_as_of}" in told
            assert all(f"{name} = " in told for name in case.advice.workload)
            assert all(f"{one.fact} = " in told for one in case.advice.assumptions)
            assert case.plan.instance_type is None or f"{case.plan.instance_type} × {case.plan.instance_count}" in told
            assert all(fill_in.name in told for fill_in in template.fill_in)
            assert "numbered steps at the end" in told
            if case.plan.cost.usd_per_month:
                assert f"price {case.plan.cost.price}, of {case.plan.cost.as_of}" in told


def test_everything_to_fill_in_is_asked_for_where_it_is_missing(cases: list[Case]) -> None:
    """A shell script ends with the description; a parameter or a variable has no default."""
    template = cases[0].written["cli"]
    ended = subprocess.run(["bash", "-c", template.text], capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"})  # noqa: S607  # the shell that the text names
    assert ended.returncode != 0
    assert template.fill_in[0].description in ended.stderr
    words: dict[Format, str] = {"terraform": "default", "cloudformation": "Default"}
    for case in cases:
        for wanted, word in words.items():
            if wanted in case.written:
                written = case.written[wanted]
                known = sum(bool(fill_in.default) for fill_in in written.fill_in)
                own = wanted == "terraform"  # the variable with the name that everything begins with
                assert len(re.findall(rf"^ +{word}\b", written.text, re.MULTILINE)) <= known + own


def _with_words(advice: Advice, words: str) -> Advice:
    """The advice as a file may have it: strange words wherever it holds words that a template repeats."""
    assert advice.choice is not None
    workload = {**advice.workload, words: {"value": words, "origin": words}, "task": {"value": words, "origin": "said"}}
    workload.pop("model", None)
    workload.pop("algorithm", None)
    choice = msgspec.structs.replace(advice.choice, cautions=(words,), software=(words,))
    assumptions = (*advice.assumptions, msgspec.structs.replace(advice.assumptions[0], fact=words, value=words))
    return msgspec.structs.replace(advice, workload=workload, choice=choice, assumptions=assumptions, catalog_as_of=words)


@pytest.fixture(scope="module")
def plain(knowledge: Knowledge) -> Advice:
    """An advice whose templates have a bit of everything."""
    facts = {"algorithm": "xgboost", "task": "regression", "data_type": "tabular", "items_per_run": 1000000, "runs_per_month": 30}
    return advise(from_mapping(facts, knowledge), knowledge, explain="choice")


@pytest.fixture(scope="module")
def shapes(plain: Advice, knowledge: Knowledge) -> dict[Format, Any]:
    """Each template with harmless words as its language reads it, without texts."""
    advice = _with_words(plain, "harmless")
    return {
        wanted: _blank_texts(_parse_template(template_text(advice, knowledge, wanted), wanted, knowledge, advice)) for wanted in FORMATS
    }


def template_text(advice: Advice, knowledge: Knowledge, wanted: Format) -> str:
    """The text of a template."""
    return write_template(advice, knowledge, wanted).text


@pytest.mark.parametrize("words", HOSTILE)
def test_words_of_others_stay_in_the_comment(plain: Advice, shapes: dict[Format, Any], knowledge: Knowledge, words: str) -> None:
    """Whatever they hold, the text below says what it says with others, but for the name that is made of the task."""
    advice = _with_words(plain, words)
    for wanted in FORMATS:
        text = template_text(advice, knowledge, wanted)
        assert all(line.isprintable() for line in comment_lines(text))
        assert _blank_texts(_parse_template(text, wanted, knowledge, advice)) == shapes[wanted], wanted


@settings(max_examples=rounds(quick=8, long=300), deadline=None)
@given(words=st.text(max_size=200))
def test_any_words_stay_in_the_comment(plain: Advice, knowledge: Knowledge, words: str) -> None:
    """The same for any text at all, in the three languages that are read quickly."""
    for wanted in ("cloudformation", "cdk", "sdk"):
        advice = _with_words(plain, words)
        _parse_template(write_template(advice, knowledge, wanted).text, wanted, knowledge, advice)


def _parse_template(text: str, wanted: Format, knowledge: Knowledge, advice: Advice) -> Any:  # noqa: ANN401  # whatever the language is made of
    """A text as its language reads it. Fails where it does not."""
    if wanted == "cloudformation":
        document, mistakes = decode_template(text)
        assert mistakes == []
        return document
    if wanted == "cdk":
        return compile(text, "app.py", "exec").co_names
    if wanted == "terraform":
        return {name: part for name, part in hcl2.loads(text).items() if name != "__comments__"}
    template = write_template(advice, knowledge, wanted)
    return (run_cli_script if wanted == "cli" else run_sdk_script)(template).calls


def _blank_texts(node: Any) -> Any:  # noqa: ANN401  # the same
    """A tree without its texts."""
    if isinstance(node, dict):
        return {key: _blank_texts(value) for key, value in node.items()}
    if isinstance(node, list | tuple):
        return [_blank_texts(value) for value in node]
    return "" if isinstance(node, str) else node


def list_commands(case: Case) -> Iterator[list[str]]:
    """The words of every AWS command in the comments above a case's templates."""
    for template in case.written.values():
        for line in comment_lines(template.text):
            _, found, rest = line.partition("aws ")
            if found and rest.split()[0] in session().get_available_services():
                yield shlex.split(rest)


def test_every_command_is_one_of_the_command_line(cases: list[Case]) -> None:
    """An operation of its service, with options that it has and those that it needs."""
    told = {tuple(words) for case in cases for words in list_commands(case)}
    assert [mistakes for words in told if (mistakes := _wrong_options(list(words)))] == []
    assert len({words[:2] for words in told}) >= 6


def test_what_no_template_carries_is_bought_with_a_command(cases: list[Case]) -> None:
    """Savings Plans, reserved instances, capacity blocks, training plans; nothing is bought for the others."""
    buying = {"create-savings-plan", "purchase-reserved-instances-offering", "purchase-capacity-block", "create-training-plan"}
    bought = {(case.plan.purchase, words[1]) for case in cases for words in list_commands(case) if words[1] in buying}
    assert bought == {
        ("savings-plan", "create-savings-plan"),
        ("reserved", "purchase-reserved-instances-offering"),
        ("capacity-block", "purchase-capacity-block"),
        ("capacity-block", "create-training-plan"),
    }


def _wrong_options(words: list[str]) -> list[str]:
    """What a command has that the API has not, or lacks that it needs. `--count` stands for the least and the most of machines."""
    service, name, *options = words
    names = {xform_name(one, "-"): one for one in session().get_service_model(service).operation_names}
    if name not in names:
        return [f"{service} {name}: there is no such operation"]
    shape = operation(service, names[name]).input_shape
    assert shape is not None
    fields = {xform_name(field, "-") for field in shape.members} | {"query", "output", "region", "cli-binary-format"}
    given = {option.removeprefix("--") for option in options if option.startswith("--")}
    if name == "run-instances" and "count" in given:
        given = given - {"count"} | {"min-count", "max-count"}
    needed = {xform_name(field, "-") for field in shape.required_members}
    return [f"{service} {name}: {option}" for option in (given - fields) | (needed - given)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"place": "sagemaker-realtme"}, 'choice.place: there is no place "sagemaker-realtme". Did you mean sagemaker-realtime?'),
        ({"instance_type": "ml.g99.xlarge"}, 'choice.instance_type: "ml.g99.xlarge" is none that'),
        ({"instance_type": "g5.xlarge"}, 'choice.instance_type: "g5.xlarge" is none that'),
        ({"instance_type": None}, 'choice.instance_type: "None" says of SageMaker real-time endpoint no size'),
        ({"instance_count": 0}, 'choice.instance_count: "0" says of SageMaker real-time endpoint no size'),
        ({"place": "lambda"}, 'choice.memory_mb: "None" says of AWS Lambda no size'),
        ({"instance_type": "ml.g5g.xlarge"}, 'choice.instance_type: "ml.g5g.xlarge" is none that'),
    ],
)
def test_a_kept_choice_that_cannot_be_had_any_more_is_refused(
    cases: list[Case], knowledge: Knowledge, change: dict[str, Any], said: str
) -> None:
    """In one line that names the field."""
    choice = msgspec.structs.replace(cases[0].plan, **change)
    with pytest.raises(InputError) as caught:
        write_template(msgspec.structs.replace(cases[0].advice, choice=choice), knowledge, "cloudformation")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_an_assumed_schedule_starts_nothing(knowledge: Knowledge) -> None:
    """Runs a month that nobody stated cost nobody money."""
    facts = {"stage": "fine-tuning", "model": "llama-3-8b", "fine_tuning_method": "lora"}
    advice = advise(from_mapping(facts, knowledge), knowledge, explain="choice")
    assert any(one.fact == "runs_per_month" and one.value != 1 for one in advice.assumptions)
    assert "AWS::Scheduler" not in write_template(advice, knowledge, "cloudformation").text
    stated = advise(from_mapping({**facts, "runs_per_month": 4}, knowledge), knowledge, explain="choice")
    document = yaml.safe_load(write_template(stated, knowledge, "cloudformation").text.replace("!", "#"))
    assert document["Resources"]["Schedule"]["Properties"]["ScheduleExpression"] == "rate(7 days)"
