"""The whole base in one object. Each kind is decoded when it is first asked for, so an advice never waits for lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, Generic, Self, TypeVar, overload

from knowledge.schema.accelerator import Accelerator, Core
from knowledge.schema.algorithm import Algorithm
from knowledge.schema.compatibility import Software
from knowledge.schema.dataset import Dataset
from knowledge.schema.decision import Defaults, Limit, Question, Weights
from knowledge.schema.deployment import Deployment
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.event import Event
from knowledge.schema.family import Family
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.instance import CatalogStamp, Excluded, Instance
from knowledge.schema.learning import Idea, Lesson, Term
from knowledge.schema.measurement import Measurement
from knowledge.schema.message_vocabulary import MessageVocabulary
from knowledge.schema.metric import Metric
from knowledge.schema.model import Model, ModelFamily
from knowledge.schema.place import Place
from knowledge.schema.practice import Framework, Image, InfrastructureTool, Network, ScalingPolicy, Tool
from knowledge.schema.processor import Processor
from knowledge.schema.purchase import Purchase
from knowledge.schema.quota import Quota
from knowledge.schema.region import Region
from knowledge.schema.resource import Resource
from knowledge.schema.review import Review
from knowledge.schema.rule import Rule
from knowledge.schema.source import Source
from knowledge.schema.start import Start
from knowledge.schema.symptom import Symptom
from knowledge.schema.symptom_index import SymptomIndex
from knowledge.schema.table import Table
from knowledge.schema.wording import Cues, Lexicon, Wording

T = TypeVar("T")
Decode = Callable[[str, Any], Any]
"""Section name and type -> its value."""


class Section(Generic[T]):
    """The records of one kind by id, decoded when they are first asked for and kept with the base from then on."""

    def __init__(self, record: type[T], *, table: str = "") -> None:
        """`table` names the section of records that are rows of a CSV table; all others have a YAML file each."""
        self.record, self.table = record, table

    def __set_name__(self, owner: type, name: str) -> None:
        self._attribute = name

    @overload
    def __get__(self, base: None, owner: type) -> Self: ...

    @overload
    def __get__(self, base: Knowledge, owner: type) -> Mapping[str, T]: ...

    def __get__(self, base: Knowledge | None, owner: type) -> Self | Mapping[str, T]:
        if base is None:
            return self
        section: Mapping[str, T] = base.decode(self.table or self._attribute, dict[str, self.record])  # type: ignore[name-defined]  # a type built at run time
        base.__dict__[self._attribute] = section  # found before this descriptor the next time
        return section


class Knowledge:
    """Everything that is known. Mappings go from id to record and never change."""

    def __init__(self, decode: Decode) -> None:
        """Read sections through `decode`."""
        self.decode = decode

    accelerators = Section(Accelerator)
    algorithms = Section(Algorithm)
    """Algorithms and classes of models."""
    cores = Section(Core)
    """Processor cores."""
    cues = Section(Cues)
    """Words that tell what is meant by what stands beside them."""
    datasets = Section(Dataset)
    """Public data sets, by whose names their size is known."""
    defaults = Section(Defaults)
    """Assumptions by task; `any` holds those for every task."""
    efficiencies = Section(Efficiency)
    """Shares of the peak by device kind."""
    events = Section(Event)
    """What changed at AWS, and when."""
    families = Section(Family)
    """Instance families."""
    frameworks = Section(Framework)
    glossary = Section(Term)
    """Terms of the field."""
    guidance = Section(Rule)
    """Rules of thumb."""
    hosted_models = Section(HostedModel)
    """Models that are bought by the token and that nobody can run."""
    ideas = Section(Idea)
    """Ideas that decisions rest on."""
    images = Section(Image)
    """Container and machine images."""
    infrastructure = Section(InfrastructureTool)
    """Ways to describe infrastructure as code."""
    lessons = Section(Lesson)
    """Lessons by topic."""
    lexicon = Section(Lexicon)
    """How people say the values of a fact, by fact."""
    limits = Section(Limit)
    """The words of the hard limits."""
    metrics = Section(Metric)
    """What monitoring says of running machines."""
    model_families = Section(ModelFamily)
    """Names that stand for models of several sizes."""
    models = Section(Model)
    """Reference models."""
    networking = Section(Network)
    """Networking and storage."""
    places = Section(Place)
    processors = Section(Processor)
    """Kinds of processor."""
    purchases = Section(Purchase)
    """Ways to pay for capacity."""
    questions = Section(Question)
    """Questions by the fact they ask for."""
    quotas = Section(Quota)
    """Quotas of accounts, with their defaults."""
    regions = Section(Region)
    """Regions by code."""
    resources = Section(Resource)
    """Resources of AWS as templates write them, by kind."""
    reviews = Section(Review)
    """When facts are due for review."""
    scaling = Section(ScalingPolicy)
    """Scaling policies and metrics."""
    software = Section(Software)
    """Software with what it needs of the hardware it runs on."""
    sources = Section(Source)
    starts = Section(Start)
    """How long the parts of a start take, by part."""
    symptoms = Section(Symptom)
    """What hurts, and what helps."""
    tables = Section(Table)
    """Comparison tables: what they show, not what stands in them."""
    tools = Section(Tool)
    """Tools and services."""
    weights = Section(Weights)
    """Weights, points and thresholds."""
    wording = Section(Wording)
    """Sentences by subject."""

    measurements = Section(Measurement, table="measurements")
    """What others measured."""
    deployments = Section(Deployment, table="deployments")
    """What others ran, recommended, or failed to run."""
    instances = Section(Instance, table="catalog.instances")
    """The catalogue: instance types by name."""
    excluded = Section(Excluded, table="catalog.excluded")
    """Names of AWS's enumeration that the catalogue leaves out."""

    def find_model(self, identity: str | None) -> Model | HostedModel | None:
        """A model by its id, whether its weights can be run or only its tokens be bought; None for an unknown one."""
        return self.models.get(identity or "") or self.hosted_models.get(identity or "")

    @cached_property
    def measured(self) -> Mapping[tuple[str, str], tuple[Measurement, ...]]:
        """The measurements by model and device, an accelerator or a core."""
        grouped: dict[tuple[str, str], list[Measurement]] = {}
        for row in self.measurements.values():
            grouped.setdefault((row.model, row.accelerator or row.core or ""), []).append(row)
        return {key: tuple(rows) for key, rows in grouped.items()}

    @cached_property
    def message_vocabulary(self) -> MessageVocabulary:
        """What the words of a message are looked up in."""
        vocabulary: MessageVocabulary = self.decode("message_vocabulary", MessageVocabulary)
        return vocabulary

    @cached_property
    def symptom_index(self) -> SymptomIndex:
        """The wordings of all symptoms, which texts are compared with."""
        index: SymptomIndex = self.decode("symptom_index", SymptomIndex)
        return index

    @cached_property
    def stamp(self) -> CatalogStamp:
        """Dates and inputs of the catalogue."""
        stamp: CatalogStamp = self.decode("catalog.stamp", CatalogStamp)
        return stamp


KINDS: Final[Mapping[str, type[Any]]] = {
    name: section.record for name, section in vars(Knowledge).items() if isinstance(section, Section) and not section.table
}
"""Kind of record -> its class. A kind is a folder of YAML files below `knowledge/data` and an attribute of `Knowledge`."""
