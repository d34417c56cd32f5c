"""The plan that a template deploys, and the facts of its workload."""

from __future__ import annotations

import math
import re
from functools import cached_property
from typing import Any, Final

from engine.advice import Advice, Plan
from engine.sizing.startup.parts import LoadFrom, image_pull_time, loading_time, machine_bandwidth, server_start_time, start_figure
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.instance import MIB_PER_GB, Instance
from knowledge.schema.place import Place
from knowledge.sentences import Say, bind_subject

_MAX_NAME_LENGTH: Final = 24
"""With a UUID or a suffix behind it, a name of this length stays within SageMaker's 63 characters."""
_HOUR_SECONDS, _MINUTE_SECONDS = 3600, 60
_METRIC_NAME: Final = re.compile("[A-Za-z0-9 ]*")


class Deployment:
    """One plan of an advice, checked against the base."""

    def __init__(self, advice: Advice, plan: Plan, knowledge: Knowledge, *, is_declarative: bool) -> None:
        """Raises InputError for a plan that the base does not allow any more, as one from a file may be."""
        self.advice, self.plan, self.knowledge = advice, plan, knowledge
        self.is_declarative = is_declarative
        """True if the format declares resources; else it calls the API, and a call can start a job."""
        self.say: Say = bind_subject(knowledge, "template")
        if plan.place not in knowledge.places:
            raise InputError(f"choice.place: there is no place {quote_value(plan.place)}.{suggest_name(plan.place, knowledge.places)}")
        self._check_size()
        self._check_instance_type()
        self._check_metric()

    def _check_size(self) -> None:
        """The plan must have a size in the units of its place."""
        sizes = {"instance_type": self.plan.instance_type, "instance_count": self.plan.instance_count} if self.place.instances else {}
        if self.place.billing.by == "gb-second":
            sizes = {"memory_mb": self.plan.memory_mb}
        for field, value in sizes.items():
            if not value or (isinstance(value, int) and value < 1):
                raise InputError(f"choice.{field}: {quote_value(value)} says of {self.place.name} no size. Advise anew.")

    def _check_instance_type(self) -> None:
        """The place must offer the instance type today."""
        name, kind = self.plan.instance_type, self.place.job_kind
        if name is None:
            return
        instance = self.knowledge.instances.get(name.removeprefix("ml."))
        is_offered = instance is not None and (kind is None or (instance.ml is not None and kind in instance.ml.jobs))
        if not is_offered or (kind is not None) != name.startswith("ml."):
            raise InputError(f"choice.instance_type: {quote_value(name)} is none that {self.place.name} takes. Advise anew.")

    def _check_metric(self) -> None:
        """The scaling metric stands in the template as it is, so it must contain nothing that a format interprets."""
        metric = self.plan.scaling.metric if self.plan.scaling else ""
        if not _METRIC_NAME.fullmatch(metric):
            raise InputError(f"choice.scaling.metric: {quote_value(metric)} is no name of a metric. Advise anew.")

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
    def instance_count(self) -> int:
        """At least 1."""
        return self.plan.instance_count or 1

    @property
    def device_count(self) -> int:
        """Accelerators that the instance shows to a container; a share of one is shown as one. 0 without any."""
        return math.ceil(self.instance.accelerator_count) if self.instance.accelerator is not None else 0

    @property
    def instance_limits(self) -> tuple[int, int]:
        """Minimum and maximum of a group of instances; a plan that does not scale starts its instances when they are needed."""
        scaling = self.plan.scaling
        return (scaling.min, max(scaling.max, self.instance_count)) if scaling is not None else (0, self.instance_count)

    @cached_property
    def _facts(self) -> dict[str, Any]:
        stated = {name: fact.get("value") for name, fact in self.advice.workload.items()}
        return {**{assumed.fact: assumed.value for assumed in self.advice.assumptions}, **stated}

    def get_fact(self, name: str) -> Any:  # noqa: ANN401  # facts are numbers, flags and texts
        """A stated or assumed fact; None where neither is known."""
        return self._facts.get(name)

    def get_stated_fact(self, name: str) -> Any:  # noqa: ANN401  # the same
        """A stated or derived fact; None where it is only assumed: nothing should run because of an assumption."""
        return self.advice.workload.get(name, {}).get("value")

    def get_number(self, name: str) -> float:
        """A fact as a number; 0 where it is unknown."""
        return _to_number(self.get_fact(name))

    def get_stated_number(self, name: str) -> float:
        """A stated fact as a number; 0 where it is not stated."""
        return _to_number(self.get_stated_fact(name))

    def has_option(self, option: str) -> bool:
        """True if an option of the place is switched on."""
        return bool(self.plan.place_options.get(option))  # type: ignore[call-overload]  # a name of an option

    @property
    def model_count(self) -> int:
        """How many models share the place."""
        return max(1, int(self.get_number("model_count")))

    @property
    def region(self) -> str:
        """The AWS region."""
        region = str(self.get_fact("region"))
        return region if region in self.knowledge.regions else self.knowledge.stamp.price_region

    @property
    def is_isolated(self) -> bool:
        """True if containers may not reach the network."""
        return self.get_fact("network_isolation") is True

    @property
    def volume_gb(self) -> int:
        """Disk of each machine in GB: data, model and working space; at most its local disks where it has any."""
        maximum = self.instance.local_storage_gb or self.get_threshold("volume_gb_most")
        return math.ceil(min(self._disk_need_gb, maximum))

    @property
    def attached_volume_gb(self) -> int:
        """Attached volume in GB, for which local disks are no substitute: nothing mounts them for a container, and a stop empties them."""
        return math.ceil(min(self._disk_need_gb, self.get_threshold("volume_gb_most")))

    @property
    def root_volume_gb(self) -> int:
        """Root volume of an EC2 instance in GB: besides the work, the machine image and the unpacked layers of the container."""
        return self.attached_volume_gb + int(self.get_threshold("machine_image_gb"))

    @property
    def _disk_need_gb(self) -> float:
        data = self.get_number("dataset_gb") * self.get_threshold("volume_per_data")
        weights = self.advice.needs.memory_gb.weights * self.get_threshold("volume_per_weights")
        return self.get_threshold("volume_gb_least") + data + weights

    @property
    def max_run_seconds(self) -> int:
        """Time after which a run is stopped."""
        expected = (self.plan.hours_per_run or 0.0) * _HOUR_SECONDS * self.get_threshold("run_margin")
        return math.ceil(min(max(expected, self.get_threshold("least_run_seconds")), self.get_limit("job_seconds")))

    @property
    def start_seconds(self) -> int:
        """Time after which a new machine should answer, in whole minutes: the slow end of the estimated start."""
        needs, instance = self.advice.needs, self.instance
        starts = self.knowledge.starts
        launch = start_figure(starts, "machine", "eks_seconds" if self.plan.place == "eks" else "ec2_seconds").high
        image = image_pull_time(start_figure(starts, "image", "language_server_gb").typical, "registry", starts).high
        weights_gb = needs.memory_gb.weights
        source: LoadFrom = "s3-download" if instance.network_gbps else "ebs-gp3"
        loading = loading_time(weights_gb, source, machine_bandwidth(instance), starts).high
        is_language_model = self.get_fact("algorithm") == "llm" and instance.accelerator is not None
        server = server_start_time("vllm" if is_language_model else "plain", self.parameters_b, starts, compiled=False).high
        return math.ceil((launch + image + loading + server) / _MINUTE_SECONDS) * _MINUTE_SECONDS

    @property
    def parameters_b(self) -> float:
        """Parameters of the model in 10^9; 0 where neither the workload nor the base tells."""
        model = self.knowledge.models.get(str(self.get_fact("model")))
        known = float(model.parameters_b.value_for(self.advice.lens)) if model is not None else 0.0
        return self.get_stated_number("parameters_b") or known

    def get_threshold(self, name: str) -> float:
        """A number of `weights/template.yaml`."""
        return self.knowledge.weights["template"].thresholds[name]

    def host_memory_mib(self, minimum: str) -> int:
        """Host memory that the model needs in MiB; at least the threshold named `minimum`."""
        return max(math.ceil(self.advice.needs.host_gb * MIB_PER_GB), int(self.get_threshold(minimum)))

    def get_limit(self, name: str) -> float:
        """A limit of the place; infinity where it has none."""
        fact = self.place.limits.get(name)  # type: ignore[call-overload]  # a name of a limit
        return float(fact.value_for(self.advice.lens)) if fact is not None else float("inf")

    @cached_property
    def name(self) -> str:
        """A short name for the stack, of lower-case letters, digits and hyphens."""
        named = self.get_stated_fact("model") or self._name_size() or self.get_fact("algorithm") or self.get_fact("task")
        workload = str(named or self.plan.place)
        return re.sub(r"[^a-z0-9]+", "-", workload.lower()).strip("-")[:_MAX_NAME_LENGTH].strip("-") or "workload"

    def _name_size(self) -> str:
        """Size, algorithm and stage of a model that nobody named: the one whose numbers stand for it is another."""
        size = self.get_stated_number("parameters_b")
        words = (self.get_fact("algorithm") or self.get_fact("task"), self.get_fact("stage"))
        return "-".join((f"{size:g}b", *(str(word) for word in words if word))) if size else ""


def _to_number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
