"""Whatever people do in whatever order: no step fails, none loses an answer, and every question can matter."""

from __future__ import annotations

from typing import Final

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.dialogue import (
    Conversation,
    Desk,
    answer,
    back,
    discard,
    edit,
    keep,
    next_ask,
    not_sure,
    redo,
    start,
    tried,
    what_if,
    why,
    workload_of,
)
from engine.intake.given import from_mapping
from engine.workload import FACT_NAMES
from knowledge import load
from tests.depth import rounds
from tests.engine.dialogue.said import SENTENCES, WORDS

DESK: Final = Desk(load())


class Talk(RuleBasedStateMachine):
    """One conversation."""

    conversation = Conversation()

    @initialize(text=st.sampled_from(SENTENCES))
    def begin(self, text: str) -> None:
        """A first sentence."""
        self.conversation = start(text, DESK)

    @rule(number=st.integers(1, 9))
    def pick(self, number: int) -> None:
        """A digit."""
        self.conversation = answer(self.conversation, str(number), DESK)

    @rule(text=st.one_of(st.sampled_from(WORDS), st.text(max_size=40)))
    def write(self, text: str) -> None:
        """Any words."""
        before = self.conversation
        self.conversation = answer(before, text, DESK)
        if self.conversation.notice:
            assert self.conversation.now == before.now

    @rule()
    def shrug(self) -> None:
        """Not sure: the question does not come back."""
        ask = next_ask(self.conversation, DESK)
        self.conversation = not_sure(self.conversation, DESK)
        following = next_ask(self.conversation, DESK)
        assert ask is None or following is None or (following.kind, following.fact) != (ask.kind, ask.fact) or ask.kind == "check"

    @rule()
    def take_back(self) -> None:
        """Back, and redo restores exactly."""
        before = self.conversation
        after = back(before, DESK)
        if before.past and before.sandbox is None:
            again = redo(after, DESK)
            assert (again.now, again.past, again.future) == (before.now, before.past, before.future)
        self.conversation = after

    @rule()
    def bring_back(self) -> None:
        """Redo, and back restores exactly."""
        before = self.conversation
        after = redo(before, DESK)
        if before.future:
            again = back(after, DESK)
            assert (again.now, again.past, again.future) == (before.now, before.past, before.future)
        self.conversation = after

    @rule(fact=st.sampled_from(FACT_NAMES))
    def change(self, fact: str) -> None:
        """One fact again; nothing else is lost by it."""
        before = self.conversation.now.answers
        self.conversation = edit(self.conversation, fact, DESK)
        assert self.conversation.now.answers == before

    @rule(text=st.sampled_from(WORDS))
    def try_out(self, text: str) -> None:
        """A what-if changes nothing."""
        before = self.conversation.now
        self.conversation = what_if(self.conversation, text, DESK)
        assert self.conversation.now == before
        tried(self.conversation, DESK)

    @precondition(lambda self: self.conversation.sandbox is not None)
    @rule(is_kept=st.booleans())
    def decide(self, is_kept: bool) -> None:  # noqa: FBT001  # Hypothesis passes by name
        """Keep or discard."""
        self.conversation = (keep if is_kept else discard)(self.conversation, DESK)
        assert self.conversation.sandbox is None

    @invariant()
    def every_question_can_matter(self) -> None:
        """One with no effect is asked only of who wants to change it; each has its reason."""
        ask = next_ask(self.conversation, DESK)
        if ask is not None:
            assert ask.effect > 0 or self.conversation.now.editing
            assert ask.prompt
            assert why(self.conversation, DESK)
            assert ask.most >= 1

    @invariant()
    def every_answer_is_a_value_of_its_fact(self) -> None:
        """And the whole can be written down and read back."""
        known = workload_of(self.conversation.now.answers).known()
        assert from_mapping(known, DESK.knowledge).known() == known
        assert msgspec.json.decode(msgspec.json.encode(self.conversation), type=Conversation) == self.conversation


TestTalk = Talk.TestCase
TestTalk.settings = settings(max_examples=rounds(quick=30, long=1_200), stateful_step_count=20)
