"""Encoding of text files that people give: UTF-8, with or without a byte order mark."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from knowledge.errors import InputError


def refuse_utf_16(data: bytes, name: str) -> None:
    """Raise InputError if `data` begins like UTF-16, which some Windows programs write by default."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise InputError(f"{name}: this is UTF-16 text, as the > of Windows PowerShell writes it. Save it as UTF-8.")


def strip_byte_order_mark(data: bytes) -> bytes:
    """`data` without the UTF-8 byte order mark that some editors write."""
    return data.removeprefix(BOM_UTF8)
