"""`sizewise changes [TERM]`: what changed at AWS since a day, of everything or of the entries that the words name."""

from __future__ import annotations

import argparse
import datetime as dt
from typing import Final, get_args

from knowledge import Knowledge, load
from knowledge.entry_questions import read_question
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.events import find_events
from knowledge.lookup import Hit
from knowledge.schema.event import EventKind
from tui.local_time import local_now
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.output.streams import allows_color
from tui.since_date import parse_since
from tui.views.changes import change_lines, record_changes
from tui.views.text_lines import as_text

EVENT_KINDS: Final[tuple[str, ...]] = get_args(EventKind)
_A_YEAR: Final = dt.timedelta(days=365)


def run(arguments: argparse.Namespace) -> int:
    """Print the changes. Raises InputError for a bad date, an unknown kind, and words that name nothing."""
    since = parse_since(arguments.since) if arguments.since is not None else local_now().date() - _A_YEAR
    kind = _check_kind(arguments.kind)
    knowledge, words = load(), " ".join(arguments.term)
    concerning = _named_entries(words, knowledge) if words.strip() else ()
    events = find_events(knowledge, since=since, kind=kind, concerning=concerning)
    if arguments.json:
        print(render_json(record_changes(events, since, knowledge)))
    else:
        print(as_text(change_lines(events, since, knowledge), color=allows_color()))
    return DONE


def _named_entries(words: str, knowledge: Knowledge) -> tuple[Hit, ...]:
    found = read_question(words, knowledge).finding
    if not found.covers:
        raise InputError(f"changes: the base knows nothing by {quote_value(words)}. sizewise explain alone shows what it knows.")
    return tuple(found.hits)


def _check_kind(text: str | None) -> str:
    if text is None or text in EVENT_KINDS:
        return text or ""
    known = ", ".join(EVENT_KINDS)
    raise InputError(f"kind: there is no {quote_value(text)}.{suggest_name(text, EVENT_KINDS, f'Choose from {known}.')}")
