"""A model on Amazon Bedrock, asked by boto3's Converse, with the credentials and the region of the AWS client's own chain."""

from __future__ import annotations

import json
from typing import Any, Final

from knowledge.errors import InputError
from tui.model_reader.choice import ReaderChoice
from tui.model_reader.failure import ReaderFailureError, Reason
from tui.model_reader.request import ModelAnswer, ModelRequest

_MOST_TOKENS: Final = 2_000
_REASONS: Final[dict[str, Reason]] = {
    "AccessDeniedException": "not_allowed",
    "UnrecognizedClientException": "not_allowed",
    "ExpiredTokenException": "not_allowed",
    "InvalidSignatureException": "not_allowed",
    "ThrottlingException": "busy",
    "ServiceQuotaExceededException": "busy",
    "ModelNotReadyException": "busy",
    "ResourceNotFoundException": "no_model",
    "ModelTimeoutException": "too_late",
    "ValidationException": "refused",
    "InternalServerException": "server_error",
    "ServiceUnavailableException": "server_error",
    "ModelErrorException": "server_error",
}
_CUT_OFF: Final = frozenset({"max_tokens", "model_context_window_exceeded"})
_REFUSED: Final = frozenset({"guardrail_intervened", "content_filtered"})


class BedrockClient:
    """Holds one client; a call is one Converse, without a second try."""

    def __init__(self, choice: ReaderChoice) -> None:
        """Load the client, before any time is counted. Raises InputError without a region."""
        import boto3  # noqa: PLC0415  # an optional extra
        from botocore.config import Config  # noqa: PLC0415  # the same
        from botocore.exceptions import BotoCoreError  # noqa: PLC0415  # the same

        self._choice = choice
        config = Config(connect_timeout=choice.seconds, read_timeout=choice.seconds, retries={"total_max_attempts": 1})
        try:
            self.client: Any = boto3.Session().client("bedrock-runtime", config=config)
        except BotoCoreError as error:
            raise InputError(f"--reader: {' '.join(str(error).split())} Set AWS_DEFAULT_REGION or AWS_PROFILE.") from None

    def ask(self, request: ModelRequest) -> ModelAnswer:
        """The answer to one request. Raises ReaderFailureError."""
        from botocore.exceptions import (  # noqa: PLC0415  # an optional extra
            BotoCoreError,
            ClientError,
            ConnectTimeoutError,
            NoCredentialsError,
            ParamValidationError,
            ReadTimeoutError,
        )

        try:
            answer = self.client.converse(**self._arguments(request))
        except ClientError as error:
            code = str(error.response.get("Error", {}).get("Code", ""))
            raise ReaderFailureError(_REASONS.get(code, "server_error"), code) from None
        except (ConnectTimeoutError, ReadTimeoutError):
            raise ReaderFailureError("too_late") from None
        except NoCredentialsError:
            raise ReaderFailureError("not_allowed", "no AWS credentials") from None
        except ParamValidationError:
            raise ReaderFailureError("refused", "this boto3 is too old for structured output; update it") from None
        except BotoCoreError as error:
            raise ReaderFailureError("unreachable", type(error).__name__) from None
        return _answer_in(answer)

    def close(self) -> None:
        """Give up whatever is under way."""
        self.client.close()

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        schema = {"name": "facts", "schema": json.dumps(request.schema)}
        return {
            "modelId": self._choice.name,
            "system": [{"text": request.instructions}],
            "messages": [{"role": "user", "content": [{"text": request.text}]}],
            "inferenceConfig": {"maxTokens": _MOST_TOKENS},
            "outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": schema}}},
        }


def _answer_in(answer: dict[str, Any]) -> ModelAnswer:
    """The text of an answer of Converse. Raises ReaderFailureError where there is none, or not all of it."""
    stop = answer.get("stopReason")
    if stop in _CUT_OFF:
        raise ReaderFailureError("cut_off")
    if stop in _REFUSED:
        raise ReaderFailureError("refused", str(stop))
    blocks = answer.get("output", {}).get("message", {}).get("content", [])
    text = "".join(block["text"] for block in blocks if isinstance(block.get("text"), str))
    if not text.strip():
        raise ReaderFailureError("unreadable")
    usage = answer.get("usage", {})
    return ModelAnswer(text, usage.get("inputTokens"), usage.get("outputTokens"))
