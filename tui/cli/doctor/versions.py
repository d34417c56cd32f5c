"""Which versions of what are installed."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import Final

from tui.cli.doctor.finding import Finding, note, ok, problem
from tui.cli.main import VERSION

EXTRAS: Final = {
    "anki": ("genanki", "sizewise quiz export anki"),
    "fleet": ("duckdb", "sizewise rightsize on Parquet files"),
    "mcp": ("mcp", "sizewise mcp"),
    "refresh": ("boto3", "sizewise catalog refresh with credentials"),
    "serve": ("textual-serve", "sizewise serve"),
}
"""Extra -> the distribution it brings, and what needs it."""
_REQUIREMENT: Final = re.compile(r"([A-Za-z0-9._-]+)\s*([^;]*)(;?)")


def versions() -> Iterator[Finding]:
    """Sizewise, Python, what Sizewise cannot do without, and the extras."""
    yield from _own()
    python = f"{platform.python_version()} ({platform.python_implementation()}) on {platform.system()} {platform.machine()}"
    yield ok("Python", python)
    missing, wrong = [], []
    for name, wanted in _required():
        found = _version(name)
        if found is None:
            missing.append(name)
        elif wanted.startswith("==") and found != wanted.removeprefix("=="):
            wrong.append(f"{name} is {found}, not {wanted.removeprefix('==')}")
    if missing or wrong:
        text = "; ".join([*(f"{name} is missing" for name in missing), *wrong])
        yield problem("packages", text, f"install Sizewise anew: {_pip()} install --force-reinstall sizewise=={VERSION}")
    else:
        yield ok("packages", f"Textual {_version('textual')}, and all others that are needed")
    yield from _extras()


def _own() -> Iterator[Finding]:
    installed = _version("sizewise")
    if installed is None:
        yield note("Sizewise", f"{VERSION}, not installed: it runs from its folder", "make run makes an environment for it")
    elif installed != VERSION:
        yield note(
            "Sizewise", f"{VERSION}, installed as {installed}", "install it anew, so that its commands and its code are of one version"
        )
    else:
        yield ok("Sizewise", VERSION)


def _required() -> Iterator[tuple[str, str]]:
    """Each package that Sizewise needs, with the version it asks for; nothing where it is not installed itself."""
    try:
        asked = metadata.requires("sizewise") or []
    except metadata.PackageNotFoundError:
        return
    for line in asked:
        found = _REQUIREMENT.match(line)
        if found and not found[3]:
            yield found[1], found[2].strip()


def _extras() -> Iterator[Finding]:
    for extra, (distribution, use) in EXTRAS.items():
        found = _version(distribution)
        if found is not None:
            yield ok(f"extra {extra}", f"{distribution} {found}, for {use}")
        else:
            yield note(f"extra {extra}", f"not installed; {use} needs it", f'{_pip()} install "sizewise[{extra}]"')


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _pip() -> str:
    """How to call pip so that it installs where this Python looks."""
    return "pip" if sys.prefix != sys.base_prefix else "python -m pip"
