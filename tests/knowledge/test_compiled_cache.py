"""The bytes of the compiled cache: cut short, changed, forged, or not a file at all."""

from __future__ import annotations

import json
import os
import pickle
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge import compiled_cache
from knowledge.compiled_cache import (
    MAGIC,
    SEAL_LENGTH,
    Head,
    PoisonedCacheError,
    Sections,
    pack_sections,
    read_cache,
    seal_bytes,
    write_cache,
)
from knowledge.schema.instance import Excluded

RECORDS = {"things": {"a": Excluded(instance_type="a", reason="é")}, "numbers": [1, 2]}
HEAD, PAYLOAD = pack_sections(RECORDS, "signature", "content")
WHOLE = seal_bytes(HEAD, PAYLOAD)


def put_bytes(folder: Path, data: bytes) -> Path:
    """Write a cache file of this user alone."""
    path = folder / "k.cache"
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def poisoned(path: Path) -> str:
    """Give the one line with which reading `path` refuses it; the file is moved aside."""
    before = path.read_bytes()
    with pytest.raises(PoisonedCacheError) as caught:
        read_cache(path)
    aside = path.with_name("k.cache.refused")
    assert aside.read_bytes() == before
    assert not path.exists()
    assert read_cache(path) is None
    assert len(str(caught.value).splitlines()) == 1
    assert "k.cache.refused" in str(caught.value)
    return str(caught.value)


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    """Head and sections come back; each section on its own."""
    path = tmp_path / "k.cache"
    write_cache(path, HEAD, PAYLOAD)
    found = read_cache(path)
    assert found == (HEAD, PAYLOAD)
    sections = Sections(*found, path)
    assert sections.decode("things", dict[str, Excluded]) == RECORDS["things"]
    assert sections.decode("numbers", list[int]) == [1, 2]


def test_the_same_records_give_the_same_bytes() -> None:
    """The order in which a mapping was filled leaves no trace."""
    assert pack_sections({"x": {"b": 1, "a": 2}}, "s", "c") == pack_sections({"x": {"a": 2, "b": 1}}, "s", "c")


def test_only_this_user_may_read_the_file_and_its_folder(tmp_path: Path) -> None:
    """The file has mode 0600, the folder 0700, whatever the umask; nothing else is left beside it."""
    path = tmp_path / "deep" / "sizewise" / "k.cache"
    before = os.umask(0)
    try:
        write_cache(path, HEAD, PAYLOAD)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_was_cut_short_is_as_good_as_none(tmp_path: Path) -> None:
    """A full disk or a lost connection is no attack: cut at any length, the cache is made again in silence."""
    for length in range(len(WHOLE)):
        path = put_bytes(tmp_path, WHOLE[:length])
        assert read_cache(path) is None, length
        assert path.exists()


def test_a_changed_bit_is_noticed_at_every_place(tmp_path: Path) -> None:
    """One bit, at each place in turn."""
    for at in range(len(WHOLE)):
        data = bytearray(WHOLE)
        data[at] ^= 1
        assert "is not what Sizewise wrote" in poisoned(put_bytes(tmp_path, bytes(data))), at


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps({"a": 1}),
        b"\x00" * 4096,
        b"{}",
        b"x",
        MAGIC + b"x" * 4096,
        WHOLE + b"x",
        WHOLE + WHOLE,
        WHOLE[::-1],
        b"\n" + WHOLE,
        bytes(range(256)) * 40,
    ],
)
def test_what_sizewise_did_not_write_is_refused(tmp_path: Path, data: bytes) -> None:
    """A pickle, garbage, or anything appended is moved aside and never read further."""
    poisoned(put_bytes(tmp_path, data))


