"""Why a model's answer did not come, or cannot be used."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "too_late", "cut_off", "too_long", "busy", "server_error", "unreachable", "not_allowed", "no_model", "refused", "unreadable"
]
"""Keys of `wording/reader.yaml`."""


class ReaderFailureError(Exception):
    """Ends one call; the built-in reading stands."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        """`detail` is one line of the client or the server, without any key."""
        super().__init__(f"{reason} {detail}".strip())
        self.reason, self.detail = reason, " ".join(detail.split())[:200]
