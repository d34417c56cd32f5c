"""The data type that a Hugging Face configuration says its weights are stored in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.sizing.huggingface.fields import Fields
from engine.sizing.huggingface.multimodal import TEXT_PARTS
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.accelerator import Precision

_STORED: Final[Mapping[str, Precision]] = {
    "float32": "fp32",
    "float": "fp32",
    "fp32": "fp32",
    "float16": "fp16",
    "half": "fp16",
    "fp16": "fp16",
    "bfloat16": "bf16",
    "bf16": "bf16",
    "float8_e4m3fn": "fp8",
    "float8_e5m2": "fp8",
    "int8": "int8",
}
_METHODS: Final[Mapping[str, Precision]] = {"fp8": "fp8", "fbgemm_fp8": "fp8", "finegrained_fp8": "fp8", "mxfp4": "fp4", "eetq": "int8"}
"""Methods that know one width only."""
_BY_BITS: Final[Mapping[tuple[bool, int], Precision]] = {
    (False, 4): "int4",
    (False, 8): "int8",
    (True, 4): "fp4",
    (True, 8): "fp8",
    (False, 16): "fp16",
    (True, 16): "bf16",
}
"""Floating point or not, and bits -> precision."""
_WORDS: Final[Mapping[str, Precision]] = {
    "nvfp4": "fp4",
    "mxfp4": "fp4",
    "fp4": "fp4",
    "fp8": "fp8",
    "float8": "fp8",
    "int8": "int8",
    "w8a8": "int8",
    "w4a16": "int4",
    "int4": "int4",
    "nf4": "int4",
}
"""What the longer names of algorithms and types contain."""


def precision_from_config(config: Mapping[str, object]) -> Precision | None:
    """The precision of the stored weights: that of the quantisation where there is one, else the data type; None where neither is said."""
    fields = Fields(config)
    levels = (fields, *(fields.inner(name) for name in TEXT_PARTS))
    for level in levels:
        quantized = None if level is None else level.inner("quantization_config")
        if quantized is not None:
            return _quantized(quantized)
    for level in levels:
        for name in ("dtype", "torch_dtype"):
            word = "" if level is None else level.word(name)
            if level is not None and word and word != "auto":
                return _stored(level, name, word.removeprefix("torch."))
    return None


def _stored(fields: Fields, name: str, word: str) -> Precision:
    if word not in _STORED:
        raise InputError(f"{fields.where(name)}: the data type {shown(word)} is unknown.{suggestion(word[:40], _STORED)}")
    return _STORED[word]


def _quantized(fields: Fields) -> Precision:
    """GPTQ, AWQ, bitsandbytes, compressed-tensors, ModelOpt, Quanto, TorchAO and the methods of one width."""
    method = fields.word("quant_method").lower()
    if method in _METHODS:
        return _METHODS[method]
    if any(fields.flag(name, default=False) for name in ("load_in_4bit", "_load_in_4bit")):
        return "int4"
    if any(fields.flag(name, default=False) for name in ("load_in_8bit", "_load_in_8bit")):
        return "int8"
    named = next((fields.word(name) for name in ("quant_algo", "weights", "quant_type") if isinstance(fields.given(name), str)), "").lower()
    found = next((precision for part, precision in _WORDS.items() if part in named), None)
    if found is not None:
        return found
    scheme = _scheme(fields)
    floating = scheme.word("type", "int").lower().startswith("float") or scheme.word("data_type").lower().startswith(("fp", "float"))
    bits = next((scheme.count(name) for name in ("num_bits", "bits", "w_bit", "nbits") if scheme.has(name)), 0)
    if (floating, bits) in _BY_BITS:
        return _BY_BITS[floating, bits]
    if bits:
        raise InputError(f"{fields.where('bits')}: weights of {bits} bits are not estimated. Those of 4, 8 and 16 bits are.")
    raise InputError(f"{fields.where('quant_method')}: it does not say how many bits a weight has. Give the precision.")


def _scheme(fields: Fields) -> Fields:
    """Where the bits stand: at the top, or in the weights of the first group of layers."""
    groups = fields.inner("config_groups")
    if groups is None:
        return fields
    first = next(iter(groups.names()), "")
    group = groups.inner(first) if first else None
    weights = group.inner("weights") if group is not None else None
    return weights if weights is not None else fields