@settings(deadline=None)
@given(st.binary(min_size=len(MAGIC) + 1, max_size=300))
def test_random_bytes_never_raise_anything_else(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Garbage is refused, or too short to tell."""
    path = put_bytes(tmp_path_factory.mktemp("garbage"), data)
    try:
        found = read_cache(path)
    except PoisonedCacheError:
        found = None
    assert found is None


class Trap:
    """Leaves a trace where somebody unpickles it."""

    def __init__(self, folder: Path) -> None:
        """Make `folder` when unpickled."""
        self.folder = str(folder)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (self.folder,)


def test_a_pickle_is_never_run(tmp_path: Path) -> None:
    """Not even one with a right seal."""
    trap = pickle.dumps(Trap(tmp_path / "trace"))
    body = trap + b"\n" + trap
    claim = b"%016x %08x" % (len(body), zlib.crc32(body))
    data = MAGIC + claim + b" " + b"%08x" % zlib.crc32(claim) + b"\n" + body
    assert "its head cannot be read" in poisoned(put_bytes(tmp_path, data))
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize(
    ("payload", "sections"),
    [
        (b'{"a": {"instance_type": 5, "reason": "r"}}', None),
        (b'{"a": {"instance_type": "a"}}', None),
        (b'{"a": {"instance_type": "a", "reason": "r", "more": 1}}', None),
        (b"[1, 2]", None),
        (b"not json", None),
        (b'{"a": "\xff"}', None),
        (b"", None),
        (b"[" * 200_000, None),
        (b'{"a":' * 200_000, None),
        (b"{}", {}),
        (b"{}", {"others": (0, 2)}),
        (b"{}", {"things": (-99, 99_999_999)}),
        (b"{}", {"things": (2, 1)}),
    ],
)
def test_a_right_seal_over_wrong_records_is_refused_when_they_are_read(
    tmp_path: Path, payload: bytes, sections: dict[str, tuple[int, int]] | None
) -> None:
    """Who can write the file can seal it, but only records of the right shape get out of it."""
    head = Head("s", "c", {"things": (0, len(payload))} if sections is None else sections)
    path = put_bytes(tmp_path, seal_bytes(head, payload))
    found = read_cache(path)
    assert found is not None
    if sections == {"things": (-99, 99_999_999)}:
        assert Sections(*found, path).decode("things", dict[str, Excluded]) == {}
        return
    with pytest.raises(PoisonedCacheError) as caught:
        Sections(*found, path).decode("things", dict[str, Excluded])
    assert len(str(caught.value).splitlines()) == 1
    assert not path.exists()
    assert path.with_name("k.cache.refused").exists()


@pytest.mark.parametrize("head", [b"[]", b"{}", b"", b'{"signature": 1}', b"[" * 100_000])
def test_a_right_seal_over_a_wrong_head_is_refused(tmp_path: Path, head: bytes) -> None:
    """The same for the line that says what is where."""
    body = head + b"\n{}"
    claim = b"%016x %08x" % (len(body), zlib.crc32(body))
    data = MAGIC + claim + b" " + b"%08x" % zlib.crc32(claim) + b"\n" + body
    assert len(data) == SEAL_LENGTH + len(body)
    poisoned(put_bytes(tmp_path, data))


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666, 0o777])
def test_a_file_that_others_can_write_to_is_not_used(tmp_path: Path, mode: int) -> None:
    """It is replaced by one of this user alone, not trusted and not complained of."""
    path = put_bytes(tmp_path, WHOLE)
    path.chmod(mode)
    assert read_cache(path) is None
    write_cache(path, HEAD, PAYLOAD)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_cache(path) == (HEAD, PAYLOAD)


def test_a_file_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever owns it could change it at any time."""
    path = put_bytes(tmp_path, WHOLE)
    owner = path.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert read_cache(path) is None


def test_a_link_is_replaced_and_its_target_left_alone(tmp_path: Path) -> None:
    """A link in the cache folder neither brings in another file nor gets one overwritten or moved."""
    target = tmp_path / "precious"
    target.write_bytes(b"precious")
    path = tmp_path / "k.cache"
    path.symlink_to(target)
    assert read_cache(path) is None
    write_cache(path, HEAD, PAYLOAD)
    assert not path.is_symlink()
    assert read_cache(path) == (HEAD, PAYLOAD)
    assert target.read_bytes() == b"precious"


def test_a_link_under_the_name_of_the_scratch_file_is_not_written_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even who guesses the scratch file's name gets nothing overwritten."""
    target = tmp_path / "precious"
    target.write_bytes(b"precious")
    monkeypatch.setattr(os, "urandom", bytes)
    path = tmp_path / "cache" / "k.cache"
    path.parent.mkdir()
    path.with_name(f"k.cache.{os.getpid()}.{'00' * 8}").symlink_to(target)
    write_cache(path, HEAD, PAYLOAD)
    assert target.read_bytes() == b"precious"
    assert not path.exists()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """A named pipe nobody writes to would otherwise stop every command for good."""
    path = tmp_path / "k.cache"
    os.mkfifo(path)
    assert read_cache(path) is None
    write_cache(path, HEAD, PAYLOAD)
    assert read_cache(path) == (HEAD, PAYLOAD)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """A sparse file of a terabyte costs nothing."""
    path = put_bytes(tmp_path, WHOLE)
    os.truncate(path, 2**40)
    assert read_cache(path) is None


def test_a_folder_under_the_files_name_is_left_alone(tmp_path: Path) -> None:
    """Nothing can be read from it or written over it; nothing is left beside it."""
    path = tmp_path / "k.cache"
    path.mkdir()
    assert read_cache(path) is None
    write_cache(path, HEAD, PAYLOAD)
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_moved_aside_is_named_for_deletion(tmp_path: Path) -> None:
    """The message says what to do where Sizewise cannot do it."""
    path = put_bytes(tmp_path, b"garbage that is long enough to tell")
    path.with_name("k.cache.refused").mkdir()
    with pytest.raises(PoisonedCacheError, match="Delete it and run the command again") as caught:
        read_cache(path)
    assert len(str(caught.value).splitlines()) == 1
    assert path.exists()


def test_the_head_is_plain_json() -> None:
    """Anybody can look at what a cache holds."""
    head, _, payload = WHOLE[SEAL_LENGTH:].partition(b"\n")
    assert json.loads(head) == {"signature": "signature", "content": "content", "sections": {"things": [0, 41], "numbers": [41, 46]}}
    assert payload == PAYLOAD


def test_inputs_are_the_files_that_make_the_base(tmp_path: Path) -> None:
    """Records, tables and code, in a fixed order; nothing that Python compiled, nothing else that lies about."""
    for name in ("b.yaml", "a.csv", "c.txt", "sub/d.yaml", "sub/e.py", "__pycache__/f.py", "z.pyc"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name, encoding="utf-8")
    found = compiled_cache.list_inputs((tmp_path, tmp_path / "c.txt", tmp_path / "nowhere"))
    assert [Path(path).relative_to(tmp_path).as_posix() for path in found] == ["a.csv", "b.yaml", "sub/d.yaml", "sub/e.py", "c.txt"]
