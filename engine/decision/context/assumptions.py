"""Completes a workload: derives facts from others, and assumes what is needed and unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.decision.context.dataset_size import with_size_of_dataset
from engine.decision.context.machines_of_today import is_too_slow_today
from engine.decision.context.processor_names import processors_of_names
from engine.decision.context.situation import ONLINE, situation_of
from engine.model_families import member_of_size
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.schema.decision import Assumption
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.model import Model

_TASK_OF_DATA = {
    "tabular": "tabular-classification",
    "image": "image-classification",
    "video": "video",
    "text": "text-classification",
    "audio": "speech-recognition",
    "time-series": "forecasting",
    "graph": "graph",
    "multimodal": "text-generation",
}


_LABELS = frozenset({"text-classification", "image-classification", "object-detection", "anomaly-detection", "ranking"})
"""Tasks whose answer is a few words, whoever does them."""


def complete_workload(workload: Workload, knowledge: Knowledge) -> Workload:
    """The workload with every fact that an advice needs; facts that were not stated are marked as assumed or derived."""
    workload = _with_stage(workload)
    workload = _with_subject(workload, knowledge)
    workload = _with_items(with_size_of_dataset(workload, knowledge), knowledge)
    workload = _with_term(workload, knowledge)
    for name, value, why in _default_assumptions(workload, knowledge):
        workload = workload.with_fact(name, value, Origin(kind="assumed", because=why))
    workload = _with_modest_rate(workload, knowledge)
    workload = _with_memory_of_today(workload, knowledge)
    workload = _with_time_of_today(_with_last_day(_with_epochs(workload, knowledge)), knowledge)
    return _with_stored_precision(_with_derived(workload, knowledge), knowledge)


def _with_stored_precision(workload: Workload, knowledge: Knowledge) -> Workload:
    """Serve weights in the data type in which they were published, where that has fewer than 16 bits."""
    model = knowledge.models.get(workload.model or "")
    if model is None or model.stored is None or workload.precision is not None or situation_of(workload) == "training":
        return workload
    because = f"The weights of {model.name} are published in {model.stored}."
    return workload.with_fact("precision", model.stored, _origin_of_consequence(workload, "model", because))


def _with_epochs(workload: Workload, knowledge: Knowledge) -> Workload:
    """Assume epochs for training a network whose task's defaults, made for classic algorithms, have none."""
    if workload.model is None or workload.epochs is not None or situation_of(workload) != "training":
        return workload
    usual = knowledge.defaults["network"].assume["epochs"]
    return workload.with_fact("epochs", usual.value, Origin(kind="assumed", because=usual.why))


def _with_term(workload: Workload, knowledge: Knowledge) -> Workload:
    """What is to run for years is there for as long as a commitment lasts."""
    if workload.run_days is None or workload.commitment_years is not None:
        return workload
    year = knowledge.weights["purchase"].thresholds["days_of_a_year"]
    term = next((years for years in (3, 1) if workload.run_days >= years * year), None)
    because = f"It is to run for {workload.run_days:g} days."
    return workload.with_fact("commitment_years", term, Origin(kind="derived", because=because)) if term else workload


def _with_last_day(workload: Workload) -> Workload:
    """A run that is told by its days has to end within them."""
    if workload.run_days is None or workload.training_deadline_hours is not None or situation_of(workload) == ONLINE:
        return workload
    because = f"It is to run for {workload.run_days:g} days."
    return workload.with_fact("training_deadline_hours", 24 * workload.run_days, Origin(kind="derived", because=because))


def _with_memory_of_today(workload: Workload, knowledge: Knowledge) -> Workload:
    """Assume that the host memory in use today is needed; on machines with accelerators it may be that of the devices."""
    percent, instance = workload.current_memory_utilization_percent, knowledge.instances.get(workload.current_instance or "")
    if percent is None or instance is None or instance.accelerator or workload.host_memory_gb is not None:
        return workload
    because = f"{percent:g} % of the {instance.memory_gib:g} GiB of {instance.instance_type}, as today."
    return workload.with_fact("host_memory_gb", instance.memory_gb * percent / 100, Origin(kind="assumed", because=because))


