"""Compatibility: what software needs of devices, hosts and places."""

from typing import Annotated, Literal

from knowledge.schema.accelerator import Ability, Precision
from knowledge.schema.processor import ProcessorId
from knowledge.schema.record import Entry, Record, Ref, SourceIds, Text

SoftwareKind = Literal["framework", "engine", "library", "kernel", "format", "image", "feature", "toolkit", "place"]
Architecture = Literal["x86_64", "arm64"]


class Need(Record):
    """One thing that software needs; where several fields are given, they have to hold together."""

    what: Text
    """Its name in a few words: "compute capability"."""
    versions: str = ""
    """Of the software, as comparisons: ">=2.0,<3"; empty for all."""
    feature: str = ""
    """The part of the software that needs it; empty for all of it."""
    vendors: tuple[str, ...] = ()
    processors: tuple[ProcessorId, ...] = ()
    compute_capability: str = ""
    """Of NVIDIA GPUs, as comparisons or as a list: ">=8.0", "7.0,7.5"."""
    accelerators: tuple[Annotated[str, Ref("accelerators")], ...] = ()
    """Where only a list says it."""
    precisions: tuple[Precision, ...] = ()
    """Data types in hardware, all of them."""
    abilities: tuple[Ability, ...] = ()
    cuda: str = ""
    """CUDA of the runtime, as comparisons."""
    driver: str = ""
    """NVIDIA driver of the host, as comparisons."""
    neuron: str = ""
    """Neuron SDK, as comparisons."""
    rocm: str = ""
    architectures: tuple[Architecture, ...] = ()
    """Of the host; any of them."""
    instructions: tuple[str, ...] = ()
    """Of the CPU, all of them."""
    package_mb: str = ""
    """Of what is deployed, unpacked, as comparisons, MB."""
    python: str = ""
    because: Text
    errors: tuple[str, ...] = ()
    """Messages that people paste where it is lacking."""
    mends: tuple[Text, ...] = ()
    """What else helps, the likeliest first."""
    sources: SourceIds


class Software(Entry):
    """A framework, an engine, a kernel, a format or an image, with what it needs."""

    kind: SoftwareKind
    needs: tuple[Need, ...] = ()

    @property
    def runs_somewhere(self) -> bool:
        """False for what no hardware of AWS runs, or no longer."""
        return not any(need.vendors == ("none",) and not need.feature for need in self.needs)
