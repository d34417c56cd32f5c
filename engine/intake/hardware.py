"""What is said of hardware, places and purchases: ruled out, required, in use, or asked about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from engine.intake.denial import LABELS, Speaks, is_denied, is_denied_after, is_labelled_no, speaks_of
from engine.intake.hardware_at_work import is_busy_today, is_out_of_quota, is_quota
from engine.intake.hardware_to_come import is_on_own_machines, is_to_be_had
from engine.intake.named import Named, tells_of_device
from engine.intake.opinions_of_hardware import (
    OWNER,
    is_believed,
    is_exceeded,
    is_to_be_beaten,
    is_too_weak,
    is_untried,
    is_wished_by_another,
)
from engine.intake.rivals import has_a_rival
from engine.intake.stages import is_elsewhere
from engine.intake.tokens import INSTANCE_TYPE
from engine.lazy_pattern import lazy_pattern

HardwareRole = Literal["exclude", "require", "prefer", "in-use", "compare"]

_SIDE: Final = 70
"""Characters before and after a name that speak of it."""
_REQUIRES: Final = Speaks("only_before", 26, lazy_pattern(r"[.;:,!?\n]"), "only_ends")
_PREFERS: Final = Speaks("prefers", 22, lazy_pattern(r"[.;,!?\n]"), "only_ends")
_IN_USE: Final = Speaks("now_before", 40, lazy_pattern(r"[.;!?\n|]"), "choices")
_OWNED: Final = Speaks("owned", 40, lazy_pattern(r"[.;!?\n|]"))
_TRIED: Final = Speaks("tried_on", 64, lazy_pattern(r"[.;,!?\n|]"), "only_before")
_COUNTED: Final = lazy_pattern(
    r"\b(?:on|to|with|across|over|up to|using|between|than)\s+(?:\d+|one|two|four|eight|sixteen)\s*(?:x|×)?\s*(?:nvidia\s+)?$",
    re.IGNORECASE,
)
"""Before a processor that is counted: "from 1 to 8 GPUs"."""
_COUNTED_TYPE: Final = lazy_pattern(
    r"\b(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|twelve|sixteen)\s*"
    r"(?:x|×)?\s*(?:of\s+)?(?:(?:our|old)\s+)?(?:ml\.)?$",
    re.IGNORECASE,
)
"""Before a type that is counted: "three ", "2 x ml."."""
_ARTICLE: Final = lazy_pattern(r"\ban?\s+(?:ml\.)?$", re.IGNORECASE)
_SOME_COUNTED: Final = lazy_pattern(
    r"\b(?:[2-9]|\d{2,4}|two|three|four|five|six|seven|eight|nine|ten)\s*(?:x|×)?\s*(?:ml\.)?[a-z]{1,4}\d\w*\.\w+", re.IGNORECASE
)
"""Several of a type: "two g4dn.xlarge"."""
_SEVERAL_OF_IT: Final = lazy_pattern(r"\b(?:[2-9]|\d{2}|two|four|eight|sixteen|several)\s*(?:x|×|-)\s*$", re.IGNORECASE)
"""Before a processor of which a machine has several: "8-GPU"."""
_METRIC: Final = lazy_pattern(
    r"\s*(?:(?:util\w*|usage|load)\s*)?(?:is|at|:|=|around|about|~)?\s*~?\d{1,3}(?:\s*-\s*\d{1,3})?\s?%|\s*#?\d\b(?!\s*[x×.])",
    re.IGNORECASE,
)
"""Behind a processor, how busy it is, or which of several it is."""
_TYPE: Final = lazy_pattern(INSTANCE_TYPE, re.IGNORECASE)
_ITS_TYPE: Final = lazy_pattern(rf"\s*\(?\s*{INSTANCE_TYPE}", re.IGNORECASE)
"""Behind a processor, the type that has it: "on CPU (m4.xlarge)"."""
_HEADS: Final = lazy_pattern(r"\s*(?::\s*\S|[,(]\s*(?:ml\.)?[a-z]+\d\w*\.\w)", re.IGNORECASE)
"""Behind what it runs on, if only a type of it is asked."""
_PROCESSORS: Final = lazy_pattern(r"\b(?:cpu|gpu|inferentia|trainium)")
_ALONE_BEFORE: Final = lazy_pattern(r"(?:^|[,;|(])\s*$", re.IGNORECASE)
_ALONE_AFTER: Final = lazy_pattern(r"\s*(?:$|[,;.|)])")
_FAR: Final = 400
"""Characters before and after a name in which the answers of an exam question stand."""
_OPTION: Final = lazy_pattern(r"(?:^|\s)[A-Ea-e1-5]\)")
"""An answer of an exam question."""


def role_of(named: Named) -> HardwareRole | None:
    """What a name stands there for; None where it is only mentioned."""
    return next((role for role, holds in _RULES if holds(named)), None)


def is_machine_in_use(named: Named) -> bool:
    """Whether a type is told to be at work, by its number, its load or how long something takes on it: "we train on four p4de"."""
    clause = named.message.clauses.at(named.start)
    planned = named.message.has("planned", max(named.begin, clause.start if clause else 0), named.start)
    if planned or _is_denied(named) or is_quota(named) or _is_judged(named) or is_wished_by_another(named):
        return False
    return named.follows("takes_so_long") or any(
        holds(named) for holds in (_is_plainly_in_use, is_busy_today, _is_counted_today, _is_in_use)
    )


def _is_an_answer(named: Named) -> bool:
    return named.start >= named.message.options


def _is_denied(named: Named) -> bool:
    message, start, end = named.message, named.start, named.end
    return named.follows("non") or is_denied(message, start) or is_denied_after(message, end) or is_labelled_no(message, start, end)


def is_asked_away(named: Named) -> bool:
    """Whether it is only asked if a processor can be done without: "is it possible without a GPU?"."""
    return named.kind == "processors" and named.has("question") and named.has("can_it") and named.follows("done_without")


def _is_required(named: Named) -> bool:
    message, word = named.message, named.message.word_at(named.end)
    found = message.begins_at("machines", word)
    behind = message.begins_at("only_after", found.last if found else word)
    if behind is not None and message.span(behind)[0] < named.finish:
        return True
    asked = message.has("question", named.end, min(named.finish, named.end + _SIDE)) or named.has("opinion")
    return not asked and (speaks_of(message, _REQUIRES, named.start) or _is_meant(named))


def _is_one_of_several(named: Named) -> bool:
    """Whether its sentence names other processors too."""
    return len(set(_PROCESSORS.findall(named.message.text[named.begin : named.finish].lower()))) > 1


def _is_meant(named: Named) -> bool:
    """Whether a processor is what it runs on, as the words beside it tell: "on GPUs", "needs a GPU", "a CPU host", ", CPU,"."""
    if named.kind not in {"processors", "accelerators", "families"} or is_elsewhere(named.message, named.start):
        return False
    if named.kind == "families" and (not named.follows("runs_on") or speaks_of(named.message, _IN_USE, named.start)):
        return False  # "serve it on g6", but not "it runs on g6 today"
    noun = named.message.begins_at("device_noun", named.message.word_at(named.start)) is not None  # "a GPU sentiment model"
    wanted = named.follows("asked_for") and (noun or named.leads("runs_there")) and not named.has("question")
    if not wanted and (named.is_asked or named.has("ponders")):
        return False
    if _is_tried(named) or (named.kind == "processors" and _TYPE.search(named.message.text, named.begin, named.start)):
        return False  # "an r6i.8xlarge grinding on CPU for four days"
    text, finish = named.message.text, named.finish
    if _is_one_of_several(named):
        return False
    alone = _begins_a_part(named) and _ALONE_AFTER.match(text[named.end : finish])
    return bool(alone) or noun or named.follows("runs_on") or named.leads("runs_there")


def _is_tried(named: Named) -> bool:
    """Whether it is there already, or something was only measured on it: "two minutes on a T4"."""
    if named.kind != "types" and named.follows("takes_so_long"):
        return True
    return speaks_of(named.message, _OWNED, named.start) or speaks_of(named.message, _TRIED, named.start)


def _is_of_machines(named: Named) -> bool:
    """Whether machines of it are counted, or there is quota for it: "16 nodes of H100s", "quota for Trainium"."""
    return named.kind in {"accelerators", "families", "processors"} and named.follows("machines_of") and not named.is_asked


def _is_beside(named: Named) -> bool:
    """Whether it only tells what kind of memory, hours or knowledge is spoken of: "24 GB of GPU memory", "CPU 98 %", "GPU 0"."""
    if named.kind not in {"processors", "accelerators"}:
        return False
    text = named.message.text
    return tells_of_device(named.message, named.end) or any(behind.match(text, named.end) is not None for behind in (_METRIC, _ITS_TYPE))


def _is_known(named: Named) -> bool:
    """Whether it only tells what the team knows: "we have Kubernetes experience"."""
    return named.kind == "places" and tells_of_device(named.message, named.end)


def is_multiple(named: Named) -> bool:
    """Whether not it is ruled out but several of it: "no multi-GPU machine", "no 8-GPU box"."""
    is_several = named.follows("multi") or _SEVERAL_OF_IT.search(named.message.text[named.begin : named.start]) is not None
    return named.kind == "processors" and is_several and _is_denied(named)


def _is_preferred(named: Named) -> bool:
    """Whether it is wished for, not insisted on: "CPU preferred", "ideally on Graviton"."""
    if _is_denied(named) or named.has("question"):
        return False
    message, word = named.message, named.message.word_at(named.end)
    machines = message.begins_at("machines", word)
    behind = message.begins_at("preferred_after", machines.last if machines else word)
    return (behind is not None and message.span(behind)[0] < named.finish) or speaks_of(message, _PREFERS, named.start)


def _is_workshop(named: Named) -> bool:
    """Whether a model was only made ready there: "compiled on inf2.8xlarge"."""
    return named.kind == "types" and named.follows("compiled_on")


def _is_the_ground(named: Named) -> bool:
    """Whether it is what it runs on, and only the size or the number is asked: "on Inferentia2: which size?"."""
    if named.kind in {"places", "purchases"} or named.has("weighs_it") or is_elsewhere(named.message, named.start):
        return False
    if _is_tried(named) or (named.kind == "processors" and _is_one_of_several(named)):
        return False
    text = named.message.text
    if named.kind == "types" and named.follows("how_many"):
        return True
    if named.kind in {"families", "processors"} and named.follows("best_of"):
        return not _is_one_of_several(named) and named.message.ends_at("of_ours", named.message.word_at(named.start)) is None
    if named.follows("on_it") or text[named.start : named.start + 3].lower() == "on ":
        return _is_all_but_the_size(named)
    counted = (
        named.kind in {"processors", "families"} and _COUNTED.search(text, max(named.begin, named.start - _SIDE), named.start) is not None
    )
    return counted and not named.has("ponders")


def _is_all_but_the_size(named: Named) -> bool:
    """Whether only the size or the number is open of what it runs on."""
    text = named.message.text
    if named.kind != "types" and named.message.has("right_for", named.begin, named.start):
        return True
    if named.kind == "types":
        return named.message.has("how_many", named.begin, len(text)) and not _is_in_use(named)
    sizes = named.has("asks_size") or _HEADS.match(text, named.end) is not None
    return sizes or (named.kind != "families" and not named.is_asked and not named.has("ponders"))


def _is_judged(named: Named) -> bool:
    """Whether a type is asked about, though it may be in use: "is g5.xlarge enough?"."""
    if named.kind != "types":
        return False
    asked = named.message.has("question", named.end, named.finish)
    if named.follows("eyed") or named.has("compares"):
        return True
    return named.has("ponders") or named.follows("whether") or (asked and (named.has("judged") or named.follows("asks")))


def _is_left(named: Named) -> bool:
    """Whether it was changed for another type, which is the one in use now."""
    return named.kind == "types" and named.follows("changed_from") and named.leads("to")


def _is_in_use(named: Named) -> bool:
    if named.kind != "types" or _is_asked_of_what_could_be(named):
        return False
    if named.has("out_of_memory") or named.follows("takes_so_long"):
        return True
    the = named.message.ends_at("article", named.message.word_at(named.start)) is not None
    if the and named.message.has("at_work", named.end, named.finish):
        return True
    if named.follows("by_it") and named.message.has("replaced", named.begin, named.start):
        return True
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


def _is_where_it_runs(named: Named) -> bool:
    """Whether a place or a purchase is told to be that of today: "runs on EKS", "all of it on demand at the moment"."""
    message = named.message
    clause = message.clauses.at(named.start)
    if named.kind not in {"places", "purchases"} or clause is None or not clause.is_statement:
        return False
    before = max(named.begin, clause.start), named.start
    if message.has("planned", *before) or message.has("moves", *before):
        return False
    if clause.role == "present" or named.follows("runs_in") or named.leads("right_now") or speaks_of(message, _OWNED, named.start):
        return True
    return named.kind == "places" and speaks_of(message, OWNER, named.start)


def _is_where_it_goes(named: Named) -> bool:
    """Whether a place or a processor is where it shall run, without an order: "should run on Lambda", "we want to move to EKS"."""
    clause = named.message.clauses.at(named.start)
    if named.kind not in {"places", "processors"} or clause is None or not clause.is_statement or clause.role != "wanted":
        return False
    return named.follows("put_on") and not is_elsewhere(named.message, named.start)


def _is_asked_of_what_could_be(named: Named) -> bool:
    """Whether a question tries a type that nobody says they have: "does it fit on one g5.xlarge?"."""
    clause = named.message.clauses.at(named.start)
    if clause is None or not clause.is_question:
        return False
    return not any(named.message.has(cue, clause.start, clause.end) for cue in ("owned", "nowadays", "so_far", "complaint", "right_now"))


def _is_plainly_in_use(named: Named) -> bool:
    """Whether it is told to be in use, whatever is asked of others: "on c5.9xlarge at the moment, and I wonder whether c7i …"."""
    return named.kind == "types" and named.leads("right_now")


def _is_at_the_edge(named: Named) -> bool:
    """Whether a device out of the cloud is where it has to run, whoever says so; "12 GB on the device" tells of a card."""
    clause = named.message.clauses.at(named.start)
    is_asked = clause is not None and clause.is_question
    return named.id == "edge" and not is_asked and not named.has("of_gpu")


def _is_asked_about(named: Named) -> bool:
    """Whether the sentence weighs what is named, and not only mentions it."""
    message = named.message
    if named.kind not in {"places", "purchases"}:
        ponders = named.has("ponders")
    else:
        colon = message.text.rfind(":", named.begin, named.start)
        ponders = message.has("ponders", max(named.begin, colon), named.start)
    if (
        ponders
        or (named.kind == "types" and _is_asked_of_what_could_be(named))
        or named.leads("mused")
        or named.follows("eyed")
        or (named.kind == "places" and named.has("opinion") and named.follows("on_it"))
    ):
        return True
    asked = (
        named.is_asked
        or _OPTION.search(message.text, max(named.begin, named.start - _FAR), min(named.finish, named.end + _FAR)) is not None
    )
    weighs = {
        "types": asked,
        "families": asked,
        "accelerators": asked,
        "places": named.follows("through") or (asked and (named.has("weighed") or named.asks_which)),
        "purchases": asked and named.has("weighed_purchase"),
    }
    return weighs.get(named.kind, named.has("question", "weighed_processor") or _is_bare(named))


def _is_bare(named: Named) -> bool:
    """Whether nothing but it is asked: "…, CPU?"."""
    text = named.message.text
    return text[named.end : named.finish].strip() == "?" and _begins_a_part(named)


def _begins_a_part(named: Named) -> bool:
    """Whether nothing of its part of the sentence stands before it, or only a label: "hardware: GPU"."""
    message = named.message
    label = message.ends_at("hardware_label", message.word_at(named.start))
    if label is not None and LABELS.fullmatch(message.text, message.span(label)[1], named.start):
        return True
    return _ALONE_BEFORE.search(message.text[named.begin : named.start]) is not None


def _is_told(named: Named) -> bool:
    """Whether a type is told of without being wished for: people name what they have."""
    message = named.message
    clause = message.clauses.at(named.start)
    if named.kind != "types" or clause is None or not clause.is_statement:
        return False
    return not any(message.has(cue, max(named.begin, clause.start), min(named.finish, clause.end)) for cue in ("planned", "compiled_on"))


def _is_counted_today(named: Named) -> bool:
    """Whether a statement counts machines of a type without wishing for them: "three m5.xlarge and one c5.4xlarge serve it".

    An article counts one where others of the sentence are counted.
    """
    text = named.message.text
    is_counted = _COUNTED_TYPE.search(text, max(named.begin, named.start - _SIDE), named.start) is not None
    is_one = (
        _ARTICLE.search(text, named.begin, named.start) is not None and _SOME_COUNTED.search(text, named.begin, named.finish) is not None
    )
    is_at_work = not named.is_asked or named.message.has("at_work", named.end, named.finish) or "%" in text[named.begin : named.finish]
    return (is_counted or is_one) and is_at_work and _is_told(named)


def _is_placed(named: Named) -> bool:
    return named.kind == "types" and named.follows("placed")


_RULES: Final[tuple[tuple[HardwareRole | None, Callable[[Named], bool]], ...]] = (
    ("compare", _is_an_answer),
    ("exclude", is_out_of_quota),
    (None, _is_beside),
    (None, is_quota),
    (None, is_multiple),
    (None, _is_workshop),
    ("compare", is_asked_away),
    ("compare", is_untried),
    ("compare", is_wished_by_another),
    ("compare", is_believed),
    ("exclude", _is_denied),
    ("prefer", _is_preferred),
    (None, _is_known),
    ("exclude", is_too_weak),
    ("exclude", is_to_be_beaten),
    ("compare", is_exceeded),
    ("require", _is_required),
    ("require", _is_of_machines),
    ("require", _is_the_ground),
    ("in-use", _is_plainly_in_use),
    ("in-use", is_busy_today),
    ("require", is_to_be_had),
    ("in-use", _is_counted_today),
    ("compare", has_a_rival),
    ("compare", _is_judged),
    (None, _is_left),
    ("in-use", _is_in_use),
    ("require", _is_at_the_edge),
    ("compare", _is_asked_about),
    ("in-use", _is_where_it_runs),
    ("prefer", _is_where_it_goes),
    ("require", is_on_own_machines),
    ("in-use", _is_placed),
    ("in-use", _is_told),
)
"""Roles, and when a name has them; the first that holds counts."""
