"""Which of the stages that a message names it is about: not those that lie behind, come later, or are a step of something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.intake.denial import Speaks, is_denied, speaks_of
from engine.intake.message import Message
from engine.intake.patterns import Found
from engine.lazy_pattern import lazy_pattern

_LEARNS: Final = frozenset({"training", "fine-tuning"})
_LATER: Final = Speaks("before_it", 26, lazy_pattern(r"[.;:!?\n]"))
_EARLIER: Final = Speaks("after_it", 16, lazy_pattern(r"[.;:,!?\n]"))
_NEAR: Final = 2
"""Words between a wish and the room to work in that it is for."""
_CLAUSE_END: Final = lazy_pattern(r"\s*(?:$|[.,;:!?)\n])")


def stages_of(message: Message, found: Iterable[Found], *, served: bool, trains: bool = False) -> list[Found]:
    """Those of the phrases that name what the message is about.

    `served` is true where it states the load of a model that answers, `trains` where it states how long one learns: a notebook is
    only where that was tried.
    """
    here = [one for one in found if not _is_elsewhere(message, one)]
    answers = any(one.value == "inference" for one in here)
    past = [one for one in here if _is_told(message, one, answers=answers, served=served)]
    said = [one for one in here if one not in past and not any(_is_method_of(message, one, other) for other in past)]
    if any(one.value == "preprocessing" for one in said):
        said = [one for one in said if not _is_purpose(message, one, said)]
    if trains:
        said = [one for one in said if one.value != "experimentation"]
    if any(_is_workspace_wanted(message, one) for one in said):
        return [one for one in said if one.value not in _LEARNS]
    learns = [one for one in said if one.value in _LEARNS]
    if learns and all(_is_adapter(message, one) for one in learns) and (served or message.has("adapters_served", 0, len(message.text))):
        return [one for one in said if one.value not in _LEARNS]
    return said


def is_elsewhere(message: Message, start: int) -> bool:
    """Whether the words before a place speak of another time: "before GPU training", "after training"."""
    return speaks_of(message, _LATER, start) or speaks_of(message, _EARLIER, start)


def served_words(message: Message) -> Iterator[str]:
    """Words that tell that a model answers, though no stage is named: what each request needs, a finished training, adapters."""
    for cue in ("request_step", "adapters_served", "trained_before"):
        yield from (message.quote(one) for one in message.cues[cue])
    for one in message.cues["is_trained"]:
        if _CLAUSE_END.match(message.text, message.span(one)[1]):
            yield message.quote(one)
    for one in message.cues["model_training"]:
        if speaks_of(message, _EARLIER, message.span(one)[0]):
            yield f"after {message.quote(one)}"


def _is_elsewhere(message: Message, found: Found) -> bool:
    start, end = message.span(found)
    if is_denied(message, start) or speaks_of(message, _LATER, start):
        return True
    if found.value in _LEARNS:
        return speaks_of(message, _EARLIER, start) or message.ends_at("post", found.first) is not None
    if (
        found.value == "preprocessing"
        and message.ends_at("batch_word", found.first) is not None
        and message.begins_at("transform", found.first)
    ):
        return True  # batch transform is a place that answers
    return found.value == "preprocessing" and message.has("request_step", *message.sentence(start, end))


def _is_past(message: Message, found: Found) -> bool:
    """Whether a training lies behind: "that we fine-tuned ourselves"; "is retrained weekly" does not."""
    past = found.value in _LEARNS and message.words[found.last - 1].text.endswith(("trained", "tuned"))
    if found.value in _LEARNS and message.begins_at("tuned", found.last) is not None:
        return True  # "a LoRA fine-tuned model"
    return past and message.ends_at("passive", found.first) is None


def _is_purpose(message: Message, found: Found, said: list[Found]) -> bool:
    """Whether it is only what the data is prepared for: "resize the photos for training"."""
    sentence = message.words[found.first].sentence
    prepared = any(
        one.value == "preprocessing" and one.first < found.first and message.words[one.first].sentence == sentence for one in said
    )
    return prepared and found.value in _LEARNS and message.ends_at("for_it", found.first) is not None


def _is_told(message: Message, found: Found, *, answers: bool, served: bool) -> bool:
    """Whether a training is over, or told by the way: "p3 was fine for training", "score them with the model we train"."""
    start, _ = message.span(found)
    if found.value not in _LEARNS:
        return False
    if served and (_is_past(message, found) or (answers and message.has("was", message.sentence(start, start)[0], start))):
        return True
    return answers and message.ends_at("aside", found.first) is not None


def _is_method_of(message: Message, found: Found, past: Found) -> bool:
    """Whether only the method of a training that lies behind is named: "that we fine-tuned with LoRA"."""
    words = message.words
    return found.last - found.first == 1 and found.value == "fine-tuning" and words[found.first].sentence == words[past.first].sentence


def _is_workspace_wanted(message: Message, found: Found) -> bool:
    """Whether what is asked for is a room to work in, whatever is done there: "they want notebooks, and train small nets now and then"."""
    start, _ = message.span(found)
    return found.value == "experimentation" and message.ends_near("asked_for", start, _NEAR)


def _is_adapter(message: Message, found: Found) -> bool:
    """Whether only the adapters themselves are named: "30 LoRA adapters"."""
    return message.begins_at("adapters", found.first) is not None
