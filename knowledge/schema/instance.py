"""Instance types: the rows of the machine-made catalogue."""

import datetime as dt
from typing import Annotated, Final, Literal

from knowledge.schema.bound import Amount, Count, Positive
from knowledge.schema.family import Status
from knowledge.schema.record import Record, Ref, Text

PriceKind = Literal["published", "estimated"]
JobKind = Literal["hosting", "training", "processing", "transform", "notebook"]
"""The SageMaker job kinds, each with its own list of accepted `ml.` names."""
HOME_REGION: Final = "us-east-1"
"""The region whose prices come with the package."""
HOURS_A_MONTH: Final = 730.0
"""As AWS reckons a month of what is paid by the hour: 365 × 24 / 12."""
GIB: Final = 1.073741824
"""GB of 10^9 bytes."""
MIB_PER_GB: Final = 1e9 / 2**20


class Price(Record):
    """An on-demand price, USD per hour of one instance, Linux, us-east-1."""

    usd_per_hour: Positive
    kind: PriceKind
    as_of: dt.date
    source: Annotated[str, Ref("sources")]


class MlName(Record):
    """What SageMaker makes of an instance type."""

    jobs: tuple[JobKind, ...]
    """The job kinds whose enumeration holds `ml.` + the name."""
    price: Price | None


class Instance(Record):
    """One instance type."""

    instance_type: Text
    family: Text
    """May lack an entry under `families/` where it does not matter to machine learning."""
    size: Text
    generation: Count
    status: Status
    arch: Literal["x86_64", "arm64", "i386"]
    maker: Literal["intel", "amd", "aws", "apple", "nvidia"]
    """Who makes the host processor."""
    vcpu: Count
    physical_cores: Count
    clock_ghz: float | None
    memory_gib: Positive
    accelerator: Annotated[str, Ref("accelerators")] | None
    accelerator_count: Amount
    """Devices; below 1 for a partition of one."""
    accelerator_memory_mib: int | None
    """Memory of one device (or of the partition), MiB, as the EC2 API reports it."""
    network_gbps: float | None
    """Bandwidth in Gbit/s: the baseline where the API tells one, else the figure it is advertised with."""
    efa: bool
    """True where the Elastic Fabric Adapter is supported."""
    ebs_mbps: float | None
    local_storage_gb: float
    bare_metal: bool
    burstable: bool
    regions: str
    """Codes of the regions that offer it, separated by spaces; empty where no source lists any."""
    specification_source: Annotated[str, Ref("sources")]
    specification_as_of: dt.date
    price: Price | None
    no_price_reason: str
    """Why there is no price; empty where there is one."""
    ml: MlName | None
    """Null where no SageMaker job kind accepts the name."""

    @property
    def memory_gb(self) -> float:
        """Host memory in GB of 10^9 bytes."""
        return self.memory_gib * GIB

    def price_at(self, *, sagemaker: bool) -> Price | None:
        """The price on SageMaker, or on EC2 and what runs on its machines; None where none is known."""
        return (self.ml.price if self.ml else None) if sagemaker else self.price

    def offered_in(self, region: str) -> bool:
        """True where `region` lists the type; a type without any listed region counts as offered nowhere."""
        return region in self.regions.split()


class Excluded(Record):
    """A name of AWS's enumeration that the catalogue leaves out, and why."""

    instance_type: Text
    reason: Text


class CatalogStamp(Record):
    """When and from what the catalogue was made."""

    as_of: dt.date
    """The date of its prices."""
    built_from: dict[str, str]
    """Input -> version or date."""
    refreshed: dict[str, dt.date]
    """Part (`prices`, `specifications`, `spot`) -> day of its last successful refresh; empty for the packaged one."""

    @property
    def price_region(self) -> str:
        """The region whose prices the catalogue holds."""
        return self.built_from.get("region", HOME_REGION)
