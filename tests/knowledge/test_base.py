"""The packaged base agrees with itself: ids, dates, sources, statuses, questions, and the engine's names."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from engine.intake.values import value_of
from engine.workload import FACT_NAMES
from knowledge.base import KINDS
from knowledge.errors import InputError
from knowledge.schema.decision import Choice
from knowledge.schema.instance import Instance
from knowledge.schema.model import Task
from knowledge.schema.processor import Stage
from knowledge.schema.record import Entry, Fact, Record
from tests.case_tables import for_each
from tests.knowledge.packaged_base import base

LETTERS = {"t", "m", "c", "r", "x", "g", "gr", "p", "trn", "inf", "dl"}
"""What the names of the families start with that matter to machine learning; gr counts as g."""


def records(*kinds: str) -> Iterator[tuple[str, str, Any]]:
    """Give kind, id and record of everything of `kinds`, or of every kind."""
    for kind in kinds or (*KINDS, "measurements", "deployments", "instances"):
        section: Mapping[str, Any] = getattr(base(), kind)
        for identity, entry in section.items():
            yield kind, identity, entry


def within(value: object, path: str) -> Iterator[tuple[str, Record]]:
    """Give every record within `value`, itself included, with its path."""
    if isinstance(value, Record):
        yield path, value
        for name in value.__struct_fields__:
            yield from within(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from within(item, f"{path}.{key}")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from within(item, f"{path}.{index}")


@cache
def facts() -> dict[str, Fact[Any]]:
    """Give every fact of the base by its path."""
    return {
        path: found
        for kind, identity, entry in records(*KINDS)
        for path, found in within(entry, f"{kind}/{identity}")
        if isinstance(found, Fact)
    }


@cache
def families_of_catalogue() -> dict[str, list[Instance]]:
    """Give the instance types of each family."""
    grouped: dict[str, list[Instance]] = defaultdict(list)
    for instance in base().instances.values():
        grouped[instance.family].append(instance)
    return grouped


def letter(family: str) -> str:
    """Give what the name starts with."""
    found = re.match("[a-z]+", family)
    assert found, family
    return {"gr": "g"}.get(found[0], found[0])


def test_every_kind_has_records_that_know_their_id() -> None:
    """Nothing is missing from the package, and no record passes for another."""
    for kind in KINDS:
        section = getattr(base(), kind)
        assert section, kind
        assert [entry.id for entry in section.values()] == list(section), kind


def test_every_fact_has_a_source_and_no_date_after_the_last_reading() -> None:
    """A fact cannot be younger than the newest of its own sources."""
    assert len(facts()) > 1000
    assert {path: fact.as_of for path, fact in facts().items() if not fact.sources or fact.as_of > _newest(fact.sources)} == {}


def _newest(sources: tuple[str, ...]) -> dt.date:
    return max(base().sources[source].read for source in sources)


def test_every_entry_has_a_source_and_no_date_after_the_last_reading() -> None:
    """The same for the heads of files."""
    entries = [(kind, identity, entry) for kind, identity, entry in records(*KINDS) if isinstance(entry, Entry)]
    assert len(entries) > 300
    assert [(kind, identity) for kind, identity, entry in entries if not entry.sources or entry.as_of > _newest(entry.sources)] == []


def test_no_source_was_read_before_it_was_published() -> None:
    """Dates of sources are possible, and their addresses are addresses."""
    for source in base().sources.values():
        assert source.published is None or source.published <= source.read, source.id
        assert re.fullmatch(r"https?://[^\s]+", source.url), source.id


def test_a_fact_with_a_number_has_a_unit() -> None:
    """Only flags, names and text go without."""
    bare = [
        path
        for path, fact in facts().items()
        if isinstance(fact.value, (int, float)) and not isinstance(fact.value, bool) and not fact.unit
    ]
    assert bare == []


def test_the_exams_value_and_other_claims_differ_from_the_value_in_use() -> None:
    """A second value that says the same is no second value."""
    same = [path for path, fact in facts().items() if fact.exam == fact.value]
    same += [path for path, fact in facts().items() for claim in fact.others if claim.value == fact.value]
    assert same == []


def test_every_family_that_matters_has_an_entry() -> None:
    """Whoever asks about a family of the catalogue gets an answer."""
    missing = {family for family in families_of_catalogue() if letter(family) in LETTERS and family not in base().families}
    assert missing == set()
    assert len(base().families) > 100


@for_each("field", ["status", "accelerator", "generation"])
def test_a_family_agrees_with_its_types_in_the_catalogue(field: str) -> None:
    """Status, accelerator and generation are told once by hand and once by machine, and are the same."""
    told: dict[str, tuple[object, set[object]]] = {}
    for identity, family in base().families.items():
        own = family.status.value if field == "status" else getattr(family, field)
        types = {getattr(instance, field) for instance in families_of_catalogue().get(identity, [])}
        if types and types != {own}:
            told[identity] = (own, types)
    assert told == {}


def test_a_family_without_types_is_retired_or_told_to_have_none() -> None:
    """What the catalogue no longer lists cannot be had; what AWS announced and its API does not list yet says so."""
    without = {identity: base().families[identity].status for identity in base().families if identity not in families_of_catalogue()}
    listed_later = {identity: status for identity, status in without.items() if status.value != "retired"}
    assert set(listed_later) == {"p6e-gb300", "trn3"}
    assert all(status.value == "capacity-only" and "the catalogue holds no" in status.note for status in listed_later.values())


def test_a_familys_letter_and_processor_follow_from_its_name_and_device() -> None:
    """The letter is what the name starts with; the processor is its accelerator's, else the host's."""
    for identity, family in base().families.items():
        assert family.letter == letter(identity)
        if identity in families_of_catalogue():  # the devices of families long gone have no records
            expected = base().accelerators[family.accelerator].processor if family.accelerator else "cpu"
            assert family.processor == expected, identity


def test_a_familys_core_has_its_types_architecture() -> None:
    """No Graviton core stands in an x86 family."""
    for identity, family in base().families.items():
        for instance in families_of_catalogue().get(identity, []):
            assert family.core is None or base().cores[family.core].arch == instance.arch, instance.instance_type


def test_what_supersedes_a_family_can_be_had() -> None:
    """Nobody is sent from one retired family to another, or to the one they came from."""
    for identity, family in base().families.items():
        assert identity not in family.superseded_by
        assert identity != family.variant_of
        states = {base().families[other].status.value for other in family.superseded_by}
        assert "retired" not in states, identity


def test_every_limit_of_a_place_is_positive_today_and_for_the_exam() -> None:
    """A limit of 0 would rule the place out for everybody."""
    count = 0
    for place in base().places.values():
        for name, fact in place.limits.items():
            for lens in ("today", "exam"):
                value = fact.value_for(lens)
                assert math.isfinite(value), (place.id, name, lens)
                assert value > 0, (place.id, name, lens)
                count += 1
    assert count > 40


def test_every_name_of_a_model_is_that_models_alone() -> None:
    """Ids and aliases are unique, and are typed in lower case."""
    names = Counter(name for model in base().models.values() for name in {model.id, *model.aliases})
    assert [name for name, count in names.items() if count > 1] == []
    assert [name for name in names if name != name.lower() or name != name.strip()] == []


def _spelled_as_words(name: str) -> str:
    """Letters and numbers apart: "Llama3.1-8B" is "llama 3 1 8 b"."""
    return " ".join(re.findall(r"[a-z]+|[0-9]+|[^a-z0-9\s._-]", name.lower()))


def _spelled_in_one(name: str) -> str:
    """Letters, digits and "+" alone, as `estimate` looks names up."""
    return re.sub(r"[^a-z0-9/+]", "", name.lower())


def test_no_name_of_a_model_or_a_family_is_that_of_another_however_it_is_typed() -> None:
    """What asks for the size names no model, and a name with other hyphens, dots, spaces or capitals leads to no other model."""
    for spell in (_spelled_as_words, _spelled_in_one):
        owners: dict[str, set[str]] = {}
        for kind, named in (("models", base().models), ("model_families", base().model_families)):
            for identity, entry in named.items():
                for name in (entry.name, *entry.aliases, *([identity] if kind == "models" else [])):
                    owners.setdefault(spell(name), set()).add(f"{kind}/{identity}")
        assert {name: sorted(ids) for name, ids in owners.items() if len(ids) > 1} == {}


def test_a_family_reckons_with_one_of_its_members() -> None:
    """Its members are different models, and its names are typed in lower case."""
    assert len(base().model_families) >= 100
    for family in base().model_families.values():
        assert family.assumed in family.members, family.id
        assert len(set(family.members)) == len(family.members), family.id
        assert [name for name in family.aliases if name != name.lower().strip()] == [], family.id


@for_each("kind", [kind for kind, cls in KINDS.items() if issubclass(cls, Entry)])
def test_every_alias_within_a_kind_is_unique(kind: str) -> None:
    """A name leads to one record of its kind, so that no answer depends on the order of files."""
    names = Counter(name for _, _, entry in records(kind) for name in {entry.id, *entry.aliases})
    assert [name for name, count in names.items() if count > 1] == []


def test_defaults_questions_and_lexicon_speak_of_facts_that_exist() -> None:
    """The base and the engine use the same names."""
    named = {name for defaults in base().defaults.values() for name in defaults.assume}
    named |= set(base().questions) | set(base().lexicon)
    named |= {limit.fact for limit in base().limits.values() if limit.fact}
    assert named - set(FACT_NAMES) == set()
    assert len(named) > 20


def test_every_default_is_for_a_subject_that_exists() -> None:
    """A task, a stage, a framework; `any` stands for all of them, `network` for hardware of networks, `mild` for what nothing fits."""
    assert "any" in base().defaults
    assert set(base().defaults) - {"any", "network", "mild", *get_args(Task), *get_args(Stage), *base().frameworks} == set()


def test_the_engine_accepts_every_choice_assumption_and_term() -> None:
    """What the base offers, assumes or understands is a value of its fact."""
    offered = [(question.id, choice.value) for question in base().questions.values() for choice in question.choices]
    offered += [(name, assumed.value) for defaults in base().defaults.values() for name, assumed in defaults.assume.items()]
    offered += [(lexicon.id, value) for lexicon in base().lexicon.values() for value in lexicon.terms]
    refused = []
    for name, value in offered:
        try:
            value_of(name, value, base())
        except InputError as error:
            refused.append(str(error))
    assert refused == []
    assert len(offered) > 200


def test_a_questions_priors_sum_to_one_over_different_answers() -> None:
    """One of the choices is the answer, and no two of them are the same."""
    for identity, question in base().questions.items():
        if question.members_of:
            assert not question.choices, identity  # its choices are the members, each as likely as the next
            continue
        assert len(question.choices) > 1, identity
        assert math.fsum(choice.prior for choice in question.choices) == pytest.approx(1, abs=0.01), identity
        for answers in ({choice.label for choice in question.choices}, {_value(identity, choice) for choice in question.choices}):
            assert len(answers) == len(question.choices), identity


def _value(fact: str, choice: Choice) -> object:
    return value_of(fact, choice.value, base())


def test_every_weight_of_a_priority_sums_to_one() -> None:
    """Cost, speed and complexity share the whole."""
    for weights in base().weights.values():
        for priority, shares in weights.priority.items():
            assert math.fsum(shares.values()) == pytest.approx(1, abs=0.001), (weights.id, priority)


def test_the_cache_gives_back_what_yaml_says() -> None:
    """Encoding and decoding every record changes nothing."""
    for kind, cls in KINDS.items():
        section = getattr(base(), kind)
        assert msgspec.json.decode(msgspec.json.encode(section), type=dict[str, cls]) == section  # type: ignore[valid-type]  # a type built at run time


def test_every_reason_for_a_number_is_of_a_number_that_there_is() -> None:
    """A threshold that is renamed or dropped takes its reason along."""
    for weights in base().weights.values():
        assert set(weights.why) <= {*weights.thresholds, *weights.points}, weights.id


def test_what_is_bought_by_memory_says_which_sizes_there_are() -> None:
    """A place without instances that has a largest size names the smallest, the step, and how many requests it takes at once."""
    sized = [place for place in base().places.values() if "memory_mb_max" in place.limits]
    assert sized
    for place in sized:
        assert {"memory_mb_min", "memory_mb_step", "account_concurrency"} <= set(place.limits), place.id
