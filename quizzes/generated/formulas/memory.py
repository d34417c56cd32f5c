"""What models and data take of memory."""

from __future__ import annotations

import math
from typing import Final

from engine.sizing.memory.storage import BYTES
from engine.sizing.shape import CACHE_BYTES, shape_of
from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.generated.formulas.worked import Drawn, Worked

_BITS: Final = 8
_FULL_BYTES: Final = 16
"""Of mixed precision with Adam, per parameter: weights 2, gradients 2, master copy 4, two moments 8."""


def weights(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """GB of the weights alone."""
    billions, precision = drawn.number("parameters_b"), drawn.word("precision")
    width = BYTES[precision]
    answer = billions * width
    slips = {"bits": answer * _BITS, "full": billions * 4, "one_byte": billions, "half": answer / 2, "twice": answer * 2}
    return Worked(answer, {"bytes": width}, slips)


def cache(drawn: Drawn, knowledge: Knowledge) -> Worked:
    """GB of the KV cache of several sequences."""
    model = knowledge.models[drawn.word("model")]
    shape, tokens, sequences = shape_of(model, None), drawn.number("tokens"), drawn.number("sequences")
    each = shape.cache_elements_per_token * CACHE_BYTES
    if not each or shape.latent_rank or shape.windowed_layers:
        raise InputError(f"model: {model.name} keeps no plain KV cache.")
    answer = each * tokens * sequences / 1e9
    all_heads = answer * shape.heads / shape.kv_heads
    slips = {"one_of_two": answer / 2, "all_heads": all_heads, "one_sequence": answer / sequences, "bits": answer * _BITS}
    parts: dict[str, float | str] = {
        "name": model.name, "layers": shape.layers, "heads": shape.heads, "kv_heads": shape.kv_heads, "head_size": shape.head_size,
        "each_kb": each / 1e3,
    }  # fmt: skip
    return Worked(answer, parts, slips)


def training_states(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """GB of weights, gradients and optimizer of full training in mixed precision with Adam."""
    billions = drawn.number("parameters_b")
    slips = {"weights": billions * 2, "no_gradients": billions * 14, "no_master": billions * 12, "full_gradients": billions * 18}
    return Worked(billions * _FULL_BYTES, {"bytes": float(_FULL_BYTES)}, slips)


def devices(drawn: Drawn, knowledge: Knowledge) -> Worked:
    """Devices whose memory holds the weights, of which a share is kept free."""
    billions, share, width = drawn.number("parameters_b"), drawn.number("share"), BYTES[drawn.word("precision")]
    accelerator = knowledge.accelerators[drawn.word("accelerator")]
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
    return Worked(math.ceil(held / usable), parts, {name: float(value) for name, value in slips.items()})


def table(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """GB of a table of 64-bit numbers that is copied while it is worked on."""
    millions, columns, copies = drawn.number("rows_m"), drawn.number("columns"), drawn.number("copies")
    answer = millions * columns * 8 * copies / 1e3
    slips = {"no_copies": answer / copies, "half_width": answer / 2, "bits": answer * _BITS, "one_byte": answer / 8}
    return Worked(answer, {"plain": answer / copies}, slips)


def adapters(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """GB of a base in 4 bits with adapters in training: 0.5 bytes a parameter of the base, 16 of the adapters."""
    billions, share = drawn.number("parameters_b"), drawn.number("share")
    base, trained = billions / 2, billions * share / 100 * _FULL_BYTES
    slips = {"base_only": base, "base_16_bits": billions * 2 + trained, "full": billions * _FULL_BYTES, "adapters_only": trained}
    return Worked(base + trained, {"base": base, "trained": trained, "adapters_m": billions * share * 10}, slips)
