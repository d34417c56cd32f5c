"""What every page begins with that is handed on as one file: no script, font, picture or request, and text that stays text."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterator

from engine.handover.plain_text import to_plain_line


def page_head(title: str, stylesheet: str) -> Iterator[str]:
    """Everything before the body. The security policy allows the style by its hash, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(stylesheet.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<link rel="icon" href="data:,">'  # without it a browser asks the server for one
    yield f"<title>{escape_html(title)}</title>"
    yield f"<style>{stylesheet}</style>"
    yield "</head>"


def escape_html(text: str) -> str:
    """`text` on one line, for the content or an attribute of an element."""
    return html.escape(to_plain_line(text))
