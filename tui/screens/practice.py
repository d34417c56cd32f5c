"""The practice screen: questions in the transcript, choices in the card, progress in the panel."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from tui.commands.registry import is_command, known_command
from tui.screens.entry_screen import RunCommand
from tui.screens.talk_screen import TalkScreen, TalkStep
from tui.views.choice import CardContent, Choice
from tui.views.text_lines import Line, wrap_text
from tui.widgets.card import GUARD_SECONDS
from tui.widgets.key_bar import Keys
from tui.widgets.prompt import Prompt
from tui.widgets.turn import Turn, content_of

if TYPE_CHECKING:
    from engine.workload import Workload
    from knowledge import Knowledge
    from tui.practice.stage import StageView
    from tui.practice.talk import PracticeTalk

SUBMIT: Final = "="
"""Line of the choice that answers with the letters in the prompt."""
_LOW: Final = 16
"""Screen height below which the hint under the choices is hidden, so that all choices fit."""
_HABIT_SECONDS: Final = 0.6
"""So soon after the reply to a digit that was taken at once, Enter still belongs to that digit."""
_TICK: Final = 1.0
"""Seconds between two updates of an exam's clock."""
_KEYS: Final = (
    ("F1", "Help", "app.command('help')"),
    ("F5", "Advise", "app.command('advise')"),
    ("F6", "Browse", "app.command('browse')"),
    ("Ctrl+Q", "Quit", "app.command('quit')"),
)


