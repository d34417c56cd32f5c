"""The commands that are about the screen: help, answers, sessions, copying, theme. Any other is a line of the conversation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from knowledge.errors import InputError
from tui.themes import DARK, LIGHT, NAMED

if TYPE_CHECKING:  # the first screen stands before these are read
    from tui.app import SizewiseApp
    from tui.screens.sessions import Wanted

_MOMENT: Final = 0.05
"""Seconds after which to look again."""


class OwnCommands:
    """Each method is a command; it takes what was typed behind its name."""

    def __init__(self, app: SizewiseApp) -> None:
        """Take the app."""
        self._app = app

    def named(self, name: str, rest: str) -> Callable[[], object] | None:
        """What to do for a command; None where it belongs to the conversation."""
        every: dict[str, Callable[[str], object]] = {
            "advise": self._advise,
            "browse": self._browse,
            "copy": lambda _: self._copy(),
            "help": lambda _: self._help(),
            "name": self._name,
            "open": self._open,
            "quit": lambda _: self._app.exit(),
            "practice": self._practice,
            "theme": self._theme,
        }
        if name == "edit" and not rest:
            return self._answers
        if name == "back" and self._app.current_mode == "practice":
            return self._undo
        return partial(every[name], rest) if name in every else None

    def _advise(self, words: str) -> None:
        self._app.switch_mode("advise")
        if words:
            self._app.advise.say("/new")
            self._app.advise.say(words)

    def _practice(self, words: str) -> None:
        self._app.practise(f"about {words}" if words else "")

    def _undo(self) -> None:
        from tui.screens.practice import PracticeScreen  # noqa: PLC0415  # read when somebody goes there

        if isinstance(self._app.screen, PracticeScreen):
            self._app.screen.say("undo")

    def _theme(self, name: str) -> None:
        other = LIGHT if self._app.theme == DARK.name else DARK
        wanted = NAMED.get(name.lower()) if name else other
        if wanted is not None:
            self._app.theme = wanted.name
        else:
            from engine.words import say  # noqa: PLC0415  # it needs the engine, the first screen does not
            from knowledge.errors import shown  # noqa: PLC0415

            self._app.notify(say(self._app.base, "no_theme", name=shown(name), known=", ".join(NAMED)), markup=False)

    def _browse(self, words: str) -> None:
        self._app.browse(words)

    def _copy(self) -> None:
        turns = self._app.advise.transcript.turns
        advised = next((turn for turn in reversed(turns) if turn.kind == "advice"), turns[-1] if turns else None)
        if advised is not None:
            self._app.advise.copy(advised.text())

    def _help(self) -> None:
        from tui.screens.help import HelpScreen  # noqa: PLC0415  # shown on request

        self._app.push_screen(HelpScreen(self._app.base, in_practice=self._app.current_mode == "practice"))

    def _answers(self) -> None:
        from tui.screens.answers import AnswersScreen  # noqa: PLC0415  # shown on request

        self._app.switch_mode("advise")
        standing = self._app.advise.standing
        if standing is None:
            self._app.advise.say("/edit")  # says that nothing has been said yet
            return

        def edit(fact: str | None) -> None:
            if fact:
                self._app.advise.say(f"/edit {fact}")

        self._app.push_screen(AnswersScreen(standing, self._app.base), edit)

    def _name(self, words: str) -> None:
        from tui.session_jobs import rename  # noqa: PLC0415  # it needs the engine, the first screen does not

        self._app.advise.do(partial(rename, words))

    def _open(self, text: str) -> None:
        from tui.session_jobs import run  # noqa: PLC0415  # it needs the engine, the first screen does not

        self._app.switch_mode("advise")
        if text:
            self._app.advise.do(partial(run, "open", text))
        else:
            self._sessions()

    def _sessions(self) -> None:
        from tui.screens.sessions import SessionsScreen  # noqa: PLC0415  # shown on request
        from tui.session_jobs import kept_of, run  # noqa: PLC0415

        talk = self._app.advise.talk
        if talk is None:  # the app has only begun, and where conversations are kept is read in a moment
            self._app.set_timer(_MOMENT, self._sessions)
            return
        kept = kept_of(talk)

        def do(wanted: Wanted | None) -> None:
            if wanted is not None:
                self._app.advise.do(partial(run, wanted.what, wanted.identity))

        try:
            sessions, problem = kept.sessions() if kept is not None else [], ""
        except InputError as error:
            sessions, problem = [], str(error)
        self._app.push_screen(SessionsScreen(sessions, self._app.base, problem), do)
