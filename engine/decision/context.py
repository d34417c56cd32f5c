"""All that the steps of one decision share: the completed workload, what it needs, the lens, what was computed already."""

from __future__ import annotations

import functools
import math
from typing import Any, Final

import msgspec

from engine.decision.named import processors_named
from engine.decision.option import Option
from engine.decision.phase import favoured, phase_of
from engine.decision.situation import ONLINE, Situation, situation_of
from engine.decision.trials import NO_TRIALS, Trials, Tried
from engine.policy import NO_POLICY, Policy
from engine.sizing.device import Device, device_of, narrowed_on, precision_on, unpacks
from engine.sizing.estimated import Memory
from engine.sizing.held import to_serve, to_train
from engine.sizing.memory.rates import MemoryRates, memory_rates
from engine.sizing.needs import Needs, needs_of
from engine.sizing.speed.corrected import correction
from engine.sizing.speed.language import HeldSplit, Targets, held_splits, quickest
from engine.sizing.speed.network import HeldNetwork, held_network
from engine.sizing.speed.record import Speed, at_least
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.algorithm import PhaseAdvice
from knowledge.schema.family import Family, Status
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.processor import NEURON, ProcessorId
from knowledge.schema.record import Lens

Memo = dict[Any, Any]
_PAYING: Final = ("require", "exclude", "run_days", "start_in_days", "interruptible", "checkpointing", "commitment_years")
"""Facts that decide how a plan is paid for."""


