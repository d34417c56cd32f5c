"""What is kept: by another version, by many at once, in a folder that is full or cannot be read, under an odd clock."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from engine.dialogue import Desk, start
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import LONG, rounds
from tests.faults.conftest import COMMAND, PATIENCE, Start
from tests.faults.screen import Screen
from tui.app import SizewiseApp
from tui.local_time import local_now, to_local_time
from tui.screens.sessions import MAX_LISTED, SessionsScreen
from tui.session_keeper import SessionKeeper
from tui.sessions import SessionStore, SessionSummary

_AT_ONCE = rounds(quick=2, long=4)
"""Processes that begin practice at the same time."""
PLANTS = "identify plants from phone photos, answer within 200 ms"


@pytest.fixture
def log(inside: Start, tmp_path: Path) -> Path:
    """A log with an answer."""
    assert inside("quiz", given=b"learn\n?\n1\nquit\n").status == 0
    return tmp_path / "data" / "practice" / "practice.db"


@pytest.mark.parametrize("command", [["quiz", "due"], ["quiz", "stats"], ["quiz", "check", "--overruled"]], ids=" ".join)
def test_a_log_of_a_newer_version_is_told_and_left_alone(command: list[str], log: Path, inside: Start) -> None:
    """Its status is 1, for what is printed is not how far somebody is; every byte stays."""
    with contextlib.closing(sqlite3.connect(log)) as database:
        database.execute("PRAGMA user_version = 99")
    before = log.read_bytes()
    ended = inside(*command)
    assert ended.status == 1
    assert ended.has_one_line("practice.db was written by a newer Sizewise (version 99")
    assert log.read_bytes() == before


def test_an_exam_of_a_newer_version_gives_way_and_is_not_written_over(inside: Start, tmp_path: Path) -> None:
    """A new exam says where the other one lies now, byte for byte."""
    folder = tmp_path / "data" / "practice"
    folder.mkdir(parents=True)
    newer = b'{"schema": 99, "anything": "else"}'
    (folder / "exam.json").write_bytes(newer)
    ended = inside("quiz", "exam", "--compute", "--questions", "2", given=b"stop\nquit\n")
    assert "as exam.unread.json." in " ".join(ended.out.split())
    assert (folder / "exam.unread.json").read_bytes() == newer
    assert (folder / "exam.json").read_bytes() != newer


def test_many_that_begin_practice_at_once_lose_nothing(settings: dict[str, str], tmp_path: Path) -> None:
    """They make one log, and each answer is in it."""
    started = [
        subprocess.Popen([COMMAND, "quiz"], env=settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(_AT_ONCE)
    ]
    ended = [one.communicate(b"learn\n?\n1\nquit\n", timeout=PATIENCE) for one in started]
    assert [one.returncode for one in started] == [0] * _AT_ONCE
    assert [err for _, err in ended] == [b""] * _AT_ONCE
    assert all(b"Every answer is kept." in out for out, _ in ended)
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "practice" / "practice.db")) as database:
        assert database.execute("SELECT count(*) FROM log WHERE kind = 'answer'").fetchone() == (_AT_ONCE,)


@pytest.mark.skipif(not LONG, reason="starts the app; the list and the refusal are tested with the store too: in the long run (make soak)")
def test_a_conversation_of_a_newer_version_is_named_in_the_list_and_left_alone(
    settings: dict[str, str], knowledge: Knowledge, tmp_path: Path
) -> None:
    """It is in the list with the reason, and opening it changes nothing."""
    store = SessionStore(knowledge, tmp_path / "data" / "sessions")
    session = store.new_session()
    session.append_step(start(PLANTS, Desk(knowledge)), PLANTS)
    session.close()
    path = store.folder / f"{session.id}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"v":1', b'"v":99'))
    before = path.read_bytes()
    with contextlib.closing(Screen([str(COMMAND)], settings)) as screen:
        screen.wait_for("What do you want to run?")
        screen.type("\x0f")
        screen.wait_for("written by a newer")
        screen.type("\r")
        screen.wait_for("left as it is")
        screen.type("\x11")
        assert screen.wait_for_end() == 0
    assert path.read_bytes() == before


def test_ten_thousand_conversations_are_no_burden(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is listed as often for many as for few, and the list on the screen shows the newest."""
    store = SessionStore(knowledge, tmp_path / "sessions")
    session = store.new_session()
    session.append_step(start(PLANTS, Desk(knowledge)), PLANTS)
    session.close()
    (written,) = store.folder.iterdir()
    for number in range(MAX_LISTED + 20):
        os.link(written, store.folder / f"20261122-{number:06}-abcd.jsonl")
    listed = 0
    scandir = os.scandir

    def counted(path: Path) -> object:
        nonlocal listed
        listed += 1
        return scandir(path)

    monkeypatch.setattr(os, "scandir", counted)
    assert len(store.list_sessions()) == MAX_LISTED + 21
    assert store.recent_lines() == [PLANTS]
    assert listed == 2


