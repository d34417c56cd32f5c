"""The glossary both ways: from a term to its meaning, and from a meaning to its term."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from knowledge import Knowledge
from knowledge.schema.learning import Term
from knowledge.sentences import fill_sentence
from quizzes.display_order import shuffle_by_hash
from quizzes.drills.drill import WRONG_OPTIONS, ListedDrill, drill_on, gives_away, make_choice, stems_of
from quizzes.item import Choice, Option
from quizzes.practice_log import DRILL_PREFIX

Way = Literal["meaning", "term"]
_TASK = "3.1"
_DIFFICULTY = 1


def list_glossary_drills(knowledge: Knowledge) -> Iterator[ListedDrill]:
    """Both ways for every term whose summary does not name it and which has enough rivals."""
    for identity, term in knowledge.glossary.items():
        if not _is_clear(term) or len(_rivals_of(identity, 0, knowledge)) < WRONG_OPTIONS:
            continue
        for way in get_args(Way):
            yield drill_on(f"glossary/{identity}", way, "glossary", task=_TASK, difficulty=_DIFFICULTY)


def make_glossary_drill(one: ListedDrill, seed: int, knowledge: Knowledge) -> Choice:
    """The item: the summary of the term beside those of three others, or its name beside theirs."""
    way: Way = "meaning" if one.id.startswith(f"{DRILL_PREFIX}meaning-") else "term"
    term = knowledge.glossary[one.origin]
    rivals = _rivals_of(one.origin, seed, knowledge)[:WRONG_OPTIONS]
    options = [Option(text=_shown(term, way), why=term.example, right=True)]
    for identity in rivals:
        rival = knowledge.glossary[identity]
        apart = term.confused_with.get(identity, "")
        told = fill_sentence(knowledge, "generated", f"drill_is_{way}", name=rival.name, summary=rival.summary)
        options.append(Option(text=_shown(rival, way), why=f"{told} {apart}".strip(), about=f"glossary/{identity}"))
    asked = term.name if way == "meaning" else term.summary
    return make_choice(
        one,
        seed,
        stem=fill_sentence(knowledge, "generated", f"drill_ask_{way}", what=asked),
        principle=f"{term.name}: {term.summary}",
        sources=term.sources,
        options=options,
        points=tuple(f"glossary/{identity}" for identity in rivals),
    )


def _shown(term: Term, way: Way) -> str:
    return term.summary if way == "meaning" else term.name


def _is_clear(term: Term) -> bool:
    """True if the summary has no word of the name, nor of a short form of it."""
    return not gives_away((term.name, *(alias for alias in term.aliases if " " not in alias)), term.summary)


def _rivals_of(identity: str, seed: int, knowledge: Knowledge) -> list[str]:
    """Terms to tell it from: those it is confused with, then others of its subject; none that shares a word of its name.

    A rival has to be clear itself, and neither summary may name the other term.
    """
    term = knowledge.glossary[identity]
    named = [one for one in term.confused_with if _is_apart(term, knowledge.glossary[one])]
    if len(named) >= WRONG_OPTIONS:
        return named
    others = shuffle_by_hash(
        (one for one, other in knowledge.glossary.items() if one != identity and one not in named and other.subject == term.subject),
        seed,
        identity,
        str,
    )
    for one in others:
        if len(named) >= WRONG_OPTIONS:
            break
        rival = knowledge.glossary[one]
        if identity not in rival.confused_with and _is_apart(term, rival) and stems_of(term.summary).isdisjoint(stems_of(rival.name)):
            named.append(one)
    return named


def _is_apart(term: Term, rival: Term) -> bool:
    return _is_clear(rival) and not gives_away((term.name,), rival.name) and not gives_away((term.name,), rival.summary)
