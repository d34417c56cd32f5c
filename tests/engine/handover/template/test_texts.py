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

from engine.handover.template.blueprint import (
    AttributeRef,
    Base64Text,
    DataMap,
    JoinedText,
    JsonText,
    Node,
    Parameter,
    iterate_leaves,
    join_text,
)
from engine.handover.template.document_text import render_json, render_yaml
from engine.handover.template.formats.python_text import quote_python, render_expression
from engine.handover.template.formats.terraform import quote_hcl
from engine.handover.template.name_casing import lower_first, to_camel_case, to_constant_case, to_kebab_case, to_snake_case
from engine.handover.template.places.eks import cron_expression
from engine.handover.template.places.scheduled_runs import rate_expression
from tests.depth import rounds

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)
PRINTED = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), include_characters="\n"), max_size=60)
LEAVES = st.one_of(st.booleans(), st.integers(-(10**9), 10**9), st.floats(allow_nan=False, allow_infinity=False, width=32), PRINTED)
NAMES = st.text("abcdefghijXYZ09_.-", min_size=1, max_size=8)
TREES = st.recursive(LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)), max_leaves=12)


@settings(max_examples=rounds(quick=60, long=2_000), deadline=None)
@given(tree=st.dictionaries(NAMES, TREES, max_size=4))
def test_yaml_reads_back_what_was_written(tree: dict[str, Any]) -> None:
    """Any tree of texts, numbers and flags."""
    assert (yaml.load(render_yaml(tree), Loader=_LOADER) or {}) == tree  # noqa: S506  # either loader is a safe one


@settings(max_examples=rounds(quick=60, long=2_000), deadline=None)
@given(words=TEXTS)
def test_python_reads_back_a_literal(words: str) -> None:
    """Any text, over several lines or not."""
    assert ast.literal_eval(quote_python(words.replace("\r", ""))) == words.replace("\r", "")


@settings(max_examples=rounds(quick=60, long=2_000), deadline=None)
@given(before=PRINTED, after=PRINTED)
def test_python_puts_in_what_is_given(before: str, after: str) -> None:
    """Braces and quotes around it stay what they are."""
    expression = render_expression((before, Parameter("Name"), after), lambda _: "NAME")
    assert eval(expression, {"NAME": "x"}) == f"{before}x{after}"  # noqa: S307  # our own text is what is tested


@settings(max_examples=rounds(quick=30, long=1_000), deadline=None)
@given(words=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40))
def test_hcl_reads_back_a_literal(words: str) -> None:
    """Nothing in it is put in, whatever it looks like."""
    (read,) = hcl2.loads(f"a = {quote_hcl(words)}\n").values()
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
    cases = (to_snake_case(name), to_kebab_case(name), lower_first(name), to_constant_case(name), to_camel_case(name))
    assert cases == written


def test_a_document_is_cut_where_something_is_given() -> None:
    """Numbers and lists go without the quotes that a text has."""
    node: Node = {
        "a": Parameter("A"),
        "b": Parameter("B", "number"),
        "c": Parameter("C", "list"),
        "d": join_text("x-", AttributeRef("M", "name")),
    }
    parts = render_json({"n": node, "e": DataMap({"k": 1})}, indent=None).parts
    assert [part for part in parts if not isinstance(part, str)] == [
        Parameter("A"),
        Parameter("B", "number"),
        Parameter("C", "list"),
        AttributeRef("M", "name"),
    ]
    assert "|".join(part for part in parts if isinstance(part, str)) == '{"n": {"a": "|", "b": |, "c": |, "d": "x-|"}, "e": {"k": 1}}'


@pytest.mark.parametrize("inner", [JsonText({"a": 1}), Base64Text(JoinedText(("a",)))])
def test_a_document_holds_no_other(inner: JsonText | Base64Text) -> None:
    """Which of two would be escaped for the other cannot be told."""
    with pytest.raises(TypeError):
        render_json({"a": inner})


def test_every_end_of_a_tree_is_met_in_its_order() -> None:
    """Within maps, lists, documents and texts."""
    node: Node = {
        "a": [Parameter("A"), {"b": join_text("x", Parameter("B"))}],
        "c": JsonText({"d": Parameter("C")}),
        "e": Base64Text(join_text(Parameter("D"))),
        "f": DataMap({"g": 1}),
    }
    assert list(iterate_leaves(node)) == [Parameter("A"), "x", Parameter("B"), Parameter("C"), Parameter("D"), 1]


@settings(max_examples=rounds(quick=60, long=2_000), deadline=None)
@given(runs=st.floats(1.01, 40_000))
def test_a_schedule_is_no_rarer_than_what_was_asked_for(runs: float) -> None:
    """In whole days, hours or minutes, and no more than twice as often, but where days of a month do not divide."""
    count, unit = re.fullmatch(r"rate\(([0-9]+) (day|hour|minute)s?\)", rate_expression(runs)).groups()  # type: ignore[union-attr]  # it matches
    hours = int(count) * {"day": 24, "hour": 1, "minute": 1 / 60}[unit]
    assert runs <= 730 / hours + 1e-6
    assert 730 / hours < 2 * runs + 1


@pytest.mark.parametrize(
    ("runs", "cron"), [(2, "0 3 */15 * *"), (30, "0 3 */1 * *"), (100, "0 */6 * * *"), (730, "0 */1 * * *"), (800, "*/30 * * * *")]
)
def test_cron_takes_steps_that_divide_the_hour_and_the_day(runs: float, cron: str) -> None:
    """A step of 54 minutes would come twice an hour, 6 minutes apart."""
    assert cron_expression(runs) == cron


def test_a_shell_reads_back_what_a_person_fills_in() -> None:
    """A document with quotes in it stays one within the request."""
    script = 'X="{\\"a\\": [1]}"; X_TEXT="${X//\\"/\\\\\\"}"; cat <<JSON\n{"x": "${X_TEXT}"}\nJSON\n'
    told = subprocess.run(["bash", "-c", script], capture_output=True, check=True, env={"PATH": "/usr/bin:/bin"})  # noqa: S607  # the shell that the text names
    assert json.loads(json.loads(told.stdout)["x"]) == {"a": [1]}
