"""Any two to four entries side by side: what each is, how they differ, when which, and the facts that are not the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from knowledge import Knowledge
from knowledge.catalog_figures import FIGURES
from knowledge.entry_search import names_exactly
from knowledge.lookup import Hit, entry_of
from tui.views.asked_facts import asked_fields
from tui.views.entries import label_of, title_of
from tui.views.entry_cells import entry_cells
from tui.views.grid import render_grid
from tui.views.linked_text import Row, flow_pieces, plain_pieces
from tui.views.value_phrases import ValuePhrases

_MAX_REASONS: Final = 3
"""Of what an entry is best for, and not for."""
_MAX_CELL: Final = 160
"""A longer cell is cut: the article has the rest."""
_TOLD_ABOVE: Final = frozenset({"best for", "not for", "example"})
"""Fields that stand above the table."""
_MAX_SOURCES: Final = 2


def write_side_by_side(hits: Sequence[Hit], knowledge: Knowledge, width: int, asked: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of a comparison. Facts that are asked for stand first and stand alone."""
    say = knowledge.wording["explain"].texts
    entries = [entry_of(hit, knowledge) for hit in hits]
    names = [_short_name(hit, knowledge) for hit in hits]
    yield from flow_pieces(
        plain_pieces(say["compared"].replace("$names", ", ".join(names[:-1]) + f" {say['and']} {names[-1]}")), width, tone="head"
    )
    yield Row("")
    for entry, name in zip(entries, names, strict=True):
        yield from _bullet(f"{name}: {getattr(entry, 'summary', '') or title_of(entry)}", width)
    differences = list(_differences(hits, names, knowledge))
    if differences:
        yield Row("")
        yield Row(say["how_they_differ"], "head")
        for text in differences:
            yield from _bullet(text, width)
    yield from _reason_rows(entries, names, say, width)
    rows = list(_table_rows(hits, knowledge, asked))
    if rows:
        yield Row("")
        yield Row(say["what_differs"], "head")
        yield from map(Row, render_grid(["", *names], rows, width))
    yield from _source_rows(hits, entries, names, knowledge, width)


def _short_name(hit: Hit, knowledge: Knowledge) -> str:
    return hit.id if hit.kind in ("families", "instances") else label_of(hit.kind, hit.id, knowledge)


def _bullet(text: str, width: int) -> list[Row]:
    return flow_pieces(plain_pieces(text), width, "  ● ", "    ")


def _differences(hits: Sequence[Hit], names: Sequence[str], knowledge: Knowledge) -> Iterator[str]:
    """What the entries, or else other entries of their names, say of being taken for each other."""
    own = list(_confusions([[hit] for hit in hits], knowledge))
    yield from own or _confusions([_twins(hit, name, knowledge) for hit, name in zip(hits, names, strict=True)], knowledge)


def _confusions(twins: Sequence[Sequence[Hit]], knowledge: Knowledge) -> Iterator[str]:
    told: set[str] = set()
    for one, others in enumerate(twins):
        for two in range(len(twins)):
            if one == two:
                continue
            ids = {(hit.kind, hit.id) for hit in twins[two]}
            for hit in others:
                for target, text in _confused_with(hit, knowledge):
                    if (hit.kind, target) in ids and text not in told:
                        told.add(text)
                        yield text


def _confused_with(hit: Hit, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """Id of what an entry is taken for, and how they differ; an entry that names none by id names them in its sentences."""
    confused = getattr(entry_of(hit, knowledge), "confused_with", {})
    if isinstance(confused, Mapping):
        yield from confused.items()
        return
    others: Mapping[str, Any] = getattr(knowledge, hit.kind)
    yield from ((other, text) for text in confused for other in others if other != hit.id and other.lower() in text.lower())


def _twins(hit: Hit, name: str, knowledge: Knowledge) -> list[Hit]:
    """The entry, and entries of other kinds that bear its name."""
    return [hit, *(other for other in names_exactly(name, knowledge) if other.kind not in {hit.kind, "instances"})]


def _reason_rows(entries: Sequence[Any], names: Sequence[str], say: Mapping[str, str], width: int) -> Iterator[Row]:
    """When to take which: what each is best for and not for, or an example of it."""
    if not any(_reasons(entry, say) for entry in entries):
        return
    yield Row("")
    yield Row(say["when_which"], "head")
    for entry, name in zip(entries, names, strict=True):
        for word, text in _reasons(entry, say):
            yield from _bullet(f"{name}{word}: {text}", width)


def _reasons(entry: Any, say: Mapping[str, str]) -> list[tuple[str, str]]:  # noqa: ANN401  # a record of any kind
    found = [
        (f", {say[field]}", "; ".join(several[:_MAX_REASONS]))
        for field in ("best_for", "not_for")
        if isinstance(several := getattr(entry, field, ()), tuple) and several
    ]
    example = getattr(entry, "example", "")
    return found or ([("", example)] if example else [])


def _table_rows(hits: Sequence[Hit], knowledge: Knowledge, asked: Sequence[str]) -> Iterator[list[str]]:
    """Field and cells of what is not the same; of entries of two kinds only what several of them have."""
    words = ValuePhrases(knowledge)
    columns = [dict(entry_cells(hit, knowledge, words)) for hit in hits]
    mixed = len({hit.kind for hit in hits}) > 1
    wanted = _wanted_labels(asked, knowledge, words)
    for label in dict.fromkeys(label for column in columns for label in column):
        cells = [column.get(label, "") for column in columns]
        if label in _TOLD_ABOVE or len(set(cells)) == 1 or (mixed and sum(map(bool, cells)) == 1 and label not in wanted):
            continue
        if wanted and label not in wanted:
            continue
        yield [label, *(cell if len(cell) <= _MAX_CELL else f"{cell[: _MAX_CELL - 1]}…" for cell in cells)]


def _wanted_labels(asked: Sequence[str], knowledge: Knowledge, words: ValuePhrases) -> frozenset[str]:
    """The labels of the facts that are asked for."""
    fields = asked_fields(asked, knowledge)
    return frozenset(
        label
        for field in fields
        for label in ((FIGURES[field].label,) if field in FIGURES else (words.label(field), words.label(field, "limits")))
    )


def _source_rows(hits: Sequence[Hit], entries: Sequence[Any], names: Sequence[str], knowledge: Knowledge, width: int) -> Iterator[Row]:
    """Where each is told in full, and what it rests on."""
    say = knowledge.wording["explain"].texts
    yield Row("")
    for name in dict.fromkeys(hit.id for hit in hits):
        yield from flow_pieces(plain_pieces(say["also"].replace("$name", name)), width)
    for entry, name in zip(entries, names, strict=True):
        sources = [knowledge.sources[one] for one in getattr(entry, "sources", ())[:_MAX_SOURCES]]
        if sources:
            titles = "; ".join(f"{one.title}, {one.publisher}" for one in sources)
            yield from flow_pieces(plain_pieces(f"{name}: {titles} ({getattr(entry, 'as_of', '')})"), width, rest="    ", tone="dim")
