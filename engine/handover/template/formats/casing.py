"""Names as languages write them: EndpointConfig, endpoint_config, endpoint-config, endpointConfig, ENDPOINT_CONFIG."""

from __future__ import annotations

import re
from typing import Final

_SEAM: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake(name: str) -> str:
    """EndpointConfig -> endpoint_config; a plural of capitals is one word, as in TargetGroupARNs."""
    return _SEAM.sub("_", name.replace("ARNs", "Arns")).lower()


def kebab(name: str) -> str:
    """EndpointConfig -> endpoint-config."""
    return snake(name).replace("_", "-")


def camel(name: str) -> str:
    """EndpointConfig -> endpointConfig; capitals within stay, as in defaultARN."""
    return name[:1].lower() + name[1:]


def humped(name: str) -> str:
    """MemorySizeInMB -> memorySizeInMb: every word begins with the only capital it has."""
    first, *rest = snake(name).split("_")
    return first + "".join(word.capitalize() for word in rest)


def constant(name: str) -> str:
    """EndpointConfig -> ENDPOINT_CONFIG."""
    return snake(name).upper()
