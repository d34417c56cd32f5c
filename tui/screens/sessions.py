"""The saved conversations: go on with one, run it again with today's base, delete it."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.words import say
from knowledge import Knowledge
from tui.local_time import here
from tui.screens.dialog import Dialog
from tui.sessions import Summary
from tui.widgets.options import Options

MOST: Final = 500
"""Sessions that are listed: each costs a moment, and nobody looks for an older one line by line."""


class Wanted(NamedTuple):
    """What is to be done with a session."""

    what: Literal["open", "replay", "delete"]
    identity: str


class SessionsScreen(Dialog[Wanted]):
    """Gives back what is wanted; None where nothing is."""

    COMMAND = "open"
    """Its key closes it too."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,d", "delete", "Delete", priority=True),
        Binding("r", "want('replay')", "Replay", priority=True),
    ]

    def __init__(self, sessions: list[Summary], base: Knowledge, problem: str = "") -> None:
        """Take the sessions, the last used first; or the `problem` for which they cannot be told."""
        super().__init__()
        self._sessions, self._base, self._problem = sessions, base, problem
        self._doomed = ""
        """The session for which delete was pressed once."""

    def compose(self) -> ComposeResult:
        """A heading, one line a session, a hint."""
        title = "sessions_title" if self._sessions else "sessions_none"
        older = len(self._sessions) - MOST
        with Vertical():
            yield Static(self._problem or say(self._base, title), classes="head", markup=False)
            yield Options(*(Option(_told(one), id=one.id) for one in self._sessions[:MOST]), id="sessions", compact=True, markup=False)
            if older > 0:
                yield Static(say(self._base, "sessions_older", count=f"{older:,}"), classes="hint", markup=False)
            yield Static(say(self._base, "sessions_hint"), id="sessions-hint", classes="hint", markup=False)

    @property
    def _picked(self) -> Summary | None:
        at = self.query_one("#sessions", OptionList).highlighted
        return self._sessions[at] if at is not None and at < len(self._sessions) else None

    def action_want(self, what: Literal["open", "replay"]) -> None:
        """Do this with the session that is highlighted."""
        if self._picked is not None:
            self.finish(Wanted(what, self._picked.id))

    def action_delete(self) -> None:
        """Ask once; the second time it is wanted."""
        one = self._picked
        if one is None:
            return
        if self._doomed == one.id:
            self.finish(Wanted("delete", one.id))
        self._doomed = one.id
        self.query_one("#sessions-hint", Static).update(Content(say(self._base, "session_sure", name=one.name or one.id)))

    @on(OptionList.OptionSelected)
    def _opened(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_want("open")


def _told(one: Summary) -> Content:
    when = here(one.used).isoformat(" ", "minutes")[:16]
    rest = one.problem or f"{one.answers} answers" if one.answers != 1 else "1 answer"
    return Content.assemble(Content.styled(f"{when}  ", "$text-muted"), one.name or one.id, Content.styled(f"   {rest}", "$text-muted"))
