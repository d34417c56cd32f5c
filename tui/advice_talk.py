"""The conversation behind the app and the plain mode: takes typed lines, returns the parts of its replies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.decision.explanation import why_not
from engine.dialogue import (
    Conversation,
    Desk,
    Response,
    answer_beside,
    back,
    conversation_status,
    discard,
    edit,
    is_of_the_advice,
    keep,
    next_ask,
    next_workload,
    redo,
    respond,
    revisit,
    shortlist,
    show_now,
    tried,
    what_if,
    why,
    workload_of,
)
from engine.fact_wording import fact_name, say
from engine.number_format import format_percentage
from knowledge.errors import InputError
from tui.background_save import BackgroundSave, ConversationKeeper
from tui.commands.argument_names import names_in_words, names_to_compare
from tui.commands.registry import as_command, command_of, is_command
from tui.views.advice import advice_lines
from tui.views.commands import command_lines
from tui.views.conversation import answer_lines, difference_lines, leading_text, question_lines, source_lines
from tui.views.greeting import GOALS, abilities_lines, plain_greeting_lines
from tui.views.reply import ReplyPart, text_part
from tui.views.text_lines import Line

if TYPE_CHECKING:  # few let a model read along
    from tui.model_reader.reads_along import ConversationReader

PLOT_HEIGHT: Final = 16
"""Lines of a plot: leaves room for the prompt in 24 lines."""
_MOST_LINES: Final = 200
"""Lines of a plot that is read line by line."""


class AdviceTalk:
    """One conversation. Each typed line gets a reply."""

    def __init__(self, desk: Desk) -> None:
        """Begin with nothing said. Set `keeper` to save the steps, `reads_along` to let a model read too."""
        self.desk = desk
        self.keeper: ConversationKeeper | None = None
        self.reads_along: ConversationReader | None = None  # a language model that reads too, where one was asked for
        self._background_save = BackgroundSave()
        self.conversation: Conversation | None = None
        self.is_over = False
        self._typed_line = ""
        """The current line; for a goal picked by its number, its sentence."""
        self._advised_answers: object = None
        """The answers at the last advice shown."""
        self.latest: Response | None = None
        """What the last line did; None after a command."""
        self._shown_state: object = None
        """The state whose lines were shown last: a step that changes nothing does not repeat them."""

    def greeting_parts(self) -> Iterator[ReplyPart]:
        """The first screen: what Sizewise does, three goals to pick, how to get help."""
        yield ReplyPart("hello", partial(plain_greeting_lines, self.desk.knowledge.wording["dialogue"].texts))

    def history(self) -> list[str]:
        """Lines typed in earlier conversations, oldest first."""
        return self.keeper.history() if self.keeper is not None else []

    def close(self) -> None:
        """Wait for the running save, and close the file."""
        self._background_save.close()
        if self.keeper is not None:
            self.keeper.close()

    def resume_conversation(self, conversation: Conversation, *, is_shown: bool = False) -> Iterator[ReplyPart]:
        """Continue a saved conversation; `is_shown` where its turns stand in the transcript already."""
        self.conversation, self._advised_answers, self._shown_state = conversation, None, conversation.now if is_shown else None
        yield from self._show_state()

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """The reply to a line. A mistake is answered in one line and changes nothing."""
        self._typed_line, line, self.latest = line, as_command(line), None
        try:
            if is_command(line):
                command, rest = command_of(line)
                run = self._command_table().get(command.name)
                yield from run(rest) if run is not None else (text_part("notice", self._say("app_only", command=command.name)),)
            elif line.strip():
                yield from self._take_answer(line)
        except InputError as error:
            yield text_part("notice", *str(error).splitlines())
        except OSError as error:
            yield text_part("notice", self._say("failed", problem=error.strerror or type(error).__name__))
        except Exception as error:  # noqa: BLE001  # the conversation survives any error
            problem = f"{type(error).__name__}: {error}".splitlines()[0]
            yield text_part("notice", self._say("failed", problem=problem))
        if self.keeper is None or not line.strip():
            return
        message = self._background_save.wait_for_message()  # saved before the reply is shown
        if message is None:
            message = self.keeper.save_step(self.conversation, self._typed_line)
        if message:
            yield text_part("notice", message)

    def farewell_parts(self, *, is_typed: bool) -> Iterator[ReplyPart]:
        """The reply to the end of the input: a script gets its advice before the goodbye."""
        if self.conversation is not None and not is_typed and self._advised_answers is None and self.conversation.now.answers:
            yield from self._show_advice("")
        yield text_part("text", self._say("bye"))

    def _say(self, key: str, **values: object) -> str:
        return say(self.desk.knowledge, key, **values)

    def _current_conversation(self) -> Conversation:
        if self.conversation is None:
            raise InputError(self._say("not_begun"))
        return self.conversation

    def _take_answer(self, line: str) -> Iterator[ReplyPart]:
        if self.conversation is not None and self._advised_answers is not None and next_ask(self.conversation, self.desk) is None:
            from tui.views.advice_parts import is_part  # noqa: PLC0415  # nobody names a part before there is an advice

            if is_part(line, self.desk.knowledge):
                yield from self._show_part(line)
                return
        if self.conversation is None:
            picked = line.strip()
            goal = self._say(GOALS[int(picked) - 1]) if picked in ("1", "2", "3") else "" if self._asks_to_be_led(picked) else line
            if goal and goal != line:
                self._typed_line = goal
                yield text_part("goal", f"    {goal}")
            line = goal
        if self.reads_along is not None and (told := self.reads_along.introduction(self.desk.knowledge)):
            yield text_part("notice", told)
        heard = (respond if self.reads_along is None else self.reads_along.respond)(self.conversation, line, self.desk)
        if self.reads_along is not None and (problem := self.reads_along.problem(self.desk.knowledge)):
            yield text_part("notice", problem)
        if self.conversation is None and not heard.conversation.now.answers and _is_small_talk(heard):
            yield text_part("text", self._say("greeted"))  # the examples stay: nobody has asked for an interview
            return
        self.latest, self.conversation = heard, heard.conversation
        yield from self._save_and_show()

    def _asks_to_be_led(self, line: str) -> bool:
        """True for somebody who wants to be asked instead of telling."""
        said = " ".join(line.lower().strip(" .!").split())
        return said in ("?", self._say("card_step_by_step"), *self._say("step_by_step_words").split(", "))

    def _save_and_show(self) -> Iterator[ReplyPart]:
        """The reply to a step, which is saved in the background meanwhile."""
        if self.keeper is not None:
            self._background_save.start_save(self.keeper, self.conversation, self._typed_line)
        yield from self._show_state()

    def _show_state(self) -> Iterator[ReplyPart]:
        """What was understood, the leading option, and the next question or the advice."""
        talk = self._current_conversation()
        is_new = talk.now is not self._shown_state
        if talk.notice:
            yield text_part("notice", *talk.notice)
        changes = tried(talk, self.desk)
        if changes is not None and talk.sandbox is not None:
            draw = partial(difference_lines, changes, talk.sandbox.lines, self.desk.knowledge)
            yield ReplyPart("difference", draw)
            return
        if not talk.notice and is_new and talk.now.lines:
            yield text_part("echo", *talk.now.lines, indent=" " * 4)
        self._shown_state = talk.now
        replies: list[ReplyPart] = []
        if self.latest is not None:
            replies = list(self._show_questions(self.latest.questions))
            yield from replies
            if self.latest.not_used:
                yield text_part("echo", self._say("not_used", what=" · ".join(self.latest.not_used)), indent=" " * 4)
        ask = next_ask(talk, self.desk)
        if ask is None:
            yield from self._show_result(talk, is_answered=bool(talk.notice or replies))
        elif is_new or not (talk.notice and talk.now.answers):
            if ask.kind in ("fact", "check") and talk.now.answers:
                found = shortlist(talk, self.desk, 1)
                ahead = leading_text(found, self.desk.knowledge)
                if ahead:
                    yield text_part("text" if found.branches else "leading", ahead)
            yield ReplyPart("question", partial(question_lines, ask, self.desk.knowledge), ask)

    def _show_questions(self, questions: Sequence[str]) -> Iterator[ReplyPart]:
        """The answer to each side question, from the plan as it stands or from the base; the question of the interview stays."""
        from tui.views.side_answer import answer_side_question  # noqa: PLC0415  # few lines ask

        for question in questions:
            told = answer_beside(question, self._current_conversation(), self.desk)
            if told:
                yield text_part("text", told)
                continue
            about_advice = is_of_the_advice(question, self.desk.knowledge)
            found = None if about_advice else answer_side_question(question, self.desk.knowledge)
            if found is not None:
                yield ReplyPart("text", found)

    def _show_result(self, talk: Conversation, *, is_answered: bool) -> Iterator[ReplyPart]:
        """The advice; once it was shown, a word on that, unless the line has been answered already."""
        if self._advised_answers == talk.now.answers:
            yield from () if is_answered else (text_part("text", self._say("nothing_left")),)
            return
        yield from self._show_advice("")
        more = list(self._suggest_more(talk))
        yield from (text_part("text", *more),) if more else ()
        yield text_part("hint", self._say("after"))

    def _show_part(self, name: str) -> Iterator[ReplyPart]:
        """One part of the advice by what people call it. Raises InputError for a name that is none."""
        from tui.views.advice_parts import part_named, parts_of  # noqa: PLC0415  # the first question comes without the engine's explanations

        parts = parts_of(show_now(self._current_conversation(), self.desk), self.desk.knowledge)
        found = part_named(name, parts, self.desk.knowledge)
        if found is None and self._names_plot(name):
            yield from self._draw_plot(name)
            return
        if found is None:
            raise InputError(self._say("no_part", name=name, known=", ".join(part.title for part in parts)))
        self._advised_answers = self._current_conversation().now.answers
        yield ReplyPart("text", found.titled_lines)

    def _names_plot(self, name: str) -> bool:
        from tui.plots import find_plot  # noqa: PLC0415  # as above

        try:
            return find_plot(name, self.desk.knowledge) is not None
        except InputError:
            return False

    def _suggest_more(self, talk: Conversation) -> Iterator[str]:
        """The most influential answer that the user was not sure of; how many workloads wait."""
        unsure, base = revisit(talk, self.desk), self.desk.knowledge
        if unsure:
            effect = self.desk.turn(workload_of(talk.now.answers)).effect(base.questions[unsure[0]])
            yield self._say("revisit", fact=fact_name(base, unsure[0]), share=format_percentage(effect))
        if talk.now.waiting:
            yield self._say("waiting", count=len(talk.now.waiting))

    def _command_table(self) -> dict[str, Callable[[str], Iterator[ReplyPart]]]:
        return {
            "why": self._explain_why,
            "back": lambda _: self._apply_step(back),
            "redo": lambda _: self._apply_step(redo),
            "edit": self._edit_answer,
            "now": self._show_advice,
            "compare": self._compare_entries,
            "what-if": self._what_if,
            "keep": lambda _: self._apply_step(keep),
            "discard": lambda _: self._apply_step(discard),
            "plot": self._draw_plot,
            "sources": self._show_sources,
            "export": self._export_advice,
            "share": self._share_advice,
            "reader": self._show_reader,
            "new": self._start_new,
            "help": self._show_help,
            "abilities": self._show_abilities,
            "quit": self._leave_talk,
        }

    def _show_help(self, _: str) -> Iterator[ReplyPart]:
        yield ReplyPart("text", self._help_lines)

    def _help_lines(self, width: int) -> Iterator[Line]:
        """What can be said in one's own words, then the commands."""
        yield from (*abilities_lines(self.desk.knowledge.wording["dialogue"].texts, width)[:-2], Line(""))
        yield from command_lines(width, app=False)

    def _show_abilities(self, _: str) -> Iterator[ReplyPart]:
        yield ReplyPart("text", partial(abilities_lines, self.desk.knowledge.wording["dialogue"].texts))

    def _apply_step(self, step: Callable[[Conversation, Desk], Conversation]) -> Iterator[ReplyPart]:
        self.conversation = step(self._current_conversation(), self.desk)
        yield from self._save_and_show()

    def _explain_why(self, name: str) -> Iterator[ReplyPart]:
        """Why something is not the choice; alone, the reasons of an advice that was shown, and why the present question is asked."""
        if name:
            decision = self.desk.turn(workload_of(self._current_conversation().now.answers)).decision
            for one in names_in_words(name.removeprefix("not ").strip().lower(), lambda one: why_not(decision, one), self.desk.knowledge):
                yield text_part("text", getattr(why_not(decision, one), "text", "") or self._say("is_choice", name=one))
            return
        asked = why(self._current_conversation(), self.desk)
        if not asked or self._advised_answers == self._current_conversation().now.answers:
            yield from self._show_part("why")
        if asked:
            yield text_part("text", *asked, indent="  ")

    def _edit_answer(self, fact: str) -> Iterator[ReplyPart]:
        if fact:
            yield from self._apply_step(lambda talk, desk: edit(talk, fact, desk))
        else:
            status = conversation_status(self._current_conversation(), self.desk)
            yield ReplyPart("text", partial(answer_lines, status.known, self.desk.knowledge))

    def _show_advice(self, part: str) -> Iterator[ReplyPart]:
        talk = self._current_conversation()
        if part:
            yield from self._show_part(part)
            return
        self._advised_answers = talk.now.answers
        advice, base = show_now(talk, self.desk), self.desk.knowledge
        yield ReplyPart("advice", lambda width: advice_lines(advice, base, width=width), advice)

    def _compare_entries(self, names: str) -> Iterator[ReplyPart]:
        from tui.views.comparison import render_comparison  # noqa: PLC0415  # 10 ms, and few ask for it

        base = self.desk.knowledge
        wanted = names_to_compare(names, lambda several: render_comparison(several, base), base)  # tells a wrong name
        yield ReplyPart("text", lambda width: map(Line, render_comparison(wanted, base, width)))

    def _what_if(self, words: str) -> Iterator[ReplyPart]:
        if not words:
            raise InputError(self._say("no_sandbox", example=self._say("example_what_if")))
        return self._apply_step(lambda talk, desk: what_if(talk, words, desk))

    def _draw_plot(self, name: str) -> Iterator[ReplyPart]:
        from tui.plots import WHOLE_PLOTS, find_plot, prepare_plot  # noqa: PLC0415  # 30 ms, and few ask for it

        draw = prepare_plot(name, self._current_conversation(), self.desk)
        height = _MOST_LINES if find_plot(name, self.desk.knowledge) in WHOLE_PLOTS else PLOT_HEIGHT
        yield ReplyPart("plot", lambda width: map(Line, draw(width, height)))

    def _show_sources(self, _: str) -> Iterator[ReplyPart]:
        advice = show_now(self._current_conversation(), self.desk, "choice")
        yield ReplyPart("text", partial(source_lines, advice, self.desk.knowledge))

    def _export_advice(self, name: str) -> Iterator[ReplyPart]:
        from tui.advice_export import export_advice  # noqa: PLC0415  # 5 ms, and few ask for it

        if not name:
            raise InputError(self._say("export_how"))
        export_advice(show_now(self._current_conversation(), self.desk), name, self.desk.knowledge)
        yield text_part("text", self._say("exported", name=name))

    def _share_advice(self, _: str) -> Iterator[ReplyPart]:
        from engine.handover.report import Heading  # noqa: PLC0415  # few hand an advice on
        from tui.views.decision_record import render_record, today_iso  # noqa: PLC0415  # the same

        advice = show_now(self._current_conversation(), self.desk)
        record = render_record(advice, "markdown", Heading(date=today_iso()), self.desk.knowledge)
        yield ReplyPart("share", lambda _: [Line(line) for line in record.splitlines()])

    def _show_reader(self, part: str) -> Iterator[ReplyPart]:
        """What the model that reads along was sent last, what it answered, and what became of that."""
        from tui.model_reader.report import list_exchange  # noqa: PLC0415  # few let a model read along

        reader = self.reads_along.reader if self.reads_along is not None else None
        yield text_part("text", *list_exchange(reader, self.desk.knowledge, whole=part == "all"))

    def _start_new(self, _: str) -> Iterator[ReplyPart]:
        following = next_workload(self.conversation, self.desk) if self.conversation is not None else None
        self.conversation, self._advised_answers = following, None
        if self.keeper is not None:
            self.keeper.start_session()
        return self._show_state() if following is not None else self.greeting_parts()

    def _leave_talk(self, _: str) -> Iterator[ReplyPart]:
        self.is_over = True
        yield text_part("text", self._say("bye"))


def _is_small_talk(heard: Response) -> bool:
    """True if a line was nothing but a greeting or thanks."""
    return bool(heard.acts) and all(one.act == "small-talk" for one in heard.acts)


def line_runner(desk: Desk) -> Callable[[Conversation | None, str], Conversation | None]:
    """A function that runs one line from a conversation, for a replay."""

    def run_line(before: Conversation | None, line: str) -> Conversation | None:
        """The conversation after `line`. Raises InputError for a command that does not exist any more."""
        talk = AdviceTalk(desk)
        talk.conversation = before
        if is_command(line):
            command_of(line)  # raises for an unknown command
        for _ in talk.handle_line(line):
            pass
        return talk.conversation

    return run_line
