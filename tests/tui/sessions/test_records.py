"""The lines of a session give back exactly the conversation, whatever was done in it."""

from __future__ import annotations

import datetime as dt
from typing import Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

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
    next_workload,
    not_sure,
    redo,
    start,
    what_if,
)
from engine.workload import FACT_NAMES, Origin, Workload
from knowledge import load
from tests.engine.dialogue.sentences import SENTENCES, WORDS
from tests.machines import depth
from tui.sessions.changes import apply_change, find_change
from tui.sessions.reader import SessionContents, read_session
from tui.sessions.records import VERSION, Forward, Head, Same, Step, StoredState, Whole, encode_line, restore_state, store_state

DESK: Final = Desk(load())
NOON: Final = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
HEAD: Final = encode_line(Head(v=VERSION, created=NOON))
WHOLE_NUMBERS: Final = st.integers(-(2**53), 2**53)
VALUES: Final = st.one_of(
    st.booleans(),
    WHOLE_NUMBERS,
    WHOLE_NUMBERS.map(float),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
    st.lists(st.text()).map(tuple),
)
ORIGINS: Final = st.builds(
    Origin, kind=st.sampled_from(("said", "answered", "assumed", "derived")), quote=st.text(), because=st.text(), about=st.booleans()
)


def _make_workload(facts: dict[str, tuple[object, Origin]]) -> Workload:
    known: dict[str, object] = {name: value for name, (value, _) in facts.items()}
    return msgspec.structs.replace(Workload(), **known, origins={name: origin for name, (_, origin) in facts.items()})


WORKLOADS: Final = st.dictionaries(st.sampled_from(FACT_NAMES), st.tuples(VALUES, ORIGINS)).map(_make_workload)
ANSWERS: Final = st.dictionaries(
    st.sampled_from(FACT_NAMES),
    st.builds(Answer, kind=st.sampled_from(("said", "answered", "not sure")), value=st.none() | VALUES, quote=st.text()),
)


def whole_file(steps: list[Step]) -> bytes:
    """The bytes of a session with these steps."""
    return HEAD + b"".join(map(encode_line, steps))


def read_back(steps: list[Step]) -> SessionContents:
    """What a file with these steps holds."""
    found = read_session(whole_file(steps), "it")
    assert found is not None
    assert (found.damaged, len(found.steps)) == (0, len(steps))
    return found


class Talk(RuleBasedStateMachine):
    """One conversation, kept line by line."""

    conversation = Conversation()

    @initialize(text=st.sampled_from(SENTENCES))
    def begin(self, text: str) -> None:
        """A first sentence."""
        self.steps: list[Step] = []
        self.before: Conversation | None = None
        self._add_step(start(text, DESK), text)

    def _add_step(self, after: Conversation, typed: str = "") -> None:
        self.steps.append(Step(v=VERSION, time=NOON, typed=typed, answers=len(after.now.answers), change=find_change(self.before, after)))
        self.before = self.conversation = after

    @rule(text=st.one_of(st.integers(1, 9).map(str), st.sampled_from(WORDS), st.text(max_size=40)))
    def write(self, text: str) -> None:
        """A digit, or any words."""
        self._add_step(answer(self.conversation, text, DESK), text)

    @rule()
    def shrug(self) -> None:
        """Not sure."""
        self._add_step(not_sure(self.conversation, DESK))

    @rule()
    def take_back(self) -> None:
        """Back."""
        self._add_step(back(self.conversation, DESK))

    @rule()
    def bring_back(self) -> None:
        """Redo."""
        self._add_step(redo(self.conversation, DESK))

    @rule(fact=st.sampled_from((*FACT_NAMES, "no such fact")))
    def change(self, fact: str) -> None:
        """One fact again."""
        self._add_step(edit(self.conversation, fact, DESK))

    @rule(text=st.sampled_from(WORDS))
    def try_out(self, text: str) -> None:
        """A what-if."""
        self._add_step(what_if(self.conversation, text, DESK))

    @rule(is_kept=st.booleans())
    def decide(self, is_kept: bool) -> None:  # noqa: FBT001  # Hypothesis passes by name
        """Keep or discard, also where nothing is tried."""
        self._add_step((keep if is_kept else discard)(self.conversation, DESK))

    @rule()
    def go_on(self) -> None:
        """The next workload, where one waits."""
        following = next_workload(self.conversation, DESK)
        if following is not None:
            self._add_step(following, "/new")

    @rule()
    def look(self) -> None:
        """A command that shows something."""
        self._add_step(self.conversation, "/why")

    @invariant()
    def the_file_gives_back_the_same(self) -> None:
        """Equal, in the same order and with the same types, past and future too."""
        found = read_back(self.steps)
        assert found.conversation == self.conversation
        assert msgspec.json.encode(found.conversation) == msgspec.json.encode(self.conversation)
        assert found.steps == tuple(self.steps)


