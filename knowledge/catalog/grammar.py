"""The language of catalogue filters: `gpu and gpu_memory_gb >= 24GB and price < $2 and not family in (g4dn, p3)`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NoReturn, cast

from knowledge.catalog.expression import And, Compare, Expression, Has, Like, Not, OneOf, Operator, Or, Predicate, compile_predicate
from knowledge.catalog.fields import Field, Vocabulary, find_field
from knowledge.catalog.literals import is_unit, normalize_name, parse_literal
from knowledge.errors import InputError, quote_value

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

MAX_FILTER_LENGTH: Final = 2000
"""Characters of a filter."""
MAX_FILTER_DEPTH: Final = 50
"""Nesting depth of parentheses and negations."""

GRAMMAR: Final = r"""
start: either
either: both (_OR both)*
both: unary (_AND unary)*
?unary: _NOT unary -> opposite
      | "(" either ")" -> group
      | WORD -> has
      | WORD test -> holds
      | WORD _NOT test -> fails
test: OPERATOR value -> compare
    | _LIKE value -> like
    | _IN "(" value ("," value)* ")" -> one_of
value: STRING | WORD WORD?

_AND.2: /and(?![\w.*?+$\/%\[\]-])/i
_OR.2: /or(?![\w.*?+$\/%\[\]-])/i
_NOT.2: /not(?![\w.*?+$\/%\[\]-])/i
_IN.2: /in(?![\w.*?+$\/%\[\]-])/i
_LIKE.2: /~|like(?![\w.*?+$\/%\[\]-])/i
OPERATOR: "<=" | ">=" | "!=" | "==" | "=" | "<" | ">"
WORD: /[A-Za-z0-9_.*?+$\/%\[\]-]+/
STRING: /"[^"]*"|'[^']*'/
%ignore /[ \t\r\n]+/
"""

_EXPECTED: Final = (
    ({"OPERATOR", "_AND"}, "a comparison (= != < <= > >= ~ in), and, or, or the end"),
    ({"OPERATOR"}, "a comparison (= != < <= > >= ~ in)"),
    ({"STRING"}, "a value"),
    ({"WORD", "LPAR"}, "a condition such as vcpu >= 8"),
    ({"WORD", "_AND"}, "and, or, or the end"),
    ({"LPAR"}, "( and a list of values"),
    ({"COMMA"}, "a comma or )"),
    ({"RPAR", "_AND"}, "and, or, or )"),
    ({"_AND"}, "and, or, or the end"),
    ({"RPAR"}, "and, or, or )"),
    ({"$END"}, "and, or, or the end"),
)
"""Terminals of the grammar -> what was expected, in words. The first line applies whose terminals are all acceptable."""


def parse_filter(text: str, vocabulary: Vocabulary) -> Expression:
    """Parse a filter. Its values are checked and converted to the units of their fields.

    Raises InputError, one line, for wrong syntax, an unknown field or value, a value of the wrong kind, or a text that is too long.
    """
    if len(text) > MAX_FILTER_LENGTH:
        raise InputError(f"filter: it has {len(text)} characters; at most {MAX_FILTER_LENGTH} are read.")
    if not text.strip():
        raise InputError("filter: it is empty; expected a condition such as vcpu >= 8.")
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415  # takes 40 ms to import, needed only for filters

    try:
        tree = _make_parser().parse(text)
    except UnexpectedInput as error:
        _refuse_syntax(text, error)
    return _build_expression(cast("Tree[Token]", tree.children[0]), vocabulary, 0)


def compile_filter(text: str, vocabulary: Vocabulary) -> Predicate:
    """Parse a filter into a predicate. Raises InputError as `parse_filter` does."""
    return compile_predicate(parse_filter(text, vocabulary), vocabulary)


@cache
def _make_parser() -> Lark:
    from lark import Lark  # noqa: PLC0415  # takes 40 ms to import, needed only for filters

    return Lark(GRAMMAR, parser="lalr", lexer="basic", maybe_placeholders=False)


def _refuse_syntax(text: str, error: Exception) -> NoReturn:
    accepted = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    expected = next((words for terminals, words in _EXPECTED if terminals <= accepted), "")
    at = cast("int | None", getattr(error, "pos_in_stream", None))
    token = getattr(error, "token", None)
    then = f"; expected {expected}" if expected else ""
    if at is None or getattr(token, "type", "") == "$END":
        raise InputError(f"filter: it ends too early, at position {len(text) + 1}{then}.") from None
    found = str(token) if token is not None else text[at]
    if found in "\"'":
        raise InputError(f"filter: the quotation that begins at position {at + 1} is not closed.") from None
    if token is None:
        raise InputError(f"filter: {quote_value(found)} at position {at + 1} has no meaning in a filter.") from None
    raise InputError(f"filter: unexpected {quote_value(found)} at position {at + 1}{then}.") from None


def _build_expression(tree: Tree[Token], vocabulary: Vocabulary, depth: int) -> Expression:
    """The node for a tree of `either`, `both` or `unary`."""
    if depth > MAX_FILTER_DEPTH:
        raise InputError(f"filter: more than {MAX_FILTER_DEPTH} parentheses and negations stand within each other.")
    children = cast("list[Tree[Token]]", tree.children)
    match tree.data:
        case "either" | "both":
            items = tuple(_build_expression(child, vocabulary, depth) for child in children)
            return items[0] if len(items) == 1 else (Or(items) if tree.data == "either" else And(items))
        case "group":
            return _build_expression(children[0], vocabulary, depth + 1)
        case "opposite":
            return Not(_build_expression(children[0], vocabulary, depth + 1))
        case "has":
            return _build_flag(find_field(str(tree.children[0])))
        case _:
            condition = _build_condition(find_field(str(tree.children[0])), children[1], vocabulary)
            return Not(condition) if tree.data == "fails" else condition


def _build_flag(field: Field) -> Has:
    if field.kind in {"number", "text"}:
        example = "~ x" if field.kind == "text" else "> 0"
        raise InputError(f"{field.name}: it is not a flag; compare it with something, as in {field.name} {example}.")
    return Has(field.name)


def _build_condition(field: Field, test: Tree[Token], vocabulary: Vocabulary) -> Expression:
    if test.data == "compare":
        sign = str(test.children[0]).replace("==", "=")
        if sign not in {"=", "!="} and field.kind != "number":
            raise InputError(f"{field.name}: {sign} compares numbers; use =, !=, in or ~.")
        return Compare(field.name, cast("Operator", sign), parse_literal(field, _value_text(field, test.children[1]), vocabulary))
    texts = [_value_text(field, child) for child in test.children]
    if test.data == "one_of":
        return OneOf(field.name, tuple(parse_literal(field, text, vocabulary) for text in texts))
    if field.kind not in {"text", "words"}:
        raise InputError(f"{field.name}: ~ matches names; use = or another comparison.")
    return Like(field.name, normalize_name(field, texts[0]))


def _value_text(field: Field, value: Tree[Token] | Token) -> str:
    """The words of a value, without quotes."""
    tokens = [str(token) for token in cast("Tree[Token]", value).children]
    if len(tokens) > 1 and not (field.kind == "number" and is_unit(tokens[1])):
        raise InputError(f"{field.name}: after {quote_value(tokens[0])}, {quote_value(tokens[1])} needs a comma, and, or or before it.")
    text = " ".join(tokens)
    if text[0] in "\"'":
        text = text[1:-1]
        if not text.isprintable():
            raise InputError(f"{field.name}: {quote_value(text)} holds a control character.")
    return text
