"""What a typed line does to a conversation, clause by clause: it tells, answers, corrects, takes back, tries, or only asks.

A question, a what-if and small talk change no fact. What the line asks is handed on, for a face to answer from the base or the advice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence

import msgspec

from engine.dialogue.ask import next_ask
from engine.dialogue.desk import Desk
from engine.dialogue.record import Ask, Conversation, Offer, State
from engine.dialogue.reply import is_not_sure, is_right, picked, yes_or_no
from engine.dialogue.retraction import labelled_fact, retracted_facts
from engine.dialogue.second_reading import ask_about_open, fresh_proposals
from engine.dialogue.turns import answer, ask_first, back, discard, keep, retract, start, what_if
from engine.fact_wording import say
from engine.intake.clauses import QUESTIONS, ActKind, Clause, join_neighbours
from engine.intake.lexica import lexica_of
from engine.intake.reader import NO_PROPOSALS, Act, Proposals
from engine.intake.reading import Reading
from engine.intake.tokens import MOST_CHARACTERS
from engine.intake.weighing import Weighing, literal_only, weigh


class Response(msgspec.Struct, frozen=True):
    """A conversation after one line."""

    conversation: Conversation
    acts: tuple[Act, ...] = ()
    not_used: tuple[str, ...] = ()
    """Numbers and names of its statements that nothing was made of, in the person's words."""
    questions: tuple[str, ...] = ()
    """What it asks, in the person's words."""
    weighing: Weighing = Weighing()
    """What became of a second reader's proposals."""


class _Line:
    """One line with its clauses, each with the words as they were typed."""

    def __init__(self, text: str, desk: Desk, *, is_first: bool) -> None:
        self.text = text
        self.reading = Reading(text[:MOST_CHARACTERS], desk.knowledge, lexica_of(desk.knowledge), hearing="first" if is_first else "later")
        self.message = self.reading.message
        self.clauses = self.message.clauses.all

    def words(self, start: int, end: int) -> str:
        """What stands between two places, as it was typed."""
        return self.text[self.reading.back(start) : self.reading.back(end)].strip()

    def has(self, cue: str, clause: Clause) -> bool:
        """Whether a cue stands in a clause."""
        return self.message.has(cue, clause.start, clause.end)

    def only(self, clauses: Iterable[Clause]) -> str:
        """The line with nothing but these clauses; they stay where they stood."""
        kept = [" "] * len(self.text)
        for clause in clauses:
            begin, end = self.reading.back(clause.start), self.reading.back(clause.end)
            kept[begin:end] = self.text[begin:end]
        return "".join(kept)


def respond(conversation: Conversation | None, text: str, desk: Desk, proposals: Proposals = NO_PROPOSALS) -> Response:
    """The conversation after a line, and what the line did. `conversation` is None where nothing has been said yet.

    `proposals` are what a second reader found in the line.
    """
    before = conversation if conversation is not None else Conversation()
    ask = next_ask(before, desk) if conversation is not None else None
    decided = _decide_what_if(before, text, desk)
    if decided is not None:
        return Response(decided, (Act("command", text.strip()),))
    if not _takes_reading(text, ask):
        return Response(answer(before, text, desk) if ask is not None else start(text, desk), (Act("answer", text.strip()),))
    named = labelled_fact(text, before.now.answers, desk.knowledge)
    if named is not None:
        return Response(retract(before, {named: None}, desk), (Act("retract", text.strip()),))
    line = _Line(text, desk, is_first=not before.now.answers)
    weighing = weigh(literal_only(proposals, line.reading.written), line.reading)
    if weighing.all:
        desk = dataclasses.replace(desk, proposals=fresh_proposals(weighing, before, proposals))
    response = _Steps(before, line, desk, is_asked=ask is not None).run()
    asking = ask_about_open(before, response.conversation, weighing, desk) if weighing.all else response.conversation
    return msgspec.structs.replace(response, conversation=asking, weighing=weighing)


