"""Resource and property names in the letter case of each format, converted from PascalCase."""

from __future__ import annotations

import re
from typing import Final

_WORD_BOUNDARY: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def to_snake_case(name: str) -> str:
    """EndpointConfig -> endpoint_config; a plural acronym such as ARNs is one word."""
    return _WORD_BOUNDARY.sub("_", name.replace("ARNs", "Arns")).lower()


def to_kebab_case(name: str) -> str:
    """EndpointConfig -> endpoint-config."""
    return to_snake_case(name).replace("_", "-")


def lower_first(name: str) -> str:
    """EndpointConfig -> endpointConfig; acronyms inside stay, as in defaultARN."""
    return name[:1].lower() + name[1:]


def to_camel_case(name: str) -> str:
    """MemorySizeInMB -> memorySizeInMb: only the first letter of a word is a capital."""
    first, *rest = to_snake_case(name).split("_")
    return first + "".join(word.capitalize() for word in rest)


def to_constant_case(name: str) -> str:
    """EndpointConfig -> ENDPOINT_CONFIG."""
    return to_snake_case(name).upper()