def _with_time_of_today(workload: Workload, knowledge: Knowledge) -> Workload:
    """Assume that nobody wants to wait a good deal longer than today, for a run or for the slowest answers.

    Where it is speed that hurts, a run has to be shorter than today's.
    """
    rates, online = knowledge.weights["sizing"].thresholds, situation_of(workload) == ONLINE
    fact = "latency_p99_ms" if online else "training_deadline_hours"
    today = workload.current_latency_ms if online else workload.current_run_hours
    if today is None or getattr(workload, fact) is not None:
        return workload
    if not online and is_too_slow_today(workload, knowledge):
        because = "It takes too long today, so it has to be shorter."
        return workload.with_fact(fact, rates["shorter_than_today"] * today, Origin(kind="assumed", because=because))
    factor = rates["tail_beyond_today" if online else "longer_than_today"]
    unnoticed = knowledge.weights["ranking"].thresholds["unnoticed_ms"] if online else rates["unnoticed_hours"]
    most = max(factor * today, unnoticed)
    because = f"Nobody said that it may take much longer than today: {factor:g} times as long at most."
    return workload.with_fact(fact, most, Origin(kind="assumed", because=because))


def _with_modest_rate(workload: Workload, knowledge: Knowledge) -> Workload:
    """Lower an assumed request rate for intermittent traffic, and for slow models, which it would need hundreds of copies for."""
    slow, rate = workload.processing_seconds, workload.requests_per_second
    if rate is None or not workload.is_assumed("requests_per_second"):
        return workload
    rates = knowledge.weights["sizing"].thresholds
    seldom, busy = rates["intermittent_rate"], rates["assumed_busy"]
    if workload.traffic == "intermittent" and rate > seldom:
        rate, because = seldom, f"Requests now and then: {seldom * 60:g} a minute."
        workload = workload.with_fact("requests_per_second", rate, Origin(kind="assumed", because=because))
    if slow is not None and rate * slow > busy:
        because = f"One copy of the model is {busy:.0%} busy with requests of {slow:g} s."
        workload = workload.with_fact("requests_per_second", busy / slow, Origin(kind="assumed", because=because))
    return workload


def _with_stage(workload: Workload) -> Workload:
    if workload.stage is not None:
        return workload
    return workload.with_fact(
        "stage", "inference", Origin(kind="assumed", because="Serving is the usual question; say so if you train or prepare data.")
    )


def _with_member(workload: Workload, knowledge: Knowledge) -> Workload:
    """The member of a family that was named: the one of the size that is told, else the one to reckon with until it is."""
    family = knowledge.model_families.get(workload.model_family or "")
    if family is None or workload.model is not None:
        return workload
    if workload.parameters_b is None:
        assumed = knowledge.models[family.assumed]
        because = f"{family.name} is a family of models; {assumed.name} is assumed until you say which."
        return workload.with_fact("model", assumed.id, Origin(kind="assumed", because=because))
    member = member_of_size(family, workload.parameters_b, knowledge)
    if member is None:
        return workload
    because = f"{family.name} of {workload.parameters_b:g} billion parameters"
    return workload.with_fact("model", member.id, Origin(kind="derived", because=because))


