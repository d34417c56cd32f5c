"""Takes a question about entries apart: which entries are compared, and which facts of an entry are asked for."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from knowledge.base import Knowledge
from knowledge.entry_search import Finding, find_entries, mend_words, names_exactly
from knowledge.lookup import EXPLAINED_KINDS, Hit
from knowledge.machine_sizes import read_machine_size
from knowledge.name_letters import read_name_part
from knowledge.name_words import split_words, word_set
from knowledge.type_shorthand import spell_out_types

PART: Final = "part"
SIZE: Final = "size"
TUNING: Final = "tuning"
MACHINE: Final = "machine"
"""Facts that a question points to by a key of its own, after a colon: "part:d" of a name, "size:70" for 70 billion parameters,
"tuning:8" for what 8 billion take in fine-tuning, "machine:" and the question for types of a size."""
MAX_COMPARED: Final = 4
"""More columns cannot be read side by side."""
_MAX_CHARACTERS: Final = 400
"""The rest of a longer question is not looked at."""
_INTENT: Final = re.compile(
    r"^(?:(?:what|whats|what's|which|how|explain|tell me|please|show|is|are|there|the|main|key|about|a|an|big|exact|do|does|to|i|we|"
    r"should|can)\s+)*"
    r"(?:diff(?:erence)?s?\s+(?:between|of|in)|differs?\s+between|compar(?:e|ing)|comparisons?\s+(?:of|between)|choos(?:e|ing)\s+between|"
    r"decid(?:e|ing)\s+between|distinguish(?:\s+between)?|between)\s+"
)
"""Words that begin a comparison."""
_LEAD: Final = re.compile(
    r"^(?:is|are|why is|why are|which is (?:better|cheaper|faster|best)[:,]?|what is (?:better|cheaper|faster)[:,]?|"
    r"should (?:i|we) (?:use|choose|take|pick|buy)|when (?:should i|do i|to) (?:use|choose|take)|do i need|"
    r"is it better to use|better[:,]?|use)\s+"
)
_AFTER: Final = re.compile(
    r"(?:[,:;.?!]\s*|\s+)(?:differences?|comparison|compared|which is (?:better|cheaper|best|faster)|"
    r"what is the difference|which one(?: is better)?|"
    r"when (?:to use )?(?:which|what)|for (?:ml|machine learning|inference|training))$"
)
_VERSUS: Final = re.compile(
    r"\s+(?:vs\.?|v\.?s?\.?|versus|or|against|compared\s+(?:to|with)|in\s+comparison\s+(?:to|with)|as\s+opposed\s+to|rather\s+than|"
    r"instead\s+of|(?:is\s+)?different\s+(?:from|to|than)|differs?\s+from|(?:more|less)\s+\w+\s+than|"
    r"(?:cheaper|faster|better|slower|larger|bigger|smaller|older|newer|dearer)\s+than)\s+"
)
_AND: Final = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|with|to|from|&)\s+")
_DIFFERS: Final = re.compile(r"^how\s+(?:does|do|is|are)\s+(?=.*\bdiffer)")
_SENTENCE_KINDS: Final = frozenset({"symptoms", "software", "guidance", "lessons"})
"""Kinds whose names tell what happens or what to do, and may hold the name of another entry."""
_OPEN_AMOUNT: Final = ("how", "much")
"""Asks for a price only where nothing else says of what."""
_ANY_FIGURE: Final = "figure"
"""Asks for every figure, where no word says which."""
_BILLIONS: Final = re.compile(r"(?<![\w.])(?P<size>\d{1,4}(?:\.\d+)?)\s?(?:b|bn|billion)\b")
_MEMORY: Final = re.compile(r"\b\d+\s?(?:gb|gib)\b")
_MODEL_KINDS: Final = frozenset({"models", "model_families", "hosted_models"})
_NAMED_MACHINES: Final = frozenset(
    {"instances", "families", "accelerators", "cores", "models", "model_families", "hosted_models", "places"}
)
_MACHINE_KINDS: Final = frozenset({"instances", "families", "accelerators"})
_ADVISED_FACTS: Final = frozenset({"hardware", "devices"})
"""Facts that a rule of thumb answers: "do i need a gpu for xgboost"."""
_NEEDS_OF_MODELS: Final = frozenset({"memory", "gpu_memory", "devices", "hardware"})
"""Facts that follow from a number of parameters."""
_FAMILY_LETTERS: Final = re.compile(r"(?P<letters>[a-z]{1,3})(?: (?:family|instance|type|series|class))*")


class Question(NamedTuple):
    """What somebody wants to know."""

    finding: Finding
    """The entry it is about; of a comparison all that are compared, in their order."""
    compares: bool = False
    """True if the entries of `finding` are to stand side by side."""
    facts: tuple[str, ...] = ()
    """What is asked of the entry: names of `wording/asked_facts.yaml`, such as "payload" and "price"."""
    subject: str = ""
    """The words that name the entry, where they are not the whole question."""


def read_question(text: str, knowledge: Knowledge) -> Question:
    """What a question asks. Its finding does not cover where the base has no entry for it."""
    text = spell_out_types(text, knowledge.instances)
    if (part := _read_name_part(text, knowledge)) is not None:
        return part
    if _BILLIONS.fullmatch(text.strip().lower()) and (sized := _read_parameters(text, (), knowledge, unnamed=True)) is not None:
        return sized
    if hits := names_exactly(text, knowledge):
        whole = Question(Finding(hits, covers=True))
        return _prefer_subject(text, whole, knowledge) if hits[0].kind in _SENTENCE_KINDS else whole
    parts = split_comparison(text)
    if parts:
        compared = _read_comparison(parts, knowledge)
        if compared is not None:
            return compared
    return _read_subject(text, knowledge)


def _read_name_part(text: str, knowledge: Knowledge) -> Question | None:
    """The term that explains a part of a name, then the family that was named."""
    part = read_name_part(text[:_MAX_CHARACTERS])
    if part is None or part.term not in knowledge.glossary or (part.family and part.family not in knowledge.families):
        return None
    if any(key not in knowledge.glossary[part.term].parts for key in part.keys):
        return None
    hits = (Hit("glossary", part.term), *([Hit("families", part.family)] if part.family else []))
    return Question(Finding(hits, covers=True), facts=tuple(f"{PART}:{key}" for key in part.keys))


def _prefer_subject(text: str, whole: Question, knowledge: Knowledge) -> Question:
    """The entry with a fact that is asked for, where the whole text is only a name of what happens with it: "lambda timeout"."""
    question = _read_subject(text, knowledge, is_part=True)
    if whole.finding.hits[0].kind == "guidance" and set(question.facts) <= _ADVISED_FACTS:
        return whole
    if not question.facts or not question.finding.covers or question.finding.hits[0].kind in (*_SENTENCE_KINDS, "glossary"):
        return whole
    hits = dict.fromkeys((question.finding.hits[0], *whole.finding.hits, *question.finding.hits))
    return question._replace(finding=Finding(tuple(hits), covers=True))


def split_comparison(text: str) -> list[str]:
    """The things that a question puts side by side; empty where it compares nothing."""
    said = " ".join(text[:_MAX_CHARACTERS].lower().replace("\u2019", "'").split()).strip(" ?!.")
    bare = _AFTER.sub("", said)
    rest = _DIFFERS.sub("", bare)
    opened = _INTENT.sub("", rest)
    wants = opened != rest or bare != said
    rest = _LEAD.sub("", opened)
    parts = _VERSUS.split(rest)
    if wants or len(parts) > 1:
        parts = [piece for part in parts for piece in (_AND.split(part) if wants else re.split(r"\s*,\s*", part))]
    parts = [part.strip(" ,.:;?") for part in parts if part.strip(" ,.:;?")]
    return parts if 2 <= len(parts) <= MAX_COMPARED else []  # noqa: PLR2004  # one thing is no comparison


def _read_comparison(parts: Sequence[str], knowledge: Knowledge) -> Question | None:
    """The entries that the parts name, of one kind where they can be; None where no part names any."""
    found = [_find_part(part, parts[-1] if place < len(parts) - 1 else "", knowledge) for place, part in enumerate(parts)]
    facts = tuple(dict.fromkeys(fact for question in found for fact in question.facts))
    missing = [place for place, question in enumerate(found) if not question.finding.covers]
    if len(missing) == len(parts):
        return None
    if missing:
        near = [hit for question in found for hit in question.finding.hits[:2]]
        return Question(Finding(tuple(dict.fromkeys(near)), covers=False), subject=parts[missing[0]])
    chosen = tuple(dict.fromkeys(_of_one_kind([_own_first(question.finding.hits, knowledge) for question in found])))
    return Question(Finding(chosen, covers=True), compares=len(chosen) > 1, facts=facts)


def _find_part(part: str, last: str, knowledge: Knowledge) -> Question:
    """What a part names; "real-time" in "real-time or serverless endpoint" also borrows the end of the last part."""
    words = last.split()
    own = names_exactly(f"{part} family" if len(part) == 1 else part, knowledge)
    for borrowed in range(1, len(words)):
        if hits := names_exactly(" ".join((part, *words[borrowed:])), knowledge):
            return Question(Finding(own if own and hits[0].kind in _SENTENCE_KINDS else hits, covers=True))
    if own:
        return Question(Finding(own, covers=True))
    return _read_subject(part, knowledge)


def _own_first(hits: Sequence[Hit], knowledge: Knowledge) -> Sequence[Hit]:
    """The entries of a part; where the likeliest is a term, without places of which it is only an option, such as ECS for Fargate."""
    if hits[0].kind != "glossary":
        return hits
    name = set(split_words(knowledge.glossary[hits[0].id].name))
    places = [hit for hit in hits if hit.kind == "places" and name.isdisjoint(split_words(f"{hit.id} {knowledge.places[hit.id].name}"))]
    return [hit for hit in hits if hit not in places]


def _of_one_kind(found: Sequence[Sequence[Hit]]) -> Iterator[Hit]:
    """One entry for each, all of the first kind in which each has one of its own; else the likeliest of each."""
    for kind in ("instances", *EXPLAINED_KINDS):
        of_kind = [next((hit for hit in hits if hit.kind == kind), None) for hits in found]
        if kind == "glossary" and any(hits[0].kind == "places" for hits in found):
            break
        if all(of_kind) and len(set(of_kind)) == len(of_kind):
            yield from (hit for hit in of_kind if hit is not None)
            return
    yield from (hits[0] for hits in found)


def _read_subject(text: str, knowledge: Knowledge, *, is_part: bool = False) -> Question:
    """The entry, and what is asked of it, where the words without those of facts name one; `is_part` asks for nothing else."""
    asked = _asked_phrases(knowledge)
    words = mend_words(text, knowledge, asked.words)
    facts, rest = _take_facts(words, asked)
    facts = tuple(fact for fact in facts if fact != _ANY_FIGURE) or facts
    if page := next((page for fact in facts if (page := asked.pages.get(fact))), None):
        others = find_entries(" ".join(rest), knowledge).hits if rest else ()
        return Question(Finding(tuple(dict.fromkeys((page, *others))), covers=True), facts=facts)
    special = _read_parameters(text, facts, knowledge) or _read_machine(text, knowledge)
    if special is None and facts and (families := _families_of_letters(rest, facts, knowledge)):
        special = Question(Finding(families, covers=True), facts=facts)
    if special := special or _read_with_one_fact(words, facts, rest, asked, knowledge):
        return special
    if facts and (named := [word for word in rest if word not in asked.filler]):
        for subject in (named, rest) if "cheapest" in facts else (rest, named):
            finding = find_entries(" ".join(subject), knowledge)
            if finding.covers:
                return Question(finding, facts=facts)
    if is_part:
        return Question(Finding((), covers=False))
    return Question(find_entries(text, knowledge), facts=facts)


def _read_machine(text: str, knowledge: Knowledge) -> Question | None:
    """The types of a size, where no single machine or model is named: "which instance has 8 GPUs and 1 TB of RAM"."""
    size = read_machine_size(text)
    if size is None or "gpu-instance-choice" not in knowledge.glossary:
        return None
    named = find_entries(text, knowledge)
    if named.covers and named.hits[0].kind in _NAMED_MACHINES:
        return None
    page = "gpu-instance-choice" if size.gpu_gb or size.gpus else "instance-type"
    return Question(Finding((Hit("glossary", page),), covers=True), facts=(f"{MACHINE}:{text}",))


def _read_with_one_fact(
    words: Sequence[str], facts: Sequence[str], rest: Sequence[str], asked: _Phrases, knowledge: Knowledge
) -> Question | None:
    """The entry whose name holds the word of another fact: what "provisioned concurrency" costs, not the concurrency of "provisioned"."""
    if len(facts) < 2 or names_exactly(" ".join(word for word in rest if word not in asked.filler), knowledge):  # noqa: PLR2004  # one fact has one reading
        return None
    for fact in facts:
        only = asked._replace(by_words={phrase: name for phrase, name in asked.by_words.items() if name == fact})
        named = [word for word in _take_facts(words, only)[1] if word not in asked.filler]
        if hits := names_exactly(" ".join(named), knowledge):
            return Question(Finding(hits, covers=True), facts=(fact,))
    return None


def _read_parameters(text: str, facts: Sequence[str], knowledge: Knowledge, *, unnamed: bool = False) -> Question | None:
    """The memory of a model of which only the size is told: "how much memory does a 70b model need", "gpu to fine-tune 8b with lora".

    `unnamed` says that nothing else was said, so that no single model of this size is meant.
    """
    said = _BILLIONS.search(text.lower())
    if said is None or "weights" not in knowledge.glossary:
        return None
    named = find_entries(text, knowledge)
    machines = [hit for hit in named.hits if hit.kind in _MACHINE_KINDS] if named.covers else []
    about = _what_of_parameters(text, facts, knowledge) or (SIZE if machines else "")
    if not about or (not unnamed and named.covers and named.hits[0].kind in _MODEL_KINDS):
        return None
    if about == TUNING and "how long" in text.lower():
        return Question(Finding((Hit("glossary", "training-compute"), Hit("glossary", "parameters")), covers=True), facts=tuple(facts))
    page = Hit("glossary", "fine-tuning-hardware" if about == TUNING else "weights")
    return Question(Finding((page, *machines, Hit("glossary", "parameters")), covers=True), facts=(f"{about}:{said['size']}",))


def _what_of_parameters(text: str, facts: Sequence[str], knowledge: Knowledge) -> str:
    """SIZE or TUNING, where the words ask what a number of parameters takes in serving or training; "" where they ask something else."""
    lists = knowledge.wording["explain"].texts if "explain" in knowledge.wording else {}
    words = frozenset(split_words(_MEMORY.sub(" ", _BILLIONS.sub(" ", text.lower()))))
    if words & word_set(lists.get("tuning", "")):
        return TUNING
    said_only = words <= word_set(f"{lists.get('weak', '')} {lists.get('lead', '')} {lists.get('serving', '')}")
    asks = not _NEEDS_OF_MODELS.isdisjoint(facts) or words & word_set(lists.get("serving", "")) or said_only
    return SIZE if asks else ""


def _families_of_letters(rest: Sequence[str], facts: Sequence[str], knowledge: Knowledge) -> tuple[Hit, ...]:
    """The quotas of families with these letters: "quota of P instances"."""
    named = _FAMILY_LETTERS.fullmatch(
        " ".join(word for word in rest if word not in ("of", "for", "the", "on", "in", "ec2", "aws", "default"))
    )
    if named is None or "quota" not in facts:
        return ()
    quotas = sorted(knowledge.quotas.values(), key=lambda quota: (quota.purchase != "on-demand", quota.id))
    return tuple(Hit("quotas", quota.id) for quota in quotas if named["letters"] in quota.letters)


class _Phrases(NamedTuple):
    by_words: Mapping[tuple[str, ...], str]
    """Words in a row -> the fact that they ask for."""
    longest: int
    filler: frozenset[str]
    words: frozenset[str]
    """All words of the phrases."""
    pages: Mapping[str, Hit]
    """Fact -> the entry that answers, whatever it is asked of."""


@functools.lru_cache(maxsize=1)
def _asked_phrases(knowledge: Knowledge) -> _Phrases:
    texts = knowledge.wording["asked_facts"].texts if "asked_facts" in knowledge.wording else {}
    by_words = {
        tuple(split_words(phrase)): fact
        for fact, phrases in texts.items()
        if "." not in fact and fact != "filler"
        for phrase in phrases.split(",")
    }
    filler = word_set(texts.get("filler", ""))
    pages = {fact.removesuffix(".page"): Hit(*page.split("/")) for fact, page in texts.items() if fact.endswith(".page")}
    every = frozenset(word for phrase in by_words for word in phrase) | filler
    return _Phrases(by_words, max(map(len, by_words), default=0), filler, every, pages)


def _take_facts(words: Sequence[str], asked: _Phrases) -> tuple[tuple[str, ...], list[str]]:
    """The facts that the words ask for, longer phrases first, and the words that are left."""
    facts: dict[str, None] = {}
    rest: list[str] = []
    open_asked = ""
    place = 0
    while place < len(words):
        for length in range(min(asked.longest, len(words) - place), 0, -1):
            phrase = tuple(words[place : place + length])
            fact = asked.by_words.get(phrase)
            if fact is not None:
                facts[fact] = None
                open_asked = fact if phrase == _OPEN_AMOUNT else open_asked
                place += length
                break
        else:
            rest.append(words[place])
            place += 1
    return tuple(fact for fact in facts if fact != open_asked or len(facts) == 1), rest