class PracticeScreen(TalkScreen):
    """Learn, review, drill, mock exam, path.

    A digit that nothing else begins with is taken at once (`StageView.is_complete`), as is a letter with how sure one is ("b2").

    What Enter does, in the order of the checks:

    0. `handles_enter`: alone, with nothing highlighted, it goes on (`StageView.enter_line`).
    1. `handles_enter`: after moving with the arrows, Enter adds or removes the highlighted letter, or answers with the letters in the
       prompt if the choice for that is highlighted.
    2. `EntryScreen._submit_line`: with an empty prompt Enter takes the highlighted choice; otherwise it submits what was typed, and the
       mark of a choice stands for that choice.
    3. `enter_line`: a submitted line goes to the advisor, to a command, or to `PracticeTalk.handle_line`, whose stage (menu, session,
       exam, ...) decides what it means; in a session see `PracticeSession.handle_line`.
    """

    DEFAULT_CSS = """
    PracticeScreen Card { max-height: 58%; }
    PracticeScreen.-low Card > #card-hint { height: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "letters(-1)", show=False, priority=True),
        Binding("down", "letters(1)", show=False, priority=True),
    ]
    MODE: ClassVar[str] = "practice"
    KEYS: ClassVar[Keys] = _KEYS
    talk: PracticeTalk | None
    state: StageView | None

    def __init__(
        self,
        base: Knowledge,
        begin: Callable[[Knowledge], Any],
        run: RunCommand,
        advise_on: Callable[[str, Workload], None],
        guard: float = GUARD_SECONDS,
    ) -> None:
        """`advise_on` hands the stem of a scenario and its facts to the advisor."""
        super().__init__(base, begin, run, guard)
        self._advise_on = advise_on
        self._by_arrows = False
        """True if the highlighted choice was reached by arrows or mouse, not by typing its letter."""
        self._told_time = ""
        self._is_keyed = False
        """True while a line is handled that was taken without Enter."""
        self._keyed_shown_at = 0.0
        """When the reply to such a line was last shown."""

    def first_turn(self) -> Turn:
        """The greeting."""
        words = self.texts
        lines = (words["hello"], words["tip"])
        return Turn(lambda width: [*wrap_text(lines[0], width), Line(""), *wrap_text(lines[1], width, tone="dim")], "hello")

    @property
    def texts(self) -> dict[str, str]:
        """The sentences of practice by key."""
        return dict(self.base.wording["practice"].texts)

    def first_choices(self) -> CardContent:
        """Says that the bank is being read."""
        return self.texts["reading"], [], ""

    def on_mount(self) -> None:
        """Start at the menu."""
        super().on_mount()
        self.queue_job(lambda talk: TalkStep("", tuple(talk.greeting_parts())[1:], talk.current_view()))
        self.set_interval(_TICK, self._update_time)

    def fit_width(self, width: int) -> None:
        """Hide the hint under the choices in a low window."""
        super().fit_width(width)
        self.set_class(self.app.size.height < _LOW, "-low")

    def step_for(self, line: str, talk: PracticeTalk) -> TalkStep:
        """The step for a typed line."""
        return TalkStep(line, tuple(talk.handle_line(line)), talk.current_view())

    async def _show_step(self, step: TalkStep) -> None:
        """Scroll so that a question is always in view."""
        await super()._show_step(step)
        self._keyed_shown_at = time.monotonic() if self._is_keyed else 0.0
        self._is_keyed = False
        if any(part.kind == "question" for part in step.parts):
            self.transcript.read_from(next(turn for turn in reversed(self.transcript.turns) if turn.kind == "question"))

    def switch_practice(self, line: str) -> None:
        """Stop what is under way and start something else: "about g5", "exam MLA-C01 compute"."""
        self.queue_job(lambda talk: TalkStep("", tuple(talk.switch_to(line)), talk.current_view()))

    def current_choices(self) -> CardContent:
        """The choices of the stage; where several letters are picked, with a choice to answer with them."""
        if self.state is None:
            return self.first_choices()
        head, choices, hint = self.state.card
        lettered = [at for at, choice in enumerate(choices) if choice.goes_on and choice.mark.isalpha()]
        if lettered:
            done = Choice(self.texts["answer_with_these"], SUBMIT)
            choices = [*choices[: lettered[-1] + 1], done, *choices[lettered[-1] + 1 :]]
        return head, choices, hint

    def panel_content(self) -> tuple[Content, str]:
        """The progress panel, and the time left of an exam."""
        if self.state is None:
            return Content(), ""
        left = self._told_time = self._time_left()
        panel = [Line(left, "head"), *self.state.panel] if left else self.state.panel
        return content_of(panel), left

    def _time_left(self) -> str:
        """The time left in words; "" without a timer."""
        if self.state is None or self.state.until is None or self.talk is None:
            return ""
        from tui.practice.practice_sentences import format_time_left  # noqa: PLC0415  # 80 ms with the engine, loaded by the talk after the first screen

        return format_time_left(self.state.until - self.talk.context.seconds(), self.base)

    def _update_time(self) -> None:
        """Update the time left of an exam, and hand it in when the time is over. Without a timer nothing is repainted."""
        if self.state is None or self.state.until is None or self.talk is None or self._time_left() == self._told_time:
            return
        text, line = self.panel_content()
        self.panel.show_content(text)
        self.line.update(line)
        if self.state.until <= self.talk.context.seconds():
            self.queue_job(lambda talk: TalkStep("", tuple(talk.hand_in_if_timed_out()), talk.current_view()))

    # Several letters are gathered in the prompt, by typing, arrows or clicks.

    def action_letters(self, step: int) -> None:
        """Move the highlight while letters stand in the prompt; else leave the key to the prompt."""
        words = self.prompt.value.split()
        self._by_arrows = True
        if not self.prompt.has_focus or not words or not all(len(word) == 1 and word.isalpha() for word in words):
            raise SkipAction
        if any(choice.mark == words[0] and not choice.goes_on for choice in self.card.choices):
            self._write_prompt("")  # its letter was typed, and another choice is looked at now
        self.card.move_highlight(step)

    @on(Input.Changed)
    def _letters_typed(self, event: Input.Changed) -> None:
        """Ignore outdated changes: the prompt may already hold a letter picked since. Show what was picked."""
        if event.value != self.prompt.value:
            event.stop()
            event.prevent_default()
        elif event.value:
            self._by_arrows = False
        self._show_picks()

    def _show_picks(self) -> None:
        """A sign beside every option that the prompt names."""
        if self.state is not None and not self.card.has_class("-commands"):
            self.card.show_signs(self.state.picks_of(self.prompt.value))

    @on(Prompt.Keyed)
    def _take_complete_line(self, message: Prompt.Keyed) -> None:
        """Take what needs no Enter: a digit that nothing else begins with, letters with how sure one is."""
        message.stop()
        typed = self.prompt.value.strip()
        if self.state is not None and self.card.is_read and self.is_idle and self.state.is_complete(typed):
            self._is_keyed = True
            choice = next((one for one in self.card.choices if one.mark == typed), None)
            self.prompt.action_clear()
            if choice is None:
                self.enter_line(typed)
            else:
                self.follow_choice(choice, "")

    def continued_text(self, before: str, line: str) -> str:
        """The prompt with a letter added, or removed if it was there and no letter may repeat."""
        letters = before.split()
        if line in letters and self.state is not None and not self.state.allows_repeats:
            letters.remove(line)
        elif not line.startswith("/") and len(line.strip()) == 1:
            letters.append(line)
        else:
            return line
        return "".join(f"{letter} " for letter in letters)

    def begin_line(self, text: str) -> None:
        """Write letters without moving the highlight."""
        if all(len(word) == 1 for word in text.split()):
            self._write_prompt(text)
            self.prompt.focus()
        else:
            super().begin_line(text)

    def _write_prompt(self, text: str) -> None:
        with self.prompt.prevent(Input.Changed):
            self.prompt.value = text
        self.prompt.cursor_position = len(text)
        self._show_picks()

    def completed_line(self, before: str, line: str) -> str:
        """The letters in the prompt, for the choice that answers with them."""
        return before.strip() if line == SUBMIT else line

    def handles_enter(self, typed: str) -> bool:
        """Enter after moving with the arrows: toggle the highlighted letter, or answer with all letters. Alone it goes on."""
        choice = self.card.highlighted_choice
        if not typed and choice is None:
            self._go_on()
            return True
        if choice is None or not self._by_arrows or typed.startswith("/"):
            return False
        if choice.goes_on and len(choice.line) == 1:
            self._write_prompt(self.continued_text(typed, choice.line))
            return True
        if choice.line == SUBMIT and self.card.is_read:
            self.enter_line(typed)
            return True
        return False

    def _go_on(self) -> None:
        """What Enter alone stands for; not where it still belongs to a digit that was taken at once, out of habit."""
        is_habit = time.monotonic() - self._keyed_shown_at < _HABIT_SECONDS
        if self.state is not None and self.state.enter_line and self.card.is_read and self.is_idle and not is_habit:
            self.enter_line(self.state.enter_line)

    def _asks_for_advice(self, line: str) -> bool:
        """Hand a scenario to the advisor if a line asks for that; True if it did."""
        from tui.practice.scenario_advice import scenario_from_line  # noqa: PLC0415  # 80 ms with the engine, loaded by the talk after the first screen

        scenario = scenario_from_line(line, self.talk.context) if self.talk is not None else None
        if scenario is None:
            return False
        self._advise_on(*scenario)
        return True

    def _choice_meant(self, line: str) -> Choice | None:
        """The choice that some of its words mean, where no answer in words is awaited."""
        chosen = self.state.choice_meant(line) if self.state is not None else None
        return chosen if chosen is not None and chosen.line != line else None

    def enter_line(self, line: str) -> None:
        """Handle a submitted line. Only a slash makes a command, as an answer may begin with any word; /back undoes the last answer."""
        if self._asks_for_advice(line):
            return
        found = known_command(line) if is_command(line) else None
        if found is None:
            self._by_arrows = False
            if (meant := self._choice_meant(line)) is not None:
                self.follow_choice(meant, "")
                return
            if not line.strip():
                self.notify(self.texts["nothing_said"], markup=False)
            self.say(line)
        elif found[0].name == "back":
            self.say("undo")
        else:
            self.run_command(*found)
