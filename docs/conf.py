"""How Sphinx builds the documentation: Markdown, no request to the network, the reference made from the code and the base first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Generic, Text
from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from tui.maintenance.reference import write_parts  # noqa: E402  # the same
from tui.version import VERSION  # noqa: E402  # the line above makes it importable

write_parts(HERE / "_made")

project = "Sizewise"
author = "the Sizewise contributors"
project_copyright = "the Sizewise contributors, Apache-2.0"
version = release = VERSION
language = "en"

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_made/*.md"]
nitpicky = True
numfig = False

html_theme = "furo"
html_title = "Sizewise"
html_static_path = ["_static"]
html_css_files = ["sizewise.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "native"


class Console(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """What is typed after "$ ", and what is printed, which is plain text whatever it looks like."""

    name = "console"
    tokens: ClassVar = {"root": [(r"^([$>] )(.*\n)", bygroups(Generic.Prompt, Generic.Strong)), (r".*\n", Text)]}


def setup(app: Sphinx) -> None:
    """Read console blocks in that way."""
    app.add_lexer("console", Console)
