"""The smallest pieces of each language: names, literals, lists, documents, schedules."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from typing import Any

import hcl2
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.handover.template.formats import hcl, python_text
from engine.handover.template.formats.casing import camel, constant, humped, kebab, snake
from engine.handover.template.formats.documents import json_of
from engine.handover.template.formats.yaml_text import yaml_of
from engine.handover.template.nodes import Encoded, Given, Joined, Json, Keyed, Node, Of, leaves, text
from engine.handover.template.places.eks import _cron
from engine.handover.template.places.workflow import rate

TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)
PRINTED = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), include_characters="\n"), max_size=60)
LEAVES = st.one_of(st.booleans(), st.integers(-(10**9), 10**9), st.floats(allow_nan=False, allow_infinity=False, width=32), PRINTED)
NAMES = st.text("abcdefghijXYZ09_.-", min_size=1, max_size=8)
TREES = st.recursive(LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)), max_leaves=12)


@settings(max_examples=150, deadline=None)
@given(tree=st.dictionaries(NAMES, TREES, max_size=4))
def test_yaml_reads_back_what_was_written(tree: dict[str, Any]) -> None:
    """Any tree of texts, numbers and flags."""
    assert (yaml.safe_load(yaml_of(tree)) or {}) == tree


@settings(max_examples=150, deadline=None)
@given(words=TEXTS)
def test_python_reads_back_a_literal(words: str) -> None:
    """Any text, over several lines or not."""
    assert ast.literal_eval(python_text.quoted(words.replace("\r", ""))) == words.replace("\r", "")


@settings(max_examples=150, deadline=None)
@given(before=PRINTED, after=PRINTED)
def test_python_puts_in_what_is_given(before: str, after: str) -> None:
    """Braces and quotes around it stay what they are."""
    expression = python_text.formatted((before, Given("Name"), after), lambda _: "NAME")
    assert eval(expression, {"NAME": "x"}) == f"{before}x{after}"  # noqa: S307  # our own text is what is tested


@settings(max_examples=60, deadline=None)
@given(words=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40))
def test_hcl_reads_back_a_literal(words: str) -> None:
    """Nothing in it is put in, whatever it looks like."""
    (read,) = hcl2.loads(f"a = {hcl.quoted(words)}\n").values()
    assert json.loads(read.replace("$${", "${").replace("%%{", "%{")) == words


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("EndpointConfig", ("endpoint_config", "endpoint-config", "endpointConfig", "ENDPOINT_CONFIG", "endpointConfig")),
        ("MemorySizeInMB", ("memory_size_in_mb", "memory-size-in-mb", "memorySizeInMB", "MEMORY_SIZE_IN_MB", "memorySizeInMb")),
        ("TargetGroupARNs", ("target_group_arns", "target-group-arns", "targetGroupARNs", "TARGET_GROUP_ARNS", "targetGroupArns")),
        (
            "VPCZoneIdentifier",
            ("vpc_zone_identifier", "vpc-zone-identifier", "vPCZoneIdentifier", "VPC_ZONE_IDENTIFIER", "vpcZoneIdentifier"),
        ),
        ("S3Uri", ("s3_uri", "s3-uri", "s3Uri", "S3_URI", "s3Uri")),
    ],
)
def test_a_name_in_every_language(name: str, written: tuple[str, ...]) -> None:
    """Words are told apart by their capitals."""
    assert (snake(name), kebab(name), camel(name), constant(name), humped(name)) == written


def test_a_document_is_cut_where_something_is_given() -> None:
    """Numbers and lists go without the quotes that a text has."""
    node: Node = {"a": Given("A"), "b": Given("B", "number"), "c": Given("C", "list"), "d": text("x-", Of("M", "name"))}
    parts = json_of({"n": node, "e": Keyed({"k": 1})}, indent=None).parts
    assert [part for part in parts if not isinstance(part, str)] == [Given("A"), Given("B", "number"), Given("C", "list"), Of("M", "name")]
    assert "|".join(part for part in parts if isinstance(part, str)) == '{"n": {"a": "|", "b": |, "c": |, "d": "x-|"}, "e": {"k": 1}}'


@pytest.mark.parametrize("inner", [Json({"a": 1}), Encoded(Joined(("a",)))])
def test_a_document_holds_no_other(inner: Json | Encoded) -> None:
    """Which of two would be escaped for the other cannot be told."""
    with pytest.raises(TypeError):
        json_of({"a": inner})


def test_every_end_of_a_tree_is_met_in_its_order() -> None:
    """Within maps, lists, documents and texts."""
    node: Node = {
        "a": [Given("A"), {"b": text("x", Given("B"))}],
        "c": Json({"d": Given("C")}),
        "e": Encoded(text(Given("D"))),
        "f": Keyed({"g": 1}),
    }
    assert list(leaves(node)) == [Given("A"), "x", Given("B"), Given("C"), Given("D"), 1]


@settings(max_examples=200, deadline=None)
@given(runs=st.floats(1.01, 40_000))
def test_a_schedule_is_no_rarer_than_what_was_asked_for(runs: float) -> None:
    """In whole days, hours or minutes, and no more than twice as often, but where days of a month do not divide."""
    count, unit = re.fullmatch(r"rate\(([0-9]+) (day|hour|minute)s?\)", rate(runs)).groups()  # type: ignore[union-attr]  # it matches
    hours = int(count) * {"day": 24, "hour": 1, "minute": 1 / 60}[unit]
    assert runs <= 730 / hours + 1e-6
    assert 730 / hours < 2 * runs + 1


@pytest.mark.parametrize(
    ("runs", "cron"), [(2, "0 3 */15 * *"), (30, "0 3 */1 * *"), (100, "0 */6 * * *"), (730, "0 */1 * * *"), (800, "*/30 * * * *")]
)
def test_cron_takes_steps_that_divide_the_hour_and_the_day(runs: float, cron: str) -> None:
    """A step of 54 minutes would come twice an hour, 6 minutes apart."""
    assert _cron(runs) == cron


def test_a_shell_reads_back_what_a_person_fills_in() -> None:
    """A document with quotes in it stays one within the request."""
    script = 'X="{\\"a\\": [1]}"; X_TEXT="${X//\\"/\\\\\\"}"; cat <<JSON\n{"x": "${X_TEXT}"}\nJSON\n'
    told = subprocess.run(["bash", "-c", script], capture_output=True, check=True, env={"PATH": "/usr/bin:/bin"})  # noqa: S607  # the shell that the text names
    assert json.loads(json.loads(told.stdout)["x"]) == {"a": [1]}
