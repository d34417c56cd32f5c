"""The whole base in one object. Each kind is decoded when it is first asked for, so an advice never waits for lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from knowledge.schema.accelerator import Accelerator, Core
from knowledge.schema.algorithm import Algorithm
from knowledge.schema.decision import Defaults, Limit, Question, Weights
from knowledge.schema.deployment import Deployment
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.family import Family
from knowledge.schema.instance import CatalogStamp, Excluded, Instance
from knowledge.schema.learning import Idea, Lesson, Term
from knowledge.schema.measurement import Measurement
from knowledge.schema.metric import Metric
from knowledge.schema.model import Model
from knowledge.schema.place import Place
from knowledge.schema.practice import Framework, Image, InfrastructureTool, Network, ScalingPolicy, Tool
from knowledge.schema.processor import Processor
from knowledge.schema.purchase import Purchase
from knowledge.schema.reading import Reading
from knowledge.schema.region import Region
from knowledge.schema.resource import Resource
from knowledge.schema.rule import Rule
from knowledge.schema.source import Source
from knowledge.schema.start import Start
from knowledge.schema.table import Table
from knowledge.schema.wording import Cues, Lexicon, Wording

Decode = Callable[[str, Any], Any]
"""Section name and type -> its value."""


class Knowledge:
    """Everything that is known. Mappings go from id to record and never change."""

    def __init__(self, decode: Decode) -> None:
        """Read sections through `decode`."""
        self._decode = decode

    def _section(self, kind: str, cls: type[Any]) -> Mapping[str, Any]:
        section: Mapping[str, Any] = self._decode(kind, dict[str, cls])  # type: ignore[valid-type]  # a type built at run time
        return section

    @cached_property
    def accelerators(self) -> Mapping[str, Accelerator]:
        """Accelerators by id."""
        return self._section("accelerators", Accelerator)

    @cached_property
    def algorithms(self) -> Mapping[str, Algorithm]:
        """Algorithms and classes of models by id."""
        return self._section("algorithms", Algorithm)

    @cached_property
    def cores(self) -> Mapping[str, Core]:
        """Processor cores by id."""
        return self._section("cores", Core)

    @cached_property
    def cues(self) -> Mapping[str, Cues]:
        """Words that tell what is meant by what stands beside them."""
        return self._section("cues", Cues)

    @cached_property
    def defaults(self) -> Mapping[str, Defaults]:
        """Assumptions by task; `any` holds those for every task."""
        return self._section("defaults", Defaults)

    @cached_property
    def efficiencies(self) -> Mapping[str, Efficiency]:
        """Shares of the peak by device kind."""
        return self._section("efficiencies", Efficiency)

    @cached_property
    def families(self) -> Mapping[str, Family]:
        """Instance families by id."""
        return self._section("families", Family)

    @cached_property
    def guidance(self) -> Mapping[str, Rule]:
        """Rules of thumb by id."""
        return self._section("guidance", Rule)

    @cached_property
    def lexicon(self) -> Mapping[str, Lexicon]:
        """How people say the values of a fact, by fact."""
        return self._section("lexicon", Lexicon)

    @cached_property
    def limits(self) -> Mapping[str, Limit]:
        """The words of the hard limits by id."""
        return self._section("limits", Limit)

    @cached_property
    def metrics(self) -> Mapping[str, Metric]:
        """What monitoring says of running machines, by id."""
        return self._section("metrics", Metric)

    @cached_property
    def models(self) -> Mapping[str, Model]:
        """Reference models by id."""
        return self._section("models", Model)

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Places by id."""
        return self._section("places", Place)

    @cached_property
    def processors(self) -> Mapping[str, Processor]:
        """Kinds of processor by id."""
        return self._section("processors", Processor)

    @cached_property
    def purchases(self) -> Mapping[str, Purchase]:
        """Purchase kinds by id."""
        return self._section("purchases", Purchase)

    @cached_property
    def questions(self) -> Mapping[str, Question]:
        """Questions by the fact they ask for."""
        return self._section("questions", Question)

    @cached_property
    def regions(self) -> Mapping[str, Region]:
        """Regions by code."""
        return self._section("regions", Region)

    @cached_property
    def resources(self) -> Mapping[str, Resource]:
        """Resources of AWS as templates write them, by kind."""
        return self._section("resources", Resource)

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """Sources by id."""
        return self._section("sources", Source)

    @cached_property
    def starts(self) -> Mapping[str, Start]:
        """How long the parts of a start take, by part."""
        return self._section("starts", Start)

    @cached_property
    def weights(self) -> Mapping[str, Weights]:
        """Weights, points and thresholds by id."""
        return self._section("weights", Weights)

    @cached_property
    def wording(self) -> Mapping[str, Wording]:
        """Sentences by subject."""
        return self._section("wording", Wording)

    @cached_property
    def frameworks(self) -> Mapping[str, Framework]:
        """Frameworks by id."""
        return self._section("frameworks", Framework)

    @cached_property
    def glossary(self) -> Mapping[str, Term]:
        """Terms of the field by id."""
        return self._section("glossary", Term)

    @cached_property
    def ideas(self) -> Mapping[str, Idea]:
        """Ideas that decisions rest on."""
        return self._section("ideas", Idea)

    @cached_property
    def images(self) -> Mapping[str, Image]:
        """Container and machine images by id."""
        return self._section("images", Image)

    @cached_property
    def infrastructure(self) -> Mapping[str, InfrastructureTool]:
        """Ways to describe infrastructure as code."""
        return self._section("infrastructure", InfrastructureTool)

    @cached_property
    def lessons(self) -> Mapping[str, Lesson]:
        """Lessons by topic."""
        return self._section("lessons", Lesson)

    @cached_property
    def networking(self) -> Mapping[str, Network]:
        """Networking and storage by id."""
        return self._section("networking", Network)

    @cached_property
    def scaling(self) -> Mapping[str, ScalingPolicy]:
        """Scaling policies and metrics by id."""
        return self._section("scaling", ScalingPolicy)

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """Comparison tables by id: what they show, not what stands in them."""
        return self._section("tables", Table)

    @cached_property
    def tools(self) -> Mapping[str, Tool]:
        """Tools and services by id."""
        return self._section("tools", Tool)

    @cached_property
    def measurements(self) -> Mapping[str, Measurement]:
        """What others measured, by id of the row."""
        return self._section("measurements", Measurement)

    @cached_property
    def measured(self) -> Mapping[tuple[str, str], tuple[Measurement, ...]]:
        """The same by model and device, an accelerator or a core."""
        grouped: dict[tuple[str, str], list[Measurement]] = {}
        for row in self.measurements.values():
            grouped.setdefault((row.model, row.accelerator or row.core or ""), []).append(row)
        return {key: tuple(rows) for key, rows in grouped.items()}

    @cached_property
    def deployments(self) -> Mapping[str, Deployment]:
        """What others ran, recommended, or failed to run, by id of the row."""
        return self._section("deployments", Deployment)

    @cached_property
    def instances(self) -> Mapping[str, Instance]:
        """The catalogue: instance types by name."""
        return self._section("catalog.instances", Instance)

    @cached_property
    def reading(self) -> Reading:
        """What reading a message looks words up in."""
        reading: Reading = self._decode("reading", Reading)
        return reading

    @cached_property
    def excluded(self) -> Mapping[str, Excluded]:
        """Names of AWS's enumeration that the catalogue leaves out."""
        return self._section("catalog.excluded", Excluded)

    @cached_property
    def stamp(self) -> CatalogStamp:
        """Dates and inputs of the catalogue."""
        stamp: CatalogStamp = self._decode("catalog.stamp", CatalogStamp)
        return stamp
