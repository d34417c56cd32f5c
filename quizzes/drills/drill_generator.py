"""Lists all drills without making them, and makes one by its id and a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from knowledge import Knowledge
from quizzes.drills.bill_drills import list_bill_drills, make_bill_drill
from quizzes.drills.change_drills import list_change_drills, make_change_drill
from quizzes.drills.compatibility_drills import list_compatibility_drills, make_compatibility_drill
from quizzes.drills.drill import ListedDrill
from quizzes.drills.explain_drills import list_explain_drills, make_explain_drill
from quizzes.drills.glossary_drills import list_glossary_drills, make_glossary_drill
from quizzes.drills.symptom_drills import list_symptom_drills, make_symptom_drill
from quizzes.generated import ItemGenerator
from quizzes.item import Choice, Typed


class DrillGenerator:
    """Makes drills; None for one that has no clear key."""

    def __init__(self, knowledge: Knowledge, generator: ItemGenerator) -> None:
        """`generator` has the scenarios that drills on changes begin with."""
        self._knowledge, self._generator = knowledge, generator

    @cached_property
    def listed_by_id(self) -> Mapping[str, ListedDrill]:
        """Every drill by id, without making any."""
        return {one.id: one for one in self._list_drills()}

    def _list_drills(self) -> Iterator[ListedDrill]:
        yield from list_glossary_drills(self._knowledge)
        yield from list_explain_drills(self._knowledge)
        yield from list_symptom_drills(self._knowledge)
        yield from list_compatibility_drills(self._knowledge)
        yield from list_bill_drills(self._knowledge)
        yield from list_change_drills(self._generator)

    def make_drill(self, identity: str, seed: int) -> Choice | Typed | None:
        """The drill of a listed id, as `seed` draws it."""
        one, knowledge = self.listed_by_id[identity], self._knowledge
        match one.kind:
            case "glossary":
                return make_glossary_drill(one, seed, knowledge)
            case "explain":
                return make_explain_drill(one, knowledge)
            case "symptoms":
                return make_symptom_drill(one, seed, knowledge)
            case "compatibility":
                return make_compatibility_drill(one, seed, knowledge)
            case "bills":
                return make_bill_drill(one, seed, knowledge)
            case _:
                return make_change_drill(one, self._generator, knowledge)
