"""Bytes of a file that a person gives, which ought to be text."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from knowledge.errors import InputError


def refuse_utf_16(data: bytes, name: str) -> None:
    """Raise InputError where `data` begins as UTF-16 text does, which some programs of Windows write unasked."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise InputError(f"{name}: this is UTF-16 text, as the > of Windows PowerShell writes it. Save it as UTF-8.")


def unmarked(data: bytes) -> bytes:
    """`data` without the mark that some editors set before UTF-8."""
    return data.removeprefix(BOM_UTF8)
