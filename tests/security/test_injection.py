"""What a hostile advice, workload or name becomes in scripts and templates: text, and never a command, an expression or a resource."""

from __future__ import annotations

import ast
import contextlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import hcl2
import pytest
from cfnlint.decode import decode_str

from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from
from engine.handover.template import FORMATS, Format, write_template
from engine.handover.verify.measurement_plan import plan_measurements
from engine.intake.from_mapping import from_mapping
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import LONG
from tests.security.inputs import CHOSEN, poisoned
from tui.cli.verify.plan import render_commands
from tui.output.json_text import render_json

MARK: Final = "touched"
HOSTILE: Final = {
    "a command in a command": f"$(touch {MARK})`touch {MARK}`",
    "the end of a quoted word": f"'; touch {MARK}; '",
    "the end of a text": f'"; touch {MARK}; "',
    "the end of a here-document": f"\nJSON\nEOT\nTEXT\ntouch {MARK}\n",
    "an expression": f"${{file(\"/etc/passwd\")}} %{{ for x in y }} {{{{{MARK}}}}} {{open('{MARK}','w')}}",
    "the end of three quotes": f'"""\nopen(\'{MARK}\', \'w\')\n"""',
    "the end of a comment": f"\r\nopen('{MARK}', 'w') #\u2028open('{MARK}', 'w')",
    "another resource": "\n  Evil:\n    Type: AWS::IAM::User\n",
    "an option": f"-rf ../{MARK} --{MARK}",
    "a place that is left open": "\ue0000\ue001",
    "a backslash at the end": "\\",
}
WORKLOADS: Final[list[dict[str, Any]]] = [
    {"model": "bert-base", "requests_per_second": 5, "latency_p99_ms": 200},
    {"model": "llama-3-8b", "requests_per_second": 2},
    {"model": "bert-base", "requests_per_second": 5, "operations": "containers"},
    {"model": "llama-3-8b", "operations": "kubernetes", "requests_per_second": 2},
    {"model": "bert-base", "requests_per_second": 5, "operations": "self-managed"},
    {"algorithm": "xgboost", "stage": "training", "rows": 10_000_000, "columns": 50, "runs_per_month": 30},
]
"""An endpoint, one that generates, ECS, EKS, EC2, a job."""
_WORD: Final = re.compile("[A-Za-z0-9-]+")
FACTS: Final = CHOSEN - {"value"}
"""With these fields kept, facts are hostile too."""
_TURNS: Final = 1 if LONG else 3
"""In a quick run each workload takes every third hostile text, so that each text comes to two workloads."""
Document = dict[str, Any]
Written = dict[Format, str]


@pytest.fixture(scope="module")
def documents(knowledge: Knowledge) -> list[Document]:
    """Kept advices."""
    made = (advise(from_mapping(facts, knowledge), knowledge, explain="choice") for facts in WORKLOADS)
    return [json.loads(render_json(advice_as_json(one))) for one in made]


@pytest.fixture(scope="module")
def plain(documents: list[Document], knowledge: Knowledge) -> list[Written]:
    """What each says in every format."""
    return [write_all(document, knowledge) for document in documents]


def write_all(document: Document, knowledge: Knowledge) -> Written:
    """A template for each format that has words for it."""
    advice = advice_from(document)
    texts: Written = {}
    for wanted in FORMATS:
        with contextlib.suppress(InputError):
            texts[wanted] = write_template(advice, knowledge, wanted).text
    return texts


def without_comments(text: str) -> str:
    """A template without its comments, of which each is one line that nothing in it ends or steers."""
    lines = text.split("\n")
    assert [line for line in lines if line.startswith("#") and not line.isprintable()] == []
    return "\n".join(line for line in lines if not line.startswith("#"))


