"""Parameters of a decoder of tokens, counted from its Hugging Face configuration.

Matrices are counted as the layers multiply them: queries and output hidden × heads × head size, keys and values hidden ×
KV heads × head size, feed-forward 3 (gated) or 2 × hidden × width. Latent attention as in the DeepSeek-V2 report (arXiv 2405.04434).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.sizing.huggingface.families import DECODERS, Family
from engine.sizing.huggingface.fields import Fields
from engine.sizing.huggingface.window import Window, window_of
from knowledge.errors import InputError
from knowledge.schema.record import Record

_UNCOUNTED: Final = (
    "mamba_d_state",
    "mamba_d_ssm",
    "mamba_expand",
    "ssm_cfg",
    "state_size",
    "linear_num_value_heads",
    "rwkv_hidden_size",
    "attn_layer_period",
    "layers_block_type",
    "block_types",
    "conv_L_cache",
    "altup_num_inputs",
)
"""Fields of layers that hold more than attention and a feed-forward part; many keep a state instead of a KV cache."""
_ATTENTION: Final = frozenset({"full_attention", "sliding_attention", "chunked_attention"})


class Decoder(Record):
    """What is counted of a decoder."""

    total: int
    active: int
    """Less the experts that a token does not meet."""
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_size: int
    vocabulary: int
    context: int
    latent: int
    window: Window


def decoder_of(fields: Fields, *, parameters_given: bool = False) -> Decoder:
    """Count a decoder. With `parameters_given` the total is known from elsewhere, and what only it needs may be missing."""
    family = DECODERS.get(fields.model_type, Family())
    if family.multi_query and fields.flag("new_decoder_architecture", default=False):  # Falcon from 40B on
        family = DECODERS["RefinedWeb"]
    _refuse_uncounted(fields, parameters_given=parameters_given)
    hidden, layers, heads = fields.count("hidden"), fields.count("layers"), fields.count("heads")
    kv_heads = _kv_heads(fields, family, heads)
    head_size = _head_size(fields, family, hidden, heads)
    vocabulary = fields.count("vocabulary", 0 if parameters_given else None)
    context = fields.at_least_zero("context")
    latent = fields.count("kv_lora_rank") + fields.count("qk_rope_head_dim") if fields.has("kv_lora_rank") else 0
    total, active = 0, 0
    if not parameters_given or _countable(fields, family):
        attention = _attention(fields, family, hidden, _Heads(heads=heads, kv_heads=kv_heads, size=head_size))
        norms = family.norms * family.norm_vectors * hidden
        for whole, met in _feed_forward(fields, family, hidden, layers):
            total += attention + norms + whole
            active += attention + norms + met
        ends = _ends(fields, family, hidden, vocabulary, context)
        total += ends
        active += ends
        if not (family.embedding_counts or fields.flag("tie_word_embeddings", default=family.tied)):
            active -= vocabulary * hidden
    return Decoder(
        total=total,
        active=active,
        layers=layers,
        hidden=hidden,
        heads=heads,
        kv_heads=kv_heads,
        head_size=fields.count("v_head_dim") if latent else head_size,
        vocabulary=vocabulary,
        context=context,
        latent=latent,
        window=window_of(fields, family, layers),
    )


def _refuse_uncounted(fields: Fields, *, parameters_given: bool) -> None:
    if parameters_given:
        return
    strange = next((name for name in _UNCOUNTED if fields.has(name)), None)
    if strange is None and not _ATTENTION.issuperset(fields.words("layer_types")):
        strange = "layer_types"
    if strange:
        raise InputError(f"{fields.where(strange)}: layers of that kind are not counted. Give the number of parameters.")


def _countable(fields: Fields, family: Family) -> bool:
    wide = fields.has("feed_forward") or fields.has("expert_feed_forward") or fields.has("ffn_config") or bool(family.expansion)
    return wide and fields.has("vocabulary") and not any(fields.has(name) for name in _UNCOUNTED)


def _kv_heads(fields: Fields, family: Family, heads: int) -> int:
    if family.multi_query:  # Falcon's file repeats the number of heads beside this flag
        kv_heads = 1 if fields.flag("multi_query", default=True) else heads
    else:
        kv_heads = fields.count("kv_heads", heads)
        nested = fields.inner("attn_config")
        kv_heads = kv_heads if nested is None else nested.count("kv_heads", kv_heads)
    if kv_heads > heads:
        raise InputError(f"{fields.where('kv_heads')}: {kv_heads} is more than the {heads} of {fields.where('heads')}.")
    return kv_heads


def _head_size(fields: Fields, family: Family, hidden: int, heads: int) -> int:
    if heads > hidden:
        raise InputError(f"{fields.where('heads')}: {heads} is more than the {hidden} of {fields.where('hidden')}.")
    return fields.count("head_size", family.head_size or hidden // heads)


class _Heads(Record):
    """Attention heads, how many of them have keys and values of their own, and their size."""

    heads: int
    kv_heads: int
    size: int


def _attention(fields: Fields, family: Family, hidden: int, heads: _Heads) -> int:
    if fields.has("kv_lora_rank"):
        return _latent_attention(fields, hidden, heads.heads)
    queries, keys = heads.heads * heads.size, heads.kv_heads * heads.size
    query_bias, output_bias = _biases(fields, family)
    count = 2 * hidden * (queries + keys) + query_bias * (queries + 2 * keys) + output_bias * hidden
    return count + _query_norms(fields, family, heads) + family.sinks * heads.heads


def _biases(fields: Fields, family: Family) -> tuple[bool, bool]:
    """Whether queries, keys and values, and whether the output have a bias."""
    said = _flag_of(fields, "attention_bias", "use_bias", "bias")
    queries = family.query_bias if said is None else said
    output = family.output_bias if said is None or not family.bias_reaches_output else said
    return queries or any(fields.flag(name, default=False) for name in ("use_qkv_bias", "add_qkv_bias")), output


def _flag_of(fields: Fields, *names: str) -> bool | None:
    """The first of several flags that stands there; None where none does."""
    return next((fields.flag(name, default=False) for name in names if fields.has(name)), None)


def _query_norms(fields: Fields, family: Family, heads: _Heads) -> int:
    """Scales (and offsets) of normalised queries and keys."""
    asked = any(fields.flag(name, default=False) for name in ("use_qk_norm", "qk_layernorm"))
    kind = family.optional_query_norm if asked and family.optional_query_norm != "none" else family.query_norm
    return {"none": 0, "head": 2 * heads.size * family.norm_vectors, "width": (heads.heads + heads.kv_heads) * heads.size}[kind]


def _latent_attention(fields: Fields, hidden: int, heads: int) -> int:
    plain, rotary, value = fields.count("qk_nope_head_dim"), fields.count("qk_rope_head_dim"), fields.count("v_head_dim")
    rank = fields.count("kv_lora_rank")
    biased = fields.flag("attention_bias", default=False)
    query_rank = fields.at_least_zero("q_lora_rank")
    queries = heads * (plain + rotary)
    count = query_rank * (hidden + 1 + biased + queries) if query_rank else hidden * queries
    count += (rank + rotary) * (hidden + biased) + rank + rank * heads * (plain + value)
    return count + heads * value * hidden + hidden * biased


def _feed_forward(fields: Fields, family: Family, hidden: int, layers: int) -> Iterator[tuple[int, int]]:
    """All parameters and those a token meets, layer after layer."""
    experts = fields.at_least_zero("experts")
    nested = fields.inner("ffn_config")
    if nested is not None and nested.has("experts"):
        yield from [_experts(nested, family, hidden, nested.count("experts"))] * layers
        return
    if not experts:
        yield from [(_dense(fields, family, hidden),) * 2] * layers
        return
    sparse = _sparse_layers(fields, layers)
    with_experts = _experts(fields, family, hidden, experts)
    dense = _dense(fields, family, hidden) if len(sparse) < layers else 0
    for layer in range(layers):
        yield with_experts if layer in sparse else (dense, dense)


def _dense(fields: Fields, family: Family, hidden: int) -> int:
    if fields.has("intermediate_size_mlp"):  # Llama 4: `intermediate_size` is that of its experts
        width = fields.count("intermediate_size_mlp")
    elif family.expansion and not fields.has("feed_forward"):
        width = round(fields.ratio("mlp_expansion", family.expansion) * hidden)
    else:
        width = fields.count("feed_forward")
    if fields.model_type == "qwen":  # its file gives the two halves of the gate together
        width //= 2
    said = _flag_of(fields, "mlp_bias", "use_bias", "bias")
    bias = family.feed_forward_bias if said is None else said
    return (2 + family.gated) * hidden * width + bias * ((1 + family.gated) * width + hidden)


def _experts(fields: Fields, family: Family, hidden: int, experts: int) -> tuple[int, int]:
    """Router, routed and shared experts of one layer."""
    met = fields.count("experts_per_token")
    if met > experts:
        raise InputError(f"{fields.where('experts_per_token')}: {met} is more than the {experts} of {fields.where('experts')}.")
    width = fields.count("expert_feed_forward")
    expert = 3 * hidden * width + family.expert_bias * (2 * width + hidden)
    shared_width = fields.at_least_zero("shared_experts", family.shared_experts) * width
    gate = 0
    if fields.at_least_zero("shared_expert_intermediate_size"):
        shared_width, gate = fields.count("shared_expert_intermediate_size"), hidden
    always = 3 * hidden * shared_width + gate + experts * hidden + family.expert_bias * experts
    return always + experts * expert, always + met * expert


def _sparse_layers(fields: Fields, layers: int) -> frozenset[int]:
    """Which layers have experts."""
    listed = fields.counts("moe_layers")
    if listed:
        return frozenset(listed) & frozenset(range(layers))
    first = fields.at_least_zero("first_k_dense_replace")
    step = fields.count("interleave_moe_layer_step", fields.count("decoder_sparse_step", 1))
    dense = frozenset(fields.counts("mlp_only_layers"))
    every = fields.count("moe_layer_freq", 1) if not isinstance(fields.given("moe_layer_freq"), list) else 1
    return frozenset(i for i in range(first, layers) if i not in dense and (i + 1) % step == 0 and i % every == 0)


def _ends(fields: Fields, family: Family, hidden: int, vocabulary: int, context: int) -> int:
    """Embedding, positions, last normalisation and output layer."""
    width = fields.count("word_embed_proj_dim", hidden)
    count = vocabulary * width + (2 * width * hidden if width != hidden else 0)
    if not fields.flag("tie_word_embeddings", default=family.tied):
        count += vocabulary * width
    if fields.flag("lm_head_bias", default=family.head_bias):
        count += vocabulary
    if family.positions is not None:
        count += (context + family.positions) * hidden
    last = fields.flag("do_layer_norm_before", default=True)
    return count + family.norm_vectors * hidden * (last + family.embedding_norm)
