"""The published container image that runs a plan's workload, and what its server has to be told: which model, over how many devices.

Images, tags and the accounts that hold them are facts of the base (`images/`, `regions/`).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Final

from engine.handover.template.blueprint import Node, Parameter
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import HEALTH_PATH, IMAGE, LOAD_GAUGE, METRIC, METRIC_SPACE, MODEL_ID, PORT
from knowledge import Knowledge
from knowledge.schema.model import Model
from knowledge.schema.practice import ImageBuild

MODEL_FOLDER: Final = "/opt/ml/model"
"""Where SageMaker puts a model's files."""
_HUB_ADDRESS: Final = re.compile(r"https://huggingface\.co/([^/]+/[^/]+)/(?:blob|resolve|raw)/")
_HUB_TASKS: Final[Mapping[str, str]] = {
    "text-classification": "text-classification",
    "question-answering": "question-answering",
    "embeddings": "feature-extraction",
    "image-classification": "image-classification",
    "object-detection": "object-detection",
    "segmentation": "image-segmentation",
    "speech-recognition": "automatic-speech-recognition",
    "summarization": "summarization",
    "translation": "translation",
}
"""Task -> the pipeline of the Hugging Face toolkit."""
_SHARING_OPTIONS: Final = ("multi_model", "multi_container", "inference_pipeline", "inference_components")
_UNTESTED_LENGTH: Final = 4096
"""Tokens of prompt and answer that a server takes at least."""
_LENGTH_ROOM: Final = 2
"""Times the usual prompt and answer; the longest are longer, and every token takes memory of the cache."""


def find_build(deployment: Deployment) -> ImageBuild | None:
    """The image that runs the workload as it is; None where only the person's own does."""
    hardware = deployment.plan.processor, _architecture(deployment)
    builds = (build for build in _list_builds(deployment) if hardware[0] in build.processors and hardware[1] == build.architecture)
    build = next(builds, None)
    return build if build is not None and _find_account(build, deployment) else None


def _list_builds(deployment: Deployment) -> list[ImageBuild]:
    """The images that run the workload at its place on any processor, the closest first."""
    if any(map(deployment.has_option, _SHARING_OPTIONS)) or deployment.model_count > 1:
        return []
    is_managed = deployment.place.job_kind is not None or deployment.place.id.startswith("sagemaker-")
    platform, use = ("sagemaker" if is_managed else "ec2"), _find_use(deployment)
    images = (image for image in deployment.knowledge.images.values() if deployment.place.id in image.places)
    fitting = [build for image in images for build in image.builds if (build.platform, build.use) == (platform, use)]
    return [build for kind in _find_runs(deployment) for build in fitting if build.runs == kind]


def _architecture(deployment: Deployment) -> str:
    """The instruction set of the plan's machines; that of most images where a place has none to choose."""
    return deployment.instance.arch if deployment.plan.instance_type is not None else "x86_64"


def image_uri(build: ImageBuild, deployment: Deployment) -> str:
    """Its address in the registry of the region."""
    account = _find_account(build, deployment)
    return f"{account}.dkr.ecr.{deployment.region}.amazonaws.com/{build.repository}:{build.tag}"


def image_parameter(deployment: Deployment) -> Parameter:
    """The image, with the published one for a default; a job outside SageMaker runs code that only an image of one's own has."""
    build = find_build(deployment)
    if build is None or (build.platform == "ec2" and build.use != "inference"):
        return IMAGE
    return dataclasses.replace(IMAGE, default=image_uri(build, deployment))


def port_parameter(deployment: Deployment) -> Parameter:
    """The port of the server, which is known where the image is."""
    build = find_build(deployment)
    return dataclasses.replace(PORT, default=str(build.port)) if build is not None and build.port else PORT


def health_parameter(deployment: Deployment) -> Parameter:
    """The path of the health check, which is known where the image is."""
    build = find_build(deployment)
    return dataclasses.replace(HEALTH_PATH, default=build.health_path) if build is not None and build.health_path else HEALTH_PATH


def load_gauge_parameter(deployment: Deployment) -> Parameter:
    """The metric of requests in progress, which is known where the image is."""
    build = find_build(deployment)
    return dataclasses.replace(LOAD_GAUGE, default=build.load_metric) if build is not None and build.load_metric else LOAD_GAUGE


