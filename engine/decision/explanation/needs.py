"""What a workload needs of any hardware, and of the chosen one: device memory by part, host memory, the work of one item.

Each number comes with its line of arithmetic, "name = expression = result", worded from the record that the number is the total of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import MemoryNeeds, NeedsSummary
from engine.decision.choice import Decision
from engine.number_format import format_operand as _n
from engine.sizing.data_types import is_quantized
from engine.sizing.device import Device
from engine.sizing.memory.device_memory import DeviceMemory
from engine.sizing.memory.host_memory import HostMemory, host_loading_memory
from engine.sizing.memory.kv_cache import CacheMemory
from engine.sizing.memory.weights import HALF_PRECISION_BYTES, WeightsMemory
from engine.sizing.memory_fit import UNLIMITED_DEVICE, TableMemory, table_memory
from engine.sizing.needs import CELL_BYTES, OPERATIONS_PER_PARAMETER, Needs

_PARTS: Final = ("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead")
_NAMES: Final = {"kv_cache": "KV cache"}
_DECIMALS: Final = 6
_HOST_DECIMALS: Final = 3


def summarize_needs(decision: Decision) -> NeedsSummary:
    """Memory of one copy (of the whole run, for training) on the chosen hardware, on any where nothing fits; and the host's, GB."""
    context, needs, stated = decision.context, decision.context.needs, decision.context.workload.host_memory_gb or 0.0
    if needs.is_hosted:
        return NeedsSummary(memory_gb=MemoryNeeds(), host_gb=0.0, basis=tuple(_token_lines(needs)))
    if needs.shape is None:
        table = table_memory(needs)
        host_gb = round(max(stated, table.total), _HOST_DECIMALS)
        lines = (
            *_data_line(needs, stated_gb=context.workload.dataset_gb),
            _host_line(_table_expression(table), table.total, stated, host_gb),
        )
        return NeedsSummary(memory_gb=MemoryNeeds(), host_gb=host_gb, basis=lines)
    best = decision.best
    precision, processor = (best.precision or "fp16", best.processor) if best else ("fp16", "gpu")
    host = host_loading_memory(needs.shape, precision, processor, context.memory_rates)  # type: ignore[arg-type]  # one of the ids
    host_gb = round(max(stated, host.total), _HOST_DECIMALS)
    device = _chosen_device(decision)
    by_part = context.estimate_memory_by_part(
        device, context.devices_used_by(best, device) if best else 1.0, best.precision if best else None
    )
    whole = by_part.across_devices(device, context.memory_rates)
    memory = MemoryNeeds(**{name: round(getattr(whole, name), _DECIMALS) for name in MemoryNeeds.__struct_fields__})
    lines = (*_memory_lines(by_part, memory), _host_line(_loading_expression(host), host.total, stated, host_gb), _work_line(needs))
    return NeedsSummary(memory_gb=memory, host_gb=host_gb, basis=lines)


def _chosen_device(decision: Decision) -> Device:
    best = decision.best
    return (decision.context.device_for(best.instance) if best and best.instance else None) or UNLIMITED_DEVICE


def _token_lines(needs: Needs) -> Iterator[str]:
    """All that is needed of a model that somebody else runs; nothing where no tokens are known."""
    if needs.tokens_per_request:
        tokens = f"{_n(needs.input_tokens)} in + {_n(needs.output_tokens)} out"
        yield f"tokens = {tokens} = {_n(needs.tokens_per_request)} tokens a request"


def _data_line(needs: Needs, *, stated_gb: float | None) -> Iterator[str]:
    """The size of a table, where nobody states it."""
    if not stated_gb:
        yield f"data = {_n(needs.rows)} rows × {_n(needs.columns)} columns × {_n(CELL_BYTES)} B ÷ 1e9 = {_n(needs.dataset_gb)} GB"


def _host_line(expression: str, least_gb: float, stated_gb: float, host_gb: float) -> str:
    """The host's memory: as stated, where that is enough, else what is needed at least."""
    is_stated = 0 < stated_gb >= least_gb
    return f"host = {f'1 × {_n(stated_gb)} GB as stated' if is_stated else expression} = {_n(host_gb)} GB"


def _table_expression(table: TableMemory) -> str:
    return f"{_n(table.data)} GB of data × {_n(table.working_set_factor)} + {_n(table.library)} GB"


def _loading_expression(host: HostMemory) -> str:
    return f"{_n(host.process)} GB for the process + {_n(round(host.weights, _HOST_DECIMALS))} GB of weights while they load"


def _memory_lines(by_part: DeviceMemory, memory: MemoryNeeds) -> Iterator[str]:
    """The parts of device memory, then their sum. What all devices hold once comes first."""
    held_once = set()
    if by_part.weights_of_copy is not None:
        held_once.add("weights")
        yield f"weights = {_weights_expression(by_part.weights_of_copy)} ÷ 1e9 = {_n(memory.weights)} GB"
    if by_part.cache is not None and by_part.cache.tokens and memory.kv_cache:
        held_once.add("kv_cache")
        yield f"KV cache = {_cache_expression(by_part.cache)} ÷ 1e9 = {_n(memory.kv_cache)} GB"
    parts = {name: value for name in _PARTS if (value := getattr(memory, name))}
    for name, value in parts.items():
        if name not in held_once:
            each = round(getattr(by_part, name), _DECIMALS)
            yield f"{_NAMES.get(name, name)} = {_n(each)} GB a device × {_n(by_part.devices)} = {_n(value)} GB"
    expression = " + ".join(f"{_n(value)} {_NAMES.get(name, name)}" for name, value in parts.items())
    yield f"memory = {expression} = {_n(memory.total)} GB"


def _weights_expression(weights: WeightsMemory) -> str:
    each, unquantized = _n(weights.bytes_each), _n(weights.half_precision_parameters)
    if is_quantized(weights.precision):
        in_precision = f"({_n(weights.parameters)} parameters − {unquantized}) × {each} B in {weights.precision}"
        return f"({in_precision} + {unquantized} × {_n(HALF_PRECISION_BYTES)} B in half precision)"
    precision = f" in {weights.precision}" if weights.precision else ""
    return f"{_n(weights.parameters)} parameters × {each} B{precision}"


def _cache_expression(cache: CacheMemory) -> str:
    return f"{_n(cache.bytes_per_token)} B a token × {_n(cache.tokens)} tokens"


def _work_line(needs: Needs) -> str:
    gflop = _n(needs.gflop_per_item)
    if needs.kind == "language-model":
        return f"work = {OPERATIONS_PER_PARAMETER} × {_n(needs.active_parameters)} parameters ÷ 1e9 = {gflop} GFLOP a token"
    return f"work = 1 item × {gflop} GFLOP = {gflop} GFLOP"
