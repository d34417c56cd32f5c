"""Every target on inputs that make sense, on some that were changed, and on all that once broke a promise."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from knowledge.errors import InputError
from tests.depth import rounds
from tests.fuzz.edits import EDIT
from tests.fuzz.search import _format_dictionary
from tests.fuzz.targets import NAMES, Target, find_target

_FOUND: Final = Path(__file__).parent / "regressions"
_SEEDS: Final = rounds(quick=8, long=1_000)
"""Of a target that has more: the others say much the same."""
_CHANGED: Final = rounds(quick=5, long=1_000)


@pytest.fixture(params=NAMES)
def chosen(request: pytest.FixtureRequest) -> Target:
    """Each target."""
    return find_target(request.param)


def test_what_makes_sense_breaks_no_promise(chosen: Target) -> None:
    """Seeds from every part of the list; there are some, and none is there twice."""
    seeds = list(chosen.seeds())
    assert len(seeds) > 3
    for seed in seeds[:: len(seeds) // _SEEDS + 1]:
        chosen.fuzz(seed)


def test_what_was_changed_breaks_no_promise(chosen: Target) -> None:
    """A few bytes exchanged, a piece cut out, choices at random; always the same ones."""
    chance = random.Random(chosen.name)  # noqa: S311  # nothing secret is made of it
    seeds = list(chosen.seeds())
    for _ in range(_CHANGED):
        whole = bytearray(chance.choice(seeds))
        start = chance.randrange(len(whole) + 1)
        whole[start : start + chance.randrange(4)] = chance.randbytes(chance.randrange(4))
        chosen.fuzz(bytes(whole))
        chosen.fuzz(bytes((EDIT, EDIT)) + chance.randbytes(chance.randrange(60)))


@pytest.mark.parametrize("path", sorted(_FOUND.glob("*/*")), ids=lambda path: f"{path.parent.name}: {path.name}")
def test_what_once_broke_a_promise_does_so_no_more(path: Path) -> None:
    """Every input that a search found, by what was wrong then."""
    find_target(path.parent.name).fuzz(path.read_bytes())


def test_a_table_of_the_catalogue_with_a_field_without_end_is_refused() -> None:
    """Longer than a search tries: the reader of CSV has a limit of its own."""
    find_target("prices").fuzz(b"\x02\x04instance_type,reason\na.b," + b"x" * 140_000 + b"\n")


def test_every_folder_of_what_was_found_is_that_of_a_target() -> None:
    """So that none is left out."""
    assert {path.name for path in _FOUND.iterdir()} <= set(NAMES)


def test_a_target_that_does_not_exist_is_refused_with_the_nearest() -> None:
    """In one line."""
    with pytest.raises(InputError, match=r'target: there is no "intakes"\. Did you mean intake\?'):
        find_target("intakes")


def test_a_word_is_given_to_the_fuzzer_byte_by_byte() -> None:
    """Quotes, line ends and letters beyond ASCII are escaped, a word a line."""
    assert _format_dictionary(('"a"\n', "é")) == '"\\x22\\x61\\x22\\x0a"\n"\\xc3\\xa9"\n'
