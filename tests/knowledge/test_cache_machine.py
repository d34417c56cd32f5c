"""The compiled base under every kind of hand: whoever loads gets what the YAML says now, or one line; never anything else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from knowledge import Knowledge
from knowledge.compiled_cache import SEAL_LENGTH, PoisonedCacheError
from knowledge.errors import KnowledgeError
from knowledge.store import cache_status, load
from tests.fuzz.base import scratch_folder
from tests.knowledge.small import write_base, write_region
from tests.machines import depth

CITIES: Final = ("Nowhere", "Nowhare", "Elsewhere", "Graz")


class Machine(RuleBasedStateMachine):
    """One base and its cache, which others write to, damage and take away."""

    def __init__(self) -> None:
        """Begin with a base that nobody has loaded."""
        super().__init__()
        self.folder = scratch_folder()
        root = Path(self.folder.name)
        self.environment = mock.patch.dict(os.environ, {"SIZEWISE_DATA": str(root / "state")})
        self.environment.start()
        self.data, self.cache = write_base(root / "data"), root / "cache"
        self.city = "Nowhere"
        self.is_wrong = False
        """Whether the YAML has a mistake."""
        self.is_whole = False
        """Whether the cache is a whole private file, so that it is read."""
        self.is_poisoned = False
        """Whether the next who reads the cache has to refuse it."""
        self.held: list[tuple[Knowledge, str]] = []
        """Bases that were loaded and not read yet, with what they have to say."""

    def _file(self) -> Path | None:
        """The compiled file, where there is one."""
        return next((path for path in self.cache.glob("*.cache") if path.is_file()), None) if self.cache.is_dir() else None

    def _forget_cache(self) -> None:
        """The cache is none that is read any more."""
        self.is_whole = self.is_poisoned = False

    @rule()
    def load(self) -> None:
        """Load, and read at once or later."""
        try:
            found = load(data=self.data, cache=self.cache)
        except PoisonedCacheError as error:
            self._expect_refusal(error)
            return
        except KnowledgeError as error:
            self._expect_mistake(error)
            return
        assert not self.is_poisoned
        assert not self.is_wrong
        self.held.append((found, self.city))
        self.is_whole = True

    def _expect_refusal(self, error: PoisonedCacheError) -> None:
        """The file is moved aside, once."""
        assert self.is_poisoned
        assert len(str(error).splitlines()) == 1
        assert self._file() is None
        self._forget_cache()

    def _expect_mistake(self, error: KnowledgeError) -> None:
        assert self.is_wrong
        assert "regions/nowhere-1.yaml" in str(error)

    @rule()
    def read_loaded(self) -> None:
        """What was loaded says what the YAML said then, whatever became of the file."""
        for found, city in self.held:
            assert found.regions["nowhere-1"].city == city
            assert list(found.sources) == ["head"]
        self.held.clear()

    @rule()
    def look(self) -> None:
        """The state of the cache is told without changing it, but for a poisoned one."""
        before = self._file()
        try:
            _, state = cache_status(data=self.data, cache=self.cache)
        except PoisonedCacheError as error:
            self._expect_refusal(error)
            return
        assert not self.is_poisoned
        assert (state in ("missing", "unusable")) or before is not None
        assert self._file() == before

    @rule(city=st.sampled_from(CITIES))
    def edit(self, city: str) -> None:
        """Another fact, sometimes of the same length."""
        write_region(self.data, city)
        self.city, self.is_wrong = city, False

    @precondition(lambda self: not self.is_wrong)
    @rule()
    def mistake(self) -> None:
        """A line that no record has."""
        path = self.data / "regions" / "nowhere-1.yaml"
        path.write_text(path.read_text(encoding="utf-8") + "ctiy: Graz\n", encoding="utf-8")
        self.is_wrong = True

    @rule(seconds=st.integers(-1000, 1000))
    def touch(self, seconds: int) -> None:
        """New times alone: a checkout, a copy."""
        path = self.data / "regions" / "nowhere-1.yaml"
        time = path.stat().st_mtime + seconds
        os.utime(path, (time, time))

    @precondition(lambda self: self.is_whole and not self.is_poisoned)
    @rule(place=st.integers(0, 10_000), bit=st.integers(0, 7))
    def flip(self, place: int, bit: int) -> None:
        """A bit of the body: it has to be refused."""
        path = self._file()
        assert path is not None
        data = bytearray(path.read_bytes())
        at = SEAL_LENGTH + place % (len(data) - SEAL_LENGTH)
        data[at] ^= 1 << bit
        path.write_bytes(data)
        self.is_poisoned = True

    @precondition(lambda self: self.is_whole and not self.is_poisoned)
    @rule(share=st.floats(0, 0.99))
    def cut(self, share: float) -> None:
        """A copy that was broken off is made anew, and is no poison."""
        path = self._file()
        assert path is not None
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])
        self._forget_cache()

    @precondition(lambda self: self._file() is not None)
    @rule(how=st.sampled_from(["gone", "open to others", "a link"]))
    def take_away(self, how: str) -> None:
        """A file that is gone, that others can write to, or that is a link: it is not read, whatever stands in it."""
        path = self._file()
        assert path is not None
        if how == "gone":
            path.unlink()
        elif how == "open to others":
            path.chmod(0o622)
        else:
            other = path.with_name("other")
            path.replace(other)
            path.symlink_to(other)
        self._forget_cache()

    def teardown(self) -> None:
        """Leave nothing behind."""
        self.environment.stop()
        self.folder.cleanup()


TestMachine = Machine.TestCase
TestMachine.settings = depth(10, 25)
