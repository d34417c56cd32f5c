"""GIFT as Moodle sees it: a file, and a second reader as short as the rules, escapes first, then braces, feedback, kind of question."""

from __future__ import annotations

import re
from typing import NamedTuple

MOODLE = """\
// a comment
$CATEGORY: tom/dick/harry

::Q1:: 1+1\\=2 {T}

::Q1:: It is raining. {FALSE#It does not.#Well seen.}

::Q2:: What is between orange and green?
{ =yellow # right; good! ~red # wrong, it's yellow ~%50%blue }

::Q3:: Two plus {=two =2 =%50%deux} equals four.

::Q4:: Which animal eats which food? { =cat -> cat food =dog -> dog food = -> hay }

[html]What is a number from <b>1</b> to 5?<br>Say &lt;one&gt;.<img src="a.png"> {#3:2}

::Essay:: How are you? {####Well, thanks.}

You can use your pencil.

What two people are entombed? {
~%-100%No one
~%50%Grant
~%50%Grant's wife
####History helps.
}
"""
"""A file as Moodle's own documentation and people write it."""
ESCAPES = {sign: f"\x00{number}\x00" for number, sign in enumerate(["\\:", "\\#", "\\=", "\\{", "\\}", "\\~", "\\n"])}


class MoodleQuestion(NamedTuple):
    """One question as a course would show it."""

    name: str
    text: str
    kind: str
    answers: list[tuple[str, float, str]]
    """Text, share of the marks and feedback; for a matching prompt, 1 and answer."""
    feedback: str


def parse_as_moodle(gift: str) -> list[MoodleQuestion]:
    """Read every question."""
    blocks = re.split(r"\n[ \t]*\n", gift)
    return [_parse_block("\n".join(line for line in block.split("\n") if not line.strip().startswith("//")).strip()) for block in blocks]


def _parse_block(text: str) -> MoodleQuestion:
    text = text.replace("\\\\", "\x01")
    for sign, mark in ESCAPES.items():
        text = text.replace(sign, mark)
    _, name, text = text.split("::", 2)
    start, end = text.index("{"), text.index("}")
    inside, _, feedback = text[start + 1 : end].strip().rpartition("####")
    stem = text[:start] if text.endswith("}") else f"{text[:start]}_____{text[end + 1 :]}"
    kind, answers = _answers(inside.strip())
    return MoodleQuestion(name, _plain(stem), kind, answers, _plain(feedback))


def _answers(inside: str) -> tuple[str, list[tuple[str, float, str]]]:
    if not inside:
        return "essay", []
    if "~" in inside:
        kind = "one" if "=" in inside else "several"
        return kind, [_option(part.strip()) for part in inside.replace("=", "~=").split("~") if part.strip()]
    assert "->" in inside
    pairs = [part.strip().partition("->") for part in inside.split("=") if part.strip()]
    return "match", [(_plain(prompt), 1.0, _unescaped(answer)) for prompt, _, answer in pairs]


def _option(part: str) -> tuple[str, float, str]:
    share = 1.0 if part.startswith("=") else 0.0
    part = part.removeprefix("=")
    if not share and (found := re.match(r"%(-*\d{1,2}\.?\d*)%", part)):
        share, part = float(found[1]) / 100, part[found.end() :]
    text, _, feedback = part.partition("#")
    return _plain(text), share, _plain(feedback)


def _plain(text: str) -> str:
    return _unescaped(re.sub(r"^\[(html|plain|moodle|markdown)\]", "", text.strip()))


def _unescaped(text: str) -> str:
    for sign, mark in ESCAPES.items():
        text = text.replace(mark, "\n" if sign == "\\n" else sign[1:])
    return text.replace("\x01", "\\").strip()
