"""What follows from what a message says, though nobody said it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.intake.booking import with_booking, with_commitment, with_machines_to_come
from engine.intake.dataset_names import with_nature_of_dataset, without_learnt_dataset
from engine.intake.denial import is_denied
from engine.intake.facts_of_today import with_facts_of_today
from engine.intake.message import Message
from engine.intake.patterns import Found
from engine.intake.stages import served_words
from engine.model_families import member_of_size, members_of
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.schema.instance import GIB, Instance
from knowledge.schema.model import ModelFamily
from knowledge.schema.processor import NEURON

_DATA_OF_TASK: Final = {
    "image-classification": "image",
    "object-detection": "image",
    "segmentation": "image",
    "ocr": "image",
    "video": "video",
    "text-classification": "text",
    "text-generation": "text",
    "translation": "text",
    "summarization": "text",
    "question-answering": "text",
    "speech-recognition": "audio",
    "tabular-classification": "tabular",
    "forecasting": "time-series",
    "graph": "graph",
}
_OF_ANSWERS: Final = ("requests_per_second", "peak_requests_per_second", "latency_p99_ms", "concurrency", "time_to_first_token_ms")
"""Facts of a model that answers."""
_APPLIED: Final = frozenset(_DATA_OF_TASK) | {"embeddings", "text-to-speech", "image-generation", "ranking", "recommendation"}
"""Tasks that most people let a finished model do."""
_SURE: Final = frozenset(
    {"input_tokens", "output_tokens", "payload_mb", "processing_seconds", "media_seconds_per_item", "callback_ok", "cold_start_ok"}
)
"""Facts of one piece of work that a model does."""
_OF_APPLYING: Final = (*sorted(_SURE), "items_per_run", "media_hours_per_run", "traffic", "hours_per_day", "runs_per_month")
"""Facts that tell that a finished model is put to work, where nothing tells of learning."""
_OF_SENSORS: Final = frozenset({"forecasting", "anomaly-detection"})
"""Tasks whose tables may as well be time series."""
_MANY_MODELS: Final = {"dozens_of_models": 24.0, "hundreds_of_models": 200.0, "thousands_of_models": 2000.0}
"""Cue -> the least number of models that it means."""
_OF_THE: Final = frozenset({"of", "its", "our", "their", "the", "these"})
_PRONOUNS: Final = frozenset({"them", "us", "these", "those", "each", "all"})
"""What stands for the things that were counted before."""
_OWNS: Final = frozenset({"has", "have", "gets", "with", "needs", "owns"})
_FRAMEWORKS: Final = frozenset({"lightgbm", "catboost"})
"""Algorithms that are a framework as well."""
_ENDPOINTS: Final = ("sagemaker-realtime", "sagemaker-serverless", "sagemaker-async")
_PRETRAINED: Final = frozenset({"llm", "diffusion", "speech", "transformer-encoder"})
"""Algorithms that most people use as somebody else trained them: data beside their name is what they are run on."""
_TRAINED: Final = frozenset({"training", "fine-tuning"})
_OF_DATA: Final = ("rows", "columns", "dataset_gb", "epochs", "training_tokens_b", "training_deadline_hours", "batch_size")
"""Facts of the data or the length of a training."""
_SAME: Final = 1.5
"""GB by which the memory of a machine may differ from how people tell it."""


def with_derived(work: Workload, knowledge: Knowledge, message: Message) -> Workload:
    """The workload with the facts that follow from its others and from the words around them; each says from which."""
    work = with_nature_of_dataset(_with_nature(_with_member(work, knowledge), knowledge), knowledge)
    if work.task == "image-classification" and work.data_type == "audio":
        work = work.without_fact("task")  # sounds are told apart as pictures are
    if work.data_type is None and work.task in _DATA_OF_TASK:
        work = _derive(work, "data_type", _DATA_OF_TASK[work.task], f"task {work.task}")
    rated = work.requests_per_second or work.peak_requests_per_second
    if work.runs_per_month is not None and rated and work.items_per_run is None and work.stage in (None, "inference"):
        work = work.without_fact("runs_per_month")
    if work.interruptible is None and work.checkpointing is not False and "spot" not in (*(work.exclude or ()), *(work.compare or ())):
        spot = next((one for one in message.cues["on_spot"] if not is_denied(message, message.span(one)[0])), None)
        if spot is not None:
            work = _derive(work, "interruptible", value=True, because=f'"{message.quote(spot)}"')
    if work.model_count is None:
        work = _with_models(work, message)
    work = _with_stage(work, knowledge, message)
    work = without_learnt_dataset(_with_hardware(work, knowledge, message), message)
    if work.stage in _TRAINED and message.cues["gpu_in_use"] and not (work.require or work.compare or work.current_instance):
        work = _derive(work, "require", ("gpu",), f'"{_first(message, "gpu_in_use")}" in a training')
    work = with_machines_to_come(work, message, knowledge)
    work = with_facts_of_today(_with_notebook(_with_site(work)), knowledge, message)
    work = with_commitment(with_booking(_with_hosted_model(work, knowledge, message), message), message)
    if work.trigger == "schedule" and work.stage in _TRAINED:
        work = work.without_fact("trigger")  # how often it runs says it
    if work.runs_per_month is None and not rated:
        runs = _one_run(work, message)
        work = _derive(work, "runs_per_month", 1.0, f'"{runs}"') if runs else work
    return work


def _with_notebook(work: Workload) -> Workload:
    """A notebook that is asked for by name is for trying things out, whatever jobs are started from it."""
    if "sagemaker-notebook" not in (work.require or ()) or work.stage == "experimentation":
        return work
    return _derive(work, "stage", "experimentation", "a notebook is asked for")


def _with_hosted_model(work: Workload, knowledge: Knowledge, message: Message) -> Workload:
    """A model whose weights nobody gets is bought by the token: "summaries by Claude"."""
    if "bedrock" in (work.require or ()):
        work = _with_batch(work)
    hosted = knowledge.hosted_models.get(work.model or "")
    if hosted is not None and (work.stage in _TRAINED or work.stage == "preprocessing"):
        return work.without_fact("model")  # nobody trains it: what is trained is another
    if hosted is not None:
        return _with_batch(_with_tokens(work, hosted.name))
    if work.model or work.model_family or work.require or work.compare or work.stage in _TRAINED:
        return work
    for found in message.cues["hosted_model"]:
        start, _ = message.span(found)
        if message.clauses.states_facts(start) and not is_denied(message, start):
            work = _derive(work, "require", ("bedrock",), f'"{message.quote(found)}" is served through Amazon Bedrock')
            return work if work.stage else _derive(work, "stage", "inference", "a model that somebody else serves")
    return work


def _with_tokens(work: Workload, name: str) -> Workload:
    """What follows from a hosted model: it runs at Bedrock, where nobody trains it."""
    if not work.require and not work.compare:
        work = _derive(work, "require", ("bedrock",), f"{name} is served through Amazon Bedrock")
    return work if work.stage else _derive(work, "stage", "inference", "a model that somebody else serves")


def _with_batch(work: Workload) -> Workload:
    """A batch of tokens that are bought is what a run works through: nobody chooses how many prompts a model takes at a time."""
    if work.batch_size is None or work.items_per_run is not None or work.requests_per_second is not None:
        return work
    return work.with_fact("items_per_run", work.batch_size, work.origins["batch_size"]).without_fact("batch_size")


def _with_site(work: Workload) -> Workload:
    """What must answer where its data arises runs on a device there; learning may happen elsewhere."""
    if not work.on_site or work.region is not None or work.require or work.stage in _TRAINED or work.stage == "preprocessing":
        return work
    return _derive(work, "require", ("edge",), "it has to run on site")


def _one_run(work: Workload, message: Message) -> str | None:
    """The words that tell of a single run: "one-off"; "once" where there is something to run through, or as an item of a list."""
    if message.cues["one_run"] and work.stage not in _TRAINED:
        return _first(message, "one_run")
    through = work.items_per_run is not None or work.dataset_gb is not None or _is_without_endpoint(work)
    through = through and work.stage not in _TRAINED
    once = (one for one in message.cues["once"] if message.begins_at("not_once", one.last) is None)
    return next((message.quote(one) for one in once if through or _is_an_item(message, one)), None)


def _is_an_item(message: Message, found: Found) -> bool:
    """Whether it stands alone between commas."""
    begin, end = message.span(found)
    start, finish = message.clause(begin, end)
    return not message.text[start:begin].strip() and not message.text[end:finish].strip(" .\n")


def _names_model(work: Workload) -> bool:
    """Whether a model or a family of models is named."""
    return work.model is not None or work.model_family is not None


def _is_without_endpoint(work: Workload) -> bool:
    return set(_ENDPOINTS) <= set(work.exclude or ())


def _with_models(work: Workload, message: Message) -> Workload:
    """As many models as there are of what each has its own: "one model per client, 450 clients"."""
    owner = next(_owners(message), None)
    if owner is None:
        many = next((cue for cue in _MANY_MODELS if message.cues[cue]), None)
        return work if many is None else _derive(work, "model_count", _MANY_MODELS[many], f'"{_first(message, many)}"')
    own, place = owner
    noun, tenants = message.words[place].text.removesuffix("s"), message.begins_at("tenant", place) is not None
    stands_for = message.words[place].text in _PRONOUNS
    for amount in message.amounts:
        if stands_for and amount.end <= message.words[place].start and amount.kind == "count" and amount.value > 1:
            noun = amount.thing.split(" ")[-1].removesuffix("s")  # "120 customers, and every one of them has his own model"
        here = tenants and message.begins_at("tenant", message.word_at(amount.thing_start)) is not None
        if amount.kind == "count" and (amount.thing.removesuffix("s") == noun or here) and amount.value >= 1:
            work = work.without_fact("rows") if work.rows == amount.value else work
            counted = message.text[amount.start : amount.end]
            return _derive(work, "model_count", float(round(amount.value)), f'"{counted}", and "{own}"')
    return work


def _owners(message: Message) -> Iterator[tuple[str, int]]:
    """Words that tell of one model for each of some things, and which word names these."""
    words = message.words
    for found in message.cues["model_per"]:
        last = found.last
        while last < len(words) and (words[last].text in _OF_THE or words[last].text[0].isdigit()):
            last += 1  # "one model for each of its 10,000 customers"
        if last < len(words) and words[last].sentence == words[found.first].sentence:
            yield message.text[words[found.first].start : words[last].end], last
    for found in message.cues["each_its_model"]:
        owns = next((at for at in range(found.first, found.last) if words[at].text in _OWNS), found.first + 2)
        yield message.quote(found), owns - 1


def _with_stage(work: Workload, knowledge: Knowledge, message: Message) -> Workload:
    """The stage where nobody names one; a method of fine-tuning tells what kind of training it is."""
    served = next(served_words(message), None)
    if work.stage is None and work.task == "reinforcement-learning" and served is None and work.requests_per_second is None:
        return _derive(work, "stage", "training", f"task {work.task}")
    if work.stage is None and any(getattr(work, fact) is not None for fact in _OF_ANSWERS):
        work = _derive(work, "stage", "inference", "requests that want an answer")
    if work.fine_tuning_method is not None and work.stage in {None, "training"} and not message.cues["adapters_served"]:
        return _derive(work, "stage", "fine-tuning", f"method {work.fine_tuning_method}")
    if work.stage is not None:
        return work
    stage, because = _told_by_words(work, knowledge, message, served)
    return _derive(work, "stage", stage, because) if stage else work


def _told_by_words(work: Workload, knowledge: Knowledge, message: Message, served: str | None) -> tuple[str | None, str]:
    """The stage that its other facts and words tell, and which these are."""
    learnt = None if served else next(_learns(work, knowledge, message), None)
    if learnt is None and served is None and not message.cues["answers"]:
        learnt = next(_learns_from_data(work, knowledge, message), None)
    if learnt:
        return "training", learnt
    if served:
        return "inference", f'"{served}"'
    return next(_likely_stages(work, knowledge, message), (None, ""))


def _likely_stages(work: Workload, knowledge: Knowledge, message: Message) -> Iterator[tuple[str, str]]:
    """What most people do with such a thing, where no word tells more."""
    algorithm = knowledge.algorithms.get(work.algorithm or "")
    if algorithm is not None and algorithm.built_in and message.cues["ships"] and not message.cues["answers"]:
        yield "training", "a built-in algorithm, and nobody who asks it"
    if work.framework == "spark":
        yield "preprocessing", "framework spark"
    if not message.cues["training"] and not message.cues["learns_from"]:
        applied = next((fact for fact in _OF_APPLYING if getattr(work, fact) is not None), None)
        if applied and (_names_model(work) or work.task in _APPLIED or applied in _SURE):
            yield "inference", f"{applied}, and nothing to learn"
        if (_names_model(work) or work.task in _APPLIED) and not any(getattr(work, fact) for fact in _OF_DATA) and _is_put_to_work(message):
            yield "inference", "it does its work, and nothing tells of learning"
    if work.task in _APPLIED and not work.columns and not work.epochs and message.cues["applies_model"]:
        yield "inference", f'"{_first(message, "applies_model")}"'
    if _is_without_endpoint(work) and (work.items_per_run is not None or message.cues["scored"] or work.task is not None):
        yield "inference", "something to run through, and no endpoint"


def _is_put_to_work(message: Message) -> bool:
    """Whether a statement about this workload says what a model does for somebody: "a DistilBERT sorts our mails"."""
    told = [clause for clause in message.clauses.all if clause.is_statement and clause.role == "wanted"]
    return any(message.has(cue, clause.start, clause.end) for clause in told for cue in ("first_person", "serves_somebody"))


def _learns(work: Workload, knowledge: Knowledge, message: Message) -> Iterator[str]:
    """What tells for sure that something is trained, even beside words of a model that answers."""
    for fact in ("epochs", "training_tokens_b"):
        if getattr(work, fact):
            yield fact
    if message.cues["trains_apart"]:
        yield f'"{_first(message, "trains_apart")}"'
    if work.checkpointing is not None and message.cues["learner"]:
        yield "an algorithm, and whether it saves checkpoints"
    name = _learner(work, knowledge)
    if work.checkpointing and name and work.runs_per_month is None and not _runs_through(work, message) and not message.cues["scored"]:
        yield f"{name}, and checkpoints"


def _learns_from_data(work: Workload, knowledge: Knowledge, message: Message) -> Iterator[str]:
    """What tells that a named algorithm is to learn from given data."""
    algorithm = knowledge.algorithms.get(work.algorithm or "")
    if algorithm is None or _names_model(work) or _runs_through(work, message):
        return
    name = _learner(work, knowledge)
    if work.interruptible and work.runs_per_month is None:
        yield f"{name}, and interruptions are fine"
    if algorithm.id in _PRETRAINED or message.cues["scored"]:
        return
    data = next((fact for fact in ("rows", "dataset_gb") if getattr(work, fact) is not None), None)
    if data is not None and work.runs_per_month is None:
        yield f"{name}, and {data}"
    if message.cues["learns_from"]:
        yield f'{name}, and "{_first(message, "learns_from")}"'


def _learner(work: Workload, knowledge: Knowledge) -> str | None:
    if work.algorithm in knowledge.algorithms:
        return f"algorithm {work.algorithm}"
    return f"model {work.model or work.model_family}" if _names_model(work) else None


def _runs_through(work: Workload, message: Message) -> bool:
    """Whether something that is trained already is run over many items."""
    return work.items_per_run is not None and work.columns is None and not message.cues["learns_from"]


def _with_hardware(work: Workload, knowledge: Knowledge, message: Message) -> Workload:
    """What follows from the machine that runs it now: it compiles for Neuron, or its memory is too small."""
    instance = knowledge.instances.get(_ran_out(message, knowledge) or work.current_instance or "")
    if instance is None:
        return work
    name = instance.instance_type
    device = knowledge.accelerators[instance.accelerator] if instance.accelerator else None
    if message.cues["out_of_memory"]:
        return _with_memory(work, instance, message)
    if work.neuron_compatible is None and device is not None and device.processor in NEURON:
        return _derive(work, "neuron_compatible", value=True, because=f"it runs on {name} today")
    return work


def _ran_out(message: Message, knowledge: Knowledge) -> str | None:
    """The type that stands in the sentence that tells of a lack of memory; the last one before it."""
    types: dict[int, list[int]] = {}
    for index, word in enumerate(message.words if message.cues["out_of_memory"] else ()):
        if word.text.removeprefix("ml.") in knowledge.instances:
            types.setdefault(word.sentence, []).append(index)
    for found in message.cues["out_of_memory"]:
        here = types.get(message.words[found.first].sentence)
        if here:
            nearest = max((index for index in here if index < found.first), default=here[0])
            return message.words[nearest].text.removeprefix("ml.")
    return None


def _with_memory(work: Workload, instance: Instance, message: Message) -> Workload:
    """More memory than that of a machine that ran out of it; what is stated as a need stays, unless it is that very memory."""
    devices = (instance.accelerator_memory_mib or 0) * (GIB / 1024) * max(instance.accelerator_count, 1.0)
    on_host = work.host_memory_gb is not None and abs(work.host_memory_gb - instance.memory_gib) < _SAME  # "with 16 GB ran out of memory"
    is_device = devices and not on_host and not (message.cues["of_host"] and not message.cues["of_gpu"])
    fact, has = ("accelerator_memory_gb", devices) if is_device else ("host_memory_gb", instance.memory_gb)
    stated, told = getattr(work, fact), has / GIB
    if stated is not None and stated > told + _SAME:
        return work  # a need; less than what ran out is none
    words = _first(message, "out_of_memory")
    return _derive(work, fact, round(has + 1, 1), f'{instance.instance_type} with {told:.0f} GB: "{words}"')


def _first(message: Message, cue: str) -> str:
    return message.quote(message.cues[cue][0])


def _with_member(work: Workload, knowledge: Knowledge) -> Workload:
    """The member of a family of models whose size is told apart from its name: "Mistral, the 24B one"."""
    family = knowledge.model_families.get(work.model_family or "")
    if family is None:
        return work
    if work.model is not None:
        return work.without_fact("model_family")
    member = member_of_size(family, work.parameters_b, knowledge) if work.parameters_b is not None else None
    if member is None:
        return work
    size = work.origins["parameters_b"].quote
    return _derive(work, "model", member.id, f'"{work.origins["model_family"].quote}" of "{size}"')


def _with_nature(work: Workload, knowledge: Knowledge) -> Workload:
    """What is known of the model or the algorithm: its only task, and what it reads."""
    family = knowledge.model_families.get(work.model_family or "")
    if family is not None and work.model is None:
        work = _with_common_nature(work, family, knowledge)
    for fact, record in (("model", knowledge.find_model(work.model)), ("algorithm", knowledge.algorithms.get(work.algorithm or ""))):
        if record is None:
            continue
        if work.task is None and len(record.tasks) == 1:
            work = _derive(work, "task", record.tasks[0], f"{fact} {record.id}")
        if work.data_type is None and (fact == "model" or (record.data_type == "tabular" and work.task not in _OF_SENSORS)):
            work = _derive(work, "data_type", record.data_type, f"{fact} {record.id}")
    if work.framework is None and work.algorithm in _FRAMEWORKS:
        work = _derive(work, "framework", work.algorithm, f"algorithm {work.algorithm}")
    return work


def _with_common_nature(work: Workload, family: ModelFamily, knowledge: Knowledge) -> Workload:
    """What all members of a family have in common."""
    models = members_of(family, knowledge)
    tasks, data_types = {model.tasks for model in models}, {model.data_type for model in models}
    if work.task is None and len(tasks) == 1 and len(models[0].tasks) == 1:
        work = _derive(work, "task", models[0].tasks[0], f"model_family {family.id}")
    if work.data_type is None and len(data_types) == 1:
        work = _derive(work, "data_type", models[0].data_type, f"model_family {family.id}")
    return work


def _derive(work: Workload, fact: str, value: Value, because: str) -> Workload:
    return work.with_fact(fact, value, Origin(kind="derived", because=because))