def load_metric_parameters(deployment: Deployment) -> tuple[Parameter, Parameter]:
    """Name and namespace of the load in CloudWatch; ours where the machines publish it themselves."""
    if not publishes_load(deployment):
        return METRIC, METRIC_SPACE
    return dataclasses.replace(METRIC, default="RequestsInProgress"), dataclasses.replace(
        METRIC_SPACE, default=f"Sizewise/{deployment.name}"
    )


def publishes_load(deployment: Deployment) -> bool:
    """True if the plan scales by requests in progress, which the server of the image tells its own machine."""
    build, scaling = find_build(deployment), deployment.plan.scaling
    is_counted = scaling is not None and scaling.policy == "target-tracking" and scaling.metric != "ALBRequestCountPerTarget"
    return is_counted and build is not None and bool(build.load_metric) and deployment.place.id in ("ec2", "ecs")


def publish_load(deployment: Deployment) -> tuple[str | Parameter, ...]:
    """Lines of a machine's start script that bring the load to CloudWatch once a minute; none where nothing is to be published."""
    build = find_build(deployment)
    if build is None or not publishes_load(deployment):
        return ()
    metric, space = load_metric_parameters(deployment)
    count = f"curl -s http://localhost:{build.port}/metrics | awk '/^{build.load_metric}[ {{]/ {{sum += $NF}} END {{print sum + 0}}'"
    return (
        "\ncommand -v aws || dnf install --assumeyes awscli-2\nwhile sleep 60; do\n",
        f'  aws cloudwatch put-metric-data --region {deployment.region} --namespace "', space, '" --metric-name "', metric,
        f'" --value "$({count})"\ndone > /dev/null 2>&1 &',
    )  # fmt: skip


def model_parameter(deployment: Deployment) -> Parameter | None:
    """The id of the model on the Hugging Face hub; None where the container cannot reach the hub, or no source ties the model to an id."""
    model = _find_model(deployment)
    hub_id = find_hub_id(model, deployment.knowledge) if model is not None else ""
    return dataclasses.replace(MODEL_ID, default=hub_id) if hub_id and not deployment.is_isolated else None


def find_hub_id(model: Model, knowledge: Knowledge) -> str:
    """The id by which the hub knows the model: one that a source has and the model is called by; "" without."""
    known = {model.id, *(alias.lower() for alias in model.aliases)}
    ids = (match[1] for source in model.sources if (match := _HUB_ADDRESS.match(knowledge.sources[source].url)))
    return next((found for found in ids if {found.lower(), found.lower().rpartition("/")[2]} & known), "")


def container_environment(deployment: Deployment) -> dict[str, Node]:
    """Variables that name the model and how it is spread over the devices; none for an image of the person's own."""
    build = find_build(deployment)
    if build is None or build.use != "inference" or build.platform != "sagemaker":
        return {}
    model = model_parameter(deployment)
    if build.runs == "language-model":
        sharding = {"OPTION_TENSOR_PARALLEL_DEGREE": str(split_degree(deployment)), "OPTION_MAX_MODEL_LEN": str(context_length(deployment))}
        quantized = {"OPTION_QUANTIZE": "fp8"} if deployment.plan.precision == "fp8" else {}
        return {"HF_MODEL_ID": model or MODEL_FOLDER, **sharding, **quantized}
    if build.runs == "transformer":
        return {**({"HF_MODEL_ID": model} if model is not None else {}), "HF_TASK": _HUB_TASKS[_find_task(deployment)]}
    return {}


def server_arguments(deployment: Deployment) -> list[Node]:
    """What the server of the image takes on its command line; nothing for an image of the person's own, or a job."""
    build, model = find_build(deployment), model_parameter(deployment)
    if build is None or model is None or not build.port or deployment.plan.scaling is None:
        return []
    quantized: list[Node] = ["--quantization", "fp8"] if deployment.plan.precision == "fp8" else []
    sharding: list[Node] = ["--tensor-parallel-size", str(split_degree(deployment)), "--max-model-len", str(context_length(deployment))]
    return ["--model", model, *sharding, *quantized, "--host", "0.0.0.0", "--port", str(build.port)]  # noqa: S104  # inside its container


