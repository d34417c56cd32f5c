"""Properties of decoders and text encoders by model type that their configuration does not state.

Where Hugging Face Transformers 5.18 has a class for a type, its parameters were compared with the count for several sizes; the
others (baichuan, internlm, qwen, chatglm and the like) follow the code that their publishers ship with the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from knowledge.schema.record import Record

EVERY_OTHER_LAYER: Final = -2
"""Every other layer has the window, from the first on."""


class Family(Record):
    """Properties of one model type; a field of the configuration that states the same wins."""

    gated: bool = True
    """Three matrices in the feed-forward part instead of two."""
    query_bias: bool = False
    """Biases of queries, keys and values."""
    output_bias: bool = False
    bias_reaches_output: bool = True
    """True where `attention_bias` holds for the output, too."""
    feed_forward_bias: bool = False
    expansion: int = 0
    """Width of the feed-forward part in hidden sizes, where the configuration leaves it out."""
    head_bias: bool = False
    """A bias per word of the output layer."""
    norms: int = 2
    """Normalisations per layer."""
    norm_vectors: int = 1
    """Vectors of each: a scale (1), with an offset (2), or neither (0)."""
    embedding_norm: bool = False
    query_norm: Literal["none", "head", "width"] = "none"
    """Normalised queries and keys: per head, or over all heads."""
    optional_query_norm: Literal["none", "head", "width"] = "none"
    """The same, where the configuration asks for it."""
    positions: int | None = None
    """Rows of a learned table of positions beyond the context; None without such a table."""
    tied: bool = False
    """True where the output layer is the embedding unless the configuration says otherwise."""
    multi_query: bool = False
    """One key-value head where the configuration does not say."""
    head_size: int = 0
    """Where the configuration leaves it out and it is not hidden size / heads."""
    expert_bias: bool = False
    """Biases in experts and router."""
    sinks: bool = False
    """A learned sink per attention head."""
    embedding_counts: bool = True
    """True where the publisher counts an untied input embedding, of which a token reads one row, among the active parameters."""
    shared_experts: int = 0
    """Experts that every token meets, where the configuration does not say."""
    windowed: int = 0
    """Layers with the window, where there is one: all (0), all but every n-th (n), or `EVERY_OTHER_LAYER`."""


_PLAIN: Final = Family(gated=False, expansion=4, norm_vectors=2, query_bias=True, output_bias=True, feed_forward_bias=True)
"""GPT-2 and what follows its pattern."""
_LATENT: Final = Family(embedding_counts=False)
_GEMMA: Final = Family(tied=True, head_size=256)

DECODERS: Final[Mapping[str, Family]] = {
    "internlm": Family(query_bias=True, output_bias=True),
    "qwen": Family(query_bias=True),
    "qwen2": Family(query_bias=True),
    "qwen2_moe": Family(query_bias=True),
    "qwen2_vl_text": Family(query_bias=True),
    "qwen2_5_vl_text": Family(query_bias=True),
    "qwen3": Family(query_norm="head"),
    "qwen3_moe": Family(query_norm="head"),
    "qwen3_vl_text": Family(query_norm="head"),
    "qwen3_vl_moe_text": Family(query_norm="head"),
    "gemma": _GEMMA,
    "gemma2": msgspec.structs.replace(_GEMMA, norms=4, windowed=EVERY_OTHER_LAYER),
    "gemma3_text": msgspec.structs.replace(_GEMMA, norms=4, query_norm="head", windowed=6),
    "phi": msgspec.structs.replace(_PLAIN, norms=1, head_bias=True, optional_query_norm="head"),
    "phimoe": Family(norm_vectors=2),
    "falcon": Family(gated=False, expansion=4, norms=1, norm_vectors=2, tied=True, multi_query=True),
    "RefinedWeb": Family(gated=False, expansion=4, norm_vectors=2, tied=True),
    "RefinedWebModel": Family(gated=False, expansion=4, norms=1, norm_vectors=2, tied=True, multi_query=True),
    "mpt": Family(gated=False, expansion=4, tied=True),
    "gpt2": msgspec.structs.replace(_PLAIN, positions=0, tied=True),
    "gpt_bigcode": msgspec.structs.replace(_PLAIN, positions=0, tied=True, multi_query=True),
    "gpt_neo": msgspec.structs.replace(_PLAIN, query_bias=False, positions=0, tied=True),
    "gpt_neox": _PLAIN,
    "gptj": msgspec.structs.replace(_PLAIN, norms=1, query_bias=False, output_bias=False, head_bias=True),
    "codegen": msgspec.structs.replace(_PLAIN, norms=1, query_bias=False, output_bias=False, head_bias=True),
    "opt": msgspec.structs.replace(_PLAIN, positions=2, tied=True),
    "bloom": msgspec.structs.replace(_PLAIN, embedding_norm=True, tied=True),
    "starcoder2": msgspec.structs.replace(_PLAIN, tied=True),
    "stablelm": Family(norm_vectors=2, optional_query_norm="width"),
    "cohere": Family(norms=1, tied=True, optional_query_norm="width"),
    "cohere2": Family(norms=1, tied=True, windowed=4),
    "olmo": Family(norm_vectors=0),
    "olmo2": Family(query_norm="width"),
    "olmo3": Family(query_norm="width", windowed=4),
    "olmoe": Family(query_norm="width"),
    "smollm3": Family(tied=True),
    "exaone4": Family(query_norm="head"),
    "glm": Family(query_bias=True, head_size=128, bias_reaches_output=False),
    "glm4": Family(norms=4, query_bias=True, head_size=128, bias_reaches_output=False),
    "glm4_moe": Family(bias_reaches_output=False, embedding_counts=False, optional_query_norm="head"),
    "chatglm": Family(bias_reaches_output=False),
    "deepseek_v2": _LATENT,
    "deepseek_v3": _LATENT,
    "kimi_k2": _LATENT,
    "glm4_moe_lite": _LATENT,
    "gpt_oss": Family(query_bias=True, output_bias=True, expert_bias=True, sinks=True, embedding_counts=False, windowed=EVERY_OTHER_LAYER),
    "llama4_text": Family(shared_experts=1),
}
"""Model type -> properties. Other types follow the pattern of Llama, as Mistral, Mixtral, Phi 3 and Granite do."""


class EncoderFamily(Record):
    """Properties of one type of text encoder."""

    pooler: bool = True
    """True where the plain model ends in a pooling layer."""
    types: int = 2
    """Kinds of token, where the configuration does not say."""
    offset: int = 0
    """Rows of the table of positions that stand for no position."""


_ROBERTA: Final = EncoderFamily(offset=2)

TEXT_ENCODERS: Final[Mapping[str, EncoderFamily]] = {
    "bert": EncoderFamily(),
    "roberta": _ROBERTA,
    "xlm-roberta": _ROBERTA,
    "camembert": _ROBERTA,
    "electra": EncoderFamily(pooler=False),
    "distilbert": EncoderFamily(pooler=False, types=0),
    "albert": EncoderFamily(),
    "mpnet": EncoderFamily(types=0, offset=2),
    "deberta": EncoderFamily(pooler=False, types=0),
    "deberta-v2": EncoderFamily(pooler=False, types=0),
}
"""Model type -> properties."""
