"""What is said of hardware, places and purchases: ruled out, required, in use, or asked about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from engine.intake.denial import Speaks, is_denied, is_denied_after, is_labelled_no, speaks_of
from engine.intake.message import Message

Role = Literal["exclude", "require", "current_instance", "compare"]

_SIDE: Final = 70
"""Characters before and after a name that speak of it."""
_TYPE: Final = r"(?:an?\s+|the\s+)?(?:ml\.)?"
_RIVAL_AFTER: Final = re.compile(rf"\s*(?:,\s*[\w.]+\s*)?(?:or|vs\.?|versus|against|over)\s+{_TYPE}[\w.-]*\d", re.IGNORECASE)
_RIVAL_BEFORE: Final = re.compile(rf"\b(?:ml\.)?[a-z]+\d[\w.-]*\s*(?:,|or|vs\.?|versus|against|over|and)\s+{_TYPE}$", re.IGNORECASE)
_REQUIRES: Final = Speaks("only_before", 26, re.compile(r"[.;:,!?\n]"), "only_ends")
_IN_USE: Final = Speaks("now_before", 40, re.compile(r"[.;!?\n|]"))
_PROCESSORS: Final = re.compile(r"\b(?:cpu|gpu|inferentia|trainium)")
_ALONE_BEFORE: Final = re.compile(r"(?:^|[,;|(])\s*$")
_ALONE_AFTER: Final = re.compile(r"\s*(?:$|[,;.|)])")
_OPTION: Final = re.compile(r"(?:^|\s)[A-Ea-e1-5]\)")
"""An answer of an exam question."""


class Named(NamedTuple):
    """A name and where it stands."""

    message: Message
    kind: str
    """ "types", "families", "accelerators", "places", "purchases" or "processors"."""
    id: str
    start: int
    end: int

    @property
    def begin(self) -> int:
        """Where its sentence begins."""
        return self.message.sentence(self.start, self.end)[0]

    @property
    def finish(self) -> int:
        """Where its sentence ends."""
        return self.message.sentence(self.start, self.end)[1]

    def has(self, *cues: str) -> bool:
        """Whether each cue stands in its sentence."""
        return all(self.message.has(cue, self.begin, self.finish) for cue in cues)

    def follows(self, cue: str) -> bool:
        """Whether it stands right after a cue, but for an article."""
        word = self.message.word_at(self.start)
        article = self.message.ends_at("article", word)
        return self.message.ends_at(cue, article.first if article else word) is not None

    def leads(self, cue: str) -> bool:
        """Whether a cue stands right after it in its sentence."""
        found = self.message.begins_at(cue, self.message.word_at(self.end))
        return found is not None and self.message.span(found)[0] < self.finish


def role_of(named: Named) -> Role | None:
    """What a name stands there for; None where it is only mentioned."""
    return next((role for role, holds in _RULES if holds(named)), None)


def _is_an_answer(named: Named) -> bool:
    return named.start >= named.message.options


def _is_denied(named: Named) -> bool:
    message, start, end = named.message, named.start, named.end
    return is_denied(message, start) or is_denied_after(message, end) or is_labelled_no(message, start, end)


def _is_required(named: Named) -> bool:
    message, word = named.message, named.message.word_at(named.end)
    found = message.begins_at("machines", word)
    behind = message.begins_at("only_after", found.last if found else word)
    if behind is not None and message.span(behind)[0] < named.finish:
        return True
    asked = message.has("question", named.end, min(named.finish, named.end + _SIDE)) or named.has("opinion")
    return not asked and (speaks_of(message, _REQUIRES, named.start) or _is_meant(named))


def _is_meant(named: Named) -> bool:
    """Whether a processor is what it runs on, as the words beside it tell: "on GPUs", "needs a GPU", "a CPU host", ", CPU,"."""
    if named.kind not in {"processors", "accelerators"} or named.has("asked") or named.has("ponders"):
        return False
    text, begin, finish = named.message.text, named.begin, named.finish
    if len(set(_PROCESSORS.findall(text[begin:finish].lower()))) > 1:
        return False  # a list of them
    alone = _ALONE_BEFORE.search(text[begin : named.start]) and _ALONE_AFTER.match(text[named.end : finish])
    return bool(alone) or named.follows("runs_on") or named.leads("runs_there")


def _has_a_rival(named: Named) -> bool:
    """Whether another name stands beside it to choose from: "g4dn or inf2"."""
    if named.kind not in {"types", "families", "accelerators"}:
        return False
    text, begin, finish = named.message.text, named.begin, named.finish
    after = _RIVAL_AFTER.match(text[named.end : min(finish, named.end + _SIDE)])
    return bool(after or _RIVAL_BEFORE.search(text[max(begin, named.start - _SIDE) : named.start]))


def _is_judged(named: Named) -> bool:
    """Whether a type is asked about, though it may be in use: "is g5.xlarge enough?"."""
    if named.kind != "types":
        return False
    asked = named.message.has("question", named.end, named.finish)
    if named.follows("eyed"):
        return True
    return named.has("ponders") or named.follows("whether") or (asked and (named.has("judged") or named.follows("asks")))


def _is_left(named: Named) -> bool:
    """Whether it was changed for another type, which is the one in use now."""
    return named.kind == "types" and named.follows("changed_from") and named.leads("to")


def _is_in_use(named: Named) -> bool:
    if named.kind != "types":
        return False
    changed = named.follows("to") and named.message.has("changed_from", max(named.begin, named.start - _SIDE), named.start)
    if (
        changed
        or named.follows("changed_from")
        or named.follows("from")
        or named.leads("now_after")
        or named.message.is_of_now(named.start)
    ):
        return True
    return not named.follows("now_breaks") and speaks_of(named.message, _IN_USE, named.start)


def _is_at_the_edge(named: Named) -> bool:
    return named.id == "edge"  # where it has to run, whoever says so


def _is_asked_about(named: Named) -> bool:
    """Whether the sentence weighs what is named, and not only mentions it."""
    if named.has("ponders"):
        return True
    asked = named.has("asked") or _OPTION.search(named.message.text, named.begin, named.finish) is not None
    weighs = {
        "types": asked,
        "families": asked,
        "accelerators": asked,
        "places": named.follows("through") or (asked and named.has("weighed")),
        "purchases": asked and named.has("weighed_purchase"),
    }
    return weighs.get(named.kind, named.has("question", "weighed_processor"))


def _is_placed(named: Named) -> bool:
    return named.kind == "types" and named.follows("placed")


_RULES: Final[tuple[tuple[Role | None, Callable[[Named], bool]], ...]] = (
    ("compare", _is_an_answer),
    ("exclude", _is_denied),
    ("require", _is_required),
    ("compare", _has_a_rival),
    ("compare", _is_judged),
    (None, _is_left),
    ("current_instance", _is_in_use),
    ("require", _is_at_the_edge),
    ("compare", _is_asked_about),
    ("current_instance", _is_placed),
)
"""Roles, and when a name has them; the first that holds counts."""
