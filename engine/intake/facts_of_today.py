"""What follows from the machines in use: what they do, how long and for how much, how they are paid for, what they prove."""

from __future__ import annotations

from typing import Final

from engine.intake.message import Message
from engine.intake.place_of_today import with_place_of_today
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.schema.processor import NEURON

_MS_PER_HOUR: Final = 3.6e6
_DAY: Final = 24.0
"""Hours: what is on all day is no run."""
_DAYS_A_MONTH: Final = 30.0
_ENDPOINTS: Final = ("sagemaker-realtime", "sagemaker-serverless", "sagemaker-async")
_TRAINED: Final = frozenset({"training", "fine-tuning"})


def with_facts_of_today(work: Workload, knowledge: Knowledge, message: Message) -> Workload:
    """The workload with where the machines of today run, and with what that and their kind tell of the work."""
    work = _with_run_of_today(_with_stage_of_place(with_place_of_today(work, message)))
    work = _with_architecture_of_today(_with_present_device(work, knowledge), knowledge)
    return _with_halved_bill(_with_cores_of_today(_with_purchase_of_today(work, message), knowledge), message)


def _with_run_of_today(work: Workload) -> Workload:
    """However short, the time that a job takes today is that of a run and not of an answer; so are the hours a day in which it runs.

    What one of many items takes tells how long all of them do.
    """
    took, daily = work.current_latency_ms, work.hours_per_day
    is_job = work.stage in _TRAINED or work.stage == "preprocessing"
    if work.items_per_run and took is not None and work.current_instance and work.current_run_hours is None and not is_job:
        hours = work.items_per_run * took / _MS_PER_HOUR / (work.current_count or 1.0)
        because = f"{work.items_per_run:,.0f} of {took / 1e3:g} s"
        return _derive(work.without_fact("current_latency_ms"), "current_run_hours", hours, because)
    is_to_come = work.start_in_days is not None
    if is_job and work.run_days and work.current_instance and work.current_run_hours is None and not is_to_come:
        hours, origin = 24 * work.run_days, work.origins["run_days"]
        return work.without_fact("run_days").with_fact("current_run_hours", hours, origin)
    asked = work.requests_per_second or work.peak_requests_per_second or work.latency_p99_ms or work.concurrency
    is_run = is_job or (work.runs_per_month is not None and not asked and work.current_place not in _ENDPOINTS)
    if (
        is_run
        and daily is not None
        and daily < _DAY
        and work.current_instance is not None
        and work.current_run_hours is None
        and work.runs_per_month
    ):
        return work.without_fact("hours_per_day").with_fact("current_run_hours", daily, work.origins["hours_per_day"])
    if is_run and work.current_usd_per_month is not None and not _names_a_month(work.origins["current_usd_per_month"].quote):
        money, origin = work.current_usd_per_month, work.origins["current_usd_per_month"]
        return _with_run_of_today(work.without_fact("current_usd_per_month").with_fact("current_usd_per_run", money, origin))
    if took is None or not is_job or work.current_run_hours is not None:
        return work
    origin = work.origins["current_latency_ms"]
    return work.without_fact("current_latency_ms").with_fact("current_run_hours", took / _MS_PER_HOUR, origin)


def _names_a_month(quote: str) -> bool:
    """Whether the words of a sum say that it is one of a month or of a year."""
    return "mo" in quote.lower() or "year" in quote.lower()


def _with_halved_bill(work: Workload, message: Message) -> Workload:
    """The budget where only its share of today's bill is told: "5,200 a month, want half of that"."""
    if not message.cues["halved"] or work.budget_usd_per_month or work.budget_usd_per_run or work.budget_usd_per_hour:
        return work
    because = f'"{message.quote(message.cues["halved"][0])}" of what it costs today'
    for today, budget in (("current_usd_per_run", "budget_usd_per_run"), ("current_usd_per_month", "budget_usd_per_month")):
        if getattr(work, today) is not None:
            return _derive(work, budget, getattr(work, today) / 2, because)
    return work


def _with_present_device(work: Workload, knowledge: Knowledge) -> Workload:
    """What runs on a GPU today and is not known by name needs one more likely than not: it is no ground to leave GPUs."""
    instance = knowledge.instances.get(work.current_instance or "")
    device = knowledge.accelerators[instance.accelerator] if instance is not None and instance.accelerator else None
    known = (work.model, work.model_family, work.algorithm, work.require, work.prefer, work.exclude, work.compare)
    framework = knowledge.frameworks.get(work.framework or "")
    is_of_cpus = framework is not None and framework.processors == ("cpu",)
    if device is None or any(known) or work.data_type == "tabular" or is_of_cpus:
        return work
    return _derive(work, "prefer", (device.processor,), f"it runs on {work.current_instance} today")


def _with_architecture_of_today(work: Workload, knowledge: Knowledge) -> Workload:
    """What runs on Arm today runs on Arm."""
    instance = knowledge.instances.get(work.current_instance or "")
    if instance is None or instance.arch != "arm64" or work.arm_ok is not None:
        return work
    return _derive(work, "arm_ok", value=True, because=f"it runs on {work.current_instance} today")


def _with_purchase_of_today(work: Workload, message: Message) -> Workload:
    """What was bought for a term is committed; what runs on Spot today may be interrupted."""
    if work.current_instance and work.current_purchase is None and message.cues["bought_for_a_term"]:
        work = _derive(work, "current_purchase", "reserved", f'"{message.quote(message.cues["bought_for_a_term"][0])}"')
    if work.current_purchase != "spot" or work.interruptible is not None:
        return work
    return _derive(work, "interruptible", value=True, because="it runs on Spot today")


def _with_stage_of_place(work: Workload) -> Workload:
    """What is done where it runs today: an endpoint answers calls on however many days, a notebook is for trying things out."""
    if work.current_place == "sagemaker-notebook" and work.stage != "experimentation":
        return _derive(work, "stage", "experimentation", "it runs in a notebook today")
    asked = work.requests_per_second or work.peak_requests_per_second or work.runs_per_month or work.items_per_run
    if work.current_place == "sagemaker-batch-transform" and not asked:
        return _derive(work, "runs_per_month", _DAYS_A_MONTH, "a batch runs today, taken to be one a day")
    if work.current_place not in _ENDPOINTS:
        return work
    if work.stage in _TRAINED:
        work = _derive(work, "stage", "inference", "an endpoint runs today")
    return work if work.runs_per_month is None or work.items_per_run is not None else work.without_fact("runs_per_month")


def _with_cores_of_today(work: Workload, knowledge: Knowledge) -> Workload:
    """The cores of a Neuron machine that are told to be busy are those of its chips."""
    instance, share = knowledge.instances.get(work.current_instance or ""), work.current_cpu_utilization_percent
    device = knowledge.accelerators.get(instance.accelerator or "") if instance is not None else None
    if device is None or device.processor not in NEURON or share is None or work.current_gpu_utilization_percent is not None:
        return work
    origin = work.origins["current_cpu_utilization_percent"]
    return work.without_fact("current_cpu_utilization_percent").with_fact("current_gpu_utilization_percent", share, origin)


def _derive(work: Workload, fact: str, value: Value, because: str) -> Workload:
    return work.with_fact(fact, value, Origin(kind="derived", because=because))
