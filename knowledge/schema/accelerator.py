"""Accelerators and processor cores: what a device computes, holds and moves."""

from typing import Literal

from msgspec import field

from knowledge.schema.processor import ProcessorId
from knowledge.schema.record import Entry, Fact, Record

Precision = Literal["fp32", "tf32", "bf16", "fp16", "fp8", "int8", "int4", "fp4"]
Confidence = Literal["high", "medium", "low"]
Ability = Literal["mig", "video-encoder", "video-decoder", "ray-tracing", "peer-to-peer", "graphics", "ecc", "sparsity"]
"""What some devices can do and others cannot, beside computing."""


class Link(Record):
    """How accelerators of one machine reach each other."""

    name: str
    gb_per_second: Fact[float] | None
    """Per accelerator and direction, GB/s; null where no source gives it."""
    peer_to_peer: bool
    """True for NVLink, NeuronLink and the like; false where traffic crosses PCIe and the host."""


class Capabilities(Record):
    """What a device is able to do, and which software knows it. What no source says is left out."""

    architecture: str = ""
    """NVIDIA's or AMD's name for the generation: "Turing"."""
    compute_capability: Fact[str] | None = None
    """NVIDIA's version of what kernels may use: "7.5"."""
    abilities: dict[Ability, Fact[bool]] = field(default_factory=dict)
    mig_profiles: tuple[str, ...] = ()
    driver: Fact[str] | None = None
    """Versions of NVIDIA's driver that know it, as comparisons: ">=418"."""
    cuda: Fact[str] | None = None
    """Versions of CUDA that build for it, as comparisons."""
    neuron: Fact[str] | None = None
    """Versions of the Neuron SDK that serve it, as comparisons."""
    rocm: Fact[str] | None = None


class Accelerator(Entry):
    """One accelerator as software sees it (for Neuron: one chip)."""

    vendor: str
    processor: ProcessorId
    memory_gb_nominal: Fact[float]
    """What the brochure says, GB."""
    memory_mib: Fact[float]
    """What the EC2 API reports for one device, MiB. Fit tests use this one."""
    bandwidth_gb_per_second: Fact[float]
    """Device memory bandwidth from the data sheet, GB/s."""
    measured_bandwidth_gb_per_second: Fact[float] | None = None
    peak_tflops: dict[Precision, Fact[float]]
    """Dense peaks without sparsity, 10^12 operations a second. A missing precision is not supported natively."""
    link: Link
    sparsity_doubles: bool = False
    """True where the data sheet also quotes a figure twice as high for sparse matrices."""
    neuron_cores: Fact[int] | None = None
    """Inferentia and Trainium: cores of a chip that can each run a copy of a model."""
    launched_chip: int | None = None
    launched_ec2: int | None = None
    precisions: tuple[Precision, ...]
    """Data types the device computes in, natively."""
    capabilities: Capabilities = Capabilities()
    confidence: Confidence
    note: str = ""


class Core(Entry):
    """One physical core of a processor generation; the base of estimates for CPU inference and training."""

    vendor: Literal["intel", "amd", "aws"]
    arch: Literal["x86_64", "arm64"]
    vcpu_per_core: Fact[int]
    """2 where a vCPU is a hyper-thread, 1 where it is a whole core."""
    peak_gflops: dict[Precision, Fact[float]]
    """Per physical core, 10^9 operations a second at nominal clock."""
    socket_bandwidth_gb_per_second: Fact[float] | None
    cores_per_socket: Fact[int] | None = None
    """Cores that share that bandwidth; null where no source gives it."""
    vector_instructions: tuple[str, ...] = ()
    confidence: Confidence
    note: str = ""
