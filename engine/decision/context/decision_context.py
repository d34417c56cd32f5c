"""All that the steps of one decision share: the completed workload, what it needs, the lens, the person's terms and measurements."""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import msgspec

from engine.decision.context.algorithm_phase import find_favoured_processors, phase_advice_for
from engine.decision.context.decision_cache import CacheTable, DecisionCache
from engine.decision.context.measured_ratios import NO_MEASUREMENTS, MeasuredRatio, MeasuredRatios
from engine.decision.context.option import Option
from engine.decision.context.processor_names import processors_of_names
from engine.decision.context.situation import ONLINE, Situation, situation_of
from engine.policy import NO_POLICY, Policy
from engine.sizing.data_types import narrowest_precision, supported_precision, unpacks_to_16_bits
from engine.sizing.device import Device, instance_device
from engine.sizing.estimate_records import Memory
from engine.sizing.memory.device_memory import DeviceMemory
from engine.sizing.memory.rates import MemoryRates, memory_rates
from engine.sizing.memory_fit import serving_footprint_by_part, training_footprint_by_part
from engine.sizing.needs import Needs, workload_needs
from engine.sizing.speed.instance_speed import Speed, limit_to_stated_time
from engine.sizing.speed.language_model_speed import LatencyTargets, TensorParallelSplit, best_split_speed, tensor_parallel_splits
from engine.sizing.speed.measured_correction import measured_correction
from engine.sizing.speed.network_speed import NetworkPlacement, place_network
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.algorithm import PhaseAdvice
from knowledge.schema.family import Family, Status
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.processor import NEURON, ProcessorId
from knowledge.schema.record import Fact, Lens


class _SpeedKey(NamedTuple):
    """Everything that the speed of the model depends on, besides the machine."""

    needs: Needs
    target_ms: float | None
    time_to_first_token_ms: float | None
    time_per_output_token_ms: float | None
    precision: str | None
    quantization_ok: bool | None
    processing_seconds: float | None
    is_online: bool
    measured: MeasuredRatios


class _PlacementKey(NamedTuple):
    """Everything that the placement of a model with given needs depends on."""

    device_id: str
    device_count: float
    memory_gb: float
    precision: str


_Placement = NetworkPlacement | tuple[TensorParallelSplit, ...]
_SPEEDS: CacheTable[_SpeedKey, dict[object, Speed | None]] = CacheTable(max_entries=100)
_DEVICES: CacheTable[None, dict[str, Device | None]] = CacheTable(max_entries=1)
_PLACEMENTS: CacheTable[Needs, dict[_PlacementKey, _Placement | None]] = CacheTable(max_entries=40)
_CORRECTIONS: CacheTable[tuple[str, float, str, str], float | None] = CacheTable(max_entries=500)
_MEMORY_RATES: CacheTable[None, MemoryRates] = CacheTable(max_entries=1)


