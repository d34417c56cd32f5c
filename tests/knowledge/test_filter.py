"""Filters over the catalogue: what they mean, how they print, how they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.catalog.expression import And, Compare, Expression, Has, Like, Not, OneOf, Or, compile_predicate, list_regions
from knowledge.catalog.fields import FIELDS, Vocabulary
from knowledge.catalog.grammar import MAX_FILTER_DEPTH, MAX_FILTER_LENGTH, compile_filter, parse_filter
from knowledge.catalog.order import parse_sort_keys, sort_instances
from knowledge.errors import InputError
from knowledge.schema.instance import Instance
from tests.case_tables import for_each, read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("filter_cases.yaml"))

VOCABULARY: Final = Vocabulary(
    {"t4": 16, "a10g": 24, "l4": 24, "inferentia2": 32},
    {"t4": "gpu", "a10g": "gpu", "l4": "gpu", "inferentia2": "inferentia"},
    ("us-east-1", "eu-west-1"),
)
ROWS: Final = tuple(msgspec.convert(CASES["rows"][0] | row, Instance) for row in CASES["rows"])


def matching_types(text: str) -> set[str]:
    """The families whose row satisfies `text`."""
    return {row.family for row in filter(compile_filter(text, VOCABULARY), ROWS)}


def refusal(text: str) -> str:
    """The line with which `text` is refused."""
    with pytest.raises(InputError) as caught:
        parse_filter(text, VOCABULARY)
    return str(caught.value)


@for_each(("text", "families"), CASES["a_filter_finds_what_it_says"])
def test_a_filter_finds_what_it_says(text: str, families: set[str]) -> None:
    """Fields, operators, units and precedence mean what they mean elsewhere."""
    assert matching_types(text) == families


def test_a_missing_value_satisfies_no_comparison() -> None:
    """A type without a price is neither cheap nor dear nor different; a type without regions is offered nowhere."""
    for sign in ("=", "!=", "<", "<=", ">", ">="):
        assert "g6f" not in matching_types(f"price {sign} 1")
    assert "g6f" not in matching_types("region != eu-west-1")
    assert matching_types("accelerator != a10g") == {"g6f", "inf2"}


@for_each(
    ("text", "line"),
    [
        ("vcpus > 4", 'filter: there is no field "vcpus". Did you mean vcpu?'),
        ("vcpu = many", 'vcpu: "many" is not a number.'),
        ("price < 5GB", 'price: "5GB" has another unit; it is in USD/h.'),
        ("vcpu = 1e999", 'vcpu: "1e999" is too large.'),
        ("efa = perhaps", 'efa: "perhaps" is neither true nor false.'),
        ("status = retird", 'status: "retird" is unknown. Did you mean retired?'),
        ("region = eu-wst-1", 'region: "eu-wst-1" is unknown. Did you mean eu-west-1?'),
        ("sagemaker = hostng", 'sagemaker: "hostng" is unknown. Did you mean hosting?'),
        ("accelerator = a10", 'accelerator: "a10" is unknown. Did you mean a10g?'),
        ("family > g5", "family: > compares numbers; use =, !=, in or ~."),
        ("vcpu ~ 4*", "vcpu: ~ matches names; use = or another comparison."),
        ("vcpu", "vcpu: it is not a flag; compare it with something, as in vcpu > 0."),
        ("vcpu >", "filter: it ends too early, at position 7; expected a value."),
        ("gpu and", "filter: it ends too early, at position 8; expected a condition such as vcpu >= 8."),
        ("(gpu", "filter: it ends too early, at position 5; expected and, or, or )."),
        ("vcpu > 4)", 'filter: unexpected ")" at position 9; expected and, or, or the end.'),
        ("family in g5", 'filter: unexpected "g5" at position 11; expected ( and a list of values.'),
        ("vcpu > 4 gpu", 'vcpu: after "4", "gpu" needs a comma, and, or or before it.'),
        ("family = 'g5", "filter: the quotation that begins at position 10 is not closed."),
        ("gpu \x1b[2J", 'filter: "\\x1b" at position 5 has no meaning in a filter.'),
        ("family = 'g\n5'", 'family: "g\\n5" holds a control character.'),
        (" \n", "filter: it is empty; expected a condition such as vcpu >= 8."),
        ("g" * 100_000, f"filter: it has 100000 characters; at most {MAX_FILTER_LENGTH} are read."),
        ("(" * 900 + "gpu" + ")" * 900, f"filter: more than {MAX_FILTER_DEPTH} parentheses and negations stand within each other."),
        ("not " * 400 + "gpu", f"filter: more than {MAX_FILTER_DEPTH} parentheses and negations stand within each other."),
    ],
)
def test_a_wrong_filter_is_refused_in_one_clear_line(text: str, line: str) -> None:
    """The line names the field or the position, what stands there, and what would be right."""
    assert refusal(text) == line


def test_the_regions_a_filter_asks_for_are_known() -> None:
    """Those below a `not` are not asked for."""
    tree = parse_filter("gpu and (region = eu-west-1 or region in (us-east-1)) and not region = eu-west-1", VOCABULARY)
    assert list(list_regions(tree)) == ["eu-west-1", "us-east-1"]


def test_every_field_can_be_read_from_every_row() -> None:
    """Each field gives a value of its kind, or None."""
    kinds: dict[str, type | tuple[type, ...]] = {"number": (int, float), "text": str, "flag": bool, "words": frozenset}
    for field in FIELDS.values():
        for row in ROWS:
            cell = field.read(row, VOCABULARY)
            assert cell is None or isinstance(cell, kinds[field.kind]), field.name


@for_each(
    ("keys", "families"),
    [
        ("price", ["m5", "inf2", "g5", "g6f"]),
        ("-price", ["g5", "inf2", "m5", "g6f"]),
        ("vcpu,-price", ["m5", "g6f", "g5", "inf2"]),
        ("size,-family", ["m5", "inf2", "g6f", "g5"]),
    ],
)
def test_rows_are_ordered_by_several_keys_with_missing_values_last(keys: str, families: list[str]) -> None:
    """A minus turns a key round, but what has no value stays at the end; xlarge comes before 12xlarge."""
    assert [row.family for row in sort_instances(ROWS, parse_sort_keys(keys), VOCABULARY)] == families


@for_each(("keys", "line"), [("prise", "Did you mean price?"), ("region", "has no order"), ("", "there is no field")])
def test_an_order_that_cannot_be_is_refused(keys: str, line: str) -> None:
    """Unknown fields and sets of words cannot be sorted by."""
    with pytest.raises(InputError, match=line.replace("?", r"\?")):
        parse_sort_keys(keys)


numbers = st.floats(min_value=-1e300, max_value=1e300)
names = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters='"'), max_size=8).map(str.lower)
words = names.filter(str.isprintable)
closed = st.sampled_from(["current", "previous", "retired"])
leaves = st.one_of(
    st.builds(Has, st.sampled_from(["gpu", "efa", "sagemaker"])),
    st.builds(Compare, st.sampled_from(["vcpu", "price"]), st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), numbers),
    st.builds(Compare, st.just("status"), st.sampled_from(["=", "!="]), closed),
    st.builds(Compare, st.just("efa"), st.sampled_from(["=", "!="]), st.booleans()),
    st.builds(Compare, st.just("family"), st.sampled_from(["=", "!="]), words),
    st.builds(OneOf, st.just("family"), st.lists(words, min_size=1, max_size=3).map(tuple)),
    st.builds(OneOf, st.just("vcpu"), st.lists(numbers, min_size=1, max_size=3).map(tuple)),
    st.builds(Like, st.just("family"), words),
)


def branches(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Nodes over `inner`."""
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(st.builds(Not, inner), st.builds(And, several), st.builds(Or, several))