def test_a_hostile_advice_changes_no_template(documents: list[Document], plain: list[Written], knowledge: Knowledge) -> None:
    """But for its comments, every character is what it was."""
    for number, (document, before) in enumerate(zip(documents, plain, strict=True)):
        expected = {wanted: without_comments(text) for wanted, text in before.items()}
        for hostile in list(HOSTILE.values())[number % _TURNS :: _TURNS]:
            after = write_all(poisoned(document, hostile), knowledge)
            assert {wanted: without_comments(text) for wanted, text in after.items()} == expected, hostile


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_fact_is_at_most_part_of_a_name(hostile: str, documents: list[Document], knowledge: Knowledge, tmp_path: Path) -> None:
    """Beside a harmless word in its place, a name differs in letters, digits and hyphens, and nothing between them. The script is run."""
    stand_ins(tmp_path)
    every = documents[::2]
    for document in every if LONG else [every[list(HOSTILE).index(hostile) % len(every)]]:
        before = write_all(poisoned(document, "harmless", FACTS), knowledge)
        after = write_all(poisoned(document, HOSTILE[hostile], FACTS), knowledge)
        assert {wanted: signs(text) for wanted, text in after.items()} == {wanted: signs(text) for wanted, text in before.items()}
        run(["bash", "-c", f"set -a; {assign_values(after['cli'])}\n{after['cli']}"], tmp_path)
    assert not list(tmp_path.rglob(f"*{MARK}*"))


def signs(text: str) -> list[str]:
    """What stands between the words of a template."""
    return _WORD.split(without_comments(text))


def stand_ins(folder: Path) -> None:
    """Programs that do nothing, in the place of those that a script calls."""
    for name in ("aws", "kubectl", "date", "base64", "tr", "cat"):
        (folder / name).write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
        (folder / name).chmod(0o755)


def test_a_metric_that_is_no_name_is_refused(documents: list[Document], knowledge: Knowledge) -> None:
    """It is the one text of an advice that a template takes over."""
    for hostile in HOSTILE.values():
        document = json.loads(json.dumps(documents[0]))
        document["choice"]["scaling"]["metric"] += hostile
        with pytest.raises(InputError, match=r"choice\.scaling\.metric: .* is no name of a metric"):
            write_template(advice_from(document), knowledge, "cli")


def assign_values(text: str) -> str:
    """Values for what is to be filled in."""
    names = (line.split("{", 1)[1].split(":", 1)[0] for line in text.splitlines() if line.startswith(': "${'))
    return "; ".join(f"{name}=value" for name in names)


def run(command: list[str], folder: Path) -> None:
    """Run to its end in a folder."""
    path = f"{folder}:/usr/bin:/bin"
    done = subprocess.run(command, cwd=folder, env={"PATH": path}, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_the_commands_of_a_plan_of_measurements_run_nothing_of_an_advice(
    hostile: str, documents: list[Document], knowledge: Knowledge, tmp_path: Path
) -> None:
    """They are read by a shell, and name only folders below the one where they stand."""
    every = documents[:5]
    for document in every if LONG else [every[list(HOSTILE).index(hostile) % len(every)]]:
        plan = plan_measurements(advice_from(poisoned(document, HOSTILE[hostile], FACTS)), knowledge)
        run(["sh", "-n", "-c", render_commands(plan)], tmp_path)
        assert MARK not in "".join(command.text for one in plan.finalists for command in one.commands)
        assert [one.folder for one in plan.finalists if ".." in one.folder] == []
        assert [job.name for job in plan.jobs if not job.name.replace("-", "").isalnum()] == []


@pytest.mark.parametrize("field", ["instance_type", "place"])
@pytest.mark.parametrize("where", ["choice", "alternatives"])
def test_a_plan_that_the_base_does_not_know_is_not_measured(
    where: str, field: str, documents: list[Document], knowledge: Knowledge
) -> None:
    """A folder is named after it, and a command."""
    document = json.loads(json.dumps(documents[0]))
    plan = document[where] if where == "choice" else next(one for one in document[where] if one["role"] != "exam")
    plan[field] = "../../../etc"
    with pytest.raises(InputError, match=rf"{field}: there is no"):
        plan_measurements(advice_from(document), knowledge)


def test_each_language_reads_a_hostile_template(documents: list[Document], knowledge: Knowledge) -> None:
    """With all of it at once, by the parser of the language, and in it nothing of what the text asked for."""
    for document in documents[::2]:
        texts = write_all(poisoned(document, "".join(HOSTILE.values()), FACTS), knowledge)
        template, mistakes = decode_str(texts["cloudformation"])
        assert not mistakes
        assert "AWS::IAM::User" not in json.dumps(template)
        assert "provisioner" not in hcl2.loads(texts["terraform"])
        for wanted in ("cdk", "sdk"):
            calls = (ast.unparse(node.func) for node in ast.walk(ast.parse(texts[wanted])) if isinstance(node, ast.Call))
            assert "open" not in set(calls)
