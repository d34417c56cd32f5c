"""The packaged base, whatever lies beside it on this machine."""

from __future__ import annotations

from functools import cache

from knowledge import Knowledge, compiled, store


@cache
def base() -> Knowledge:
    """Read the packaged base once, whatever lies in the cache or in a refreshed catalogue of this machine."""
    data = store.packaged_data()
    head, payload = compiled.pack(store._sections(data, data / "catalog"), "", "")
    return Knowledge(compiled.Sections(head, payload).decode)
