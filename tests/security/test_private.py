"""What is kept is for the user alone, whatever the umask; what others could have changed is not believed."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge import Knowledge, compiled_cache
from knowledge.catalog.tables import read_catalog, read_table, write_catalog
from knowledge.errors import InputError, KnowledgeError
from knowledge.refresh.catalog_swap import scratch_folder, swap_in
from knowledge.store import packaged_data
from quizzes.store import LogStore as Practice
from tests.security.conftest import HOSTILE, Ran
from tui.sessions import SessionStore

pytestmark = pytest.mark.skipif(os.name != "posix", reason="this system has no modes of files")
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """A umask that forbids nothing."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Every path below a folder, and itself, with its mode."""
    return {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) for path in (folder, *folder.rglob("*"))}


def too_open(folder: Path) -> dict[str, int]:
    """Those that others can look at."""
    return {path: mode for path, mode in modes(folder).items() if mode not in (PRIVATE, PRIVATE_FOLDER)}


def test_what_commands_keep_is_private(watched: Ran, place: Path) -> None:
    """Conversations and practice, after every command was run with a umask that forbids nothing."""
    assert watched
    kept = modes(place / "data")
    assert any(path.endswith(".jsonl") for path in kept)
    assert any(path.endswith(".db") for path in kept)
    assert too_open(place / "data") == {}


def test_what_a_command_hands_on_is_changed_by_nobody_else(watched: Ran, place: Path) -> None:
    """Files that were asked for by name may be read by others, and written to by the user."""
    assert watched
    written = [path for path in place.rglob("*") if path.is_file() and path.name.endswith((".md", ".draft.yaml", ".verified.json"))]
    assert len(written) > 2
    assert [path.name for path in written if stat.S_IMODE(path.stat().st_mode) & (stat.S_IWGRP | stat.S_IWOTH)] == []


@pytest.mark.usefixtures("open_to_all")
def test_a_compiled_base_is_private(tmp_path: Path) -> None:
    """With the folder that is made for it."""
    path = tmp_path / "cache" / "knowledge.cache"
    compiled_cache.write_cache(path, *compiled_cache.pack_sections({"a": 1}, "signed", "content"))
    assert compiled_cache.read_cache(path) is not None
    assert too_open(path.parent) == {}


def test_a_compiled_base_that_others_can_write_to_is_not_read(tmp_path: Path) -> None:
    """Whoever could have written it."""
    path = tmp_path / "knowledge.cache"
    for mode in (0o606, 0o660, 0o602, 0o620, 0o666, 0o777):
        compiled_cache.write_cache(path, *compiled_cache.pack_sections({"a": 1}, "signed", "content"))
        path.chmod(mode)
        assert (compiled_cache.read_cache(path) is None) == bool(mode & 0o022), oct(mode)


def test_a_compiled_base_of_another_user_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However private."""
    path = tmp_path / "knowledge.cache"
    compiled_cache.write_cache(path, *compiled_cache.pack_sections({"a": 1}, "signed", "content"))
    monkeypatch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)
    assert compiled_cache.read_cache(path) is None


@pytest.mark.usefixtures("open_to_all")
def test_a_refreshed_catalogue_is_private(tmp_path: Path) -> None:
    """With its folder, and the lock beside it."""
    state, packaged = tmp_path / "state", packaged_data() / "catalog"
    tables = {name: [dict(row) for row in read_table(packaged, name)[:1]] for name in ("instances.csv", "prices.csv", "sagemaker.csv")}
    with scratch_folder(state) as scratch:
        write_catalog(scratch, tables, read_catalog(packaged).stamp)
        swap_in(scratch, state)
    assert (state / "catalog" / "instances.csv").exists()
    assert too_open(state) == {}


@pytest.mark.parametrize("table", ["prices.csv", "excluded.csv", "offerings.csv"])
def test_a_catalogue_that_steers_is_refused(table: str, tmp_path: Path) -> None:
    """One that somebody else wrote: with file, line and field, and without what it holds."""
    packaged = packaged_data() / "catalog"
    for path in packaged.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    head, first, *rest = (packaged / table).read_text(encoding="utf-8").split("\n")
    for text in ("\x1b[31m", "\x9b2J", "\u202e", "\x07", "\u2028"):
        (tmp_path / table).write_text("\n".join([head, f"{first}{text}", *rest]), encoding="utf-8", newline="")
        with pytest.raises(KnowledgeError, match=rf"^{table}:2: \w+: .* holds a control character\.$") as caught:
            read_catalog(tmp_path)
        assert str(caught.value).isprintable(), ascii(text)


def test_no_name_of_a_session_is_a_path(knowledge: Knowledge, tmp_path: Path) -> None:
    """To open, to read, to name or to delete one."""
    store = SessionStore(knowledge, tmp_path / "sessions")
    names = ("../../x", "/etc/passwd", "..", "x/../y", "-rf", "CON", "nul.jsonl", "a\0b", "", " ", "~", "%2e%2e", HOSTILE)
    attempts = (store.reopen_session, store.read_steps, store.delete_session, lambda text: store.rename_session(text, "x"))
    for name, attempt in itertools.product(names, attempts):
        with pytest.raises(InputError) as caught:
            attempt(name)
        assert str(caught.value).isprintable(), ascii(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("open_to_all")
def test_the_log_of_practice_follows_no_link(knowledge: Knowledge, tmp_path: Path) -> None:
    """A link in its place is left alone, and so is what it points to; practice goes on without keeping."""
    target = tmp_path / "target"
    folder = tmp_path / "data" / "practice"
    folder.mkdir(parents=True)
    (folder / "practice.db").symlink_to(target)
    store = Practice(knowledge, folder)
    store.close()
    assert not store.can_save
    assert not target.exists()