class Context(msgspec.Struct, dict=True):
    """One decision. `memo` outlives it: what-if runs on the same base share what hardware does."""

    workload: Workload
    knowledge: Knowledge
    lens: Lens
    needs: Needs
    situation: Situation
    memo: Memo
    speeds: dict[object, Speed | None]
    """Instance type, and the hardware that it shares with others -> speed; kept for all decisions with the same needs and target."""
    phase: PhaseAdvice | None
    """What the algorithm wants in this stage."""
    case: int
    """Which case of that advice applies, counted from 1; 0 for none."""
    favoured: tuple[ProcessorId, ...]
    """Processors that its documentation names first, of those left open."""
    policy: Policy
    """The person's own terms."""
    rules: dict[Any, Any] = msgspec.field(default_factory=dict)
    """Rules of thumb that the workload leaves open, by what is asked of them; found by `guidance` when first asked for."""

    @classmethod
    def of(cls, workload: Workload, knowledge: Knowledge, lens: Lens, memo: Memo | None = None, policy: Policy = NO_POLICY) -> Context:
        """The context of a completed workload."""
        memo = {} if memo is None else memo
        needs, situation = needs_of(workload, knowledge), situation_of(workload)
        target = _target(workload, situation, knowledge.weights["ranking"].thresholds)
        key = (
            "speeds",
            needs,
            target,
            workload.time_to_first_token_ms,
            workload.time_per_output_token_ms,
            workload.precision,
            workload.quantization_ok,
            workload.processing_seconds,
            situation == ONLINE,
        )
        speeds = memo.setdefault(key, {})
        phase, case = phase_of(workload, situation, knowledge)
        first = favoured(workload, phase, knowledge, lens, policy.approved_hardware)
        return cls(workload, knowledge, lens, needs, situation, memo, speeds, phase, case, first, policy)

    @functools.cached_property
    def thresholds(self) -> dict[str, float]:
        """Named thresholds of the ranking."""
        return self.knowledge.weights["ranking"].thresholds

    @functools.cached_property
    def rates(self) -> dict[str, float]:
        """Named rates of sizing."""
        return self.knowledge.weights["sizing"].thresholds

    @property
    def memory_rates(self) -> MemoryRates:
        """Coefficients of memory; made once."""
        if "memory-rates" not in self.memo:
            self.memo["memory-rates"] = memory_rates(self.knowledge)
        rates: MemoryRates = self.memo["memory-rates"]
        return rates

    @property
    def region(self) -> str:
        """Where it runs."""
        return self.workload.region or "us-east-1"

    @functools.cached_property
    def paid(self) -> dict[Any, Any]:
        """How plans are paid for; shared by all decisions that see that alike."""
        facts = (getattr(self.workload, fact) for fact in _PAYING)
        found: dict[Any, Any] = self.memo.setdefault(("paid", self.lens, self.situation, *facts), {})
        return found

    @functools.cached_property
    def asked_processors(self) -> frozenset[str]:
        """The kinds of processor that the person asks about or runs on today."""
        return processors_named((*(self.workload.compare or ()), self.workload.current_instance), self.knowledge)

    @property
    def asks_only_neuron(self) -> bool:
        """Whether AWS's own chips are all that is asked about or in use: their compiler is part of the plan then."""
        return bool(self.asked_processors) and self.asked_processors <= NEURON

    @functools.cached_property
    def peak(self) -> float:
        """Requests a second at the busiest time; 0 where there are none."""
        return self.workload.peak_requests_per_second or 0.0 if self.situation == ONLINE else 0.0

    def most(self, fact: str) -> float | None:
        """The most that a fact allows: a target or a budget, a tenth more where it was said as "about" so much."""
        value: float | None = getattr(self.workload, fact)
        origin = self.workload.origins.get(fact)
        return value * self.thresholds["about"] if value is not None and origin is not None and origin.about else value

    def status(self, instance: Instance) -> Status:
        """Status of an instance type under the lens: the exam may know a retired family as current."""
        family = self.family(instance)
        if self.lens == "exam" and family is not None and family.status.exam is not None:
            return family.status.exam
        return instance.status

    def family(self, instance: Instance) -> Family | None:
        """The family's entry, where it has one."""
        return self.knowledge.families.get(instance.family)

    def device(self, instance: Instance) -> Device | None:
        """The hardware of an instance type; types that share it share the record."""
        key = ("device", instance.instance_type)
        if key not in self.memo:
            self.memo[key] = device_of(instance, self.knowledge)
        device: Device | None = self.memo[key]
        return device

    def precision(self, device: Device) -> str | None:
        """The data type the model is kept in on `device`: the one asked for, or fewer bits where that is allowed."""
        if self.workload.quantization_ok and self.situation != "training" and self.needs.kind != "classic":
            narrowed = narrowed_on(device, generates=self.needs.kind == "language-model")
            if narrowed is not None:
                return narrowed
        wanted = self.workload.precision
        if self.needs.kind == "language-model" and self.situation != "training" and unpacks(device, wanted):
            return wanted
        return precision_on(device, wanted)

    def devices_of(self, option: Option, device: Device) -> float:
        """How many devices of a plan share a run, or one copy that answers; 1 for cores, which share the memory of their host."""
        if device.processor == "cpu":
            return 1.0
        return float(device.count * option.count) if self.situation == "training" else option.devices_used

    def held(self, device: Device, devices: float, precision: str | None) -> Memory:
        """What so many devices hold of a run, or of one copy that answers, GB. The model has to be one with a shape."""
        if self.situation == "training":
            return to_train(self.needs, device, self.workload, self.memory_rates, devices=devices)
        return to_serve(self.needs, device, precision or "fp16", self.memory_rates, devices=devices)

    def speed(self, instance: Instance) -> Speed | None:
        """What one instance does with the model within the latency target; None where it cannot. Types on the same hardware share it."""
        name, speeds = instance.instance_type, self.speeds
        if name not in speeds:
            hardware = self.hardware(instance)
            if hardware not in speeds:
                speeds[hardware] = self._speed(instance)
            speeds[name] = self._measured_speed(instance, speeds[hardware])
        return speeds[name]

    def _measured_speed(self, instance: Instance, estimate: Speed | None) -> Speed | None:
        """What the person measured, in the place of the estimate; a job's hours take that place themselves."""
        tried = self.tried_on(instance) if self.situation == ONLINE else None
        return tried.speed(estimate) if tried is not None and estimate is not None else estimate

    @functools.cached_property
    def trials(self) -> Trials:
        """The person's own measurements. They lie in the memo: all decisions that share what hardware does share them."""
        found: Trials = self.memo.get("trials", NO_TRIALS)
        return found

    def tried_on(self, instance: Instance) -> Tried | None:
        """What they tell of a type, by itself or by one with the same hardware; None where nobody tried either with this work."""
        found = self.trials.found
        if not found or self.trials.subject != self.needs.name:
            return None
        return found.get(instance.instance_type) or found.get(self.hardware(instance))

    def tried_with(self, place: Place, memory_mb: int) -> Tried | None:
        """What they tell of a serverless place with a memory size."""
        return self.trials.found.get((place.id, memory_mb)) if self.trials.subject == self.needs.name else None

    def hardware(self, instance: Instance) -> object:
        """What types that do the same work have in common."""
        device = self.device(instance)
        if device is None or self.needs.kind == "classic":
            return self.workers(instance)
        return device.id, device.count, device.memory_gb

    def _speed(self, instance: Instance) -> Speed | None:
        speed = self._computed(instance)
        stated = (self.workload.processing_seconds or 0.0) * 1e3
        return at_least(speed, stated) if speed is not None and self.situation == ONLINE else speed

    def _computed(self, instance: Instance) -> Speed | None:
        if self.needs.kind == "classic":
            return self._classic_speed(self.workers(instance))
        device = self.device(instance)
        precision = self.precision(device) if device else None
        if device is None or precision is None:
            return None
        target = _target(self.workload, self.situation, self.thresholds)
        held = self._kept(device, precision)
        if isinstance(held, HeldNetwork):
            return held.speed(target, self.rates["request_ms"] if self.situation == ONLINE else 0.0)
        targets = Targets(target, self.workload.time_to_first_token_ms, self.workload.time_per_output_token_ms)
        return quickest(held, self.needs, device, precision, targets) if held else None

    def _kept(self, device: Device, precision: str) -> HeldNetwork | tuple[HeldSplit, ...] | None:
        """The model on a device, whatever the targets; kept, since most what-ifs leave the model alone."""
        known: dict[object, HeldNetwork | tuple[HeldSplit, ...] | None] = self.memo.setdefault(("held", self.needs), {})
        key = (device.id, device.count, device.memory_gb, precision)
        if key not in known:
            efficiency, rates = self.knowledge.efficiencies[device.processor], self.memory_rates
            if self.needs.kind == "language-model":
                known[key] = held_splits(self.needs, device, precision, efficiency, rates=rates)
            else:
                measured = self._measured(device, precision)
                known[key] = held_network(self.needs, device, precision, efficiency, rates=rates, measured=measured)
        return known[key]

    def _measured(self, device: Device, precision: str) -> float | None:
        """How many times as long the model took there as estimated, where somebody measured it; kept, since it hangs on nothing else."""
        shape = self.needs.shape
        rows = self.knowledge.measured.get((shape.id, device.id), ()) if shape is not None and shape.id else ()
        if not rows or shape is None or device.cores > 1:
            return None  # runs on parts of a chip do not tell what the others would do meanwhile
        key = ("measured", shape.id, shape.parameters, device.id, precision)
        if key not in self.memo:
            self.memo[key] = correction(shape, device, precision, self.knowledge.efficiencies[device.processor], rows)
        factor: float | None = self.memo[key]
        return factor

    def workers(self, instance: Instance) -> int:
        """Parts of a machine that a classic algorithm keeps busy: its cores, or a few for each device, whose host cores then wait."""
        devices = instance.accelerator_count if instance.accelerator else 0
        return math.ceil(devices * self.rates["classic_workers_per_device"]) if devices else instance.physical_cores

    def _classic_speed(self, cores: int) -> Speed:
        request = self.rates["classic_request_ms"]
        return Speed(
            latency_ms=request,
            alone_ms=request,
            capacity=cores * 1e3 / request,
            servers=cores,
            devices_used=1,
            batch=1,
            bound_by="overhead",
        )

    def hourly(self, place: Place, instance: Instance) -> float | None:
        """USD per hour of one instance at a place, less the policy's discount; None where no price is known."""
        price = instance.price_at(sagemaker=place.job_kind is not None)
        return price.usd_per_hour * self.policy.share(place, instance) if price else None


def _target(workload: Workload, situation: Situation, thresholds: dict[str, float]) -> float | None:
    """The time one answer may take, ms: nobody waits for those of a batch, so they may fill the device."""
    return workload.latency_p99_ms or (thresholds["queue_latency_ms"] if situation == "batch" else None)
