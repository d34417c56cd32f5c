"""What to try first for a symptom as people tell it: the engine recognizes it, and the base says in which order to try remedies."""

from __future__ import annotations

from collections.abc import Iterator

from engine.diagnosis import diagnose_text
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.symptom import Symptom
from knowledge.sentences import fill_sentence
from quizzes.display_order import shuffle_by_hash
from quizzes.drills.drill import WRONG_OPTIONS, ListedDrill, drill_on, make_choice
from quizzes.item import Choice, Option

_TASK = "3.1"
_DIFFICULTY = 3
_MAX_WORDS = 60
_MAX_TRIES = 6


def list_symptom_drills(knowledge: Knowledge) -> Iterator[ListedDrill]:
    """One for every symptom."""
    for identity in knowledge.symptoms:
        yield drill_on(f"symptoms/{identity}", "first", "symptoms", task=_TASK, difficulty=_DIFFICULTY)


def make_symptom_drill(one: ListedDrill, seed: int, knowledge: Knowledge) -> Choice | None:
    """The item; None where the engine takes none of some wordings for this symptom alone."""
    symptom = knowledge.symptoms[one.origin]
    words = _told_words(symptom, seed, knowledge)
    if words is None:
        return None
    rivals = [other for other in _rivals_of(symptom, seed, knowledge) if other.remedies[0].remedy != symptom.remedies[0].remedy]
    options = [Option(text=symptom.remedies[0].remedy, why=_why_first(symptom, knowledge), right=True)]
    if len(symptom.remedies) > 1:
        later = symptom.remedies[-1]
        options.append(Option(text=later.remedy, why=fill_sentence(knowledge, "generated", "drill_later", costs=later.costs)))
    for rival in rivals[: WRONG_OPTIONS + 1 - len(options)]:
        why = fill_sentence(knowledge, "generated", "drill_other_symptom", name=rival.name, summary=rival.summary)
        options.append(Option(text=rival.remedies[0].remedy, why=why, about=f"symptoms/{rival.id}"))
    if len(options) <= WRONG_OPTIONS or len({option.text for option in options}) < len(options):
        return None
    return make_choice(
        one,
        seed,
        stem=fill_sentence(knowledge, "generated", "drill_ask_first", words=words),
        principle=f"{symptom.name}: {symptom.summary}",
        sources=symptom.sources,
        options=options,
        points=tuple(option.about for option in options if option.about),
        hints=(symptom.causes[0].check.probe,),
    )


def _told_words(symptom: Symptom, seed: int, knowledge: Knowledge) -> str | None:
    """A wording that the engine takes for this symptom and no other."""
    short = (words for words in symptom.seen if len(words.split()) <= _MAX_WORDS)
    for words in shuffle_by_hash(short, seed, symptom.id, str)[:_MAX_TRIES]:
        found = diagnose_text(words, "", Workload(), knowledge)
        if [one.symptom for one in found] == [symptom.id]:
            return words
    return None


def _rivals_of(symptom: Symptom, seed: int, knowledge: Knowledge) -> list[Symptom]:
    """Other symptoms of the area, then of any area, with a stage in common."""
    stages = set(symptom.stages)
    others = [one for one in knowledge.symptoms.values() if one.id != symptom.id and stages.intersection(one.stages)]
    mixed = shuffle_by_hash(others, seed, symptom.id, lambda one: one.id)
    return sorted(mixed, key=lambda one: one.area != symptom.area)


def _why_first(symptom: Symptom, knowledge: Knowledge) -> str:
    check = symptom.causes[0].check
    return fill_sentence(knowledge, "generated", "drill_first", name=symptom.name, check=check.probe, tells=check.tells)
