"""A name of hardware, a place or a purchase, and what stands around it."""

from __future__ import annotations

from typing import NamedTuple

from engine.intake.message import Message


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

    @property
    def is_asked(self) -> bool:
        """Whether its sentence asks for something, be it with "which"; ", which" only goes on."""
        asked = self.message.between("asked", self.begin, self.finish)
        return any(self.message.begins_at("or_so", found.first) is None for found in asked) or self.asks_which

    @property
    def asks_which(self) -> bool:
        """Whether its sentence asks which; "the retraining which ends at noon" only goes on."""
        relative = {found.first for found in self.message.between("which_goes_on", self.begin, self.finish)}
        asking = [found for found in self.message.between("which", self.begin, self.finish) if found.first not in relative]
        return any(self._begins_a_question(found.first) for found in asking)

    def _begins_a_question(self, word: int) -> bool:
        """Whether a question word begins its sentence or a part of it, or stands behind a word that leads to a question."""
        start = self.message.words[word].start
        if start <= self.begin or self.message.ends_at("before_which", word) is not None:
            return True
        return self.message.text[max(start - 2, 0) : start].strip() in {";", ":", "-", "–", "—", ")", "(", "/"}

    def follows(self, cue: str) -> bool:
        """Whether it stands right after a cue, but for an article."""
        word = self.message.word_at(self.start)
        article = self.message.ends_at("article", word)
        return self.message.ends_at(cue, article.first if article else word) is not None

    def leads(self, cue: str) -> bool:
        """Whether a cue stands right after it in its sentence."""
        found = self.message.begins_at(cue, self.message.word_at(self.end))
        return found is not None and self.message.span(found)[0] < self.finish


def tells_of_device(message: Message, end: int) -> bool:
    """Whether the word right behind a place makes a chip's name tell of something else: "GPU memory"."""
    found = message.begins_at("of_device", message.word_at(end))
    return found is not None and not message.text[end : message.span(found)[0]].strip(" -")
