"""Services on this machine that answer after a fixed time: one request as a web service, or token by token as OpenAI's API streams."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class StubService(ThreadingHTTPServer):
    """Answers every request after the same time, whatever comes meanwhile, and counts them."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, *, seconds: float, tokens: int = 0, seconds_per_token: float = 0.0) -> None:
        """An answer takes `seconds`; with `tokens` that is the time to the first of them."""
        self.seconds, self.tokens, self.seconds_per_token = seconds, tokens, seconds_per_token
        self.answered = 0
        self.bodies: list[bytes] = []
        self._lock = threading.Lock()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away at the end of its run is no error."""

    def note(self, body: bytes) -> None:
        """Count an answer, and keep the first requests."""
        with self._lock:
            self.answered += 1
            self.bodies = [*self.bodies, body][:5]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: StubService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        time.sleep(self.server.seconds)
        if self.server.tokens:
            self._stream(json.loads(body))
        else:
            self._send(b'{"score": 1}', "application/json")
        self.server.note(body)

    def do_GET(self) -> None:
        self._send(b'{"object": "list", "data": []}', "application/json")

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, request: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number in range(self.server.tokens):
            if number:
                time.sleep(self.server.seconds_per_token)
            self._chunk(request, {"role": "assistant", "content": " word"}, None)
        self._chunk(request, {}, "stop")
        self._write(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _chunk(self, request: dict[str, Any], delta: dict[str, str], reason: str | None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        document = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": request.get("model"), "choices": [choice]}
        self._write(b"data: " + json.dumps(document).encode() + b"\n\n")

    def _write(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name in the base class
        """Say nothing."""


@contextlib.contextmanager
def running(service: StubService) -> Iterator[StubService]:
    """The service while it answers."""
    thread = threading.Thread(target=service.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
        thread.join()
