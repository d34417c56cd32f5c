"""What a workload needs of any hardware: operations, bytes, rows."""

from __future__ import annotations

from typing import Final, Literal

from engine.sizing.data_types import BYTES_PER_NUMBER
from engine.sizing.shape import Shape, model_shape
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.record import Record

CELL_BYTES: Final = BYTES_PER_NUMBER["fp32"]
"""Bytes of one cell of a table in memory."""
OPERATIONS_PER_PARAMETER: Final = 2
"""Of one token: a multiplication and an addition."""


class Needs(Record):
    """The needs of one workload, independent of hardware."""

    kind: Literal["network", "language-model", "classic"]
    name: str
    """Of the model or the algorithm."""
    parameters: float = 0.0
    active_parameters: float = 0.0
    gflop_per_item: float = 0.0
    """Networks: one item. Language models: one token."""
    input_tokens: float = 0.0
    output_tokens: float = 0.0
    rows: float = 0.0
    columns: float = 0.0
    dataset_gb: float = 0.0
    """Data held in memory (classic) or read (deep), GB."""
    working_set_factor: float = 1.0
    library_gb: float = 0.0
    """Of the library with its interpreter (classic), GB of host memory."""
    rows_per_core_second: float = 0.0
    predictions_per_core_second: float = 0.0
    sources: tuple[str, ...] = ()
    shape: Shape | None = None
    """The model's counts; None for classic algorithms, and for models that nobody can run."""

    @property
    def is_hosted(self) -> bool:
        """True for a model that somebody else runs: its tokens are bought, and its size is unknown."""
        return self.kind != "classic" and self.shape is None

    @property
    def tokens_per_request(self) -> float:
        """Tokens of one request, those of the prompt and those of the answer."""
        return self.input_tokens + self.output_tokens

    @property
    def items_per_request(self) -> float:
        """Units that the throughput counts, in one request: output tokens of a language model, else 1."""
        return self.output_tokens if self.kind == "language-model" else 1.0


def workload_needs(workload: Workload, knowledge: Knowledge) -> Needs:
    """The needs of a completed workload, which names a model or an algorithm."""
    if workload.model is None or workload.stage == "preprocessing":
        return _classic_needs(workload, knowledge)
    hosted = knowledge.hosted_models.get(workload.model)
    if hosted is not None:
        return _hosted_needs(workload, hosted)
    model = knowledge.models[workload.model]
    shape = model_shape(model, workload.parameters_b)
    generates = shape.kind == "language-model"
    tokens_in = float(workload.input_tokens or shape.typical_tokens)
    tokens_out = float(workload.output_tokens or shape.typical_output_tokens) if generates else 0.0
    return Needs(
        kind="language-model" if generates else "network",
        name=shape.name,
        parameters=shape.parameters,
        active_parameters=shape.active_parameters,
        gflop_per_item=OPERATIONS_PER_PARAMETER * shape.active_parameters / 1e9 if generates else shape.item_gflop(tokens_in),
        input_tokens=tokens_in,
        output_tokens=tokens_out,
        rows=float(workload.rows or 0),
        dataset_gb=workload.dataset_gb or 0.0,
        sources=shape.sources,
        shape=shape,
    )


def _hosted_needs(workload: Workload, model: HostedModel) -> Needs:
    """What is billed of a model that somebody else runs: its tokens. Its size is not published, so it has no shape."""
    return Needs(
        kind="language-model" if model.generates_text else "network",
        name=model.name,
        input_tokens=float(workload.input_tokens or 0),
        output_tokens=float(workload.output_tokens or 0) if model.generates_text else 0.0,
        rows=float(workload.rows or 0),
        sources=model.sources,
    )


def _classic_needs(workload: Workload, knowledge: Knowledge) -> Needs:
    algorithm = knowledge.algorithms[workload.algorithm or "linear"]
    rates = knowledge.weights["sizing"].thresholds
    rows = float(workload.items_per_run or workload.rows or 0)
    columns = float(workload.columns or rates["usual_columns"])
    in_memory = workload.dataset_gb or rows * columns * CELL_BYTES / 1e9
    factor, training, scoring = algorithm.working_set_factor, algorithm.rows_per_core_second, algorithm.predictions_per_core_second
    return Needs(
        kind="classic",
        name=algorithm.name,
        rows=rows or in_memory * 1e9 / (columns * CELL_BYTES),
        columns=columns,
        dataset_gb=in_memory,
        working_set_factor=factor.value if factor else rates["working_set_factor"],
        library_gb=rates["classic_library_gb"],
        rows_per_core_second=training.value if training else rates["rows_per_core_second"],
        predictions_per_core_second=scoring.value if scoring else rates["predictions_per_core_second"],
        sources=algorithm.sources,
    )