def takes_reading(conversation: Conversation | None, text: str, desk: Desk) -> bool:
    """True if a line is words to be read, not the number of a choice, a yes or a no: only then has a second reader anything to do."""
    before = conversation if conversation is not None else Conversation()
    ask = next_ask(before, desk) if conversation is not None else None
    return _takes_reading(text, ask) and (before.sandbox is None or _decide_what_if(before, text, desk) is None)


def _takes_reading(text: str, ask: Ask | None) -> bool:
    return bool(text.strip()) and len(text) <= MOST_CHARACTERS and not (ask is not None and _is_plain_reply(text, ask))


def _decide_what_if(conversation: Conversation, text: str, desk: Desk) -> Conversation | None:
    """After the answer to an open what-if, by digit or label; None where the text is none."""
    if conversation.sandbox is None:
        return None
    ways: tuple[tuple[str, Callable[[Conversation, Desk], Conversation]], ...] = (("try_keep", keep), ("try_discard", discard))
    chosen = picked(text, tuple(Offer(label=say(desk.knowledge, key)) for key, _ in ways))
    said = " ".join(text.lower().replace(",", " ").strip(" .!").split())
    spoken = (step for key, step in ways if said in say(desk.knowledge, f"{key}_words").split(", "))
    step = ways[chosen][1] if chosen is not None else next(spoken, None)
    return step(conversation, desk) if step is not None else None


def _is_plain_reply(text: str, ask: Ask) -> bool:
    if ask.kind == "confirm" and yes_or_no(text)[0] is not None:
        return True
    return picked(text, ask.offers) is not None or is_not_sure(text) or (ask.kind == "check" and is_right(text))


