"""A server on this machine that speaks as much of the OpenAI API as a reader needs, and answers as a script says."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Request = dict[str, Any]
Reply = Callable[["Handler", Request], None]
"""Writes the answer to one request."""


class Seen(NamedTuple):
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: Request

    @property
    def text(self) -> str:
        """What the person's words were sent in."""
        return str(self.body["messages"][-1]["content"])


class Handler(BaseHTTPRequestHandler):
    """Answers by the script of its server."""

    server: ScriptedServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:  # the name is that of the base class
        """One call."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append(Seen(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        reply = self.server.script[min(len(self.server.seen), len(self.server.script)) - 1]
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the reader has stopped waiting
            reply(self, body)

    def send_body(self, body: bytes, *, status: int = 200, more: Iterable[tuple[str, str]] = (), length: int | None = None) -> None:
        """A whole answer."""
        self.send_response(status)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(length or len(body))), *more):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class ScriptedServer(ThreadingHTTPServer):
    """Its nth request is answered by the nth line of its script, and all further ones by the last."""

    daemon_threads = True

    def __init__(self, *script: Reply, port: int = 0) -> None:
        """Listen on a free port of this machine, or on a given one."""
        super().__init__(("127.0.0.1", port), Handler)
        self.script, self.seen = script, list[Seen]()

    @property
    def reader(self) -> str:
        """What `--reader` takes for it."""
        return f"openai:http://127.0.0.1:{self.server_port}/v1#scripted"


@contextlib.contextmanager
def serving(*script: Reply, port: int = 0) -> Iterator[ScriptedServer]:
    """A server as long as the block runs."""
    server = ScriptedServer(*script, port=port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def completion(content: str, *, finish: str = "stop") -> bytes:
    """A chat completion with this text."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
    usage = {"prompt_tokens": 1200, "completion_tokens": 80, "total_tokens": 1280}
    return json.dumps(
        {"id": "c", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice], "usage": usage}
    ).encode()


def facts(*found: tuple[str, Any, str], acts: Iterable[tuple[str, str]] = ()) -> str:
    """An answer with facts, each by its name, value and quote."""
    listed = [{"fact": name, "value": value, "quote": quote, "role": "wanted", "certainty": "worded"} for name, value, quote in found]
    return json.dumps({"facts": listed, "acts": [{"act": act, "quote": quote} for act, quote in acts]})


def says(content: str, *, finish: str = "stop") -> Reply:
    """Answers with a text."""
    return lambda handler, _: handler.send_body(completion(content, finish=finish))


def states(*found: tuple[str, Any, str]) -> Reply:
    """Answers with facts."""
    return says(facts(*found))


def fails(status: int, body: bytes = b'{"error": {"message": "no"}}', *more: tuple[str, str]) -> Reply:
    """Answers with an error."""
    return lambda handler, _: handler.send_body(body, status=status, more=more)


def after(seconds: float, reply: Reply) -> Reply:
    """Answers late."""

    def wait(handler: Handler, request: Request) -> None:
        time.sleep(seconds)
        reply(handler, request)

    return wait


def drips(content: str, pause: float) -> Reply:
    """Answers a little at a time, so that no single wait is long."""

    def drip(handler: Handler, _: Request) -> None:
        body = completion(content)
        handler.send_body(body[:1], length=len(body))
        for index in range(1, len(body)):
            time.sleep(pause)
            handler.wfile.write(body[index : index + 1])

    return drip


def breaks_off(content: str) -> Reply:
    """Ends the connection in the middle of the answer."""

    def break_off(handler: Handler, _: Request) -> None:
        body = completion(content)
        handler.send_body(body[: len(body) // 2], length=len(body))
        handler.close_connection = True

    return break_off


def goes_on_for_ever() -> Reply:
    """Never ends its answer."""

    def go_on(handler: Handler, _: Request) -> None:
        handler.send_body(b'{"choices": "', length=10**12)
        while True:
            handler.wfile.write(b"x" * 65_536)

    return go_on
