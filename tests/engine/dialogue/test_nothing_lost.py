"""Whatever is said in whatever order: nothing answered is lost, the same steps lead to the same place, no count is below none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.dialogue import (
    Answer,
    Conversation,
    Desk,
    State,
    answer,
    back,
    discard,
    edit,
    keep,
    next_ask,
    next_workload,
    not_sure,
    redo,
    start,
    what_if,
    why,
)
from engine.dialogue.shown import progress
from engine.workload import FACT_NAMES
from knowledge import load
from tests.engine.dialogue.said import SENTENCES, WORDS
from tests.machines import depth

DESK: Final = Desk(load())
Step = Callable[[Conversation, Desk], Conversation]
NEW: Final = ("identify plants from phone photos, answer within 200 ms", "train xgboost every night on 50 million rows", "hello")


def further(conversation: Conversation, desk: Desk) -> Conversation:
    """The next workload of the same message, where one waits."""
    return next_workload(conversation, desk) or conversation


def saying(text: str) -> Step:
    """An answer in these words."""
    return lambda conversation, desk: answer(conversation, text, desk)


def changing(fact: str) -> Step:
    """A fact that is asked for again."""
    return lambda conversation, desk: edit(conversation, fact, desk)


def trying(text: str) -> Step:
    """A what-if in these words."""
    return lambda conversation, desk: what_if(conversation, text, desk)


def answers(state: State) -> dict[str, Answer]:
    """What was said or answered, without what merely followed from it."""
    return {fact: one for fact, one in state.answers.items() if one.kind != "derived"}


class Talk(RuleBasedStateMachine):
    """One conversation, and every step that was taken in it."""

    @initialize(text=st.sampled_from(SENTENCES))
    def begin(self, text: str) -> None:
        """A first sentence."""
        self.first = text
        self.steps: list[Step] = []
        self.conversation = start(text, DESK)

    def _take(self, step: Step) -> Conversation:
        """One step; gives the conversation before it."""
        before = self.conversation
        self.steps.append(step)
        self.conversation = step(before, DESK)
        return before

    def _went_on(self, before: Conversation) -> None:
        """A step forward: what was before is one step back, and that step leads there exactly."""
        after = self.conversation
        if after.now == before.now:
            assert (after.past, after.future) == (before.past, before.future)
            return
        assert after.past == (*before.past, before.now)
        assert after.future == ()
        assert back(after, DESK).now == before.now

    @rule(number=st.integers(1, 9))
    def pick(self, number: int) -> None:
        """One of the answers offered: no other answer is touched by it, but for the fact that gives way in a contradiction."""
        asked = next_ask(self.conversation, DESK)
        before = self._take(saying(str(number)))
        self._went_on(before)
        if asked is None or asked.kind not in ("fact", "check") or before.sandbox is not None:
            return
        after = self.conversation.now.answers
        for fact, one in answers(before.now).items():
            assert fact == asked.fact or after.get(fact) == one, fact

    @rule(text=st.one_of(st.sampled_from(WORDS), st.sampled_from(NEW), st.text(max_size=30)))
    def write(self, text: str) -> None:
        """Words: an answer, a correction, a new sentence, or nothing that anybody understands."""
        self._went_on(self._take(saying(text)))

    @rule()
    def shrug(self) -> None:
        """Not sure: every answer stays."""
        before = self._take(not_sure)
        self._went_on(before)
        asked = next_ask(before, DESK)
        if asked is not None and asked.kind != "which":
            asked_for = {before.now.editing, asked.fact, *(offer.fact for offer in asked.offers)}
            for fact, one in answers(before.now).items():
                assert fact in asked_for or self.conversation.now.answers[fact] == one, fact

    @rule()
    def take_back(self) -> None:
        """Back, and redo restores exactly."""
        before = self._take(back)
        if before.past and before.sandbox is None:
            assert redo(self.conversation, DESK).now == before.now

    @rule()
    def bring_back(self) -> None:
        """Redo, and back restores exactly."""
        before = self._take(redo)
        if before.future:
            assert back(self.conversation, DESK).now == before.now

    @rule(fact=st.sampled_from(FACT_NAMES))
    def change(self, fact: str) -> None:
        """One fact is asked for again: every answer stays until another one is given."""
        before = self._take(changing(fact))
        self._went_on(before)
        assert self.conversation.now.answers == before.now.answers

    @rule(text=st.sampled_from(WORDS))
    def try_out(self, text: str) -> None:
        """A what-if touches nothing."""
        before = self._take(trying(text))
        assert (self.conversation.now, self.conversation.past) == (before.now, before.past)

    @precondition(lambda self: self.conversation.sandbox is not None)
    @rule(is_kept=st.booleans())
    def decide(self, is_kept: bool) -> None:  # noqa: FBT001  # Hypothesis passes by name
        """What was tried is taken over whole, or forgotten whole."""
        before = self._take(keep if is_kept else discard)
        assert before.sandbox is not None
        assert self.conversation.now.answers == (before.sandbox if is_kept else before.now).answers

    @precondition(lambda self: bool(self.conversation.now.waiting))
    @rule()
    def go_on(self) -> None:
        """The next workload: those that wait behind it still wait."""
        before = self._take(further)
        if self.conversation is not before:
            assert self.conversation.now.waiting == before.now.waiting[1:]

    @rule()
    def ask_why(self) -> None:
        """Looking changes nothing, and always says something while there is a question."""
        assert bool(why(self.conversation, DESK)) == (next_ask(self.conversation, DESK) is not None)

    @rule()
    def resume(self) -> None:
        """The same steps, taken anew at an empty desk, lead to the same conversation."""
        desk = Desk(DESK.knowledge)
        again = start(self.first, desk)
        for step in self.steps:
            again = step(again, desk)
        assert again == self.conversation
        self.conversation = again

    @invariant()
    def no_count_is_below_none(self) -> None:
        """Questions asked so far, and those that may still come."""
        asked = next_ask(self.conversation, DESK)
        if asked is not None:
            assert asked.asked == len(self.conversation.now.asked)
            assert asked.most >= 1
            assert progress(asked, DESK.knowledge)


TestTalk = Talk.TestCase
TestTalk.settings = depth(30, 20)
