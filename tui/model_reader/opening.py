"""Opens the model that an option or the environment names. Importing this takes no time; the rest is loaded where one is named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from knowledge import Knowledge
    from tui.model_reader.choice import ReaderChoice
    from tui.model_reader.reader import ModelReader
    from tui.model_reader.reads_along import ConversationReader, Tell, TextReader

READER_VARIABLE: Final = "SIZEWISE_READER"
SECONDS_VARIABLE: Final = "SIZEWISE_READER_SECONDS"
_CLIENTS: Final = {"ollama": "openai", "openai": "openai", "bedrock": "boto3"}
"""Kind of a reader -> the package that asks it."""


def chosen_reader(option: str | None, seconds: str | None) -> ReaderChoice | None:
    """The reader that is asked for, by option or by environment; None where none is.

    Raises InputError for one that cannot be, and where the client for it is not installed.
    """
    where, wanted = ("--reader", option) if option is not None else (READER_VARIABLE, os.environ.get(READER_VARIABLE, ""))
    if option is None and not wanted.strip():
        return None
    from importlib.util import find_spec  # noqa: PLC0415  # few let a model read along

    from knowledge.errors import InputError  # noqa: PLC0415  # the same
    from tui.model_reader.choice import parse_reader, parse_seconds  # noqa: PLC0415  # the same

    choice = parse_reader(wanted.strip(), where=where)
    client = _CLIENTS[choice.kind]
    if find_spec(client) is None:
        raise InputError(f'{where}: the client {client} is missing: pip install "sizewise[reader]"')
    where, patience = ("--reader-seconds", seconds) if seconds is not None else (SECONDS_VARIABLE, os.environ.get(SECONDS_VARIABLE, ""))
    return choice._replace(seconds=parse_seconds(patience, where=where)) if seconds is not None or patience.strip() else choice


def open_reader(option: str | None, seconds: str | None, knowledge: Knowledge) -> ModelReader | None:
    """The reader that is asked for; None where none is. Raises InputError for one that cannot be had."""
    choice = chosen_reader(option, seconds)
    if choice is None:
        return None
    from tui.model_reader.reader import ModelReader  # noqa: PLC0415  # few let a model read along

    return ModelReader(choice, knowledge)


def open_text_reader(option: str | None, seconds: str | None, knowledge: Knowledge, tell: Tell) -> TextReader | None:
    """The same for single texts; `tell` takes its news for a person."""
    reader = open_reader(option, seconds, knowledge)
    if reader is None:
        return None
    from tui.model_reader.reads_along import TextReader  # noqa: PLC0415  # few let a model read along

    return TextReader(reader, knowledge, tell)


def open_conversation_reader(option: str | None, seconds: str | None, knowledge: Knowledge) -> ConversationReader | None:
    """The same for the lines of conversations."""
    reader = open_reader(option, seconds, knowledge)
    if reader is None:
        return None
    from tui.model_reader.reads_along import ConversationReader  # noqa: PLC0415  # few let a model read along

    return ConversationReader(reader)
