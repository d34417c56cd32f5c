"""The commands that act on the screens: modes, help, answers, saved conversations, copying, theme.

Any other command is a line of the conversation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import App

from knowledge.errors import InputError, quote_value
from tui.themes import DARK, LIGHT, THEME_WORDS

if TYPE_CHECKING:  # the first screen is shown before these are read
    from knowledge import Knowledge
    from tui.screens.advise import AdviseScreen
    from tui.screens.browse import BrowseScreen
    from tui.screens.practice import PracticeScreen
    from tui.screens.sessions import SessionAction

_RETRY_SECONDS: Final = 0.05
"""After so long the list of saved conversations is tried again, where the app has only begun."""


class CommandApp(App[None]):
    """The app as its commands see it."""

    base: Knowledge
    advise: AdviseScreen
    """The screen of the conversation."""
    browse_screen: BrowseScreen | None = None
    """None until it is opened; the same for practice."""
    practice_screen: PracticeScreen | None = None

    def run_when_read(self, run: Callable[[], object]) -> None:
        """Run it now, or as soon as the base is read."""
        raise NotImplementedError

    def own_command(self, name: str, rest: str) -> Callable[[], object] | None:
        """What a command with `rest` behind its name does; None where it belongs to the conversation."""
        every: dict[str, Callable[[str], object]] = {
            "advise": self._go_to_advise,
            "browse": self.go_to_browse,
            "continue": lambda _: self._continue_last_session(),
            "copy": lambda _: self._copy_advice(),
            "help": lambda _: self._show_help(),
            "name": self._rename_session,
            "open": self.open_session,
            "quit": lambda _: self.exit(),
            "practice": lambda subjects: self.go_to_practice(f"about {subjects}" if subjects else ""),
            "theme": self._change_theme,
        }
        if name == "edit" and not rest:
            return self._show_answers
        if name == "back" and self.current_mode == "practice":
            return self._undo_in_practice
        return partial(every[name], rest) if name in every else None

    def _go_to_advise(self, words: str) -> None:
        self.switch_mode("advise")
        if words:
            self.advise.say("/new")
            self.advise.say(words)

    def go_to_browse(self, words: str = "") -> None:
        """Show what Sizewise knows; with words, search it."""
        self.run_when_read(partial(self._show_browse, words))

    def _show_browse(self, words: str) -> None:
        self.switch_mode("browse")
        if words:
            self.call_after_refresh(self._search_browse, words)

    def _search_browse(self, words: str) -> None:
        if self.browse_screen is not None and self.browse_screen.is_current:
            self.browse_screen.look_up(words)

    def go_to_practice(self, line: str = "") -> None:
        """Show practice; with a line, such as "about g5", begin that there."""
        self.run_when_read(partial(self._show_practice, line))

    def _show_practice(self, line: str) -> None:
        self.switch_mode("practice")
        if line:
            self.call_after_refresh(self._start_practice, line)

    def _start_practice(self, line: str) -> None:
        if self.practice_screen is not None and self.practice_screen.is_current:
            self.practice_screen.switch_practice(line)

    def _undo_in_practice(self) -> None:
        if self.practice_screen is not None and self.practice_screen.is_current:
            self.practice_screen.say("undo")

    def _change_theme(self, name: str) -> None:
        other = LIGHT if self.theme == DARK.name else DARK
        wanted = THEME_WORDS.get(name.lower()) if name else other
        if wanted is not None:
            self.theme = wanted.name
        else:
            from engine.fact_wording import say  # noqa: PLC0415  # it needs the engine, the first screen does not

            self.notify(say(self.base, "no_theme", name=quote_value(name), known=", ".join(THEME_WORDS)), markup=False)

    def _copy_advice(self) -> None:
        """Copy the latest advice, or the last turn where none was given."""
        turns = self.advise.transcript.turns
        latest = next((turn for turn in reversed(turns) if turn.kind == "advice"), turns[-1] if turns else None)
        if latest is not None:
            self.advise.copy_text(latest.plain_text())

    def _show_help(self) -> None:
        from tui.screens.help import HelpScreen  # noqa: PLC0415  # it needs the engine, the first screen does not

        self.push_screen(HelpScreen(self.base, in_practice=self.current_mode == "practice"))

    def _show_answers(self) -> None:
        from tui.screens.answers import AnswersScreen  # noqa: PLC0415  # it needs the engine, the first screen does not

        self.switch_mode("advise")
        standing = self.advise.state
        if standing is None:
            self.advise.say("/edit")  # says that nothing has been said yet
            return

        def edit(fact: str | None) -> None:
            if fact:
                self.advise.say(f"/edit {fact}")

        self.push_screen(AnswersScreen(standing, self.base), edit)

    def _rename_session(self, name: str) -> None:
        from tui.session_jobs import rename_session  # noqa: PLC0415  # it needs the engine, the first screen does not

        self.advise.queue_job(partial(rename_session, name))

    def _continue_last_session(self) -> None:
        """Go on with the saved conversation that was used last."""
        from tui.session_jobs import run_session_job  # noqa: PLC0415  # it needs the engine, the first screen does not

        self.switch_mode("advise")
        self.advise.queue_job(partial(run_session_job, "continue", ""))

    def open_session(self, identity: str = "") -> None:
        """Go on with the conversation of an id; without one, list all."""
        from tui.session_jobs import run_session_job  # noqa: PLC0415  # it needs the engine, the first screen does not

        self.switch_mode("advise")
        if identity:
            self.advise.queue_job(partial(run_session_job, "open", identity))
        else:
            self._list_sessions()

    def _list_sessions(self) -> None:
        from tui.screens.sessions import SessionsScreen  # noqa: PLC0415  # it needs the engine, the first screen does not
        from tui.session_jobs import keeper_of, run_session_job  # noqa: PLC0415

        talk = self.advise.talk
        if talk is None:
            self.set_timer(_RETRY_SECONDS, self._list_sessions)
            return

        def act_on(wanted: SessionAction | None) -> None:
            if wanted is not None:
                self.advise.queue_job(partial(run_session_job, wanted.what, wanted.identity))

        keeper, sessions, problem = keeper_of(talk), [], ""
        try:
            sessions = keeper.list_sessions() if keeper is not None else []
        except InputError as error:
            problem = str(error)
        self.push_screen(SessionsScreen(sessions, self.base, problem), act_on)