def explain_image(deployment: Deployment) -> tuple[str, ...]:
    """Remarks on the image: where its model comes from, what to build one's own from, or that none is published for the hardware."""
    return (*_explain_hub_model(deployment), *_explain_base_image(deployment), *_explain_missing_image(deployment))


def _explain_hub_model(deployment: Deployment) -> tuple[str, ...]:
    """A remark on where the model comes from, where the container fetches it."""
    model = model_parameter(deployment)
    is_fetched = model is not None and (server_arguments(deployment) or "HF_MODEL_ID" in container_environment(deployment))
    return (deployment.say("hub_model", model=model.default),) if model is not None and is_fetched else ()


def _explain_base_image(deployment: Deployment) -> tuple[str, ...]:
    """A remark on the image to build one's own from, where a job outside SageMaker needs one."""
    build = find_build(deployment)
    is_base = build is not None and build.platform == "ec2" and build.use != "inference"
    return (deployment.say("image_base", uri=image_uri(build, deployment)),) if build is not None and is_base else ()


def _explain_missing_image(deployment: Deployment) -> tuple[str, ...]:
    """A remark where an image runs such a workload, but none is built for this processor, or the region has none."""
    if find_build(deployment) is not None or not _list_builds(deployment):
        return ()
    hardware = deployment.knowledge.processors[str(deployment.plan.processor)].name
    is_arm = deployment.plan.processor == "cpu" and _architecture(deployment) == "arm64"
    return (deployment.say("image_none", hardware=deployment.say("arm_cpu") if is_arm else hardware, region=deployment.region),)


def split_degree(deployment: Deployment) -> int:
    """Devices over which one copy is split: all of the instance, or as many as divide the attention heads."""
    model, count = _find_model(deployment), max(1, deployment.device_count)
    heads = (model.configuration.heads if model is not None else None) or count
    return next(degree for degree in range(count, 0, -1) if count % degree == 0 and heads % degree == 0)


def context_length(deployment: Deployment) -> int:
    """Tokens of prompt and answer that are taken at most: a power of two with room above the usual, within what the model knows."""
    usual = deployment.get_number("input_tokens") + deployment.get_number("output_tokens")
    wanted = max(_UNTESTED_LENGTH, 2 ** (int(_LENGTH_ROOM * usual) - 1).bit_length() if usual else 0)
    model = _find_model(deployment)
    most = (model.configuration.context_tokens if model is not None else None) or wanted
    return min(wanted, most)


def needs_shared_memory(deployment: Deployment) -> bool:
    """True if several devices work on one copy, whose processes talk through shared memory of the host."""
    return deployment.plan.processor == "gpu" and deployment.device_count > 1


def _find_account(build: ImageBuild, deployment: Deployment) -> str:
    return deployment.knowledge.regions[deployment.region].image_accounts.get(build.registry, "")


def _find_model(deployment: Deployment) -> Model | None:
    """The model that the person named; one whose numbers stand in for it is another."""
    return deployment.knowledge.models.get(str(deployment.get_stated_fact("model")))


def _find_task(deployment: Deployment) -> str:
    """The first task of the workload and its model that the toolkit of the hub has; "" for none."""
    model = _find_model(deployment)
    tasks = (str(deployment.get_fact("task")), *(model.tasks if model is not None else ()))
    return next((task for task in tasks if task in _HUB_TASKS), "")


def _find_use(deployment: Deployment) -> str:
    """What the image is for."""
    if deployment.place.id == "sagemaker-processing":
        return "processing"
    return "training" if deployment.get_fact("stage") in ("training", "fine-tuning") else "inference"


def _find_runs(deployment: Deployment) -> tuple[str, ...]:
    """What an image may be made for, the closest first."""
    algorithm = deployment.get_fact("algorithm")
    if algorithm == "xgboost":
        return ("xgboost",)
    if deployment.place.id == "sagemaker-processing":
        return ("scikit-learn",) if deployment.get_fact("framework") in (None, "scikit-learn") else ()
    if _find_use(deployment) == "training":
        network = deployment.get_fact("framework") in (None, "pytorch", "huggingface") and deployment.get_fact("model") is not None
        return ("pytorch",) if network else ()
    if algorithm == "llm":
        return ("language-model",)
    model = _find_model(deployment)
    is_hub_model = model is not None and find_hub_id(model, deployment.knowledge) and _find_task(deployment)
    return ("transformer", "pytorch") if is_hub_model else ()
