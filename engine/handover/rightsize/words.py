"""How figures and machines are told."""

from __future__ import annotations

from engine.handover.rightsize.fit import Group
from engine.handover.rightsize.usage import Dimension
from engine.words import significant
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.processor import NEURON
from knowledge.sentences import sentence

_SUBJECT = "rightsize"


class Words:
    """The sentences of the subject, and the names that they are filled with."""

    def __init__(self, knowledge: Knowledge) -> None:
        """From the base."""
        self._knowledge = knowledge

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence `key`, filled."""
        return sentence(self._knowledge, _SUBJECT, key, **values)

    def what(self, dimension: Dimension, instance: Instance) -> str:
        """A dimension: "vCPU", "GPU", "NeuronCores"."""
        processor = self._knowledge.accelerators[instance.accelerator].processor if instance.accelerator else "cpu"
        return self(processor if dimension == "gpu" and processor in NEURON else dimension)

    def capacity(self, dimension: Dimension, instance: Instance) -> str:
        """What a machine has of it: "8 vCPUs", "32 GiB", "1 × NVIDIA A10G"."""
        if dimension in ("gpu", "gpu_memory"):
            name = self._knowledge.accelerators[instance.accelerator].name if instance.accelerator else ""
            return self(f"of_{dimension}", count=significant(instance.accelerator_count), name=name)
        return self(f"of_{dimension}", count=significant(instance.vcpu if dimension == "cpu" else instance.memory_gib))


def name_at(place: Place, instance: Instance) -> str:
    """The type as its place writes it: with `ml.` at SageMaker."""
    return f"ml.{instance.instance_type}" if place.job_kind else instance.instance_type


def group_at(place: Place, group: Group) -> str:
    """So many of a type, as in 2 × ml.m5.large."""
    return f"{group.machines} × {name_at(place, group.stand.instance)}"
