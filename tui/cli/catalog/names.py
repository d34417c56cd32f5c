"""What a filter of the catalogue may name."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.catalog.fields import Vocabulary


def vocabulary_of(knowledge: Knowledge) -> Vocabulary:
    """The accelerators, and the regions that are described or offer something."""
    offering = {code for regions in {instance.regions for instance in knowledge.instances.values()} for code in regions.split()}
    return Vocabulary.of(knowledge.accelerators, sorted(offering | set(knowledge.regions)))
