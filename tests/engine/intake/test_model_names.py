"""What people type for models: the model that is meant, a family of several sizes, or a name that the base does not have."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.intake.understand import understand
from engine.workload import Workload
from knowledge import Knowledge
from tests.case_tables import for_each, read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("model_names_cases.yaml"))
SENTENCES: Final = ("We serve {} in production.", "fine-tune {} on our own data", "Should we run {} on one GPU?")


def _read(text: str, knowledge: Knowledge) -> Workload:
    return understand(text, knowledge).workload


@for_each("case", CASES["models"].items())
def test_a_name_leads_to_its_model(case: tuple[str, str], knowledge: Knowledge) -> None:
    """However it is written, and to no family beside it."""
    name, model = case
    for sentence in SENTENCES:
        read = _read(sentence.format(name), knowledge)
        assert (read.model, read.model_family) == (model, None), sentence


@for_each("case", CASES["families"].items())
def test_a_name_of_several_sizes_leads_to_none_of_them(case: tuple[str, str], knowledge: Knowledge) -> None:
    """It is a family, so that the size can be asked."""
    name, family = case
    for sentence in SENTENCES:
        read = _read(sentence.format(name), knowledge)
        assert (read.model, read.model_family) == (None, family), sentence


@for_each("case", CASES["apart"].items())
def test_a_size_apart_from_the_name_tells_the_member(case: tuple[str, str], knowledge: Knowledge) -> None:
    """As what follows from both."""
    text, model = case
    read = _read(text, knowledge)
    assert read.model == model
    assert read.origins["model"].kind in {"said", "derived"}


@for_each("name", CASES["unknown"])
def test_a_name_that_the_base_does_not_have_is_no_other_model(name: str, knowledge: Knowledge) -> None:
    """Nor a family; what is left of it is told."""
    heard = understand(f"We serve {name} to our customers.", knowledge)
    assert heard.workload.model is None
    assert heard.workload.model_family is None
