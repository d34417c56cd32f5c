"""Plain English is read as it stands, however near a word lies to one of the field."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

from engine.intake.lexica import lexica_of
from engine.intake.spelling import mended
from knowledge import Knowledge
from tests.depth import LONG

WORDS: Final = gzip.decompress(Path(__file__).with_name("plain_english.txt.gz").read_bytes()).decode().split()
"""The common words of pyspellchecker's English list (MIT), those that occur at least 150 times in it."""
STEP: Final = 1 if LONG else 7


def test_no_common_word_is_taken_for_a_typo(knowledge: Knowledge) -> None:
    """A new model or data set brings new words to be meant: those that lie near them go into `english` of wording/words.yaml."""
    lexica = lexica_of(knowledge)
    changed = {word: text for word in WORDS[::STEP] if (text := mended(word, lexica.known, lexica.targets).text) != word}
    assert changed == {}
