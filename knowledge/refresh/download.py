"""Streams a text file over HTTP line by line, in constant memory, within limits, and checks that it is complete."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from knowledge.errors import InputError, quote_value

T = TypeVar("T")
BLOCK: Final = 1 << 18
_TOO_MANY, _REQUEST_TIMEOUT, _SERVER_ERRORS = 429, 408, 500


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a download."""

    file_bytes: int = 4_000_000_000
    line_bytes: int = 1_000_000
    silence_s: float = 30.0
    """Longest time without a byte."""
    whole_s: float = 3600.0
    """Longest time for one file."""
    tries: int = 4
    pause_s: float = 1.0
    """Pause before the second try; doubles with each further try."""


class TransferError(InputError):
    """A download that failed."""

    def __init__(self, line: str, *, passing: bool, status: int = 0) -> None:
        """`passing` is true if another try may help; `status` is the HTTP status, 0 if there was none."""
        super().__init__(line)
        self.passing, self.status = passing, status


def retry_transfer(read: Callable[[], T], limits: Limits, again: Callable[[int], None]) -> T:
    """Call `read`, again after growing pauses while it raises a passing TransferError.

    `again` gets the number of each further try, from 2 on, before the pause.
    """
    for attempt in range(1, limits.tries):
        try:
            return read()
        except TransferError as error:
            if not error.passing:
                raise
        again(attempt + 1)
        time.sleep(limits.pause_s * 2 ** (attempt - 1))
    return read()


def read_lines(url: str, limits: Limits, note: Callable[[int, int | None], None]) -> Iterator[bytes]:
    """The lines of the file at `url`, without line ends. `note` is called with bytes read and total size after every block.

    Raises TransferError where the server cannot be reached, answers with an error, sends less than it announced, or
    sends more than `limits` allow.
    """
    with _open_url(url, limits) as response:
        total = _announced_size(url, response, limits)
        done, rest, end = 0, b"", time.monotonic() + limits.whole_s
        while block := _read_block(url, response):
            done += len(block)
            _refuse_too_much(url, done, limits)
            if time.monotonic() >= end:
                raise TransferError(f"{url}: not finished after {limits.whole_s:,.0f} seconds.", passing=False)
            *lines, rest = (rest + block).split(b"\n")
            if len(rest) > limits.line_bytes:
                raise TransferError(f"{url}: a line is longer than {limits.line_bytes:,} bytes; this is no price list.", passing=False)
            yield from (line.removesuffix(b"\r") for line in lines)
            note(done, total)
        if total is not None and done < total:
            raise TransferError(f"{url}: the download is cut short, {done:,} of {total:,} bytes came.", passing=True)
        if rest:
            yield rest


def _open_url(url: str, limits: Limits) -> HTTPResponse:
    if not url.startswith(("https://", "http://")):
        raise InputError(f"price-list: {quote_value(url)} is no web address. Give one that begins with https://.")
    try:
        request = Request(url, headers={"User-Agent": "sizewise", "Accept-Encoding": "identity"})  # noqa: S310  # checked above
        response: HTTPResponse = urlopen(request, timeout=limits.silence_s)  # noqa: S310  # checked above
    except HTTPError as error:
        error.close()
        passing = error.code in {_TOO_MANY, _REQUEST_TIMEOUT} or error.code >= _SERVER_ERRORS
        raise TransferError(f"{url}: the server answers HTTP {error.code}.", passing=passing, status=error.code) from None
    except (OSError, HTTPException) as error:
        raise _connection_error(url, error) from None
    except ValueError as error:
        raise InputError(f"price-list: {quote_value(url)} is no web address ({error}).") from None
    return response


def _connection_error(url: str, error: Exception) -> TransferError:
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        return TransferError(f"{url}: no answer in time.", passing=True)
    text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return TransferError(f"{url}: cannot be reached ({text.splitlines()[0]}).", passing=True)


def _announced_size(url: str, response: HTTPResponse, limits: Limits) -> int | None:
    """The size that the server announces; None for a chunked transfer, which marks its own end."""
    length = response.headers.get("Content-Length", "")
    if length.isdigit():
        _refuse_too_much(url, int(length), limits)
        return int(length)
    if response.headers.get("Transfer-Encoding", "").lower() == "chunked":
        return None
    raise TransferError(f"{url}: the server does not tell the size, so nobody could tell whether all of it came.", passing=False)


def _read_block(url: str, response: HTTPResponse) -> bytes:
    try:
        return response.read1(BLOCK)
    except TimeoutError:
        raise TransferError(f"{url}: the server went silent.", passing=True) from None
    except (OSError, HTTPException) as error:
        raise TransferError(f"{url}: the download is cut short ({type(error).__name__}).", passing=True) from None


def _refuse_too_much(url: str, size: int, limits: Limits) -> None:
    if size > limits.file_bytes:
        raise TransferError(f"{url}: larger than the {limits.file_bytes:,} bytes a price list may have.", passing=False)
