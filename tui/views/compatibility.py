"""Whether software runs on some hardware, in lines: the verdict, each requirement, what mends it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.compatibility import Compatibility
from knowledge import Knowledge
from knowledge.sentences import bind_subject
from tui.views.text_lines import Line, bullet_lines, wrap_text

_GLYPHS = {"passes": "●", "fails": "✗", "unknown": "?"}


def compatibility_lines(found: Compatibility, knowledge: Knowledge, width: int) -> Iterator[Line]:
    """All of it."""
    say = bind_subject(knowledge, "compatibility")
    yield from wrap_text(found.sentence, width, tone="head")
    for sentence in found.because:
        yield from bullet_lines(_GLYPHS["fails" if found.verdict == "fails" else "unknown"], sentence, width)
    for one in found.requirements:
        if one.verdict == "passes":
            yield from bullet_lines(_GLYPHS[one.verdict], say("passes", software=one.software, need=one.need, has=one.has), width)
    if found.ask:
        yield from bullet_lines("?", say("ask", what=found.ask), width)
    if found.symptom and found.verdict == "unknown":
        yield from bullet_lines("?", say("is_like", symptom=found.symptom), width)
    for mend in found.mends:
        yield from bullet_lines("→", mend, width)
    if found.nearest:
        yield from bullet_lines("→", say("nearest", types=", ".join(found.nearest)), width)
