"""What is typed, cleaned and cut into words and marks."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from quizzes.grading.lexicon import lexicon

MOST_CHARACTERS: Final = 4_000
"""What is read of an answer; more is no answer in one to three sentences."""
_MOST_WORDS: Final = 700
_SHORTEST_CONTRACTION: Final = 5
_ESCAPE: Final = re.compile(r"\x1b(?:\[[0-?]{0,16}[ -/]{0,4}[@-~]|[@-_])?")
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_]{2})[-\u2010\u2011](?=[^\W\d_])")
_PIECE: Final = re.compile(
    r"""ml\.[a-z0-9-]+\.[a-z0-9-]+
    |(?:[a-z]{1,3}\d[a-z0-9]*(?:-[a-z0-9]+)*)\.(?:\d*x?large|metal(?:-[a-z0-9]+)?|nano|micro|small|medium)
    |[a-z]+\d[a-z0-9]*
    |\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e\d{1,2})?
    |[^\W\d_]+(?:'[^\W\d_]+)?
    |[.!?;\n]|[,:()–—/=<>%$+*]|-(?=\s)|->""",
    re.VERBOSE,
)
_LETTERS: Final = re.compile(r"\b([cgmprt])'s\b")
_SPATIAL: Final = re.compile(r"\b3[ -]?d\b")


def clean(text: str) -> str:
    """`text` in lower case and plain letters, without escapes and control characters, cut to what is read."""
    short = _ESCAPE.sub(" ", text[: 2 * MOST_CHARACTERS])
    plain = unicodedata.normalize("NFKC", short)[:MOST_CHARACTERS].casefold()
    plain = (
        plain.replace("\u2019", "'").replace("\u2018", "'").replace("`", "'").replace("24/7", " always on ").replace("e.g.", " such as ")
    )
    plain = (
        plain.replace("!=", " is not ")
        .replace("i.e.", " that is ")
        .replace("vs.", " versus ")
        .replace("b/c", " because ")
        .replace("w/o", " without ")
    )
    plain = _SPATIAL.sub("spatial", _LETTERS.sub(r"\1s", plain))
    return _HYPHEN.sub(" ", plain).replace("machine learning", "ml").replace("→", " -> ").replace("×", " x ")


def pieces(text: str) -> list[str]:
    """Words and marks of `text`, contractions and shorthand written out."""
    found: list[str] = []
    for piece in _PIECE.findall(clean(text))[:_MOST_WORDS]:
        found.extend(written_out(piece))
    return found


@lru_cache(maxsize=8192)
def written_out(piece: str) -> tuple[str, ...]:
    """The words that a contraction stands for, also without its apostrophe and with a slip: dosnt; `piece` itself for another word."""
    short = _contractions()
    if piece not in short and piece.endswith("nt") and len(piece) >= _SHORTEST_CONTRACTION and piece not in lexicon().known:
        from rapidfuzz.distance import OSA  # noqa: PLC0415  # only a misspelt word needs it

        near = (form for form in short if form.endswith("nt") and form[0] == piece[0])
        piece = next((form for form in near if OSA.distance(form, piece) == 1), piece)
    return tuple(short[piece].split()) if piece in short else (piece,)


@cache
def _contractions() -> dict[str, str]:
    """Contractions and shorthand, and those of `not` without their apostrophe."""
    written = {str(short): str(words) for short, words in lexicon().lists["contractions"].items()}
    return {short.replace("'", ""): words for short, words in written.items() if short.endswith("n't")} | written
