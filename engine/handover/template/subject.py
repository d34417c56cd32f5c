"""What a template is about: the plan of an advice, and the facts that the places ask for."""

from __future__ import annotations

import math
import re
from functools import cached_property
from typing import Any, Final

from engine.advice import Advice, Plan
from engine.handover.template.formats.casing import kebab
from engine.handover.template.nodes import Given
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.instance import MIB_PER_GB, Instance
from knowledge.schema.place import Place
from knowledge.sentences import Say, saying

_LONGEST_NAME: Final = 24
"""Letters of a name: with a UUID or an ending behind it, it stays within the 63 that SageMaker takes."""

_METRIC: Final = re.compile("[A-Za-z0-9 ]*")


class Subject:
    """One plan, and what is known of its workload."""

    def __init__(self, advice: Advice, plan: Plan, knowledge: Knowledge, *, declared: bool) -> None:
        """Raises InputError for a plan that the base does not know any more, as one of a file may be."""
        self.advice, self.plan, self.knowledge = advice, plan, knowledge
        self.declared = declared
        """Whether it is written in a language that declares what there is; else calls are made, and a job can be one of them."""
        self.say: Say = saying(knowledge, "template")
        if plan.place not in knowledge.places:
            raise InputError(f"choice.place: there is no place {shown(plan.place)}.{suggestion(plan.place, knowledge.places)}")
        self._check_size()
        self._check_type()
        self._check_metric()

    def _check_size(self) -> None:
        """The plan says how large it is, in the measure of its place."""
        sized = {"instance_type": self.plan.instance_type, "instance_count": self.plan.instance_count} if self.place.instances else {}
        if self.place.billing.by == "gb-second":
            sized = {"memory_mb": self.plan.memory_mb}
        for field, value in sized.items():
            if not value or (isinstance(value, int) and value < 1):
                raise InputError(f"choice.{field}: {shown(value)} says of {self.place.name} no size. Advise anew.")

    def _check_type(self) -> None:
        """The place takes the instance type, today."""
        name, kind = self.plan.instance_type, self.place.job_kind
        if name is None:
            return
        instance = self.knowledge.instances.get(name.removeprefix("ml."))
        accepted = instance is not None and (kind is None or (instance.ml is not None and kind in instance.ml.jobs))
        if not accepted or (kind is not None) != name.startswith("ml."):
            raise InputError(f"choice.instance_type: {shown(name)} is none that {self.place.name} takes. Advise anew.")

    def _check_metric(self) -> None:
        """What is scaled by stands in the template as it is: a name, and nothing that a language reads."""
        metric = self.plan.scaling.metric if self.plan.scaling else ""
        if not _METRIC.fullmatch(metric):
            raise InputError(f"choice.scaling.metric: {shown(metric)} is no name of a metric. Advise anew.")

    @property
    def place(self) -> Place:
        """The place of the plan."""
        return self.knowledge.places[self.plan.place]

    @property
    def instance(self) -> Instance:
        """The instance type of the plan. Raises KeyError for a plan without one."""
        return self.knowledge.instances[str(self.plan.instance_type).removeprefix("ml.")]

    @property
    def type_name(self) -> str:
        """The instance type as the place writes it."""
        return str(self.plan.instance_type)

    @property
    def count(self) -> int:
        """How many instances."""
        return self.plan.instance_count or 1

    @cached_property
    def _facts(self) -> dict[str, Any]:
        stated = {name: fact.get("value") for name, fact in self.advice.workload.items()}
        return {**{assumed.fact: assumed.value for assumed in self.advice.assumptions}, **stated}

    def fact(self, name: str) -> Any:  # noqa: ANN401  # facts are numbers, flags and texts
        """What is known or assumed of a fact; None where nothing is."""
        return self._facts.get(name)

    def stated(self, name: str) -> Any:  # noqa: ANN401  # the same
        """What somebody said of a fact, or what follows from that; None where it is only assumed: nothing should run by that."""
        return self.advice.workload.get(name, {}).get("value")

    def number(self, name: str) -> float:
        """A fact that is a number; 0 where it is not known."""
        return _number(self.fact(name))

    def stated_number(self, name: str) -> float:
        """The same of what is stated."""
        return _number(self.stated(name))

    def has(self, option: str) -> bool:
        """Whether an option of the place is on."""
        return bool(self.plan.place_options.get(option))  # type: ignore[call-overload]  # a name of an option

    @property
    def models(self) -> int:
        """How many models share the place."""
        return max(1, int(self.number("model_count")))

    @property
    def region(self) -> str:
        """Where it is deployed."""
        region = str(self.fact("region"))
        return region if region in self.knowledge.regions else self.knowledge.stamp.price_region

    @property
    def isolated(self) -> bool:
        """Whether containers may not reach the network."""
        return self.fact("network_isolation") is True

    def threshold(self, name: str) -> float:
        """A figure of `weights/template.yaml`."""
        return self.knowledge.weights["template"].thresholds[name]

    def host_mib(self, least: str) -> int:
        """MiB of host memory that the model needs, and no fewer than the threshold `least`."""
        return max(math.ceil(self.advice.needs.host_gb * MIB_PER_GB), int(self.threshold(least)))

    def limit(self, name: str) -> float:
        """A limit of the place; without one, no limit."""
        fact = self.place.limits.get(name)  # type: ignore[call-overload]  # a name of a limit
        return float(fact.under(self.advice.lens)) if fact is not None else float("inf")

    @cached_property
    def name(self) -> str:
        """A short name for what is made, of letters, digits and hyphens."""
        told = str(self.fact("model") or self.fact("algorithm") or self.fact("task") or self.plan.place)
        return re.sub(r"[^a-z0-9]+", "-", told.lower()).strip("-")[:_LONGEST_NAME].strip("-") or "workload"

    def named(self, resource: str) -> str:
        """The name of a resource, as a command beside the template says it: ours, or in capitals where the language finds one itself."""
        return f"{self.name}-{kebab(resource)}" if not self.declared else f"<{resource}Name>"

    def describe(self, given: Given) -> str:
        """What is to be filled in, in words."""
        return self.say(given.name)

    def commands(self, key: str, /, **values: object) -> tuple[str, ...]:
        """The commands of the wording, one a line."""
        return tuple(self.say(key, region=self.region, **values).splitlines())


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
