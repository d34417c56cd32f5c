"""The hardware or place that software is to run on, with what is known of its host."""

from __future__ import annotations

import msgspec

from knowledge import Knowledge
from knowledge.schema.accelerator import Accelerator, Core
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.processor import ProcessorId


class Target(msgspec.Struct, frozen=True):
    """A machine, a bare device, a bare host or a place."""

    name: str
    kind: ProcessorId | None = None
    """The kind of processor, where no device tells it."""
    instance: Instance | None = None
    accelerator: Accelerator | None = None
    core: Core | None = None
    architecture: str = ""
    """Of the host: x86_64 or arm64; empty where nothing tells it."""
    place: Place | None = None
    capability: str = ""
    """Compute capability of the device; as told, where the base does not have the device."""
    driver: str = ""
    """NVIDIA's driver on the host, as told."""
    cuda: str = ""
    """CUDA, as told."""
    neuron: str = ""
    python: str = ""
    package_mb: float | None = None
    """Of what is deployed, as told."""

    @property
    def default_driver(self) -> str:
        """The driver of its hosts where nobody chose another; empty where one installs it oneself, or no source tells."""
        if self.place is None or self.instance is None:
            return ""
        return next((one.driver.value for one in self.place.host_drivers if self.instance.family in one.families), "")

    @property
    def compute_capability(self) -> str:
        """That of its device; empty for devices of other makers, and where nobody knows it."""
        known = self.accelerator.capabilities.compute_capability if self.accelerator is not None else None
        return known.value if known is not None else self.capability

    @property
    def processor(self) -> ProcessorId | None:
        """The kind of processor that computes; None where nothing tells it."""
        if self.accelerator is not None:
            return self.accelerator.processor
        if self.kind is not None:
            return self.kind
        has_none = self.instance is not None or self.core is not None or self.architecture
        return "cpu" if has_none or (self.place is not None and not self.place.gpu.value) else None


def target_of_instance(name: str, knowledge: Knowledge, place: Place | None = None) -> Target | None:
    """An instance type, with or without `ml.`; None for a name that the catalogue does not have."""
    instance = knowledge.instances.get(name.removeprefix("ml."))
    if instance is None:
        return None
    family = knowledge.families.get(instance.family)
    return Target(
        name=name,
        instance=instance,
        accelerator=knowledge.accelerators[instance.accelerator] if instance.accelerator else None,
        core=knowledge.cores[family.core] if family is not None and family.core else None,
        architecture=instance.arch,
        place=place,
    )


def target_of_family(name: str, knowledge: Knowledge, place: Place | None = None) -> Target | None:
    """The smallest type of a family; None for a family without types."""
    types = [one for one in knowledge.instances.values() if one.family == name and not one.bare_metal]
    if not types:
        return None
    smallest = min(types, key=lambda one: (one.vcpu, one.instance_type))
    found = target_of_instance(smallest.instance_type, knowledge, place)
    return msgspec.structs.replace(found, name=name) if found is not None else None


def target_of_accelerator(name: str, knowledge: Knowledge) -> Target:
    """A device, whatever machine it is in."""
    hosts = {one.arch for one in knowledge.instances.values() if one.accelerator == name}
    accelerator = knowledge.accelerators[name]
    return Target(name=accelerator.name, accelerator=accelerator, architecture=hosts.pop() if len(hosts) == 1 else "")
