"""Where a fact comes from."""

import datetime as dt
from typing import Annotated, Literal

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text

SourceKind = Literal["documentation", "api-model", "price-list", "data-sheet", "benchmark", "repository", "article", "study"]


class Source(Record):
    """One publication: what it is called, who published it, where it is, when it was read."""

    id: str
    title: Text
    publisher: Text
    kind: SourceKind
    url: Annotated[str, Bound(pattern=r"^https?://[^\s<>\"'`]+$")]
    """An address of the web and nothing else: reports and pages link to it."""
    read: dt.date
    """The day on which we (or the collection we took it from) read it."""
    published: dt.date | None = None
    note: str = ""
    """What to know before trusting it: a version, a region, a known mistake."""
