"""Drafts as YAML for an author to complete, and a list of each draft's missing fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import yaml

from knowledge import Knowledge
from knowledge.control_characters import escape_controls, has_control_characters
from knowledge.safe_yaml import PlainDumper
from quizzes.exchange.draft import CheckedDraft, Fields, sort_fields
from quizzes.exchange.exchange_sentences import exchange_sentence

_WIDTH: Final = 110
_ROWS: Final = ("exams", "stands_on", "sources")
"""Lists of ids, written on one line as in the banks."""


class _BankDumper(PlainDumper):
    """Writes YAML in the style of the banks."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: ANN401, FBT001, FBT002  # PyYAML's signature
        """Indent lists below their names."""
        del indentless
        return super().increase_indent(flow, False)  # noqa: FBT003  # PyYAML takes it by position


class _Row(list[str]):
    """A list written on one line."""


def _represent_text(dumper: _BankDumper, text: str) -> yaml.Node:
    """In quotes where a control character must be escaped."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if has_control_characters(text) else None)


_BankDumper.add_representer(str, _represent_text)
_BankDumper.add_representer(_Row, lambda dumper, row: dumper.represent_sequence("tag:yaml.org,2002:seq", row, flow_style=True))


def render_draft_yaml(drafts: Sequence[CheckedDraft], knowledge: Knowledge, beside: str = "") -> str:
    """The draft of a bank; `beside` names the file that lists missing fields, if there is one."""
    counts = {"items": len(drafts), "open": sum(bool(one.missing_fields) for one in drafts)}
    head = [
        exchange_sentence(knowledge, "draft", **counts),
        *([exchange_sentence(knowledge, "draft_beside", file=beside)] if beside else []),
    ]
    items = {one.draft.id: _item_fields(one) for one in drafts}
    body = yaml.dump({"items": items}, Dumper=_BankDumper, sort_keys=False, allow_unicode=True, width=_WIDTH)
    return "".join(f"# {' '.join(line.split())}\n" for line in head) + escape_controls(body)


def report_missing_fields(drafts: Sequence[CheckedDraft], knowledge: Knowledge) -> Iterator[str]:
    """A line for each item with its missing fields, and a summary line."""
    for one in drafts:
        key = "lacks" if one.missing_fields else "complete"
        yield exchange_sentence(knowledge, key, id=one.draft.id, fields=", ".join(one.missing_fields))
    missing = sum(bool(one.missing_fields) for one in drafts)
    yield exchange_sentence(knowledge, "some_lacking" if missing else "all_complete", open=missing, count=len(drafts))


def _item_fields(one: CheckedDraft) -> Fields:
    given = one.draft.fields
    rows = {name: _Row(given[name]) for name in _ROWS if name in given}
    return sort_fields(given | rows)
