"""The app: creates screens, runs commands, handles its end."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePath
from signal import Signals
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.filter import LineFilter, Monochrome
from textual.reactive import Reactive
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.worker import WorkerFailed

from knowledge import load
from knowledge.compilation_progress import listen_to_compilation
from knowledge.errors import InputError
from knowledge.sentences import fill_sentence
from knowledge.uncompiled_wording import load_wording
from tui.app_commands import CommandApp
from tui.commands.registry import COMMANDS, Command, head_of
from tui.output.exit_status import BAD_INPUT
from tui.screens.advise import AdviseScreen, collect_step
from tui.screens.talk_screen import TalkScreen
from tui.shutdown import ShutdownWatch, signal_exit_status
from tui.themes import DARK, THEMES
from tui.widgets.card import GUARD_SECONDS
from tui.widgets.control_filter import ControlFilter
from tui.widgets.no_color_filter import NoColorFilter
from tui.widgets.option_lists import SteadyPalette
from tui.widgets.prompt import Prompt

if TYPE_CHECKING:  # the first screen is shown before the engine is read
    from engine.workload import Workload
    from knowledge import Knowledge
    from tui.advice_talk import AdviceTalk
    from tui.model_reader.reads_along import ConversationReader
    from tui.practice.talk import PracticeTalk
    from tui.views.greeting import Welcome


class _LeavingError(Exception):
    """The app is left while the base is read."""


_COMMANDS_BY_NAME: Final = {command.name: command for command in COMMANDS}
_CONTROL_FILTER: Final = ControlFilter()
_NEWS_SECONDS: Final = 15.0
"""How long it is shown what a language model that reads along is sent."""
_COLLECTION_THRESHOLD: Final = 20_000
"""New objects between two runs of the garbage collector: a step makes many and leaves few."""


def _key_bindings() -> list[BindingType]:
    return [
        Binding(one.key, f"command('{one.name}')", one.label or one.name, show=bool(one.label), priority=True)
        for one in COMMANDS
        if one.key
    ]


class SizewiseApp(CommandApp):
    """Sizewise in the terminal."""

    TITLE = "Sizewise"
    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(__file__).with_name("app.tcss"), TalkScreen.CSS_PATH]
    """The style of the first screen is read at once: read with the screen, all styles would be parsed again."""
    DEFAULT_MODE = "advise"
    BINDINGS: ClassVar[list[BindingType]] = _key_bindings()
    theme: Reactive[str] = Reactive(DARK.name)  # from the start: set later, all styles would be read again

    def __init__(
        self,
        base: Knowledge | None,
        *,
        guard: float = GUARD_SECONDS,
        sessions: Path | None = None,
        practise: str | None = None,
        resume: str = "",
    ) -> None:
        """Prepare the app.

        `guard` is how many seconds a question is shown before a key can pick an answer, `sessions` the folder of saved sessions, by
        default that of this machine. With `practise` the app begins in practice, with that line unless it is "", with `resume` in the
        conversation with that id. Without a base it is read, and compiled, behind the first screen.
        """
        super().__init__()
        self.no_color = bool(os.environ.get("NO_COLOR"))  # an empty one counts as none, as for every command
        self._no_color_filters: dict[str, NoColorFilter] = {}
        """By theme; made when the first line is painted."""
        self.animation_level = "none"  # nothing moves by itself
        self.is_reading = base is None
        """True until the base is read."""
        self._after_reading: list[Callable[[], object]] = []
        self.base = base or load_wording()
        self._first_practice_line, self._first_session = practise, resume
        self._session_folder = sessions
        self.mistake: InputError | None = None
        """Why the base could not be read."""
        self.failure = ""
        """The error that ended the app; "" without one."""
        self._practice_talk: PracticeTalk | None = None
        self.ending_signal = ""
        """Name of the signal that ended the app; "" without one."""
        self.reads_along_opener: Callable[[Knowledge], ConversationReader | None] | None = None
        """Opens the language model that reads along, if one was asked for; None where nobody could."""
        self.shutdown_watch: ShutdownWatch | None = None
        """What ends the app with its terminal; None where it has none of its own, as in a test."""
        self._guard = guard
        self.add_mode("browse", self._make_browse_screen)
        self.add_mode("practice", self._make_practice_screen)

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The themes of Sizewise only."""
        return THEMES

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Those of Textual, and one that removes control characters: an opened session may come from someone else."""
        found = super().get_line_filters()
        if self.no_color:
            found = [*(one for one in found if not isinstance(one, Monochrome)), self._no_color_filter()]
        return [*found, _CONTROL_FILTER]

    def _no_color_filter(self) -> NoColorFilter:
        if self.theme not in self._no_color_filters:
            self._no_color_filters[self.theme] = NoColorFilter(self.get_css_variables())
        return self._no_color_filters[self.theme]

    def get_default_screen(self) -> AdviseScreen:
        """The conversation. It becomes a mode only once it is shown: for the first screen of a mode all styles are parsed again."""
        self.advise = AdviseScreen(self.base, self._open_advice_talk, self.run_command, self._guard)
        self.advise.welcome_reader = self._read_welcome
        return self.advise

    def on_load(self) -> None:
        """Watch for the end, before the terminal is changed."""
        if self.shutdown_watch is not None:
            self.shutdown_watch.begin(self._stop_for_signal)

    def on_mount(self) -> None:
        """Begin in practice, or in a saved conversation, where that was asked for."""
        self.add_mode(self.DEFAULT_MODE, lambda: self.advise)
        if self._first_practice_line is not None:
            self.go_to_practice(self._first_practice_line)
        if self._first_session:
            self.open_session(self._first_session)

    def on_app_focus(self) -> None:
        """Give the prompt the focus: in a browser the app begins without it, and nothing took it when the screen came."""
        self.call_later(self._focus_prompt)

    def _focus_prompt(self) -> None:
        if isinstance(self.screen, TalkScreen) and self.screen.focused is None:
            self.screen.action_to_prompt()

    def run_when_read(self, run: Callable[[], object]) -> None:
        """Run it now, or as soon as the base is read."""
        if self.is_reading:
            self._after_reading.append(run)
        else:
            run()

    def _read_base(self) -> Knowledge:
        """Read the base, and compile it first. Called in a thread, so that the screen answers meanwhile."""
        shown = -1

        def report(share: float) -> None:
            """Show a share from 0 to 1 as a percentage, each once. Raises _LeavingError where the app is being left."""
            nonlocal shown
            if self._exit:  # nobody waits for it any more
                raise _LeavingError
            if (percent := round(share * 100)) != shown:
                shown = percent
                self.advise.post_message(TalkScreen.ReadingAdvanced(percent))

        with listen_to_compilation(report):
            base = load()
        self.call_from_thread(self._begin_with, base)
        return base

    def _begin_with(self, base: Knowledge) -> None:
        self.base, self.is_reading = base, False
        self.advise.finish_reading(base)
        for run in self._after_reading:
            run()

    def _handle_exception(self, error: Exception) -> None:
        """Leave with one line instead of a traceback; the conversation is saved."""
        inner = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(inner, InputError) and self.is_reading:
            self.mistake = inner
            self.exit(return_code=BAD_INPUT)
            return
        self.failure = f"{type(error).__name__}: {error}".splitlines()[0]
        if self.is_headless:
            super()._handle_exception(error)  # a test wants to see it
        else:
            self.exit(return_code=1)

    @property
    def is_practice_saved(self) -> bool:
        """True if every answer of practice is on the disk."""
        return self._practice_talk is None or self._practice_talk.is_kept

    @property
    def save_problem(self) -> str:
        """Why the end of the conversation could not be saved; "" where it was, or where none was begun."""
        from tui.session_jobs import keeper_of  # noqa: PLC0415  # it needs the engine, the first screen does not

        talk = self.advise.talk
        keeper = keeper_of(talk) if talk is not None else None
        return keeper.problem if keeper is not None else ""

    def _stop_for_signal(self, one: Signals) -> None:
        self.ending_signal = one.name
        self.exit(return_code=signal_exit_status(one))

    @property
    def kept_session(self) -> str:
        """Id of the conversation on the screen, to go on with it; "" where nothing of it is on the disk, or not all."""
        from tui.session_jobs import keeper_of  # noqa: PLC0415  # as above

        keeper = keeper_of(self.advise.talk) if self.advise.talk is not None else None
        return keeper.session.id if keeper is not None and keeper.session.is_kept else ""

    def action_help_quit(self) -> None:
        """Ctrl+C where nothing is selected: say which key leaves, for that is what most want of it."""
        self.notify(fill_sentence(self.base, "dialogue", "how_to_leave"), markup=False)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Entries of the palette: every command."""
        del screen
        for command in COMMANDS:
            yield SystemCommand(head_of(command), command.help, lambda command=command: self.run_command(command))

    def action_command_palette(self) -> None:
        """Open the palette."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(SteadyPalette(id="--command-palette"))

    def action_command(self, name: str) -> None:
        """Run the command of a key or a click; after the lines typed before it, while the prompt has the focus."""
        if isinstance(self.focused, Prompt):
            self.focused.order_command(_COMMANDS_BY_NAME[name])
        else:
            self.run_command(_COMMANDS_BY_NAME[name])

    def run_command(self, command: Command, rest: str = "") -> None:
        """Run a command of the app; any other is a line of the conversation."""
        if isinstance(self.screen, ModalScreen):
            if not self.screen.is_mounted:  # it cannot be closed before it is there
                self.screen.call_later(self.run_command, command, rest)
                return
            is_its_own = command.name == getattr(self.screen, "COMMAND", "")
            self.pop_screen()
            if is_its_own:
                return  # the key that opened it closes it
        own = self.own_command(command.name, rest)
        if command.needs_more and not rest:
            self.switch_mode("advise")
            self.advise.begin_line(f"/{command.name} ")
        elif own is not None:
            own()
        else:
            self.switch_mode("advise")
            self.advise.say(f"/{command.name} {rest}".rstrip())

    def pop_screen(self) -> AwaitComplete:
        """Close the top screen, never the last one: of a double click the second may come when the first has closed a dialog."""
        if len(self.screen_stack) <= 1:
            return AwaitComplete()
        self.workers.cancel_node(self.screen)  # a search of the palette would continue in a closed screen
        return super().pop_screen()

    def _make_browse_screen(self) -> Screen[None]:
        from tui.screens.browse import BrowseScreen  # noqa: PLC0415  # 25 ms that the first screen can do without

        self.browse_screen = BrowseScreen(lambda: self.base)
        return self.browse_screen

    def _make_practice_screen(self) -> Screen[None]:
        from tui.screens.practice import PracticeScreen  # noqa: PLC0415  # the first screen can do without it

        self.practice_screen = PracticeScreen(self.base, self._open_practice_talk, self.run_command, self._advise_on, self._guard)
        return self.practice_screen

    def _advise_on(self, stem: str, workload: Workload) -> None:
        """Put a scenario of practice, with its facts, to the advisor."""
        from tui.practice.scenario_advice import advise_scenario  # noqa: PLC0415  # read with practice

        self.switch_mode("advise")
        self.advise.queue_job(lambda talk: collect_step(talk, advise_scenario(stem, workload, talk), stem))

    @property
    def _practice_folder(self) -> Path | None:
        """The folder of the log of practice; None for that of this machine."""
        return self._session_folder.parent / "practice" if self._session_folder is not None else None

    def _read_welcome(self, talk: AdviceTalk) -> Welcome:
        """What waits for somebody who comes back. Called in a thread."""
        from tui.welcome import read_welcome  # noqa: PLC0415  # it needs the engine, the first screen does not

        return read_welcome(talk, self._practice_folder)

    def _open_practice_talk(self, base: Knowledge) -> PracticeTalk:
        """The talk of practice, with its bank and its log. Called in a thread."""
        from tui.practice.setup import open_practice  # noqa: PLC0415  # 380 ms that the first screen can do without

        self._practice_talk = open_practice(base, self._practice_folder)
        return self._practice_talk

    def _open_advice_talk(self, base: Knowledge) -> AdviceTalk:
        """The talk of the conversation, with the engine and what saves it. Called in a thread."""
        if self.is_reading:
            base = self._read_base()
        from engine.dialogue import Desk  # noqa: PLC0415  # all of these: 160 ms, read after the first screen
        from engine.intake.lexica import lexica_of  # noqa: PLC0415
        from tui.advice_talk import AdviceTalk  # noqa: PLC0415
        from tui.session_keeper import SessionKeeper  # noqa: PLC0415
        from tui.sessions import SessionStore  # noqa: PLC0415

        lexica_of(base)  # while the first sentence is typed
        talk = AdviceTalk(Desk(base))
        talk.keeper = SessionKeeper(SessionStore(base, self._session_folder), talk.desk)
        self._let_model_read_along(talk)
        gc.freeze()  # the base and the engine stay to the end
        gc.set_threshold(_COLLECTION_THRESHOLD, 20, 20)
        gc.enable()  # a conversation lives long; until here a collection would only have delayed the first screen
        return talk

    def _let_model_read_along(self, talk: AdviceTalk) -> None:
        """Open the model that was asked for, and say at once what will go where. Called in a thread."""
        if self.reads_along_opener is None:
            return
        try:
            talk.reads_along = self.reads_along_opener(talk.desk.knowledge)
        except InputError as error:
            self.call_from_thread(self.notify, str(error), severity="error", timeout=_NEWS_SECONDS, markup=False)
            return
        if talk.reads_along is not None:
            told = talk.reads_along.introduction(talk.desk.knowledge)
            self.call_from_thread(self.notify, told, timeout=_NEWS_SECONDS, markup=False)
