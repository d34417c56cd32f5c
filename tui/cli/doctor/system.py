"""What is installed, and the clock and the locale as far as answers hang on them."""

from __future__ import annotations

import locale
import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import Final

from knowledge.store import packaged_data
from tui.cli.doctor.findings import Finding, report_note, report_ok, report_problem
from tui.local_time import local_now
from tui.version import VERSION

EXTRAS: Final = {
    "anki": ("genanki", "sizewise quiz export anki"),
    "fleet": ("duckdb", "sizewise rightsize on Parquet files"),
    "mcp": ("mcp", "sizewise mcp"),
    "reader": ("openai", "a language model that reads along"),
    "refresh": ("boto3", "sizewise catalog refresh with credentials"),
    "serve": ("textual-serve", "sizewise serve"),
}
"""Extra -> the distribution it brings, and what needs it."""
_REQUIREMENT: Final = re.compile(r"([A-Za-z0-9._-]+)\s*([^;]*)(;?)")


def check_versions() -> Iterator[Finding]:
    """Sizewise, Python, what Sizewise cannot do without, and the extras."""
    yield from _check_own_version()
    python = f"{platform.python_version()} ({platform.python_implementation()}) on {platform.system()} {platform.machine()}"
    yield report_ok("Python", python)
    missing, wrong = [], []
    for name, wanted in _required_packages():
        found = _installed_version(name)
        if found is None:
            missing.append(name)
        elif wanted.startswith("==") and found != wanted.removeprefix("=="):
            wrong.append(f"{name} is {found}, not {wanted.removeprefix('==')}")
    if missing or wrong:
        text = "; ".join([*(f"{name} is missing" for name in missing), *wrong])
        yield report_problem("packages", text, f"install Sizewise anew: {_pip_command()} install --force-reinstall sizewise=={VERSION}")
    else:
        yield report_ok("packages", f"Textual {_installed_version('textual')}, and all others that are needed")
    yield from _check_extras()


def _check_own_version() -> Iterator[Finding]:
    installed = _installed_version("sizewise")
    if installed is None:
        yield report_note("Sizewise", f"{VERSION}, not installed: it runs from its folder", "make run makes an environment for it")
    elif installed != VERSION:
        yield report_note(
            "Sizewise", f"{VERSION}, installed as {installed}", "install it anew, so that its commands and its code are of one version"
        )
    else:
        yield report_ok("Sizewise", VERSION)


def _required_packages() -> Iterator[tuple[str, str]]:
    """Each package that Sizewise needs, with the version it asks for; nothing where it is not installed itself."""
    try:
        asked = metadata.requires("sizewise") or []
    except metadata.PackageNotFoundError:
        return
    for line in asked:
        found = _REQUIREMENT.match(line)
        if found and not found[3]:
            yield found[1], found[2].strip()


def _check_extras() -> Iterator[Finding]:
    for extra, (distribution, use) in EXTRAS.items():
        found = _installed_version(distribution)
        if found is not None:
            yield report_ok(f"extra {extra}", f"{distribution} {found}, for {use}")
        else:
            yield report_note(f"extra {extra}", f"not installed; {use} needs it", f'{_pip_command()} install "sizewise[{extra}]"')


def _installed_version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _pip_command() -> str:
    """How to call pip so that it installs where this Python looks."""
    return "pip" if sys.prefix != sys.base_prefix else "python -m pip"


def check_clock() -> Iterator[Finding]:
    """The date, the zone, the locale."""
    today = local_now()
    shown = today.isoformat(" ", "minutes")
    built = (packaged_data() / "catalog" / "stamp.yaml").read_text(encoding="utf-8").split("\n", 1)[0].partition(":")[2].strip()
    if built and today.date().isoformat() < built:
        then = "set the clock; what is due in practice hangs on it"
        yield report_problem("clock", f"{shown}, before this Sizewise was made ({built})", then)
    else:
        yield report_ok("clock", shown)
    yield _check_locale()


def _check_locale() -> Finding:
    given = next((f"{name}={value}" for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "none set")
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        return report_note(
            "locale", f"{given}: this system does not have it", "locale -a lists what there is; C.UTF-8 is nearly everywhere"
        )
    finally:
        locale.setlocale(locale.LC_CTYPE, before)
    return report_ok("locale", given)
