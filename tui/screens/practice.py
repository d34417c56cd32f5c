"""Practice on the screen: questions in the transcript, what can be picked in the card, how far one is in the panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual import on
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from tui.commands.registry import is_command, known_command
from tui.screens.entry import Run
from tui.screens.talking import Step, TalkingScreen
from tui.views.choice import Choice, Shown
from tui.views.line import Line, wrapped
from tui.widgets.card import GUARD_SECONDS
from tui.widgets.key_bar import Keys
from tui.widgets.turn import Turn, content_of

if TYPE_CHECKING:
    from knowledge import Knowledge
    from tui.app import SizewiseApp
    from tui.practice.stage import Standing
    from tui.practice.talk import PracticeTalk

SUBMIT: Final = "="
"""The line of the choice that answers with what stands in the prompt."""
_LOW: Final = 16
"""Lines below which there is no room for how an answer is written: the choices themselves have to be seen."""
_TICK: Final = 1.0
"""Seconds between two looks at the clock of an exam."""
_KEYS: Final = (
    ("F1", "Help", "app.command('help')"),
    ("F5", "Advise", "app.command('advise')"),
    ("F6", "Browse", "app.command('browse')"),
    ("Ctrl+Q", "Quit", "app.command('quit')"),
)


class PracticeScreen(TalkingScreen):
    """Learn, review, drill, mock exam, path."""

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
    standing: Standing | None

    def __init__(self, base: Knowledge, begin: Callable[[Knowledge], Any], run: Run, guard: float = GUARD_SECONDS) -> None:
        """As every talking screen."""
        super().__init__(base, begin, run, guard)
        self._by_arrows = False
        """Whether the highlighted choice was reached by arrows or the mouse, not by typing its letter."""
        self._told_time = ""

    def hello(self) -> Turn:
        """What practice is."""
        words = self.texts
        lines = (words["hello"], words["tip"])
        return Turn(lambda width: [*wrapped(lines[0], width), Line(""), *wrapped(lines[1], width, tone="dim")], "hello")

    @property
    def texts(self) -> dict[str, str]:
        """The sentences of practice."""
        return dict(self.base.wording["practice"].texts)

    def opening(self) -> Shown:
        """That the bank is being read."""
        return self.texts["reading"], [], ""

    def on_mount(self) -> None:
        """Begin with the menu."""
        super().on_mount()
        self.do(lambda talk: Step("", tuple(talk.greeting())[1:], talk.standing()))
        self.set_interval(_TICK, self._tick)

    def fit(self, width: int) -> None:
        """In a low window, without the line below the choices."""
        super().fit(width)
        self.set_class(self.app.size.height < _LOW, "-low")

    def heard(self, line: str, talk: PracticeTalk) -> Step:
        """One step of practice."""
        return Step(line, tuple(talk.heard(line)), talk.standing())

    async def _show(self, step: Step) -> None:
        """A question is never above or below the screen, whatever was said before it and whatever room the card takes."""
        await super()._show(step)
        if any(part.kind == "question" for part in step.parts):
            self.transcript.read_from(next(turn for turn in reversed(self.transcript.turns) if turn.kind == "question"))

    def practise(self, line: str) -> None:
        """Leave what is under way for something else: "about g5", "exam MLA-C01 compute"."""
        self.do(lambda talk: Step("", tuple(talk.turn_to(line)), talk.standing()))

    def picks(self) -> Shown:
        """What the stage offers; where several are picked, that these are all."""
        if self.standing is None:
            return self.opening()
        head, choices, hint = self.standing.shown
        lettered = [at for at, choice in enumerate(choices) if choice.goes_on and choice.mark.isalpha()]
        if lettered:
            done = Choice(self.texts["answer_with_these"], SUBMIT)
            choices = [*choices[: lettered[-1] + 1], done, *choices[lettered[-1] + 1 :]]
        return head, choices, hint

    def beside(self) -> tuple[Content, str]:
        """How far one is, and the time that is left."""
        if self.standing is None:
            return Content(), ""
        left = self._told_time = self._left()
        panel = [Line(left, "head"), *self.standing.panel] if left else self.standing.panel
        return content_of(panel), left

    def _left(self) -> str:
        """The time that is left, in words; "" where none runs."""
        if self.standing is None or self.standing.until is None or self.talk is None:
            return ""
        from tui.practice.words import time_left  # noqa: PLC0415  # read with the talk

        return time_left(self.standing.until - self.talk.room.seconds(), self.base)

    def _tick(self) -> None:
        """Show the time of an exam as it runs, and end the exam with it. Nothing is painted where no time runs."""
        if self.standing is None or self.standing.until is None or self.talk is None or self._left() == self._told_time:
            return
        text, line = self.beside()
        self.panel.show(text)
        self.line.update(line)
        if self.standing.until <= self.talk.room.seconds():
            self.do(lambda talk: Step("", tuple(talk.timed_out()), talk.standing()))

    # Several letters are gathered in the prompt, by typing, arrows or clicks.

    def action_letters(self, step: int) -> None:
        """Move in the card while letters stand in the prompt; anything else is the prompt's own affair."""
        words = self.prompt.value.split()
        self._by_arrows = True
        if not self.prompt.has_focus or not words or not all(len(word) == 1 and word.isalpha() for word in words):
            raise SkipAction
        if any(choice.mark == words[0] and not choice.goes_on for choice in self.card.choices):
            self._write("")  # its letter was typed, and another choice is looked at now
        self.card.move(step)

    @on(Input.Changed)
    def _letters_typed(self, event: Input.Changed) -> None:
        """What was changed since says nothing any more: a letter that was picked stands there now."""
        if event.value != self.prompt.value:
            event.stop()
            event.prevent_default()
        elif event.value:
            self._by_arrows = False

    def begun(self, stands: str, line: str) -> str:
        """A letter is added to those that stand there; picked again, it is taken away, where no letter may stand twice."""
        letters = stands.split()
        if line in letters and self.standing is not None and not self.standing.repeats:
            letters.remove(line)
        elif not line.startswith("/") and len(line.strip()) == 1:
            letters.append(line)
        else:
            return line
        return "".join(f"{letter} " for letter in letters)

    def begin_line(self, text: str) -> None:
        """Letters are written without moving away from the last one that was picked."""
        if all(len(word) == 1 for word in text.split()):
            self._write(text)
            self.prompt.focus()
        else:
            super().begin_line(text)

    def _write(self, text: str) -> None:
        with self.prompt.prevent(Input.Changed):
            self.prompt.value = text
        self.prompt.cursor_position = len(text)

    def completed(self, stands: str, line: str) -> str:
        """The choice that answers with what stands in the prompt."""
        return stands.strip() if line == SUBMIT else line

    def entered(self, typed: str) -> bool:
        """A letter that was reached by arrows is added; the choice below them answers with all."""
        choice = self.card.highlighted
        if choice is None or not self._by_arrows or typed.startswith("/"):
            return False
        if choice.goes_on and len(choice.line) == 1:
            self._write(self.begun(typed, choice.line))
            return True
        if choice.line == SUBMIT and self.card.is_read:
            self.enter(typed)
            return True
        return False

    def _placed(self, line: str) -> bool:
        """Put a scenario to the advisor, where a line asks for that; whether it did."""
        from tui.practice.placing import place, scenario_of  # noqa: PLC0415  # read with the talk
        from tui.screens.advise import step_of  # noqa: PLC0415  # the same

        scenario = scenario_of(line, self.talk.room) if self.talk is not None else None
        if scenario is None:
            return False
        app = cast("SizewiseApp", self.app)
        app.switch_mode("advise")
        app.advise.do(lambda talk: step_of(talk, place(*scenario, talk), scenario[0]))
        return True

    def enter(self, line: str) -> None:
        """Only a slash makes a command here: an answer may begin with any word. Going back is practice's own."""
        if self._placed(line):
            return
        found = known_command(line) if is_command(line) else None
        if found is None:
            self._by_arrows = False
            if not line.strip():
                self.notify(self.texts["nothing_said"], markup=False)
            self.say(line)
        elif found[0].name == "back":
            self.say("undo")
        else:
            self.run_command(*found)
