"""Loading the base: from the cache where that is current, from YAML where it is not, and always."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from knowledge import base_compiler, compiled_cache, store
from knowledge.base import Knowledge
from knowledge.compilation_progress import listen_to_compilation
from knowledge.compiled_cache import PoisonedCacheError, cache_file_name
from knowledge.errors import KnowledgeError
from knowledge.store import cache_folder, cache_status, current_catalog, load, load_compiled, state_folder
from knowledge.uncompiled_wording import load_wording
from tests.depth import rounds
from tests.knowledge.small import write_base, write_region


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a small base, without any refreshed catalogue of this machine."""
    monkeypatch.setenv("SIZEWISE_DATA", str(tmp_path / "state"))
    return write_base(tmp_path / "data")


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Give a list that grows each time YAML is read."""
    seen: list[Path] = []
    original = base_compiler.compile_sections

    def counted(data: Path, catalog: Path) -> dict[str, object]:
        seen.append(data)
        return original(data, catalog)

    monkeypatch.setattr(base_compiler, "compile_sections", counted)
    return seen


def city(knowledge: Knowledge) -> str:
    """Give what the small base says."""
    return str(knowledge.regions["nowhere-1"].city)


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run `code` in a fresh interpreter."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_the_second_load_comes_from_the_cache(data: Path, tmp_path: Path, compilations: list[Path]) -> None:
    """YAML is read once, and both loads say the same."""
    first, second = load(data=data, cache=tmp_path / "cache"), load(data=data, cache=tmp_path / "cache")
    assert city(first) == city(second) == "Nowhere"
    assert second.stamp == first.stamp
    assert second.sources == first.sources
    assert compilations == [data]


def test_a_load_from_the_cache_imports_neither_pydantic_nor_yaml(data: Path, tmp_path: Path) -> None:
    """They are most of the start-up time, and only a changed base needs them."""
    cache = tmp_path / "cache"
    code = (
        f"import sys; from pathlib import Path; from knowledge import load; k = load(data=Path({str(data)!r}), cache=Path({str(cache)!r}));"
        "k.regions, k.models, k.instances, k.stamp; print({'pydantic', 'pydantic_core', 'yaml', 'rapidfuzz'} & set(sys.modules))"
    )
    cold, warm = run(code), run(code)
    assert "pydantic" in cold.stdout
    assert warm.stdout.strip() == "set()", warm.stderr


def test_every_file_that_the_cache_depends_on_exists() -> None:
    """One that was renamed would be passed over in silence."""
    assert [str(path) for path in store._READERS if not path.exists()] == []


def test_a_new_a_removed_and_a_renamed_file_are_noticed(data: Path, tmp_path: Path) -> None:
    """The names of files are ids, so a name alone is content."""
    cache = tmp_path / "cache"
    region = data / "regions" / "nowhere-1.yaml"
    assert list(load(data=data, cache=cache).regions) == ["nowhere-1"]
    region.rename(region.with_name("nowhere-2.yaml"))
    assert list(load(data=data, cache=cache).regions) == ["nowhere-2"]
    write_region(data, "Again")
    assert list(load(data=data, cache=cache).regions) == ["nowhere-1", "nowhere-2"]
    region.unlink()
    assert list(load(data=data, cache=cache).regions) == ["nowhere-2"]


def test_touching_a_file_keeps_what_was_compiled(data: Path, tmp_path: Path, compilations: list[Path]) -> None:
    """A checkout or a reinstallation changes times, not content: the head is renewed, YAML is not read again."""
    cache = tmp_path / "cache"
    load(data=data, cache=cache)
    before = compiled_cache.read_cache(cache / cache_file_name("knowledge", data))
    os.utime(data / "regions" / "nowhere-1.yaml", (1, 1))
    assert city(load(data=data, cache=cache)) == "Nowhere"
    after = compiled_cache.read_cache(cache / cache_file_name("knowledge", data))
    assert before is not None
    assert after is not None
    assert (after[1], after[0].content) == (before[1], before[0].content)
    assert after[0].signature != before[0].signature
    load(data=data, cache=cache)
    assert compilations == [data]


def test_how_the_compiled_base_stands_can_be_told_without_loading_it(data: Path, tmp_path: Path, compilations: list[Path]) -> None:
    """Missing, fresh, touched, stale, unusable; telling changes nothing."""
    cache, region = tmp_path / "cache", data / "regions" / "nowhere-1.yaml"
    path, state = cache_status(data=data, cache=cache)
    assert (state, path.exists()) == ("missing", False)
    load(data=data, cache=cache)
    assert cache_status(data=data, cache=cache) == (path, "fresh")
    os.utime(region, (1, 1))
    assert cache_status(data=data, cache=cache)[1] == "touched"
    write_region(data, "Elsewhere")
    assert cache_status(data=data, cache=cache)[1] == "stale"
    path.write_bytes(path.read_bytes()[:-5])
    assert cache_status(data=data, cache=cache)[1] == "unusable"
    assert compilations == [data]


def test_a_mistake_in_yaml_is_told_and_nothing_is_cached(data: Path, tmp_path: Path) -> None:
    """A wrong base is never compiled; once it is right again, it loads."""
    write_region(data, "[]")
    with pytest.raises(KnowledgeError, match=r"^regions/nowhere-1\.yaml:5: city: "):
        load(data=data, cache=tmp_path / "cache")
    assert not (tmp_path / "cache").exists()
    write_region(data, "Nowhere")
    assert city(load(data=data, cache=tmp_path / "cache")) == "Nowhere"


def test_a_reference_to_nothing_is_told(data: Path, tmp_path: Path) -> None:
    """Ids are checked before anything is compiled."""
    (data / "sources" / "head.yaml").rename(data / "sources" / "heat.yaml")
    with pytest.raises(KnowledgeError, match=r"^regions/nowhere-1\.yaml: sources\.0: there is no sources/head\. Did you mean heat\?$"):
        load(data=data, cache=tmp_path / "cache")


def test_a_folder_that_does_not_exist_is_told_in_one_line_each(tmp_path: Path) -> None:
    """No base, no advice, no traceback."""
    with pytest.raises(KnowledgeError, match="cannot be read"):
        load(data=tmp_path / "nowhere", cache=tmp_path / "cache")


def test_a_changed_cache_is_refused_once_and_made_again(data: Path, tmp_path: Path) -> None:
    """One line says so, the file lies beside for whoever wants to look, and the next command works."""
    cache = tmp_path / "cache"
    load(data=data, cache=cache)
    path = cache / cache_file_name("knowledge", data)
    path.write_bytes(path.read_bytes().replace(b"Nowhere", b"Elsewhe"))
    with pytest.raises(PoisonedCacheError, match=r"its bytes were changed") as caught:
        load(data=data, cache=cache)
    assert len(str(caught.value).splitlines()) == 1
    assert (cache / f"{path.name}.refused").is_file()
    assert city(load(data=data, cache=cache)) == "Nowhere"


@pytest.mark.parametrize("touched", [False, True])
def test_a_forged_record_is_refused_when_it_is_asked_for(data: Path, tmp_path: Path, touched: bool) -> None:  # noqa: FBT001  # a table's column
    """A right seal over records of another shape raises the same error, also where the head has just been renewed."""
    cache = tmp_path / "cache"
    load(data=data, cache=cache)
    path = cache / cache_file_name("knowledge", data)
    found = compiled_cache.read_cache(path)
    assert found is not None
    path.write_bytes(compiled_cache.seal_bytes(found[0], bytes(found[1]).replace(b'"Nowhere"', b"123456789")))
    if touched:
        os.utime(data / "regions" / "nowhere-1.yaml", (1, 1))
    knowledge = load(data=data, cache=cache)
    with pytest.raises(PoisonedCacheError, match=r"regions: Expected `str`, got `int`"):
        _ = knowledge.regions
    assert city(load(data=data, cache=cache)) == "Nowhere"


def test_load_works_where_the_cache_folder_cannot_be_made(data: Path, tmp_path: Path) -> None:
    """A file in the way, a device, a path too long: YAML is read each time."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for cache in (tmp_path / "file", tmp_path / "file" / "deeper", Path(os.devnull) / "x", tmp_path / ("x" * 300)):
        assert city(load(data=data, cache=cache)) == "Nowhere"
    assert (tmp_path / "file").read_text(encoding="utf-8") == "in the way"