TestTalk = Talk.TestCase
TestTalk.settings = depth(12, 20)


@given(state=st.builds(State, answers=ANSWERS, waiting=st.lists(WORKLOADS, max_size=2).map(tuple), lines=st.lists(st.text()).map(tuple)))
def test_every_value_comes_back_with_its_type(state: State) -> None:
    """8 stays 8 and 8.0 stays 8.0, yes stays yes, a list of ids a tuple, each workload that waits keeps its origins."""
    step = Step(v=VERSION, time=NOON, change=Whole(now=store_state(state)))
    found = read_back([step]).conversation
    assert found is not None
    assert found.now == state
    assert msgspec.json.encode(found.now) == msgspec.json.encode(state)


def test_a_stored_state_has_every_field_of_a_state() -> None:
    """With the same defaults: what a state gains has to be kept too."""
    assert StoredState.__struct_fields__ == State.__struct_fields__
    assert restore_state(StoredState()) == State()


def test_a_step_further_writes_only_the_new_state() -> None:
    """Ten steps take ten lines of about the same length; back and redo take no state at all."""
    conversation, steps = start(SENTENCES[1], DESK), []
    for number in range(10):
        after = answer(conversation, f"make it {number + 50} ms", DESK)
        steps.append(encode_line(Step(v=VERSION, time=NOON, change=find_change(conversation, after))))
        conversation = after
    assert len(conversation.past) == 10
    assert len(steps[-1]) < 1.5 * len(steps[0])
    for step in (back, redo):
        after = step(conversation, DESK)
        line = encode_line(Step(v=VERSION, time=NOON, change=find_change(conversation, after)))
        assert b"latency" not in line
        conversation = after


def test_a_change_that_does_not_fit_leads_nowhere() -> None:
    """Nothing follows on no conversation but a whole one."""
    assert apply_change(None, Same()) is None
    assert apply_change(None, Forward(now=StoredState())) is None
    assert apply_change(None, Whole(now=StoredState())) == Conversation()


def test_what_utf_8_cannot_hold_becomes_question_marks() -> None:
    """Half of a character pair, as a broken terminal sends it, does not stop a line from being kept."""
    line = encode_line(Step(v=VERSION, time=NOON, typed="plants \ud83c", change=Whole(now=StoredState(lines=("\udcff",)))))
    found = read_session(HEAD + line, "it")
    assert found is not None
    assert found.steps[0].typed == "plants ?"
    assert found.conversation == Conversation(now=State(lines=("?",)))


@given(typed=st.text())
def test_a_line_is_one_line_and_steers_no_terminal(typed: str) -> None:
    """Whatever was typed stands in it escaped, and comes back as it was."""
    line = encode_line(Step(v=VERSION, time=NOON, typed=typed, change=Whole(now=StoredState())))
    assert line.count(b"\n") == 1
    assert not any(ord(one) < 32 or 127 <= ord(one) < 160 or one in "\u202e\u2066\u200f" for one in line.decode()[:-1])
    found = read_session(HEAD + line, "it")
    assert found is not None
    assert found.steps[0].typed == typed