def make_summaries(count: int) -> list[SessionSummary]:
    """Conversations of one moment."""
    moment = dt.datetime(2026, 11, 22, tzinfo=dt.UTC)
    return [SessionSummary(f"20261122-{number:06}-abcd", PLANTS, moment, moment, 3) for number in range(count)]


async def list_and_text(knowledge: Knowledge, folder: Path, screen: SessionsScreen) -> tuple[int, str]:
    """How many lines the list has, and what else stands on the screen."""
    app = SizewiseApp(knowledge, guard=0, sessions=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        count = app.screen.query_one("#sessions", OptionList).option_count
        return count, " ".join(str(one.content) for one in app.screen.query(Static))


async def test_a_long_list_says_how_the_older_ones_are_opened(knowledge: Knowledge, tmp_path: Path) -> None:
    """It has the newest, and the number of the others."""
    count, text = await list_and_text(knowledge, tmp_path, SessionsScreen(make_summaries(10_000), knowledge))
    assert count == MAX_LISTED
    assert f"{10_000 - MAX_LISTED:,} older ones" in text
    assert "older ones" not in (await list_and_text(knowledge, tmp_path, SessionsScreen(make_summaries(MAX_LISTED), knowledge)))[1]


async def test_a_folder_that_cannot_be_read_is_told_where_the_list_would_be(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key for the list does not end the app."""

    def refused(_: SessionKeeper) -> list[SessionSummary]:
        raise InputError('session: "sessions" cannot be used (Permission denied).')

    monkeypatch.setattr(SessionKeeper, "list_sessions", refused)
    app = SizewiseApp(knowledge, guard=0, sessions=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+o")
        while not isinstance(app.screen, SessionsScreen):
            await pilot.pause(0.05)
        await pilot.pause()
        assert "Permission denied" in " ".join(str(one.content) for one in app.screen.query(Static))


@pytest.mark.skipif(sys.platform == "win32", reason="TZ is of Unix")
@pytest.mark.parametrize("zone", ["XYZ-27:99", "XYZ27:99", "Nonsense/Nowhere", ":/etc/passwd", ""])
def test_a_time_zone_that_is_none_is_as_good_as_none(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moment is the same, and can be shown."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        moment = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
        assert to_local_time(moment) == moment
        assert local_now().tzinfo is not None
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("year", [1, 1970, 2106, 9999])
def test_every_year_of_the_calendar_can_be_shown(year: int) -> None:
    """Also where the zone of this machine would lead beyond its ends."""
    edge = dt.datetime(year, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=14)))
    for moment in (edge, edge.replace(month=12, day=31, hour=23, tzinfo=dt.timezone(dt.timedelta(hours=-14)))):
        assert to_local_time(moment).isoformat(" ", "minutes")[4] == "-"


def test_a_report_has_a_date_in_any_zone(sizewise: Start) -> None:
    """That of UTC where the zone is none."""
    ended = sizewise("report", "BERT under 200 ms", more={"TZ": "XYZ-27:99"})
    assert (ended.status, ended.err) == (0, "")
    assert "- Date: 2" in ended.out