class _Steps:
    """The steps that one line takes, in the order in which they make sense."""

    def __init__(self, conversation: Conversation, line: _Line, desk: Desk, *, is_asked: bool) -> None:
        self._line, self._desk = line, desk
        self._conversation = msgspec.structs.replace(conversation, notice=())  # what was told of the last line is told
        self._act_of_statement: ActKind = "answer" if is_asked else "state"
        self._is_asked = is_asked
        self._kinds: dict[Clause, ActKind] = {clause: clause.act for clause in line.clauses}
        self._notices: list[str] = []
        self._dealt: set[Clause] = set()
        """Clauses that state nothing more: what they say is done."""

    def run(self) -> Response:
        """Take them all."""
        self._meta_steps()
        self._retractions()
        stated = self._statements()
        self._what_ifs()
        questions = self._of_kind(QUESTIONS)
        if not stated and not questions and not self._notices and self._of_kind({"small-talk"}):
            self._notices.append(say(self._desk.knowledge, "small_talk"))
        told = self._conversation
        if self._notices:
            told = msgspec.structs.replace(told, notice=(*self._notices, *told.notice))
        elif not stated and questions and not self._dealt:
            told = msgspec.structs.replace(told, notice=())
        return Response(told, tuple(self._acts()), self._unused(stated), tuple(self._joined(questions)))

    def _of_kind(self, kinds: Iterable[str]) -> list[Clause]:
        wanted = frozenset(kinds)
        return [clause for clause, kind in self._kinds.items() if kind in wanted]

    def _meta_steps(self) -> None:
        """Start over, undo, keep or drop what was tried."""
        for clause in self._line.clauses:
            if self._line.has("starts_over", clause) and clause.is_statement:
                self._conversation = self._conversation.at(State()) if self._conversation.now.answers else self._conversation
                self._deal_with(clause, "retract", "started_over")
            elif self._line.has("undoes", clause) and clause.is_statement:
                self._conversation = back(self._conversation, self._desk)
                self._kinds[clause] = "retract"
                self._dealt.add(clause)
            elif self._conversation.sandbox is not None and (self._line.has("keeps_it", clause) or self._line.has("keeps_some", clause)):
                self._conversation = keep(self._conversation, self._desk)
                self._kinds[clause] = "command"
            elif self._conversation.sandbox is not None and self._line.has("drops_it", clause):
                self._conversation = discard(self._conversation, self._desk)
                self._kinds[clause] = "command"

    def _deal_with(self, clause: Clause, act: ActKind, key: str) -> None:
        self._kinds[clause] = act
        self._dealt.add(clause)
        self._notices.append(say(self._desk.knowledge, key))

    def _retractions(self) -> None:
        for clause in self._line.clauses:
            if self._kinds[clause] not in {"state", "retract", "correct"} or not self._line.has("retracts", clause):
                continue
            gone = retracted_facts(self._line.message, clause, self._conversation.now.answers, self._desk.knowledge)
            if gone:
                self._conversation = retract(self._conversation, gone, self._desk)
                self._kinds[clause] = "retract"
                self._dealt.add(clause)

    def _statements(self) -> list[Clause]:
        """What it states, answers or corrects, as one message."""
        stated = [clause for clause in self._of_kind({"state", "correct", "retract"}) if clause not in self._dealt]
        first = not self._conversation.now.answers and not self._conversation.now.waiting
        asked = [clause for clause in self._of_kind(QUESTIONS) if not clause.seeks_knowledge] if first else []
        if not stated and not asked:
            return []
        text = self._line.only(sorted([*stated, *asked]))
        if not text.strip(" .,;:!?\n"):
            return []
        if first:
            started = start(text, self._desk)
            if self._is_asked and not started.now.answers:
                started = answer(self._conversation, text, self._desk)  # somebody who wants to be led has been asked already
            past = (*self._conversation.past, self._conversation.now) if self._conversation.past else ()
            self._conversation = msgspec.structs.replace(started, past=past)
        elif not all(clause.role != "wanted" for clause in stated):
            before = self._conversation
            self._conversation = answer(before, text, self._desk)
            if not any(self._kinds[clause] in {"correct", "retract"} or self._line.has("corrects_anywhere", clause) for clause in stated):
                self._conversation = ask_first(before, self._conversation, self._asked_for(before), self._desk)
        for clause in stated:
            if self._kinds[clause] == "state":
                self._kinds[clause] = self._act_of_statement
        return stated

    def _asked_for(self, conversation: Conversation) -> frozenset[str]:
        """The fact that the pending question asks for: its answer may change all it wants."""
        ask = next_ask(conversation, self._desk)
        return frozenset(
            {ask.fact} if ask is not None and ask.kind == "fact" else {offer.fact for offer in ask.offers} if ask is not None else ()
        )

    def _what_ifs(self) -> None:
        for clause in self._of_kind({"what-if"}):
            if self._conversation.now.answers:
                self._conversation = what_if(self._conversation, self._line.words(clause.start, clause.end), self._desk)

    def _acts(self) -> Iterable[Act]:
        """What was done, clause by clause; neighbours of one kind are one act."""
        done = join_neighbours((self._kinds[clause], clause) for clause in self._line.clauses)
        return [Act(kind, self._line.words(begin, end)) for kind, begin, end in done]

    def _joined(self, questions: Sequence[Clause]) -> Iterable[str]:
        """Each question whole: its clauses stand side by side."""
        joined: list[Clause] = []
        for clause in questions:
            if joined and joined[-1].end == clause.start:
                joined[-1] = joined[-1]._replace(end=clause.end)
            else:
                joined.append(clause)
        return [self._line.words(clause.start, clause.end) for clause in joined]

    def _unused(self, stated: Sequence[Clause]) -> tuple[str, ...]:
        """What of the statements stands in no quote of an answer."""
        reading = self._line.reading
        quotes = " ".join(one.quote or one.because for one in self._conversation.now.answers.values())
        places = {word for word in reading.unused if word not in quotes}
        whole = " ".join(self._line.words(clause.start, clause.end) for clause in (*stated, *self._of_kind({"retract"})))
        return tuple(word for word in reading.unused if word in places and word in whole)
