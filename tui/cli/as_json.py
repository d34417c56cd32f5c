"""Records as the JSON of the contract, under the name that commands use."""

from __future__ import annotations

from engine.handover.as_json import advice_as_json, facts_as_json

__all__ = ["advice_as_json", "facts_as_json"]