expressions = st.recursive(leaves, branches, max_leaves=10)


@given(expressions)
def test_a_printed_filter_reads_back_as_the_same_tree(tree: Expression) -> None:
    """Printing and parsing are inverse."""
    assert parse_filter(str(tree), VOCABULARY) == tree


@given(expressions, expressions)
def test_de_morgan_holds(one: Expression, other: Expression) -> None:
    """Not (a and b) finds what (not a or not b) finds, and so with or."""
    for row in ROWS:
        assert compile_predicate(Not(And((one, other))), VOCABULARY)(row) == compile_predicate(Or((Not(one), Not(other))), VOCABULARY)(row)
        assert compile_predicate(Not(Or((one, other))), VOCABULARY)(row) == compile_predicate(And((Not(one), Not(other))), VOCABULARY)(row)


pieces = st.sampled_from(
    [*FIELDS, "and", "or", "not", "in", "~", "like", "=", "<=", "(", ")", ",", "4", "24GB", "g5*", "'a'", '"', "\x00", "[", "$"]
)
texts = st.one_of(st.text(), st.text(st.characters()), st.lists(pieces).map(" ".join), st.lists(pieces).map("".join))


@given(texts)
def test_any_text_is_a_filter_or_is_refused_in_one_printable_line(text: str) -> None:
    """Nothing else is ever raised, and nothing of the text reaches the terminal raw."""
    try:
        test = compile_filter(text, VOCABULARY)
    except InputError as error:
        assert str(error).isprintable()  # noqa: PT017  # either outcome is right; this is what one of them has to look like
    else:
        assert all(test(row) in {True, False} for row in ROWS)