def _with_subject(workload: Workload, knowledge: Knowledge) -> Workload:
    """Task, model and algorithm follow from each other where one of them is known."""
    workload = _with_member(workload, knowledge)
    model = knowledge.find_model(workload.model)
    if model and workload.algorithm is None:
        workload = workload.with_fact("algorithm", model.algorithm, _origin_of_consequence(workload, "model", f"{model.name} is one."))
    elif workload.algorithm is None and workload.task is None and _is_language_model_by_size(workload, knowledge):
        because = f"a network of {workload.parameters_b:g} billion parameters"
        workload = workload.with_fact("algorithm", "llm", Origin(kind="derived", because=because))
    algorithm = knowledge.algorithms.get(workload.algorithm or "")
    if workload.task is None:
        tasks = (model.tasks if model else ()) or (algorithm.tasks if algorithm else ())
        if tasks:
            because = f"the usual task of {model.name if model else algorithm.name if algorithm else ''}"
            workload = workload.with_fact("task", tasks[0], Origin(kind="derived", because=because))
        elif workload.data_type is not None:
            because = f"the usual task on {workload.data_type} data"
            workload = workload.with_fact("task", _TASK_OF_DATA[workload.data_type], Origin(kind="assumed", because=because))
        else:
            workload = workload.with_fact("task", "other", Origin(kind="assumed", because="Nothing was said of it."))
    if workload.model is None and (algorithm is None or algorithm.kind == "deep"):
        workload = _with_model(workload, knowledge)
    return workload


def _is_language_model_by_size(workload: Workload, knowledge: Knowledge) -> bool:
    """True if an unnamed network of this many parameters is assumed to be a language model."""
    return (workload.parameters_b or 0) >= knowledge.weights["sizing"].thresholds["language_model_b"]


def _with_items(workload: Workload, knowledge: Knowledge) -> Workload:
    """The number of items in a data set of known size, for models that read items and not columns."""
    workload = _with_windows(workload, knowledge)
    model = knowledge.models.get(workload.model or "")
    if model is None or workload.dataset_gb is None or workload.rows is not None or situation_of(workload) == ONLINE:
        return workload
    if workload.dataset is not None and workload.items_per_run is not None:
        return workload
    sizes = knowledge.weights["sizing"].thresholds
    item = sizes["bytes_per_token"] * (workload.input_tokens or model.input_tokens or sizes["item_tokens"])
    size = sizes.get(f"item_bytes_{model.data_type}", item)
    because = f"{workload.dataset_gb:g} GB ÷ {size:g} bytes an item, an estimate"
    origin = _origin_of_consequence(workload, "dataset_gb", because)
    return workload.with_fact("rows", max(1, round(workload.dataset_gb * 1e9 / size)), origin)


def _with_windows(workload: Workload, knowledge: Knowledge) -> Workload:
    """The pieces of a recording that a model takes at a time, where a run is told by its hours of audio or video."""
    hours = workload.media_hours_per_run
    if hours is None or workload.items_per_run is not None or situation_of(workload) == ONLINE:
        return workload
    seconds = knowledge.weights["sizing"].thresholds["media_window_seconds"]
    because = f"{hours:g} h of recordings ÷ {seconds:g} s that the model takes at a time"
    return workload.with_fact("items_per_run", max(1, round(hours * 3600 / seconds)), Origin(kind="derived", because=because))


def _origin_of_consequence(workload: Workload, fact: str, because: str) -> Origin:
    """The origin of what follows from a fact: assumed where the fact is, else derived."""
    return Origin(kind="assumed" if workload.is_assumed(fact) else "derived", because=because)


def _with_model(workload: Workload, knowledge: Knowledge) -> Workload:
    """The model to size by: the task's usual one where its class agrees, else the smallest of the class or nearest in size."""
    usual = knowledge.defaults[workload.task or "other"].assume if (workload.task or "other") in knowledge.defaults else {}
    if workload.algorithm is None and workload.parameters_b is None:
        return workload  # the task's defaults decide
    wanted = workload.algorithm or ("llm" if _is_language_model_by_size(workload, knowledge) else None)
    if wanted is None and "model" in usual:
        return workload
    default = knowledge.models.get(str(usual["model"].value)) if "model" in usual else None
    models = [model for model in knowledge.models.values() if wanted in (None, model.algorithm)] or ([default] if default else [])
    if not models:
        return workload
    size, data_type = workload.parameters_b, workload.data_type or ("text" if wanted == "llm" else None)
    models = [model for model in models if data_type in (None, model.data_type)] or models
    if size is not None:
        found = min(models, key=lambda model: (abs(model.parameters_b.value - size), model.id))
        why = f"{found.name} is the nearest in size whose shape is published."
    elif default in models and default is not None:
        found, why = default, usual["model"].why
    else:
        found = _median_model([model for model in models if workload.task in model.tasks] or _usual_models(models, knowledge) or models)
        why = "A common model of this class; name yours for a better answer."
    workload = workload.with_fact("model", found.id, Origin(kind="assumed", because=why))
    return workload if workload.algorithm else workload.with_fact("algorithm", found.algorithm, Origin(kind="assumed", because=why))


