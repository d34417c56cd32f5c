"""Practice on the screen: questions in the transcript, what can be picked in the card, how far one is in the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.content import Content

from tui.screens.talking import Step, TalkingScreen
from tui.views.choice import Choice, Shown
from tui.views.line import Line, wrapped
from tui.widgets.key_bar import Keys
from tui.widgets.turn import Turn, content_of

if TYPE_CHECKING:
    from tui.practice.stage import Standing
    from tui.practice.talk import PracticeTalk

SUBMIT = "="
"""The line of the choice that answers with what stands in the prompt."""


_KEYS: Final = (
    ("F1", "Help", "app.command('help')"),
    ("F5", "Advise", "app.command('advise')"),
    ("F6", "Browse", "app.command('browse')"),
    ("Ctrl+Q", "Quit", "app.command('quit')"),
)


class PracticeScreen(TalkingScreen):
    """Learn, review, drill, mock exam, path."""

    MODE: ClassVar[str] = "practice"

    KEYS: ClassVar[Keys] = _KEYS
    talk: PracticeTalk | None
    standing: Standing | None

    def hello(self) -> Turn:
        """What practice is."""
        words = self.base.wording["practice"].texts
        lines = (words["hello"], words["tip"])
        return Turn(lambda width: [*wrapped(lines[0], width), Line(""), *wrapped(lines[1], width, tone="dim")], "hello")

    def opening(self) -> Shown:
        """Nothing, until the bank is read."""
        return "", [], ""

    def on_mount(self) -> None:
        """Begin with the menu."""
        super().on_mount()
        self.do(lambda talk: Step("", tuple(talk.greeting())[1:], talk.standing()))

    def heard(self, line: str, talk: PracticeTalk) -> Step:
        """One step of practice."""
        return Step(line, tuple(talk.heard(line)), talk.standing())

    def picks(self) -> Shown:
        """What the stage offers; where several are picked, that these are all."""
        if self.standing is None:
            return "", [], ""
        head, choices, hint = self.standing.shown
        if any(choice.goes_on for choice in choices):
            done = Choice(self.base.wording["practice"].texts["answer_with_these"], SUBMIT)
            last = max(at for at, choice in enumerate(choices) if choice.goes_on)
            choices = [*choices[: last + 1], done, *choices[last + 1 :]]
        return head, choices, hint

    def beside(self) -> tuple[Content, str]:
        """How far one is."""
        if self.standing is None:
            return Content(), ""
        return content_of(self.standing.panel), ""  # the card says it too

    def begun(self, stands: str, line: str) -> str:
        """A letter is added to those that stand there already."""
        return f"{stands.rstrip()} {line} ".lstrip()

    def completed(self, stands: str, line: str) -> str:
        """The choice that answers with what stands in the prompt."""
        return stands.strip() if line == SUBMIT else line

    def entered(self, typed: str) -> bool:
        """A highlighted letter is added, and the choice below them answers with all."""
        choice = self.card.highlighted
        if choice is not None and (choice.goes_on or choice.line == SUBMIT) and not typed.startswith("/"):
            self.prompt.put_back(typed)
            return self.card.pick()
        return False
