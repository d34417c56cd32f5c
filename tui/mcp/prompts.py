"""The prompts: two useful conversations, each with one argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.intake.tokens import MOST_CHARACTERS
from knowledge.errors import InputError, quote_value, suggest_name
from tui.mcp.server_state import ServerState

PROMPTS: Final = {"place": "workload", "practise": "subject"}
"""Name -> its argument. Their texts are in `wording/mcp.yaml`."""


def fill_prompt(name: str, given: Mapping[str, str], state: ServerState) -> str:
    """The text of a prompt with its argument. Raises InputError for an unknown prompt, and a missing, unknown or too long argument."""
    argument = PROMPTS.get(name)
    if argument is None:
        raise InputError(state.say("unknown_prompt", name=quote_value(name), hint=suggest_name(name, PROMPTS)))
    wrong = next((one for one in given if one != argument), None)
    if wrong is not None:
        raise InputError(state.say("unknown_argument", name=quote_value(wrong), tool=name, hint=suggest_name(wrong, [argument])))
    value = given.get(argument, "").strip()
    if not value:
        raise InputError(state.say("missing", name=argument, what=state.say(f"prompt_{name}_{argument}")))
    if len(value) > MOST_CHARACTERS:
        raise InputError(state.say("too_long", name=argument, length=f"{len(value):,}", most=f"{MOST_CHARACTERS:,}"))
    return state.say(f"prompt_{name}_text", **{argument: value})
