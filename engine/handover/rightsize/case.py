"""One resource under judgement: what it is, what it needs, what it costs, and the words for it."""

from __future__ import annotations

from engine.handover.rightsize.market import Market, Site
from engine.handover.rightsize.settings import Settings, Thresholds, UseLimits
from engine.handover.rightsize.usage import ACCELERATOR_DIMENSIONS, JOBS, Dimension, Peaks, Usage, find_peaks
from engine.number_format import format_significant
from knowledge import Knowledge
from knowledge.schema.instance import HOURS_A_MONTH, Instance, Price
from knowledge.schema.place import Place
from knowledge.schema.processor import NEURON
from knowledge.sentences import Say, bind_subject


class FleetContext:
    """What all resources of a fleet share; made once for a fleet."""

    def __init__(self, knowledge: Knowledge, settings: Settings) -> None:
        """Look nothing up before a resource asks for it."""
        self.knowledge, self.settings = knowledge, settings
        self.thresholds = Thresholds(knowledge, settings)
        self.market = Market(knowledge, settings)
        self.say: Say = bind_subject(knowledge, "rightsize")


class Case:
    """One resource with everything that its finding rests on."""

    def __init__(self, usage: Usage, context: FleetContext) -> None:
        """The instance type and the place of `usage` are in the knowledge base."""
        self.usage, self.context = usage, context
        self.settings, self.thresholds, self.say = context.settings, context.thresholds, context.say
        self.instance: Instance = context.knowledge.instances[usage.instance_type]
        self.place: Place = context.knowledge.places[usage.place]
        self.site = Site(usage.kind, usage.place, usage.region or context.settings.region)
        self.use_limits: UseLimits = self.thresholds.use_limits(usage.kind)
        self.is_job = usage.kind in JOBS
        """True if it runs and ends."""
        self.peaks: Peaks = find_peaks(usage, self.instance)
        """What the resource needs, as far as that was measured."""
        self.price: tuple[float, Price] | None = context.market.find_price(self.site, self.instance)
        """USD an hour of one of its machines, and the price it comes from."""

    @property
    def hours_per_month(self) -> float:
        """Hours a month that are paid for: all of them; of a job the hours measured, as if it ran once a month."""
        if self.usage.hours_per_month is not None:
            return self.usage.hours_per_month
        return self.usage.hours or 1.0 if self.is_job else HOURS_A_MONTH

    @property
    def usd_per_month(self) -> float | None:
        """What it costs today; None where no price is known."""
        return None if self.price is None else self.price[0] * self.usage.count * self.hours_per_month

    def name_dimension(self, dimension: Dimension) -> str:
        """A dimension in words: "vCPU", "GPU", "NeuronCores"."""
        accelerator = self.instance.accelerator
        processor = self.context.knowledge.accelerators[accelerator].processor if accelerator else "cpu"
        return self.say(processor if dimension == "gpu" and processor in NEURON else dimension)

    def describe_capacity(self, dimension: Dimension) -> str:
        """What today's machines have of a dimension: "8 vCPUs", "2 × 32 GiB", "1 × NVIDIA A10G"."""
        instance, name = self.instance, ""
        if dimension in ACCELERATOR_DIMENSIONS:
            amount = instance.accelerator_count
            name = self.context.knowledge.accelerators[instance.accelerator].name if instance.accelerator else ""
        else:
            amount = instance.vcpu if dimension == "cpu" else instance.memory_gib
        one = self.say(f"of_{dimension}", count=format_significant(amount), name=name)
        return one if self.usage.count == 1 else f"{self.usage.count} × {one}"

    def type_name(self, instance: Instance) -> str:
        """An instance type as the place of the resource writes it: with `ml.` at SageMaker."""
        return f"ml.{instance.instance_type}" if self.place.job_kind else instance.instance_type
