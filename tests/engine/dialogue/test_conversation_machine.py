"""Whatever is said in whatever order: no step fails, nothing answered is lost, every question can matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

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
    tried,
    what_if,
    why,
    workload_of,
)
from engine.dialogue.shown import progress
from engine.intake.from_mapping import from_mapping
from engine.workload import FACT_NAMES
from tests.engine.dialogue.sentences import SENTENCES, WORDS
from tests.machines import depth

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

    desk: ClassVar[Desk]

    @initialize(text=st.sampled_from(SENTENCES))
    def begin(self, text: str) -> None:
        """A first sentence."""
        self.first = text
        self.steps: list[Step] = []
        self.conversation = start(text, self.desk)

    def _take(self, step: Step) -> Conversation:
        """One step; gives the conversation before it."""
        before = self.conversation
        self.steps.append(step)
        self.conversation = step(before, self.desk)
        return before

    def _went_on(self, before: Conversation) -> None:
        """A step forward: what was before is one step back, and that step leads there exactly."""
        after = self.conversation
        if after.now == before.now:
            assert (after.past, after.future) == (before.past, before.future)
            return
        assert after.past == (*before.past, before.now)
        assert after.future == ()
        assert back(after, self.desk).now == before.now

    @rule(number=st.integers(1, 9))
    def pick(self, number: int) -> None:
        """One of the answers offered: no other answer is touched by it, but for the fact that gives way in a contradiction."""
        asked = next_ask(self.conversation, self.desk)
        before = self._take(saying(str(number)))
        self._went_on(before)
        if asked is None or asked.kind not in ("fact", "check") or before.sandbox is not None:
            return
        after = self.conversation.now.answers
        for fact, one in answers(before.now).items():
            assert fact == asked.fact or after.get(fact) == one, fact

    @rule(text=st.one_of(st.sampled_from(WORDS), st.sampled_from(NEW), st.text(max_size=40)))
    def write(self, text: str) -> None:
        """Words: an answer, a correction, a new sentence, or nothing that anybody understands."""
        self._went_on(self._take(saying(text)))

    @rule()
    def shrug(self) -> None:
        """Not sure: every answer stays, and the question does not come back."""
        before = self._take(not_sure)
        self._went_on(before)
        asked, following = next_ask(before, self.desk), next_ask(self.conversation, self.desk)
        if asked is not None and asked.kind != "check":
            assert following is None or (following.kind, following.fact) != (asked.kind, asked.fact)
        if asked is not None and asked.kind != "which":
            asked_for = {before.now.editing, asked.fact, *(offer.fact for offer in asked.offers)}
            for fact, one in answers(before.now).items():
                assert fact in asked_for or self.conversation.now.answers[fact] == one, fact

    @rule()
    def take_back(self) -> None:
        """Back, and redo restores exactly."""
        before = self._take(back)
        if before.past and before.sandbox is None:
            again = redo(self.conversation, self.desk)
            assert (again.now, again.past, again.future) == (before.now, before.past, before.future)

    @rule()
    def bring_back(self) -> None:
        """Redo, and back restores exactly."""
        before = self._take(redo)
        if before.future:
            again = back(self.conversation, self.desk)
            assert (again.now, again.past, again.future) == (before.now, before.past, before.future)

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
        tried(self.conversation, self.desk)

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
    def resume(self) -> None:
        """The same steps, taken anew at an empty desk, lead to the same conversation."""
        desk = Desk(self.desk.knowledge)
        again = start(self.first, desk)
        for step in self.steps:
            again = step(again, desk)
        assert again == self.conversation
        self.conversation = again

    @invariant()
    def every_question_can_matter(self) -> None:
        """One with no effect is asked only of who wants to change it; each has its reason, and counts that are right."""
        asked = next_ask(self.conversation, self.desk)
        assert bool(why(self.conversation, self.desk)) == (asked is not None)
        if asked is not None:
            assert asked.effect > 0 or self.conversation.now.editing
            assert asked.prompt
            assert asked.asked == len(self.conversation.now.asked)
            counts = asked.kind in ("fact", "check") and not self.conversation.now.editing
            assert bool(asked.most) == bool(progress(asked, self.desk.knowledge)) == counts

    @invariant()
    def every_answer_is_a_value_of_its_fact(self) -> None:
        """And the whole can be written down and read back."""
        known = workload_of(self.conversation.now.answers).known_facts()
        assert from_mapping(known, self.desk.knowledge).known_facts() == known
        assert msgspec.json.decode(msgspec.json.encode(self.conversation), type=Conversation) == self.conversation


def test_nothing_is_lost_whatever_is_said(desk: Desk) -> None:
    """In conversations of twenty steps."""
    Talk.desk = desk
    run_state_machine_as_test(Talk, settings=depth(8, 20))
