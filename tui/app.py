"""The app: modes, commands, keys, themes. Wiring only."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath
from signal import Signals
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.filter import LineFilter
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen
from textual.theme import Theme

from tui.commands.registry import COMMANDS, Command, head_of
from tui.ending import LOOKS_EVERY, heed, is_terminal_gone, status_of
from tui.own_commands import OwnCommands
from tui.screens.advise import AdviseScreen
from tui.screens.talking import TalkingScreen
from tui.themes import DARK, THEMES
from tui.widgets.card import GUARD_SECONDS
from tui.widgets.harmless import Harmless
from tui.widgets.prompt import Prompt

if TYPE_CHECKING:  # the first screen stands before the base and the engine are read
    from knowledge import Knowledge
    from tui.practice.talk import PracticeTalk
    from tui.talk import Talk

_NAMED: Final = {command.name: command for command in COMMANDS}
_HARMLESS: Final = Harmless()
_RARELY: Final = 20_000
"""Objects between two searches for cycles: a step makes many and leaves few."""


def _bindings() -> list[BindingType]:
    return [
        Binding(one.key, f"command('{one.name}')", one.label or one.name, show=bool(one.label), priority=True)
        for one in COMMANDS
        if one.key
    ]


class SizewiseApp(App[None]):
    """Sizewise in the terminal."""

    TITLE = "Sizewise"
    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(__file__).with_name("app.tcss"), TalkingScreen.CSS_PATH]
    """That of the first screen at once: read when it is shown, all styles would be read again."""
    DEFAULT_MODE = "advise"
    BINDINGS: ClassVar[list[BindingType]] = _bindings()
    theme: Reactive[str] = Reactive(DARK.name)  # from the start: set later, all styles would be read again
    advise: AdviseScreen
    """The screen of the conversation."""

    def __init__(self, base: Knowledge, *, guard: float = GUARD_SECONDS, sessions: Path | None = None, practise: str | None = None) -> None:
        """Take the base.

        `guard` is how many seconds a question stands before a key can pick an answer, `sessions` the folder of saved conversations,
        by default that of this machine. With `practise` it begins in practice, with that line where it is not empty.
        """
        super().__init__()
        self.animation_level = "none"  # nothing moves by itself
        self.base = base
        self._first = practise
        self._folder = sessions
        self._own = OwnCommands(self)
        self.failure = ""
        """What ended the app, where it was a fault of its own."""
        self._practised: PracticeTalk | None = None
        self.ended_by = ""
        """The signal that ended the app, where one did."""
        self._guard = guard
        self.add_mode("browse", self._browse)
        self.add_mode("practice", self._practice)

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The themes of Sizewise, and no others."""
        return THEMES

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, and one that lets no text steer the terminal: a conversation that is opened may be somebody else's."""
        return [*super().get_line_filters(), _HARMLESS]

    def get_default_screen(self) -> AdviseScreen:
        """The conversation. It is no mode until it stands: for the first screen of a mode all styles are read again."""
        self.advise = AdviseScreen(self.base, self._begin, self.run_command, self._guard)
        return self.advise

    def on_mount(self) -> None:
        """Begin in practice where that was asked for."""
        if not self.is_headless:
            heed(self._asked_to_stop)
            self.set_interval(LOOKS_EVERY, self._look_for_terminal)
        self.add_mode(self.DEFAULT_MODE, lambda: self.advise)
        if self._first is not None:
            self.practise(self._first)

    def _handle_exception(self, error: Exception) -> None:
        """Leave with one line instead of a traceback; what was said is in the saved conversation."""
        self.failure = f"{type(error).__name__}: {error}".splitlines()[0]
        if self.is_headless:
            super()._handle_exception(error)  # a test wants to see it
        else:
            self.exit(return_code=1)

    @property
    def is_practice_kept(self) -> bool:
        """Whether all that was practised is on the disk."""
        return self._practised is None or self._practised.is_kept

    def _look_for_terminal(self) -> None:
        if is_terminal_gone():
            self._asked_to_stop(Signals.SIGHUP)

    @property
    def unsaved(self) -> str:
        """Why the conversation could not be kept to its end; "" where it was, or none was begun."""
        from tui.session_jobs import kept_of  # noqa: PLC0415  # it needs the engine, the first screen does not

        talk = self.advise.talk
        kept = kept_of(talk) if talk is not None else None
        return kept.problem if kept is not None else ""

    def _asked_to_stop(self, one: Signals) -> None:
        self.ended_by = one.name
        self.exit(return_code=status_of(one))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: the same commands as everywhere."""
        del screen
        for command in COMMANDS:
            yield SystemCommand(head_of(command), command.help, lambda command=command: self.run_command(command))

    def action_command_palette(self) -> None:
        """Open the palette."""
        from tui.widgets.options import Palette  # noqa: PLC0415  # shown on request

        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))

    def action_command(self, name: str) -> None:
        """A key or a click on a command. While somebody types it comes behind what was typed before it."""
        if isinstance(self.focused, Prompt):
            self.focused.order(_NAMED[name])
        else:
            self.run_command(_NAMED[name])

    def run_command(self, command: Command, rest: str = "") -> None:
        """Run a command: one of the app's own here, any other as a line of the conversation."""
        if isinstance(self.screen, ModalScreen):
            if not self.screen.is_mounted:  # it has yet to come, and cannot go before
                self.screen.call_later(self.run_command, command, rest)
                return
            is_its_own = command.name == getattr(self.screen, "COMMAND", "")
            self.pop_screen()
            if is_its_own:
                return  # the key that opened it closes it
        own = self._own.named(command.name, rest)
        if command.needs_more and not rest:
            self.switch_mode("advise")
            self.advise.begin_line(f"/{command.name} ")
        elif own is not None:
            own()
        else:
            self.switch_mode("advise")
            self.advise.say(f"/{command.name} {rest}".rstrip())

    def pop_screen(self) -> AwaitComplete:
        """Go back to the screen below. The last one stays: the second click of two may come when the first has closed what it was for."""
        if len(self.screen_stack) <= 1:
            return AwaitComplete()
        self.workers.cancel_node(self.screen)  # a search of the palette would go on in what is gone
        return super().pop_screen()

    def browse(self, words: str = "") -> None:
        """Go to what Sizewise knows; with words, search it."""
        self.switch_mode("browse")
        if words:
            self.call_after_refresh(self._look_up, words)

    def _look_up(self, words: str) -> None:
        from tui.screens.browse import BrowseScreen  # noqa: PLC0415  # read when somebody goes there

        if isinstance(self.screen, BrowseScreen):
            self.screen.look_up(words)

    def practise(self, line: str = "") -> None:
        """Go to practice; with a line, such as "about g5", begin that there."""
        self.switch_mode("practice")
        if line:
            self.call_after_refresh(self._begin_there, line)

    def _begin_there(self, line: str) -> None:
        from tui.screens.practice import PracticeScreen  # noqa: PLC0415  # read when somebody goes there

        if isinstance(self.screen, PracticeScreen):
            self.screen.practise(line)

    def _browse(self) -> Screen[None]:
        from tui.screens.browse import BrowseScreen  # noqa: PLC0415  # read when somebody goes there

        return BrowseScreen(lambda: self.base)

    def _practice(self) -> Screen[None]:
        from tui.screens.practice import PracticeScreen  # noqa: PLC0415  # read when somebody goes there

        return PracticeScreen(self.base, self._begin_practice, self.run_command, self._guard)

    def _begin_practice(self, base: Knowledge) -> PracticeTalk:
        """The bank, the log, and the talk about them."""
        from tui.practice.begin import begin  # noqa: PLC0415  # read when somebody goes there

        self._practised = begin(base, self._folder.parent / "practice" if self._folder is not None else None)
        return self._practised

    def _begin(self, base: Knowledge) -> Talk:
        """The engine, a conversation, and what keeps it."""
        from engine.dialogue import Desk  # noqa: PLC0415  # read after the first screen
        from engine.intake.lexica import lexica_of  # noqa: PLC0415
        from tui.kept import Kept  # noqa: PLC0415
        from tui.sessions import Store  # noqa: PLC0415
        from tui.talk import Talk  # noqa: PLC0415

        lexica_of(base)  # while somebody types the first sentence
        talk = Talk(Desk(base))
        talk.keeper = Kept(Store(base, self._folder), talk.desk)
        gc.freeze()  # what stands now stays
        gc.set_threshold(_RARELY, 20, 20)
        gc.enable()  # a conversation lives long; until here a search would only have delayed the first screen
        return talk