def test_load_works_where_nothing_may_be_written(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only cache folder costs time, not an answer; a cache that lies there already is used."""
    cache = tmp_path / "cache"
    load(data=data, cache=cache)
    write_region(data, "Changed")
    original = os.open

    def read_only(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(13, "Permission denied", str(path))
        return original(path, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    cache.chmod(0o500)
    try:
        assert city(load(data=data, cache=cache)) == "Changed"
    finally:
        cache.chmod(0o700)
    monkeypatch.undo()
    found = compiled_cache.read_cache(cache / cache_file_name("knowledge", data))
    assert found is not None
    assert b"Changed" not in found[1]


def test_load_works_without_a_home_folder(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container with HOME unset, empty, relative or missing still gets an answer, and nothing is written to its working folder."""
    for name in ("SIZEWISE_CACHE", "SIZEWISE_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for home in ("/dev/null", "not/absolute", ""):
        monkeypatch.setenv("HOME", home)
        assert city(load(data=data)) == "Nowhere"
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(Path, "home", lambda: Path("/dev/null"))
    assert city(load(data=data)) == "Nowhere"
    assert list(folder.iterdir()) == []


def test_without_any_home_nothing_is_kept_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without an entry in the system's list has no home: the folders then lie where nothing can be."""
    for name in ("SIZEWISE_CACHE", "SIZEWISE_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert cache_folder().is_relative_to(os.devnull)
    assert state_folder().is_relative_to(os.devnull)
    assert current_catalog(Path("/base")) == Path("/base/catalog")


def test_processes_that_load_at_once_do_not_harm_each_other(data: Path, tmp_path: Path) -> None:
    """Each gets the base, and one whole cache is left."""
    cache = tmp_path / "cache"
    code = (
        f"from pathlib import Path; from knowledge import load; print(load(data=Path({str(data)!r}),"
        f" cache=Path({str(cache)!r})).regions['nowhere-1'].city)"
    )
    count = rounds(quick=2, long=6)
    running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(count)]
    assert [process.communicate()[0].strip() for process in running] == ["Nowhere"] * count
    assert list(cache.iterdir()) == [cache / cache_file_name("knowledge", data)]
    assert compiled_cache.read_cache(cache / cache_file_name("knowledge", data)) is not None


def test_two_bases_and_two_formats_have_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkouts side by side, or an older Sizewise beside a newer one, never refuse each other's cache."""
    one = cache_file_name("knowledge", tmp_path / "one")
    assert one != cache_file_name("knowledge", tmp_path / "two")
    monkeypatch.setattr(compiled_cache, "MAGIC", b"another format\n")
    assert one != cache_file_name("knowledge", tmp_path / "one")


def test_a_refreshed_catalogue_wins_over_the_packaged_one(data: Path, tmp_path: Path) -> None:
    """Also the one that a killed refresh left under its second name, but not over a newer release; the cache follows at once."""
    cache, state = tmp_path / "cache", tmp_path / "state"
    assert load(data=data, cache=cache).stamp.as_of.isoformat() == "2026-01-02"
    state.mkdir()
    shutil.copytree(data / "catalog", state / "catalog.previous")
    stamp = state / "catalog.previous" / "stamp.yaml"
    stamp.write_text(stamp.read_text(encoding="utf-8").replace("2026-01-02", "2026-05-06"), encoding="utf-8")
    assert current_catalog(data) == state / "catalog.previous"
    assert load(data=data, cache=cache).stamp.as_of.isoformat() == "2026-05-06"
    (state / "catalog.previous").rename(state / "catalog")
    assert current_catalog(data) == state / "catalog"
    assert load(data=data, cache=cache).stamp.as_of.isoformat() == "2026-05-06"
    released = data / "catalog" / "stamp.yaml"
    released.write_text(released.read_text(encoding="utf-8").replace("2026-01-02", "2026-06-07"), encoding="utf-8")
    assert load(data=data, cache=cache).stamp.as_of.isoformat() == "2026-06-07"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="XDG folders are Linux's")
@pytest.mark.parametrize(("own", "standard", "below"), [("CACHE", "XDG_CACHE_HOME", ".cache"), ("DATA", "XDG_DATA_HOME", ".local/share")])
def test_the_folders_follow_the_environment_but_never_a_relative_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, standard: str, below: str
) -> None:
    """SIZEWISE_… wins over XDG_… over home; a relative path would lead elsewhere from each folder, and is ignored."""
    folder = {"CACHE": cache_folder, "DATA": state_folder}[own]
    monkeypatch.setenv("HOME", str(tmp_path))
    for relative in ("", ".", "relative", "../up", "~"):
        monkeypatch.setenv(f"SIZEWISE_{own}", relative)
        monkeypatch.setenv(standard, relative)
        assert folder() == tmp_path / below / "sizewise"
    monkeypatch.setenv(standard, "/xdg")
    assert folder() == Path("/xdg/sizewise")
    monkeypatch.setenv(f"SIZEWISE_{own}", "/own")
    assert folder() == Path("/own")