def _usual_models(models: list[Model], knowledge: Knowledge) -> list[Model]:
    """That of them which the defaults of some task take, the one with the least work: what most people mean who name no task."""
    taken = {str(default.assume["model"].value) for default in knowledge.defaults.values() if "model" in default.assume}
    work = {model: model.gflops_per_item.value for model in models if model.id in taken and model.gflops_per_item is not None}
    return sorted(work, key=lambda model: (work[model], model.id))[:1]


def _median_model(models: list[Model]) -> Model:
    """The model of median size."""
    return sorted(models, key=lambda model: (model.parameters_b.value, model.id))[len(models) // 2]


def _default_assumptions(workload: Workload, knowledge: Knowledge) -> Iterator[tuple[str, Value, str]]:
    task = workload.task or "other"
    assume: dict[str, Assumption] = dict(knowledge.defaults["any"].assume)
    for subject in (task, _subject_hint(workload, knowledge)):
        if subject in knowledge.defaults:
            assume.update(knowledge.defaults[subject].assume)
    hosted = knowledge.hosted_models.get(workload.model or "")
    if hosted is not None and hosted.generates_text:
        assume = {**_token_assumptions(task, knowledge), **assume}
    stage = workload.stage or "inference"
    if stage in knowledge.defaults:
        assume.update(knowledge.defaults[stage].assume)
    known = workload.known_facts()
    for name, assumption in assume.items():
        if name in known or not _is_relevant(name, workload, assume, knowledge):
            continue
        yield name, assumption.value, assumption.why


def _token_assumptions(task: str, knowledge: Knowledge) -> dict[str, Assumption]:
    """Tokens of a prompt and of an answer of a model that generates text, for tasks that other models do without."""
    usual = knowledge.defaults["text-generation"].assume
    label = Assumption(value=knowledge.weights["sizing"].thresholds["label_tokens"], why="The answer is a label, a few tokens.")
    return {"input_tokens": usual["input_tokens"], "output_tokens": label if task in _LABELS else usual["output_tokens"]}


def _subject_hint(workload: Workload, knowledge: Knowledge) -> str:
    """The defaults to use where the task is unknown: those of the framework, or of networks where accelerators are named; else empty."""
    if not (workload.is_assumed("task") and workload.task == "other"):
        return ""
    if workload.framework in knowledge.defaults:
        return workload.framework or ""
    kinds = processors_of_names((*(workload.require or ()), *(workload.compare or ()), workload.current_instance), knowledge)
    facts = (workload.accelerator_memory_gb, workload.custom_cuda_kernels, workload.neuron_compatible)
    stated = any(fact for fact in facts) and not workload.is_assumed("neuron_compatible")
    return "network" if stated or (kinds and "cpu" not in kinds) else ""


def _is_relevant(name: str, workload: Workload, assume: Mapping[str, Assumption], knowledge: Knowledge) -> bool:
    """True if an assumed fact matters for this kind of run and of model."""
    online = situation_of(workload) == ONLINE
    model_id = workload.model or (None if workload.algorithm or "model" not in assume else str(assume["model"].value))
    model = knowledge.find_model(model_id)
    other_rate = workload.peak_requests_per_second or workload.concurrency or workload.tokens_per_second
    subject = workload.stage != "preprocessing"
    gates = {
        **dict.fromkeys(("peak_requests_per_second", "traffic", "hours_per_day", "payload_mb"), online),
        "dataset_gb": not online,
        **dict.fromkeys(("rows", "columns", "epochs", "training_tokens_b", "batch_size"), subject and not online),
        **dict.fromkeys(("runs_per_month", "items_per_run"), not online),
        "requests_per_second": online and not other_rate,
        "model": subject and workload.model is None and workload.algorithm is None,
        "algorithm": subject and workload.algorithm is None and model is None,
        "input_tokens": model is not None,
        "output_tokens": model is not None and _generates_text(model),
    }
    return gates.get(name, True)


def _generates_text(model: Model | HostedModel) -> bool:
    """True for a model whose answers are counted in tokens."""
    return model.generates_text if isinstance(model, HostedModel) else model.gflops_per_item is None


def _with_derived(workload: Workload, knowledge: Knowledge) -> Workload:
    """Derive the algorithm of an assumed model, Neuron support, and the rate from its peak or the reverse."""
    model = knowledge.find_model(workload.model)
    if workload.algorithm is None and model is not None:
        workload = workload.with_fact("algorithm", model.algorithm, _origin_of_consequence(workload, "model", f"{model.name} is one."))
    if isinstance(model, Model) and workload.is_assumed("neuron_compatible") and not workload.is_assumed("model"):
        support = model.neuron
        fact = support.training if workload.stage in ("training", "fine-tuning") else support.inf2 or support.inf1
        if fact is not None and fact.value:
            because = f"AWS documents {model.name} on Neuron."
            workload = workload.with_fact("neuron_compatible", value=True, origin=Origin(kind="derived", because=because))
    return _with_rates(workload, knowledge)


def _with_rates(workload: Workload, knowledge: Knowledge) -> Workload:
    if situation_of(workload) != ONLINE:
        return workload
    rate, peak = workload.requests_per_second, workload.peak_requests_per_second
    if rate is None and peak is None:
        workload = _with_rate(workload, knowledge)
        rate = workload.requests_per_second
    factor = knowledge.weights["sizing"].thresholds[f"peak_{workload.traffic or 'steady'}"]
    if rate is not None and peak is None:
        because = f"{factor:g} × the rate, for {workload.traffic or 'steady'} traffic"
        workload = workload.with_fact(
            "peak_requests_per_second", rate * factor, _origin_of_consequence(workload, "requests_per_second", because)
        )
    elif rate is None and peak is not None:
        because = f"the peak ÷ {factor:g}, for {workload.traffic or 'steady'} traffic"
        workload = workload.with_fact(
            "requests_per_second", peak / factor, _origin_of_consequence(workload, "peak_requests_per_second", because)
        )
    return workload


def _with_rate(workload: Workload, knowledge: Knowledge) -> Workload:
    """Derive the request rate from tokens a second, or from concurrency and the time of an answer."""
    if workload.tokens_per_second:
        tokens = workload.output_tokens or workload.input_tokens or 1
        because = f"{workload.tokens_per_second:g} tokens a second ÷ {tokens:g} tokens a request"
        return workload.with_fact("requests_per_second", workload.tokens_per_second / tokens, Origin(kind="derived", because=because))
    if workload.concurrency:
        usual = "answer_seconds_language" if workload.output_tokens else "answer_seconds_network"
        seconds = (workload.latency_p99_ms or knowledge.weights["sizing"].thresholds[usual] * 1e3) / 1e3
        because = f"{workload.concurrency:g} requests under way ÷ {seconds:g} s an answer"
        origin = Origin(kind="derived" if workload.latency_p99_ms else "assumed", because=because)
        return workload.with_fact("requests_per_second", workload.concurrency / seconds, origin)
    return workload
