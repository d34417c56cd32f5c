"""Practice as a talk: the menu and the stage picked there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from knowledge.errors import InputError
from tui.practice.menu import MainMenu
from tui.practice.page_stage import BACK_TO_MENU, PageStage
from tui.practice.practice_files import PracticeFiles
from tui.practice.practice_session import PracticeSession
from tui.practice.stage import PracticeContext, Stage, StageView, normalize_line, sentences_part
from tui.practice.submenu import Submenu
from tui.views.reply import ReplyPart


class PracticeTalk:
    """Takes a line and yields parts. A mistake becomes one notice, and nothing is lost."""

    def __init__(self, context: PracticeContext) -> None:
        """Start at the menu."""
        self.context = context
        self.is_over = False
        self._files = PracticeFiles(context.store.path.parent)
        self._menu = MainMenu(context, self._files)
        self._stage: Stage = self._menu

    def history(self) -> list[str]:
        """Empty: arrow-up brings back no answers."""
        return []

    def greeting_parts(self) -> Iterator[ReplyPart]:
        """The greeting, and whether the log can be saved."""
        yield sentences_part(self.context.sentence("hello"), self.context.sentence("tip"))
        if self.context.store.problem_notice:
            yield sentences_part(self.context.store.problem_notice, kind="notice")

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Handle a typed line. A page is left by any line; the menu then handles that line unless it only says to go back."""
        if isinstance(self._stage, PageStage):
            self._stage = self._menu
            if normalize_line(line) in BACK_TO_MENU:
                return
        yield from self._catch_mistakes(lambda: self._stage.handle_line(line), line)

    def switch_to(self, line: str) -> Iterator[ReplyPart]:
        """Stop what is under way and give a line to the menu: "about g5", "exam MLA-C01 compute"."""
        if self._stage is not self._menu:
            yield from self.handle_line("stop")
        yield from self.handle_line(line)

    def hand_in_if_timed_out(self) -> Iterator[ReplyPart]:
        """Hand in an exam whose time is over; nothing else changes."""
        until = self.current_view().until
        if until is not None and until <= self.context.seconds():
            yield from self.handle_line("")

    def _catch_mistakes(self, step: Callable[[], Iterator[ReplyPart]], line: str) -> Iterator[ReplyPart]:
        try:
            yield from step()
            yield from self._change_stage()
        except InputError as error:
            if isinstance(self._stage, PracticeSession) and self._stage.is_answered and self._menu.has_entry(line):
                yield from self.switch_to(line)  # what is none of the session's may be meant for the menu
                return
            yield sentences_part(*str(error).splitlines(), kind="notice")

    def _change_stage(self) -> Iterator[ReplyPart]:
        """Enter the stage that was picked, or return to the menu."""
        stage = self._stage
        if isinstance(stage, MainMenu | Submenu) and stage.next_stage is not None:
            self._stage, stage.next_stage = stage.next_stage, None
            yield from self._stage.opening_parts()
        if self._stage.is_over:
            self._stage = self._menu

    def current_view(self) -> StageView:
        """The view of the current stage."""
        return self._stage.current_view()

    @property
    def is_kept(self) -> bool:
        """True if every answer and the unfinished exam are on the disk."""
        return self.context.store.is_kept and not self._files.exam_problem

    def close(self) -> None:
        """Save what is unsaved, and close the log."""
        self.context.store.close()
