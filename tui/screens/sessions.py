"""Dialog of the saved conversations: open one, replay it with today's knowledge, or delete it."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.fact_wording import say
from knowledge import Knowledge
from tui.local_time import to_local_time
from tui.screens.dialog import Dialog
from tui.sessions import SessionSummary
from tui.widgets.option_lists import SteadyOptionList

MAX_LISTED: Final = 500
"""Sessions in the list, the latest: each takes time to draw."""


class SessionAction(NamedTuple):
    """What to do with a session."""

    what: Literal["open", "replay", "delete"]
    identity: str


class SessionsScreen(Dialog[SessionAction]):
    """Returns what to do with which session; None without a choice."""

    COMMAND = "open"
    """The command whose key opens and closes the dialog."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,d", "delete", "Delete", priority=True),
        Binding("r", "want('replay')", "Replay", priority=True),
    ]

    def __init__(self, sessions: list[SessionSummary], base: Knowledge, problem: str = "") -> None:
        """List `sessions`, the last used first; or show the `problem` for which they cannot be read."""
        super().__init__()
        self._sessions, self._base, self._problem = sessions, base, problem
        self._doomed = ""
        """Id of the session for which delete was pressed once."""

    def compose(self) -> ComposeResult:
        """A heading, a line for each session, a hint."""
        title = "sessions_title" if self._sessions else "sessions_none"
        older = len(self._sessions) - MAX_LISTED
        with Vertical():
            yield Static(self._problem or say(self._base, title), classes="head", markup=False)
            yield SteadyOptionList(
                *(Option(_session_label(one), id=one.id) for one in self._sessions[:MAX_LISTED]), id="sessions", compact=True, markup=False
            )
            if older > 0:
                yield Static(say(self._base, "sessions_older", count=f"{older:,}"), classes="hint", markup=False)
            yield Static(say(self._base, "sessions_hint"), id="sessions-hint", classes="hint", markup=False)

    @property
    def _highlighted_session(self) -> SessionSummary | None:
        at = self.query_one("#sessions", OptionList).highlighted
        return self._sessions[at] if at is not None and at < len(self._sessions) else None

    def action_want(self, what: Literal["open", "replay"]) -> None:
        """Do this with the highlighted session."""
        if self._highlighted_session is not None:
            self.finish_with(SessionAction(what, self._highlighted_session.id))

    def action_delete(self) -> None:
        """Ask for confirmation; delete when pressed again."""
        one = self._highlighted_session
        if one is None:
            return
        if self._doomed == one.id:
            self.finish_with(SessionAction("delete", one.id))
        self._doomed = one.id
        self.query_one("#sessions-hint", Static).update(Content(say(self._base, "session_sure", name=one.name or one.id)))

    @on(OptionList.OptionSelected)
    def _open_picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_want("open")


def _session_label(one: SessionSummary) -> Content:
    when = to_local_time(one.used).isoformat(" ", "minutes")[:16]
    rest = one.problem or f"{one.answers} answers" if one.answers != 1 else "1 answer"
    return Content.assemble(Content.styled(f"{when}  ", "$text-muted"), one.name or one.id, Content.styled(f"   {rest}", "$text-muted"))
