"""Drafts as YAML that an author goes on with, and the list of what each still lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import yaml

from knowledge import Knowledge
from knowledge.plain_yaml import PlainDumper
from knowledge.steering import escaped, steers
from quizzes.exchange.draft import Fields, Settled, ordered
from quizzes.exchange.words import say

_WIDTH: Final = 110
_ROWS: Final = ("exams", "stands_on", "sources")
"""Lists of ids, which the banks write on one line."""


class _BankDumper(PlainDumper):
    """Writes as the banks are written."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: ANN401, FBT001, FBT002  # PyYAML's signature
        """Indent lists below their names, as the banks do."""
        del indentless
        return super().increase_indent(flow, False)  # noqa: FBT003  # PyYAML takes it by position


class _Row(list[str]):
    """A list that is written on one line."""


def _text(dumper: _BankDumper, text: str) -> yaml.Node:
    """In quotes where a character steers, or YAML would take it for the end of a line: there it can be escaped."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if steers(text) else None)


_BankDumper.add_representer(str, _text)
_BankDumper.add_representer(_Row, lambda dumper, row: dumper.represent_sequence("tag:yaml.org,2002:seq", row, flow_style=True))


def draft_yaml(drafts: Sequence[Settled], knowledge: Knowledge, beside: str = "") -> str:
    """The draft of a bank; `beside` names the file with what its items lack, if there is one."""
    counts = {"items": len(drafts), "open": sum(bool(one.lacks) for one in drafts)}
    head = [say(knowledge, "draft", **counts), *([say(knowledge, "draft_beside", file=beside)] if beside else [])]
    items = {one.draft.id: _written(one) for one in drafts}
    body = yaml.dump({"items": items}, Dumper=_BankDumper, sort_keys=False, allow_unicode=True, width=_WIDTH)
    return "".join(f"# {' '.join(line.split())}\n" for line in head) + escaped(body)


def lacking(drafts: Sequence[Settled], knowledge: Knowledge) -> Iterator[str]:
    """A line for each item with what it lacks, and one for the whole."""
    for one in drafts:
        key = "lacks" if one.lacks else "complete"
        yield say(knowledge, key, id=one.draft.id, fields=", ".join(one.lacks))
    missing = sum(bool(one.lacks) for one in drafts)
    yield say(knowledge, "some_lacking" if missing else "all_complete", open=missing, count=len(drafts))


def _written(one: Settled) -> Fields:
    given = one.draft.fields
    rows = {name: _Row(given[name]) for name in _ROWS if name in given}
    return ordered(given | rows)
