"""The search itself: `python -m tests.fuzz.search TARGET FOLDER SECONDS`, a process that ends with the fuzzer.

Nothing of the product is imported before the fuzzer can count its branches.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_OURS: Final = ("engine", "knowledge", "quizzes", "tui")
_LONGEST: Final = 24_000
"""Bytes of an input: a whole advice, and no more than is read in a moment."""
_SLOW_S: Final = 60
"""Seconds after which an input counts as one that hangs."""
_MEMORY_MB: Final = 3_000


def main(name: str, folder: Path, seconds: int) -> None:
    """Search until the time is over or something is found; does not come back."""
    import atheris  # noqa: PLC0415  # only a search needs it

    os.nice(10)  # others work on this machine
    with atheris.instrument_imports(include=list(_OURS)):  # also what is imported while it runs
        from tests.fuzz.targets import find_target  # noqa: PLC0415  # only now its branches are counted

        chosen = find_target(name)
        corpus, words, crashes = folder / "corpus", folder / "words", folder / "crashes"
        for path in (corpus, crashes):
            path.mkdir(parents=True, exist_ok=True)
        _write_seeds(corpus, chosen.seeds())
        words.write_text(_format_dictionary(chosen.words), encoding="ascii")
        options = (
            f"-max_total_time={seconds}",
            f"-max_len={_LONGEST}",
            f"-timeout={_SLOW_S}",
            f"-rss_limit_mb={_MEMORY_MB}",
            f"-dict={words}",
            f"-artifact_prefix={crashes}{os.sep}",
            "-print_final_stats=1",
        )
        atheris.Setup(["fuzz", *options, str(corpus)], chosen.fuzz)
        atheris.Fuzz()


def _write_seeds(corpus: Path, seeds: Iterable[bytes]) -> None:
    """Each under a name that its content gives, so that it is there once."""
    for seed in seeds:
        (corpus / f"seed-{hashlib.sha256(seed).hexdigest()[:16]}").write_bytes(seed)


def _format_dictionary(words: Iterable[str]) -> str:
    """The words as libFuzzer reads them, every byte escaped."""
    return "".join('"{}"\n'.format("".join(f"\\x{byte:02x}" for byte in word.encode())) for word in words)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
