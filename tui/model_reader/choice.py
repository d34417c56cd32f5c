"""Which model reads along, and where it is: `ollama:NAME`, `openai:URL#NAME`, `bedrock:ID`, by option or by environment."""

from __future__ import annotations

import ipaddress
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from knowledge.errors import InputError, quote_value

DEFAULT_SECONDS: Final = 3.0
MAX_SECONDS: Final = 120.0
OLLAMA: Final = "http://127.0.0.1:11434/v1"
"""Where Ollama listens, with the path below which it speaks the OpenAI API."""
_EXAMPLES: Final = "Try ollama:qwen3:8b, openai:http://127.0.0.1:8080/v1#NAME or bedrock:MODEL-ID."


class ReaderChoice(NamedTuple):
    """A model, and how long it is waited for."""

    kind: Literal["ollama", "openai", "bedrock"]
    name: str
    """As its server calls it; for Bedrock the id of a model or of an inference profile."""
    address: str
    """Address of the API, without a slash at the end; "" for Bedrock, whose region the AWS client knows."""
    seconds: float = DEFAULT_SECONDS

    @property
    def is_on_this_machine(self) -> bool:
        """True if the model runs on this machine; Ollama hands what is asked of some models on to its cloud."""
        return is_loopback(urlsplit(self.address).hostname or "") and not self.is_in_cloud_of_ollama

    @property
    def is_in_cloud_of_ollama(self) -> bool:
        """True for a model that Ollama only passes on, which it names so: "gpt-oss:120b-cloud"."""
        return self.kind == "ollama" and self.name.endswith("cloud")

    @property
    def is_encrypted(self) -> bool:
        """True if nobody on the way can read what is sent."""
        return self.kind == "bedrock" or self.address.startswith("https://") or is_loopback(urlsplit(self.address).hostname or "")


def parse_reader(text: str, *, where: str = "--reader") -> ReaderChoice:
    """What a text names. Raises InputError where that is no reader."""
    kind, _, rest = text.partition(":")
    if kind == "ollama" and rest.strip():
        return ReaderChoice("ollama", rest.strip(), OLLAMA)
    if kind == "bedrock" and rest.strip():
        return ReaderChoice("bedrock", rest.strip(), "")
    if kind == "openai" and rest.strip():
        return _openai_choice(rest.strip(), where)
    raise InputError(f"{where}: {quote_value(text)} names no reader. {_EXAMPLES}" if text else f"{where}: nothing was given. {_EXAMPLES}")


def parse_seconds(text: str, *, where: str = "--reader-seconds") -> float:
    """How long an answer is waited for. Raises InputError for anything but a number of seconds that makes sense."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"{where}: {quote_value(text)} is no time to wait. Give seconds, more than 0 and at most {MAX_SECONDS:.0f}.")
    return seconds


def is_loopback(host: str) -> bool:
    """True for a name or address of this machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _openai_choice(rest: str, where: str) -> ReaderChoice:
    address, sign, name = rest.partition("#")
    try:
        parts = urlsplit(address)
        is_right = parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query
        has_key = parts.username is not None or parts.password is not None
        _ = parts.port  # raises for one that is none
    except ValueError:
        is_right, has_key = False, False
    if has_key:
        raise InputError(f"{where}: an address must hold no key. Put it into the variable OPENAI_API_KEY.")
    if not is_right or not sign or not name.strip():
        raise InputError(f"{where}: {quote_value(f'openai:{rest}')} is no address with a model. Try openai:http://127.0.0.1:8080/v1#NAME.")
    return ReaderChoice("openai", name.strip(), address.rstrip("/"))
