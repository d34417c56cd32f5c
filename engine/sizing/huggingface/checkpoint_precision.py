"""The data type of the weights of a checkpoint, from its Hugging Face configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.sizing.huggingface.config_fields import ConfigFields
from engine.sizing.huggingface.multimodal import TEXT_PARTS
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.accelerator import Precision

_PRECISION_OF_TYPE: Final[Mapping[str, Precision]] = {
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
_PRECISION_OF_METHOD: Final[Mapping[str, Precision]] = {
    "fp8": "fp8",
    "fbgemm_fp8": "fp8",
    "finegrained_fp8": "fp8",
    "mxfp4": "fp4",
    "eetq": "int8",
}
"""Quantization methods of a single width."""
_PRECISION_OF_BITS: Final[Mapping[tuple[bool, int], Precision]] = {
    (False, 4): "int4",
    (False, 8): "int8",
    (True, 4): "fp4",
    (True, 8): "fp8",
    (False, 16): "fp16",
    (True, 16): "bf16",
}
"""(Is floating point, bits) -> precision."""
_PRECISION_IN_NAME: Final[Mapping[str, Precision]] = {
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
"""Part of a longer name of an algorithm or a type -> precision."""


def precision_from_config(config: Mapping[str, object]) -> Precision | None:
    """The precision of the stored weights: of the quantization where there is one, else the data type; None without either."""
    fields = ConfigFields(config)
    levels = (fields, *(fields.nested_fields(name) for name in TEXT_PARTS))
    for level in levels:
        quantized = None if level is None else level.nested_fields("quantization_config")
        if quantized is not None:
            return _quantized_precision(quantized)
    for level in levels:
        for name in ("dtype", "torch_dtype"):
            word = "" if level is None else level.text(name)
            if level is not None and word and word != "auto":
                return _data_type_precision(level, name, word.removeprefix("torch."))
    return None


def _data_type_precision(fields: ConfigFields, name: str, word: str) -> Precision:
    if word not in _PRECISION_OF_TYPE:
        raise InputError(
            f"{fields.field_path(name)}: the data type {quote_value(word)} is unknown.{suggest_name(word[:40], _PRECISION_OF_TYPE)}"
        )
    return _PRECISION_OF_TYPE[word]


def _quantized_precision(fields: ConfigFields) -> Precision:
    """GPTQ, AWQ, bitsandbytes, compressed-tensors, ModelOpt, Quanto, TorchAO and the methods of one width."""
    method = fields.text("quant_method").lower()
    if method in _PRECISION_OF_METHOD:
        return _PRECISION_OF_METHOD[method]
    if any(fields.boolean(name, default=False) for name in ("load_in_4bit", "_load_in_4bit")):
        return "int4"
    if any(fields.boolean(name, default=False) for name in ("load_in_8bit", "_load_in_8bit")):
        return "int8"
    algorithm = next(
        (fields.text(name) for name in ("quant_algo", "weights", "quant_type") if isinstance(fields.raw_value(name), str)), ""
    ).lower()
    precision = next((precision for part, precision in _PRECISION_IN_NAME.items() if part in algorithm), None)
    if precision is not None:
        return precision
    scheme = _weight_scheme(fields)
    floating = scheme.text("type", "int").lower().startswith("float") or scheme.text("data_type").lower().startswith(("fp", "float"))
    bits = next((scheme.positive_int(name) for name in ("num_bits", "bits", "w_bit", "nbits") if scheme.has_field(name)), 0)
    if (floating, bits) in _PRECISION_OF_BITS:
        return _PRECISION_OF_BITS[floating, bits]
    if bits:
        raise InputError(f"{fields.field_path('bits')}: weights of {bits} bits are not estimated. Those of 4, 8 and 16 bits are.")
    raise InputError(f"{fields.field_path('quant_method')}: it does not say how many bits a weight has. Give the precision.")


def _weight_scheme(fields: ConfigFields) -> ConfigFields:
    """The fields that hold the bits: the top level, or the weights of the first group of layers."""
    groups = fields.nested_fields("config_groups")
    if groups is None:
        return fields
    first = next(iter(groups.field_names()), "")
    group = groups.nested_fields(first) if first else None
    weights = group.nested_fields("weights") if group is not None else None
    return weights if weights is not None else fields
