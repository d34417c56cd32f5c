"""A model as a reader: one call a text, within a limit. Whatever goes wrong, the rules have read the text already, and that stands."""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from engine.intake.reader import NO_PROPOSALS, Proposals, ReadingTask
from engine.intake.weighing import Weighing
from tui.model_reader.failure import ReaderFailureError
from tui.model_reader.request import ModelAnswer, ModelRequest, make_request, read_answer

if TYPE_CHECKING:
    from knowledge import Knowledge
    from tui.model_reader.choice import ReaderChoice

_PER_MILLION: Final = 1e6


class Client(Protocol):
    """Asks a model."""

    def ask(self, request: ModelRequest) -> ModelAnswer:
        """The answer to one request. Raises ReaderFailureError."""

    def close(self) -> None:
        """Give up whatever is under way."""


class Exchange(msgspec.Struct, frozen=True):
    """One call: what was sent, what came back, what it took."""

    sent: str
    instructions: str
    answer: str = ""
    """As the model wrote it, with placeholders; "" where none came."""
    seconds: float = 0.0
    problem: str = ""
    """A key of `wording/reader.yaml`; "" where the answer could be read."""
    detail: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    usd: float | None = None
    """What it cost; None where that is not known."""
    weighing: Weighing = Weighing()
    """What became of its proposals."""


class Tally(msgspec.Struct):
    """All calls so far."""

    calls: int = 0
    answered: int = 0
    seconds: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    """None where the price of no call was known."""


class ModelReader:
    """Reads with a model. Nothing of it is written to a file."""

    def __init__(self, choice: ReaderChoice, knowledge: Knowledge, client: Client | None = None) -> None:
        """`client` asks the model; by default the official one for the choice. Raises InputError where that is missing."""
        self.choice, self._knowledge = choice, knowledge
        self._client = client if client is not None else _make_client(choice)
        self.last: Exchange | None = None
        self.tally = Tally()

    def read(self, task: ReadingTask) -> Proposals:
        """What the model finds; nothing where it fails or takes too long, and `last` says why."""
        sent = make_request(task, self._knowledge)
        started = time.monotonic()
        exchange = Exchange(sent.request.text, sent.request.instructions)
        proposals = NO_PROPOSALS
        try:
            answer = self._ask_within_limit(sent.request)
            exchange = self._with_answer(exchange, answer)
            proposals = read_answer(answer.text, sent, task.asked)
        except ReaderFailureError as failure:
            exchange = msgspec.structs.replace(exchange, problem=failure.reason, detail=failure.detail)
        self.last = msgspec.structs.replace(exchange, seconds=time.monotonic() - started)
        self._count(self.last)
        return proposals

    def note_weighing(self, weighing: Weighing) -> None:
        """Keep what became of the last proposals, to be shown."""
        if self.last is not None:
            self.last = msgspec.structs.replace(self.last, weighing=weighing)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _ask_within_limit(self, request: ModelRequest) -> ModelAnswer:
        """The answer, if it comes within the limit: a client's own limits count each step, and a slow answer has many."""
        done: queue.Queue[ModelAnswer | ReaderFailureError] = queue.Queue()

        def call() -> None:
            """Put the answer or the failure into the queue; no error leaves the thread."""
            try:
                done.put(self._client.ask(request))
            except ReaderFailureError as failure:
                done.put(failure)
            except Exception as error:  # noqa: BLE001  # the rules' reading survives any fault of a client
                done.put(ReaderFailureError("unreadable", type(error).__name__))

        threading.Thread(target=call, name="reader", daemon=True).start()
        try:
            found = done.get(timeout=self.choice.seconds)
        except queue.Empty:
            raise ReaderFailureError("too_late") from None
        if isinstance(found, ReaderFailureError):
            raise found
        return found

    def _with_answer(self, exchange: Exchange, answer: ModelAnswer) -> Exchange:
        usd = price_of(self.choice, answer, self._knowledge)
        return msgspec.structs.replace(
            exchange, answer=answer.text, input_tokens=answer.input_tokens, output_tokens=answer.output_tokens, usd=usd
        )

    def _count(self, exchange: Exchange) -> None:
        tally = self.tally
        tally.calls += 1
        tally.answered += not exchange.problem
        tally.seconds += exchange.seconds
        tally.input_tokens += exchange.input_tokens or 0
        tally.output_tokens += exchange.output_tokens or 0
        if exchange.usd is not None:
            tally.usd = (tally.usd or 0.0) + exchange.usd


def price_of(choice: ReaderChoice, answer: ModelAnswer, knowledge: Knowledge) -> float | None:
    """What a call cost, in USD, by the base's price of the model on Bedrock; nothing on this machine; None where it is not known."""
    if choice.is_on_this_machine:
        return 0.0
    if choice.kind != "bedrock" or answer.input_tokens is None or answer.output_tokens is None:
        return None
    name = choice.name.rpartition("/")[2]
    for model in knowledge.hosted_models.values():
        sold = model.bedrock
        if sold is None or not sold.model_id or name not in {sold.model_id, f"{name.partition('.')[0]}.{sold.model_id}"}:
            continue
        if sold.usd_per_million_input_tokens is None or sold.usd_per_million_output_tokens is None:
            return None
        paid = (
            answer.input_tokens * sold.usd_per_million_input_tokens.value + answer.output_tokens * sold.usd_per_million_output_tokens.value
        )
        return paid / _PER_MILLION
    return None


def _make_client(choice: ReaderChoice) -> Client:
    if choice.kind == "bedrock":
        from tui.model_reader.bedrock_client import BedrockClient  # noqa: PLC0415  # only the client that is asked for

        return BedrockClient(choice)
    from tui.model_reader.openai_client import OpenAIClient  # noqa: PLC0415  # the same

    return OpenAIClient(choice)
