"""A server that speaks the OpenAI API, asked by the official client: Ollama, llama.cpp, vLLM, OpenAI itself."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from tui.model_reader.choice import ReaderChoice
from tui.model_reader.failure import ReaderFailureError, Reason
from tui.model_reader.request import ModelAnswer, ModelRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_BYTES: Final = 400_000
"""Of an answer; a longer one is none to this question."""
_MOST_TOKENS: Final = 2_000
"""Tokens that the model may write."""
_NO_KEY: Final = "none"
"""What is sent as the key where there is none to send: the client wants one."""
_OWN_HOST: Final = "api.openai.com"
"""Its newer models take neither a temperature nor the older name of the limit."""
_REASONS: Final[dict[int, Reason]] = {401: "not_allowed", 403: "not_allowed", 404: "no_model", 408: "too_late", 429: "busy"}
_SERVER_ERROR: Final = 500


class OpenAIClient:
    """Holds one client; a call is one request, without a second try, and follows no redirection to another place."""

    def __init__(self, choice: ReaderChoice) -> None:
        """Load the client, before any time is counted."""
        import openai  # noqa: PLC0415  # an optional extra, and half a second that nobody else waits for

        self._choice, self._openai = choice, openai
        self._client = openai.OpenAI(
            api_key=_key_for(choice),
            base_url=choice.address,
            max_retries=0,
            timeout=choice.seconds,
            http_client=openai.DefaultHttpxClient(follow_redirects=False, trust_env=False, timeout=choice.seconds),
        )

    def ask(self, request: ModelRequest) -> ModelAnswer:
        """The answer to one request. Raises ReaderFailureError."""
        end = time.monotonic() + self._choice.seconds
        try:
            with self._client.chat.completions.with_streaming_response.create(**self._arguments(request)) as response:
                return _answer_in(_read_body(response.iter_bytes(), end))
        except self._openai.APITimeoutError:
            raise ReaderFailureError("too_late") from None
        except self._openai.APIStatusError as error:
            reason = _REASONS.get(error.status_code, "server_error" if error.status_code >= _SERVER_ERROR else "refused")
            raise ReaderFailureError(reason, f"status {error.status_code}") from None
        except self._openai.APIConnectionError as error:
            raise ReaderFailureError("unreachable", type(error.__cause__ or error).__name__) from None
        except self._openai.OpenAIError as error:
            raise ReaderFailureError("unreadable", type(error).__name__) from None

    def close(self) -> None:
        """Give up whatever is under way."""
        self._client.close()

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        limits: dict[str, Any] = {"max_tokens": _MOST_TOKENS, "temperature": 0, "seed": 1}
        if urlsplit(self._choice.address).hostname == _OWN_HOST:
            limits = {"max_completion_tokens": _MOST_TOKENS}
        return {
            "model": self._choice.name,
            "messages": [{"role": "system", "content": request.instructions}, {"role": "user", "content": request.text}],
            "response_format": {"type": "json_schema", "json_schema": {"name": "facts", "strict": True, "schema": request.schema}},
            "extra_headers": {"Connection": "close"},  # calls are minutes apart, and nothing stays open between them
            **limits,
        }


def _key_for(choice: ReaderChoice) -> str:
    """The key of the environment, for a server that was named with its address; never over a wire that others can read."""
    return os.environ.get("OPENAI_API_KEY", "").strip() or _NO_KEY if choice.kind == "openai" and choice.is_encrypted else _NO_KEY


def _read_body(pieces: Iterator[bytes], end: float) -> bytes:
    """All of an answer that comes in time and is not endless. Raises ReaderFailureError."""
    body = bytearray()
    for piece in _unbroken(pieces):
        body += piece
        if len(body) > _MOST_BYTES:
            raise ReaderFailureError("too_long")
        if time.monotonic() > end:
            raise ReaderFailureError("too_late")
    return bytes(body)


def _unbroken(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces of an answer. Raises ReaderFailureError where no more come, though more were announced."""
    try:
        yield from pieces
    except Exception as error:  # noqa: BLE001  # of the client's transport, whose package is not ours to name
        name = type(error).__name__
        raise ReaderFailureError("too_late" if "Timeout" in name else "cut_off", name) from None


def _answer_in(body: bytes) -> ModelAnswer:
    """The text of a chat completion. Raises ReaderFailureError where there is none, or not all of it."""
    try:
        document = msgspec.json.decode(body)
        choice = document["choices"][0]
        text, finish = choice["message"].get("content"), choice.get("finish_reason")
        usage = document.get("usage") or {}
        tokens = [count if isinstance(count := usage.get(name), int) else None for name in ("prompt_tokens", "completion_tokens")]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ReaderFailureError("cut_off" if body.startswith(b"{") else "unreadable") from None
    except (AttributeError, IndexError, KeyError, TypeError):
        raise ReaderFailureError("unreadable") from None
    if finish == "length":
        raise ReaderFailureError("cut_off")
    if not isinstance(text, str) or not text.strip():
        raise ReaderFailureError("refused" if choice["message"].get("refusal") else "unreadable")
    return ModelAnswer(text, *tokens)