def test_a_base_that_is_not_compiled_is_not_loaded_where_that_would_take_long(data: Path, tmp_path: Path, compilations: list[Path]) -> None:
    """The app shows its first screen meanwhile; once compiled, the base is there."""
    assert load_compiled(data=data, cache=tmp_path) is None
    assert compilations == []
    load(data=data, cache=tmp_path)
    found = load_compiled(data=data, cache=tmp_path)
    assert found is not None
    assert city(found) == city(load(data=data, cache=tmp_path))
    write_region(data, city="Elsewhere")
    assert load_compiled(data=data, cache=tmp_path) is None


def test_who_waits_for_a_compilation_is_told_how_far_it_is_and_can_end_it(data: Path, tmp_path: Path) -> None:
    """Shares never fall, and the last is all; where the listener raises, nothing is written."""
    shares: list[float] = []

    def stop(share: float) -> None:
        raise EOFError(share)

    with pytest.raises(EOFError), listen_to_compilation(stop):
        load(data=data, cache=tmp_path / "cache")
    assert not (tmp_path / "cache").exists()
    with listen_to_compilation(shares.append):
        load(data=data, cache=tmp_path / "cache")
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)


def test_sentences_are_there_before_the_base_is_compiled(knowledge: Knowledge) -> None:
    """The same as in the base, and nothing else."""
    early = load_wording()
    assert {subject: early.wording[subject] for subject in early.wording} == dict(knowledge.wording)
    with pytest.raises(LookupError):
        _ = early.places