class Context(msgspec.Struct, dict=True):
    """What the steps of one decision share. The cache outlives it, so that what-ifs on the same base share computed values."""

    workload: Workload
    knowledge: Knowledge
    lens: Lens
    needs: Needs
    situation: Situation
    cache: DecisionCache
    speeds: dict[object, Speed | None]
    """Instance type, and the hardware that it shares with others -> speed; shared by decisions with the same needs and targets."""
    phase_advice: PhaseAdvice | None
    """The documented advice of the algorithm for this kind of run."""
    phase_case: int
    """Number of the case of that advice that applies, from 1; 0 for none."""
    favoured_processors: tuple[ProcessorId, ...]
    """The processors that its documentation ranks first, of those that are allowed."""
    policy: Policy
    """The person's own terms."""
    measured: MeasuredRatios
    """The person's own measurements, compared with the estimates."""
    rules: dict[Any, Any] = msgspec.field(default_factory=dict)
    """Rules of thumb that depend on the plan, by their effects; filled by `guidance`."""

    @classmethod
    def for_workload(
        cls,
        workload: Workload,
        knowledge: Knowledge,
        lens: Lens,
        cache: DecisionCache | None = None,
        policy: Policy = NO_POLICY,
        *,
        measured: MeasuredRatios = NO_MEASUREMENTS,
    ) -> Context:
        """The context of a completed workload."""
        cache = DecisionCache() if cache is None else cache
        needs, situation = workload_needs(workload, knowledge), situation_of(workload)
        target = _latency_target(workload, situation, knowledge.weights["ranking"].thresholds)
        key = _SpeedKey(
            needs,
            target,
            workload.time_to_first_token_ms,
            workload.time_per_output_token_ms,
            workload.precision,
            workload.quantization_ok,
            workload.processing_seconds,
            situation == ONLINE,
            measured,
        )
        speeds = cache.recall(_SPEEDS, key, dict)
        phase, case = phase_advice_for(workload, situation, knowledge)
        first = find_favoured_processors(workload, phase, knowledge, lens, policy.approved_hardware)
        return cls(workload, knowledge, lens, needs, situation, cache, speeds, phase, case, first, policy, measured)

    @functools.cached_property
    def thresholds(self) -> dict[str, float]:
        """Named thresholds of the ranking."""
        return self.knowledge.weights["ranking"].thresholds

    @functools.cached_property
    def rates(self) -> dict[str, float]:
        """Named rates of sizing."""
        return self.knowledge.weights["sizing"].thresholds

    @functools.cached_property
    def memory_rates(self) -> MemoryRates:
        """Coefficients of memory."""
        return self.cache.recall(_MEMORY_RATES, None, lambda: memory_rates(self.knowledge))

    def count_named_of(self, instance: Instance) -> int | None:
        """How many machines are wanted of a type or family that is named beside the number: "4 × p5.48xlarge"; None for other types."""
        wanted, required = self.workload.instances_wanted, self.workload.require or ()
        is_named = instance.instance_type in required or instance.family in required
        return int(wanted) if wanted is not None and is_named else None

    @property
    def region(self) -> str:
        """The AWS region; us-east-1 where none is stated."""
        return self.workload.region or "us-east-1"

    @functools.cached_property
    def asked_processors(self) -> frozenset[str]:
        """The kinds of processor of `compare` and of the current instance."""
        return processors_of_names((*(self.workload.compare or ()), self.workload.current_instance), self.knowledge)

    @property
    def asks_only_neuron(self) -> bool:
        """True if only AWS's own chips are asked about or in use; their compiler is part of the plan then."""
        return bool(self.asked_processors) and self.asked_processors <= NEURON

    @functools.cached_property
    def peak(self) -> float:
        """Requests a second at the busiest time; 0 where there are none."""
        return self.workload.peak_requests_per_second or 0.0 if self.situation == ONLINE else 0.0

    def upper_limit(self, fact: str) -> float | None:
        """The value of a target or a budget, with a margin where it was stated as approximate; None if unknown."""
        value: float | None = getattr(self.workload, fact)
        origin = self.workload.origins.get(fact)
        return value * self.thresholds["about"] if value is not None and origin is not None and origin.about else value

    def status_of(self, instance: Instance) -> Status:
        """Status of an instance type under the lens: the exam may know a retired family as current."""
        family = self.family_of(instance)
        if self.lens == "exam" and family is not None and family.status.exam is not None:
            return family.status.exam
        return instance.status

    def family_of(self, instance: Instance) -> Family | None:
        """The entry of the instance's family, None without one."""
        return self.knowledge.families.get(instance.family)

    def device_for(self, instance: Instance) -> Device | None:
        """The devices of an instance type, None where no figures are known."""
        name = instance.instance_type
        if name not in self._devices:
            self._devices[name] = instance_device(instance, self.knowledge)
        return self._devices[name]

    @functools.cached_property
    def _devices(self) -> dict[str, Device | None]:
        return self.cache.recall(_DEVICES, None, dict)

    def precision_for(self, device: Device) -> str | None:
        """The data type of the weights on `device`: the stated one, or fewer bits where allowed; None if unsupported."""
        if self.workload.quantization_ok and self.situation != "training" and self.needs.kind != "classic":
            narrowed = narrowest_precision(device, generates=self.needs.kind == "language-model")
            if narrowed is not None:
                return narrowed
        wanted = self.workload.precision
        if self.needs.kind == "language-model" and self.situation != "training" and unpacks_to_16_bits(device, wanted):
            return wanted
        return supported_precision(device, wanted)

    def devices_used_by(self, option: Option, device: Device) -> float:
        """How many devices share a training run, or one serving copy; 1 for CPUs, whose cores share the host's memory."""
        if device.processor == "cpu":
            return 1.0
        return float(device.count * option.count) if self.situation == "training" else option.devices_used

    def estimate_memory(self, device: Device, devices: float, precision: str | None) -> Memory:
        """Memory of a training run, or of one serving copy, over so many devices, GB. The model must have a known shape."""
        return self.estimate_memory_by_part(device, devices, precision).across_devices(device, self.memory_rates)

    def estimate_memory_by_part(self, device: Device, devices: float, precision: str | None) -> DeviceMemory:
        """The same of each of these devices, by part."""
        if self.situation == "training":
            return training_footprint_by_part(self.needs, device, self.workload, self.memory_rates, devices=devices)
        return serving_footprint_by_part(self.needs, device, precision or "fp16", self.memory_rates, devices=devices)

    def speed_of(self, instance: Instance) -> Speed | None:
        """The speed of the model on one instance within the latency target; None where it cannot run."""
        name, speeds = instance.instance_type, self.speeds
        if name not in speeds:
            hardware = self.hardware_key(instance)
            if hardware not in speeds:
                speeds[hardware] = self._estimate_speed(instance)
            speeds[name] = self._measured_speed(instance, speeds[hardware])
        return speeds[name]

    def _measured_speed(self, instance: Instance, estimate: Speed | None) -> Speed | None:
        """The estimate corrected by the person's measurement, if any; for jobs, the hours are corrected instead."""
        tried = self.ratio_on_instance(instance) if self.situation == ONLINE else None
        return tried.apply_to(estimate) if tried is not None and estimate is not None else estimate

    def ratio_on_instance(self, instance: Instance) -> MeasuredRatio | None:
        """Measured over estimated, of a type or of one with the same hardware; None where neither was measured with this model."""
        measured = self.measured
        if measured is NO_MEASUREMENTS or measured.subject != self.needs.name:
            return None
        return measured.ratios.get(instance.instance_type) or measured.ratios.get(self.hardware_key(instance)) or measured.elsewhere

    def ratio_at_memory(self, place: Place, memory_mb: int) -> MeasuredRatio | None:
        """Measured over estimated, of a serverless place with a memory size; None where it was not measured with this model."""
        return self.measured.ratios.get((place.id, memory_mb)) if self.measured.subject == self.needs.name else None

    def hardware_key(self, instance: Instance) -> object:
        """Equal for types that are equally fast: their devices, or the worker count of classic algorithms."""
        device = self.device_for(instance)
        if device is None or self.needs.kind == "classic":
            return self.worker_count(instance)
        return device.id, device.count, device.memory_gb

    def _estimate_speed(self, instance: Instance) -> Speed | None:
        speed = self._compute_speed(instance)
        stated = (self.workload.processing_seconds or 0.0) * 1e3
        return limit_to_stated_time(speed, stated) if speed is not None and self.situation == ONLINE else speed

    def _target_of_estimate(self) -> float | None:
        """Milliseconds that an estimate may take, so that with what today's machines correct it the answer is in time."""
        target, carried = _latency_target(self.workload, self.situation, self.thresholds), self.measured.elsewhere
        if target is None or carried is None or self.measured.subject != self.needs.name:
            return target
        return target / carried.time

    def _compute_speed(self, instance: Instance) -> Speed | None:
        if self.needs.kind == "classic":
            return self._classic_speed(self.worker_count(instance))
        device = self.device_for(instance)
        precision = self.precision_for(device) if device else None
        if device is None or precision is None or self.needs.shape is None:
            return None
        placed, target = self._place_model(device, precision), self._target_of_estimate()
        if isinstance(placed, NetworkPlacement):
            return placed.serving_speed(target, self.rates["request_ms"] if self.situation == ONLINE else 0.0)
        targets = LatencyTargets(target, self.workload.time_to_first_token_ms, self.workload.time_per_output_token_ms)
        return best_split_speed(placed, self.needs, device, precision, targets) if placed else None

    def _place_model(self, device: Device, precision: str) -> _Placement | None:
        """The model on a device, whatever the latency targets; None where it does not fit."""
        key = _PlacementKey(device.id, device.count, device.memory_gb, precision)
        if key not in self._placements:
            efficiency, rates = self.knowledge.efficiencies[device.processor], self.memory_rates
            if self.needs.kind == "language-model":
                self._placements[key] = tensor_parallel_splits(self.needs, device, precision, efficiency, rates=rates)
            else:
                correction = self._published_correction(device, precision)
                self._placements[key] = place_network(self.needs, device, precision, efficiency, rates=rates, measured=correction)
        return self._placements[key]

    @functools.cached_property
    def _placements(self) -> dict[_PlacementKey, _Placement | None]:
        return self.cache.recall(_PLACEMENTS, self.needs, dict)

    def _published_correction(self, device: Device, precision: str) -> float | None:
        """Measured over estimated time of the model on the device, by published measurements; None without any."""
        shape = self.needs.shape
        rows = self.knowledge.measured.get((shape.id, device.id), ()) if shape is not None and shape.id else ()
        if not rows or shape is None or device.cores > 1:
            return None  # runs on parts of a chip do not tell what the others would do meanwhile
        efficiency = self.knowledge.efficiencies[device.processor]
        return self.cache.recall(
            _CORRECTIONS,
            (shape.id, shape.parameters, device.id, precision),
            lambda: measured_correction(shape, device, precision, efficiency, rows),
        )

    def worker_count(self, instance: Instance) -> int:
        """Parallel workers of a classic algorithm on a machine: one for each core, or a few for each device."""
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

    def hourly_price(self, place: Place, instance: Instance) -> float | None:
        """USD per hour of one instance at a place; None where no price is known.

        On demand, less the policy's discount; of types that are sold by capacity blocks alone, the published rate of a block.
        """
        price = instance.price_at(sagemaker=place.job_kind is not None)
        if price is not None:
            return price.usd_per_hour * self.policy.price_share(place, instance)
        return self.block_price(place, instance) if self.status_of(instance) == "capacity-only" else None

    def block_rate(self, place: Place, instance: Instance) -> Fact[float] | None:
        """The published rate of a capacity block, USD per accelerator-hour; None where none is known, or no block is sold there."""
        if instance.accelerator is None:
            return None
        return self.knowledge.purchases["capacity-block"].accelerator_rate(place.id, instance.family, instance.instance_type)

    def block_price(self, place: Place, instance: Instance) -> float | None:
        """USD per hour of one instance in a capacity block, which no discount lowers; None where no rate is known."""
        rate = self.block_rate(place, instance)
        return rate.value_for(self.lens) * instance.accelerator_count if rate is not None else None

    def smallest_lot(self, instance: Instance) -> int:
        """The fewest machines of a type that are sold at once: those of an UltraServer, else 1."""
        return self.knowledge.purchases["capacity-block"].smallest_lot(instance.family)

    def whole_lots(self, instance: Instance, count: int) -> int:
        """The number of machines to pay for where so many are needed: those of whole UltraServers."""
        lot = self.smallest_lot(instance)
        return math.ceil(count / lot) * lot


def _latency_target(workload: Workload, situation: Situation, thresholds: dict[str, float]) -> float | None:
    """Latency target for sizing batches on a device, ms: the stated one, a long one for batch inference, else None."""
    return workload.latency_p99_ms or (thresholds["queue_latency_ms"] if situation == "batch" else None)
