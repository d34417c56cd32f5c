"""The kinds of record, and the folder each lives in."""

from __future__ import annotations

from typing import Any, Final

from knowledge.schema.accelerator import Accelerator, Core
from knowledge.schema.algorithm import Algorithm
from knowledge.schema.decision import Defaults, Limit, Question, Weights
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.family import Family
from knowledge.schema.learning import Idea, Lesson, Term
from knowledge.schema.metric import Metric
from knowledge.schema.model import Model
from knowledge.schema.place import Place
from knowledge.schema.practice import Framework, Image, InfrastructureTool, Network, ScalingPolicy, Tool
from knowledge.schema.processor import Processor
from knowledge.schema.purchase import Purchase
from knowledge.schema.region import Region
from knowledge.schema.resource import Resource
from knowledge.schema.rule import Rule
from knowledge.schema.source import Source
from knowledge.schema.start import Start
from knowledge.schema.table import Table
from knowledge.schema.wording import Cues, Lexicon, Wording

KINDS: Final[dict[str, type[Any]]] = {
    "accelerators": Accelerator,
    "algorithms": Algorithm,
    "cores": Core,
    "cues": Cues,
    "defaults": Defaults,
    "efficiencies": Efficiency,
    "families": Family,
    "frameworks": Framework,
    "glossary": Term,
    "guidance": Rule,
    "ideas": Idea,
    "images": Image,
    "infrastructure": InfrastructureTool,
    "lessons": Lesson,
    "lexicon": Lexicon,
    "limits": Limit,
    "metrics": Metric,
    "models": Model,
    "networking": Network,
    "places": Place,
    "processors": Processor,
    "purchases": Purchase,
    "questions": Question,
    "regions": Region,
    "resources": Resource,
    "scaling": ScalingPolicy,
    "sources": Source,
    "starts": Start,
    "tables": Table,
    "tools": Tool,
    "weights": Weights,
    "wording": Wording,
}
"""Folder below `knowledge/data` -> record class."""
