"""A model beside the rules, in a conversation and for a single text: it is told first, asked once, and its failure changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.dialogue import Conversation, Desk, Response, next_ask, respond, takes_reading
from engine.intake.reader import Proposals, ReadingTask
from engine.intake.weighing import Weighing
from knowledge import Knowledge
from tui.model_reader.reader import Exchange, ModelReader
from tui.model_reader.report import describe_problem, exchange_as_json, introduce

Tell = Callable[[str], None]


class ConversationReader:
    """Reads the lines of conversations along with the rules."""

    def __init__(self, reader: ModelReader) -> None:
        """Nothing has been told of it yet."""
        self.reader = reader
        self.exchange: Exchange | None = None
        """The call for the latest line; None where it took none."""
        self._is_introduced = False

    def introduction(self, knowledge: Knowledge) -> str:
        """What goes where, the first time; "" afterwards."""
        told = "" if self._is_introduced else introduce(self.reader.choice, knowledge)
        self._is_introduced = True
        return told

    def respond(self, conversation: Conversation | None, line: str, desk: Desk) -> Response:
        """The conversation after a line that both have read. The number of a choice, a yes or a no is no text to be read."""
        self.exchange = None
        if not takes_reading(conversation, line, desk):
            return respond(conversation, line, desk)
        ask = next_ask(conversation, desk) if conversation is not None else None
        task = ReadingTask(line, ask.fact if ask is not None and ask.kind == "fact" else "", ask.prompt if ask is not None else "")
        response = respond(conversation, line, desk, self.reader.read(task))
        self.reader.note_weighing(response.weighing)
        self.exchange = self.reader.last
        return response

    def as_json(self) -> dict[str, Any]:
        """The field `reader` of a command's JSON, for the latest line."""
        return {"reader": exchange_as_json(self.reader.choice, self.exchange)}

    def problem(self, knowledge: Knowledge) -> str:
        """Why the rules' reading of the latest line stands alone; "" where the model answered or was not asked."""
        return describe_problem(self.exchange, self.reader.choice, knowledge) if self.exchange is not None else ""


class TextReader:
    """Reads single texts along with the rules, and tells beside the output what goes where and what went wrong."""

    def __init__(self, reader: ModelReader, knowledge: Knowledge, tell: Tell) -> None:
        """`tell` takes lines for a person, such as one that writes to standard error."""
        self.reader, self._knowledge, self._tell = reader, knowledge, tell
        self._is_introduced = False

    def read_text(self, text: str) -> Proposals:
        """What the model proposes for a text."""
        if not self._is_introduced:
            self._tell(introduce(self.reader.choice, self._knowledge))
            self._is_introduced = True
        found = self.reader.read(ReadingTask(text))
        if self.reader.last is not None and (problem := describe_problem(self.reader.last, self.reader.choice, self._knowledge)):
            self._tell(problem)
        return found

    def note_weighing(self, weighing: Weighing) -> None:
        """Keep what became of the proposals."""
        self.reader.note_weighing(weighing)

    def as_json(self) -> dict[str, Any]:
        """The field `reader` of a command's JSON, for the latest text."""
        return {"reader": exchange_as_json(self.reader.choice, self.reader.last)}
