"""The README is short, and shows what really happens. Its commands are run with those of docs/, in tests/docs."""

from __future__ import annotations

import re
from pathlib import Path

from knowledge import Knowledge
from tui.maintenance.screens import update_readme

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TARGETS = re.findall(r"^    make (\w+)", README, re.MULTILINE)
LINKS = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)


def test_the_readme_shows_one_advice_and_one_screen() -> None:
    """The advice below its command, which is run; the screen as `make screens` took it."""
    assert re.findall(r"^\$ sizewise (\w+)", README, re.MULTILINE) == ["advise"]
    (screen,) = re.findall(r"```text\n.*?```", README, re.DOTALL)
    assert screen in (ROOT / "docs" / "screens.md").read_text(encoding="utf-8")


def test_make_screens_takes_the_screen_of_the_readme_anew(knowledge: Knowledge) -> None:
    """And touches nothing else of it."""
    assert update_readme(README.replace("What is it for?", "What was it for?", 1), knowledge) == README


def test_the_readme_names_the_two_commands() -> None:
    """Targets of the Makefile that describe themselves there."""
    assert TARGETS == ["run", "test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target}:.*##", makefile, re.MULTILINE) for target in TARGETS)


def test_the_readme_links_to_what_is_there() -> None:
    """Files of this folder."""
    for link in LINKS:
        assert (ROOT / link).exists(), link


def test_the_readme_is_short() -> None:
    """What is to be read before the advice fits on one screen; the rest is in docs/."""
    assert README.index("## One screen") < 1000
    assert len(README.splitlines()) < 140
