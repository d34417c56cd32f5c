"""What models and data take of memory."""

from __future__ import annotations

import math
from typing import Final

from engine.sizing.data_types import BYTES_PER_NUMBER
from engine.sizing.memory.kv_cache import KV_CACHE_BYTES, kv_cache_elements
from engine.sizing.shape import model_shape
from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.generated.formulas.solution import DrawnValues, Solution

_BITS: Final = 8
_FULL_BYTES: Final = 16
"""Of mixed precision with Adam, per parameter: weights 2, gradients 2, master copy 4, two moments 8."""


def weights(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """GB of the weights alone."""
    billions, precision = drawn.get_number("parameters_b"), drawn.get_word("precision")
    width = BYTES_PER_NUMBER[precision]
    answer = billions * width
    slips = {"bits": answer * _BITS, "full": billions * 4, "one_byte": billions, "half": answer / 2, "twice": answer * 2}
    return Solution(answer, {"bytes": width}, slips)


def cache(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """GB of the KV cache of several sequences."""
    model = knowledge.models[drawn.get_word("model")]
    shape, tokens, sequences = model_shape(model, None), drawn.get_number("tokens"), drawn.get_number("sequences")
    each = kv_cache_elements(shape, 1) * KV_CACHE_BYTES
    if not each or shape.latent_rank or shape.windowed_layers or shape.stateful_layers:
        raise InputError(f"model: {model.name} keeps no plain KV cache.")
    answer = each * tokens * sequences / 1e9
    all_heads = answer * shape.heads / shape.kv_heads
    slips = {"one_of_two": answer / 2, "all_heads": all_heads, "one_sequence": answer / sequences, "bits": answer * _BITS}
    parts: dict[str, float | str] = {
        "name": model.name, "layers": shape.layers, "heads": shape.heads, "kv_heads": shape.kv_heads, "head_size": shape.head_size,
        "each_kb": each / 1e3,
    }  # fmt: skip
    return Solution(answer, parts, slips)


def training_states(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """GB of weights, gradients and optimizer of full training in mixed precision with Adam."""
    billions = drawn.get_number("parameters_b")
    slips = {"weights": billions * 2, "no_gradients": billions * 14, "no_master": billions * 12, "full_gradients": billions * 18}
    return Solution(billions * _FULL_BYTES, {"bytes": float(_FULL_BYTES)}, slips)


def devices(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """Devices whose memory holds the weights, of which a share is kept free."""
    billions, share, width = drawn.get_number("parameters_b"), drawn.get_number("share"), BYTES_PER_NUMBER[drawn.get_word("precision")]
    accelerator = knowledge.accelerators[drawn.get_word("accelerator")]
    memory = accelerator.memory_gb_nominal.value
    held, usable = billions * width, memory * share / 100
    slips = {
        "rounded_down": max(math.floor(held / usable), 1),
        "no_share": math.ceil(held / memory),
        "full_precision": math.ceil(billions * 4 / usable),
        "bits": math.ceil(held * _BITS / usable),
        "one": 1,
    }
    parts: dict[str, float | str] = {"device": accelerator.name, "memory": memory, "held": held, "usable": usable, "bytes": width}
    return Solution(math.ceil(held / usable), parts, {name: float(value) for name, value in slips.items()})


def table(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """GB of a table of 64-bit numbers that is copied while it is worked on."""
    millions, columns, copies = drawn.get_number("rows_m"), drawn.get_number("columns"), drawn.get_number("copies")
    answer = millions * columns * 8 * copies / 1e3
    slips = {"no_copies": answer / copies, "half_width": answer / 2, "bits": answer * _BITS, "one_byte": answer / 8}
    return Solution(answer, {"plain": answer / copies}, slips)


def adapters(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """GB of a base in 4 bits with adapters in training: 0.5 bytes a parameter of the base, 16 of the adapters."""
    billions, share = drawn.get_number("parameters_b"), drawn.get_number("share")
    base, trained = billions / 2, billions * share / 100 * _FULL_BYTES
    slips = {"base_only": base, "base_16_bits": billions * 2 + trained, "full": billions * _FULL_BYTES, "adapters_only": trained}
    return Solution(base + trained, {"base": base, "trained": trained, "adapters_m": billions * share * 10}, slips)
