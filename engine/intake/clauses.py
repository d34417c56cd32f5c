"""The clauses of a message: what the person does with each, and what each is said of.

A question, a what-if or small talk states no fact; neither does what is said of the past, of another system, by somebody else, or of a
day that may come. Every reader asks here whether the words it looks at speak of the workload.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from engine.intake.patterns import Hits
from engine.intake.tokens import Word
from engine.lazy_pattern import lazy_pattern

Hearing = Literal["first", "later", "what-if"]
"""A first message, one after it, or words that are only tried."""
ActKind = Literal["state", "answer", "correct", "retract", "ask", "compare", "what-if", "command", "small-talk", "unclear"]
Role = Literal["wanted", "present", "log", "past", "another", "opinion", "possibility"]

_BREAK: Final = lazy_pattern(r"[,;:()—–]\s|\s[-–—]\s")  # dashes as people write them
"""Between two words, it parts two clauses."""
_CONJUNCTIONS: Final = frozenset({"but", "while", "whereas", "although", "though", "yet", "however"})
_JOINS: Final = frozenset({"and", "so", "then"})
_SUBJECTS: Final = frozenset({"we", "i", "it", "they", "he", "she", "there", "this", "that", "everything", "nobody", "must", "should"})
"""A word that goes on with a sentence parts two clauses only before one that begins another."""
_RELATIVE: Final = frozenset({"which", "who", "whose"})
"""First words of a piece that goes on about the last noun: "unlike our bot, which has to answer at once"."""
_LINE_END: Final = lazy_pattern(r"\n")
_QUOTED: Final = lazy_pattern(r"[\"“](?:[^\"“”\n\s]+\s+){3,}[^\"“”\n]*[\"”]|(?<!\w)'(?:[^'\n\s]+\s+){4,}[^'\n]*'(?!\w)")
"""Four words or more between quotation marks."""
_LOG: Final = lazy_pattern(
    r"\d{4}-\d\d-\d\d[T ]\d\d:|^\s*\[[A-Za-z]\w*\]|\b(?:ERROR|WARN|WARNING|INFO|DEBUG|Traceback|exit code|dmesg)\b"
    r"|\b\w{1,40}Error\b|\w=\S{1,40}\s+\w{1,40}=",
    re.MULTILINE,
)
"""What a line has that a program wrote."""
_LOG_BEGIN: Final = lazy_pattern(
    r"\s*(?:\d{4}-\d\d-\d\d|\[[A-Za-z]\w*\]|(?:ERROR|WARN|WARNING|INFO|DEBUG|Traceback)\b|\w[\w.]*(?:Error|Exception)\b)"
)
_SUPPOSING: Final = frozenset({"if", "suppose", "supposing", "imagine", "say"})
"""First words of a question that asks about what is not so."""
_ROLES: Final[tuple[tuple[Role, str], ...]] = (
    ("opinion", "opinion_of"),
    ("another", "another_of"),
    ("past", "past_of"),
    ("possibility", "possibly"),
    ("present", "today_of"),
)
"""Role -> the cue that tells it; the first that stands in a clause counts."""
_OF_WORKLOAD: Final = frozenset({"wanted", "present", "log"})
"""Roles of clauses whose names are of this workload."""
_STATEMENTS: Final = frozenset({"state", "answer", "correct", "retract", "unclear"})
QUESTIONS: Final[frozenset[ActKind]] = frozenset({"ask", "compare"})
_FEW: Final = 3
"""Words of small talk that may stand beside what says it: "thanks a lot", "hi there all"."""


class Clause(NamedTuple):
    """One part of a sentence."""

    start: int
    end: int
    act: ActKind
    role: Role
    seeks_knowledge: bool = False
    """Whether it asks what somebody could look up, not what to do with a workload; in a later message, whether it asks at all."""

    @property
    def is_statement(self) -> bool:
        """Whether the person tells something with it."""
        return self.act in _STATEMENTS

    @property
    def is_question(self) -> bool:
        """Whether the person wants to know something with it."""
        return self.act in QUESTIONS

    @property
    def is_of_workload(self) -> bool:
        """Whether it is said of this workload, as it is wanted or as it runs today."""
        return self.role in _OF_WORKLOAD

    @property
    def states_facts(self) -> bool:
        """Whether what it says holds for the workload; a question for advice tells of it too: "which GPU for 50 requests a second?"."""
        if not self.is_of_workload or self.act in {"what-if", "small-talk", "command"}:
            return False
        return self.is_statement or not self.seeks_knowledge

    def states_amount(self, kind: str) -> bool:
        """Whether an amount of a kind in it may be a fact: times and money of the present describe, and what is taken back is none."""
        if not self.states_facts or self.act == "retract" or self.role == "log":
            return False
        return self.role == "wanted" or kind not in {"time", "money"}


def join_neighbours(acts: Iterable[tuple[ActKind, Clause]]) -> Iterator[tuple[ActKind, int, int]]:
    """Each act with where it begins and ends; neighbours of one kind are one."""
    for kind, several in itertools.groupby(acts, key=lambda pair: pair[0]):
        clauses = [clause for _, clause in several]
        yield kind, clauses[0].start, clauses[-1].end


class Clauses:
    """The clauses of one message, found by place."""

    def __init__(self, text: str, words: Sequence[Word], cues: Hits, hearing: Hearing = "first") -> None:
        """`cues` are where the cues of `knowledge/data/cues/` stand among the words."""
        self._text, self._words, self._cues, self._hearing = text, words, cues, hearing
        self._firsts = {cue: [found.first for found in cues.get(cue, ())] for cue in _USED}
        self._lines = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._quoted = [match.span() for match in _QUOTED.finditer(text)]
        """Where somebody else's words stand."""
        self._is_curious = bool(cues.get("only_curious", ()))
        """Whether the message as a whole only wants to know something."""
        self._logged = [_LOG.search(line) is not None for line in text.split("\n")]
        """For each line, whether a program wrote it."""
        self.all: tuple[Clause, ...] = tuple(self._classify())
        self._starts = [clause.start for clause in self.all]

    def at(self, place: int) -> Clause | None:
        """The clause that holds a place."""
        index = bisect.bisect_right(self._starts, place) - 1
        return self.all[index] if index >= 0 else None

    def states_facts(self, place: int) -> bool:
        """Whether what stands at a place may be a fact of the workload."""
        clause = self.at(place)
        return clause is None or self._hearing == "what-if" or clause.states_facts

    def states_amount(self, place: int, kind: str) -> bool:
        """Whether an amount of a kind at a place may be a fact of the workload."""
        clause = self.at(place)
        return clause is None or self._hearing == "what-if" or clause.states_amount(kind)

    def _classify(self) -> Iterator[Clause]:
        """Every clause; a sentence that the next one takes back is of the past: "budget is 900. No, scrap that"."""
        sentences = list(self._sentences())
        scrapped: set[int] = set()
        for index, (first, _) in enumerate(sentences):
            if self._hearing == "first" and self._has("scraps_it", first, first + _FEW):
                scrapped.update([at for at in range(index) if sentences[at][1] - sentences[at][0] > _FEW][-1:])
        for index, (first, last) in enumerate(sentences):
            for clause in self._clauses_of(first, last):
                yield clause._replace(role="past") if index in scrapped and clause.is_statement else clause

    def _clauses_of(self, first: int, last: int) -> Iterator[Clause]:
        pieces = list(self._pieces(first, last))
        asked = self._asked_from(pieces, last)
        role: Role = "wanted"
        supposes = False
        is_log = self._is_log(first, last)
        for index, (begin, end) in enumerate(pieces):
            role = "log" if is_log else self._role(begin, end, role)
            start = self._words[begin].start
            finish = self._words[end].start if end < len(self._words) else len(self._text)
            act = self._act(begin, end, is_asked=asked is not None and index >= asked)
            supposes = supposes or act == "what-if" or (asked is not None and self._words[first].text in _SUPPOSING)
            act = "what-if" if supposes and act in {"state", "ask", "compare"} else act
            knowledge = act in QUESTIONS and (self._hearing == "later" or self._seeks_knowledge(pieces[asked or 0][0], last))
            yield Clause(start, finish, act, role if act in _STATEMENTS else "wanted", knowledge)

    def _sentences(self) -> Iterator[tuple[int, int]]:
        """First word and the word after the last one of each sentence."""
        first = 0
        for index in range(1, len(self._words) + 1):
            if index == len(self._words) or self._words[index].sentence != self._words[first].sentence:
                yield first, index
                first = index

    def _pieces(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        begin = first
        quotes = {place for start, _ in self._quoted for place in (start, start + 1)}
        for index in range(first + 1, last):
            between = self._text[self._words[index - 1].end : self._words[index].start + 1]
            following = self._words[index + 1].text if index + 1 < last else ""
            joins = self._words[index].text in _JOINS and following in _SUBJECTS and (self._words[index].text, following) != ("so", "that")
            if self._words[index].start in quotes or self._words[index].text in _CONJUNCTIONS or joins or _BREAK.search(between):
                yield begin, index
                begin = index
        if begin < last:
            yield begin, last

    def _asked_from(self, pieces: Sequence[tuple[int, int]], last: int) -> int | None:
        """The piece from which a sentence asks; None where it asks nothing."""
        marked = self._words[last - 1].text == "?" or self._text[self._words[last - 1].end :].lstrip().startswith("?")
        for index, (begin, end) in enumerate(pieces):
            if self._begins("asks_unmarked", begin) or (marked and self._begins("asks_first", begin)):
                return index
            if self._has("what_if", begin, min(end, begin + _FEW)):
                return index
        return len(pieces) - 1 if marked else None

    def _act(self, begin: int, end: int, *, is_asked: bool) -> ActKind:
        if self._has("what_if", begin, end):
            return "what-if"
        if is_asked:
            return "compare" if self._has("asks_if_so", begin, end) and self._has("than", begin, end) else "ask"
        talk = next((found for found in self._within("small_talk", begin, end) if found == begin), None)
        if talk is not None and end - begin <= _FEW:
            return "small-talk"
        if self._begins("corrects_it", begin):
            return "correct"
        if self._begins("retracts", begin):
            return "retract"
        return "state"

    def _role(self, begin: int, end: int, before: Role) -> Role:
        """What a piece is said of; a piece without a word of its own goes on with what the one before was said of."""
        is_quoted = self._is_quoted(begin)
        if is_quoted or (before != "wanted" and self._words[begin].text in _RELATIVE):
            return "opinion" if is_quoted else before
        is_supposed = self._begins("possibly", begin)  # "if we ever got to 500 a second we'd have to rethink"
        if not is_supposed and (self._has("demands", begin, end) or self._begins("this_one", begin)):
            return "wanted"
        told = next((role for role, cue in _ROLES if self._has(cue, begin, end)), None)
        is_wished = {told, before} <= {None, "wanted", "present"} and self._has("wishes", begin, end)
        if is_wished or told is not None or self._has("nowadays", begin, end):
            return "wanted" if is_wished or told is None else told
        if self._is_curious and not self._has("first_person", begin, end):
            return "opinion"
        if before == "present" or self._words[begin].text not in _CONJUNCTIONS:
            goes_on = before == "present" or self._words[begin].text in _JOINS
            return "wanted" if self._has("first_person", begin, end) and not goes_on else before
        return "wanted"

    def _is_log(self, first: int, last: int) -> bool:
        """Whether a program wrote a sentence: its line begins so, or an error stands in it and nobody speaks."""
        line = bisect.bisect_right(self._lines, self._words[first].start) - 1
        if not self._logged[line]:
            return False
        if _LOG_BEGIN.match(self._text, self._lines[line]):
            return True
        end = self._words[last - 1].end
        return _LOG.search(self._text, self._words[first].start, end) is not None and not self._has("first_person", first, last)

    def _is_quoted(self, word: int) -> bool:
        place = self._words[word].start
        return any(begin <= place < end for begin, end in self._quoted)

    def _seeks_knowledge(self, begin: int, end: int) -> bool:
        if self._is_curious:
            return True
        if self._has("first_person", begin, end) or self._has("asks_advice", begin, end):
            return False
        return self._has("asks_knowledge", begin, end) or self._has("asks_if_so", begin, end)

    def _within(self, cue: str, begin: int, end: int) -> Iterator[int]:
        firsts = self._firsts[cue]
        for index in range(bisect.bisect_left(firsts, begin), len(firsts)):
            if firsts[index] >= end:
                return
            yield firsts[index]

    def _has(self, cue: str, begin: int, end: int) -> bool:
        return next(self._within(cue, begin, end), None) is not None

    def _begins(self, cue: str, begin: int) -> bool:
        return next(self._within(cue, begin, begin + 1), None) is not None


_USED: Final = (
    "asks_first", "asks_unmarked", "only_curious", "asks_knowledge", "asks_if_so", "first_person", "asks_advice", "what_if", "than",
    "small_talk", "corrects_it", "retracts", "demands", "wishes", "this_one", "scraps_it", "nowadays", *(cue for _, cue in _ROLES),
)  # fmt: skip
