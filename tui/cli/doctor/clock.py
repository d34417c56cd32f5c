"""The clock and the locale, as far as answers hang on them."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterator

from knowledge.store import packaged_data
from tui.cli.doctor.finding import Finding, note, ok, problem
from tui.local_time import now


def clock() -> Iterator[Finding]:
    """The date, the zone, the locale."""
    today = now()
    shown = today.isoformat(" ", "minutes")
    built = (packaged_data() / "catalog" / "stamp.yaml").read_text(encoding="utf-8").split("\n", 1)[0].partition(":")[2].strip()
    if built and today.date().isoformat() < built:
        then = "set the clock; what is due in practice hangs on it"
        yield problem("clock", f"{shown}, before this Sizewise was made ({built})", then)
    else:
        yield ok("clock", shown)
    yield _locale()


def _locale() -> Finding:
    given = next((f"{name}={value}" for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "none set")
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        return note("locale", f"{given}: this system does not have it", "locale -a lists what there is; C.UTF-8 is nearly everywhere")
    finally:
        locale.setlocale(locale.LC_CTYPE, before)
    return ok("locale", given)
