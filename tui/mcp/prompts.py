"""The prompts: two conversations worth having, each with one argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.intake.tokens import MOST_CHARACTERS
from knowledge.errors import InputError, shown, suggestion
from tui.mcp.held import Held

PROMPTS: Final = {"place": "workload", "practise": "subject"}
"""Name -> its argument. What they say stands in `wording/mcp.yaml`."""


def prompt_text(name: str, given: Mapping[str, str], held: Held) -> str:
    """What a prompt says with its argument. Raises InputError for a prompt of none, an argument that is missing or too long."""
    argument = PROMPTS.get(name)
    if argument is None:
        raise InputError(held.say("unknown_prompt", name=shown(name), hint=suggestion(name, PROMPTS)))
    wrong = next((one for one in given if one != argument), None)
    if wrong is not None:
        raise InputError(held.say("unknown_argument", name=shown(wrong), tool=name, hint=suggestion(wrong, [argument])))
    value = given.get(argument, "").strip()
    if not value:
        raise InputError(held.say("missing", name=argument, what=held.say(f"prompt_{name}_{argument}")))
    if len(value) > MOST_CHARACTERS:
        raise InputError(held.say("too_long", name=argument, length=f"{len(value):,}", most=f"{MOST_CHARACTERS:,}"))
    return held.say(f"prompt_{name}_text", **{argument: value})
