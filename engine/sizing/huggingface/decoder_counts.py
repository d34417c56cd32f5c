"""Parameters and attention windows of a decoder, counted from its Hugging Face configuration.

Matrices are counted as the layers multiply them: queries and output hidden × heads × head size, keys and values hidden ×
KV heads × head size, feed-forward 3 (gated) or 2 × hidden × width. Latent attention as in the DeepSeek-V2 report (arXiv 2405.04434).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.sizing.huggingface.config_fields import ConfigFields
from engine.sizing.huggingface.model_families import DECODERS, EVERY_OTHER_LAYER, Family
from knowledge.errors import InputError
from knowledge.schema.record import Record

_UNCOUNTED_FIELDS: Final = (
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
_ATTENTION_KINDS: Final = frozenset({"full_attention", "sliding_attention", "chunked_attention"})
_WINDOW_FIELDS: Final = {"sliding_attention": "sliding_window", "chunked_attention": "attention_chunk_size", "local": "window_size"}
"""Kind of layer -> the field with its window."""


class Window(Record):
    """The sliding window of some layers; 0 tokens and no layers where every layer sees everything."""

    tokens: int = 0
    layers: int = 0


class DecoderCounts(Record):
    """Counts of one decoder."""

    total: int
    active: int
    """Parameters without the experts that a token does not meet."""
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_size: int
    vocabulary: int
    context: int
    latent: int
    """Elements that latent attention caches per token and layer; 0 without it."""
    window: Window


def count_decoder(fields: ConfigFields, *, parameters_given: bool = False) -> DecoderCounts:
    """Count a decoder. With `parameters_given` the total is known from elsewhere, and what only it needs may be missing."""
    family = DECODERS.get(fields.model_type, Family())
    if family.multi_query and fields.boolean("new_decoder_architecture", default=False):  # Falcon from 40B on
        family = DECODERS["RefinedWeb"]
    _refuse_uncounted(fields, parameters_given=parameters_given)
    hidden, layers, heads = fields.positive_int("hidden"), fields.positive_int("layers"), fields.positive_int("heads")
    kv_heads = _count_kv_heads(fields, family, heads)
    head_size = _find_head_size(fields, family, hidden, heads)
    vocabulary = fields.positive_int("vocabulary", 0 if parameters_given else None)
    context = fields.non_negative_int("context")
    latent = fields.positive_int("kv_lora_rank") + fields.positive_int("qk_rope_head_dim") if fields.has_field("kv_lora_rank") else 0
    total, active = 0, 0
    if not parameters_given or _is_countable(fields, family):
        attention = _attention_parameters(fields, family, hidden, _Heads(heads=heads, kv_heads=kv_heads, size=head_size))
        norms = family.norms * family.norm_vectors * hidden
        for whole, met in _feed_forward_parameters(fields, family, hidden, layers):
            total += attention + norms + whole
            active += attention + norms + met
        ends = _embedding_and_head_parameters(fields, family, hidden, vocabulary, context)
        total += ends
        active += ends
        if not (family.embedding_counts or fields.boolean("tie_word_embeddings", default=family.tied)):
            active -= vocabulary * hidden
    return DecoderCounts(
        total=total,
        active=active,
        layers=layers,
        hidden=hidden,
        heads=heads,
        kv_heads=kv_heads,
        head_size=fields.positive_int("v_head_dim") if latent else head_size,
        vocabulary=vocabulary,
        context=context,
        latent=latent,
        window=_attention_window(fields, family, layers),
    )


def _refuse_uncounted(fields: ConfigFields, *, parameters_given: bool) -> None:
    if parameters_given:
        return
    strange = next((name for name in _UNCOUNTED_FIELDS if fields.has_field(name)), None)
    if strange is None and not _ATTENTION_KINDS.issuperset(fields.text_list("layer_types")):
        strange = "layer_types"
    if strange:
        raise InputError(f"{fields.field_path(strange)}: layers of that kind are not counted. Give the number of parameters.")


def _is_countable(fields: ConfigFields, family: Family) -> bool:
    wide = (
        fields.has_field("feed_forward")
        or fields.has_field("expert_feed_forward")
        or fields.has_field("ffn_config")
        or bool(family.expansion)
    )
    return wide and fields.has_field("vocabulary") and not any(fields.has_field(name) for name in _UNCOUNTED_FIELDS)


def _count_kv_heads(fields: ConfigFields, family: Family, heads: int) -> int:
    if family.multi_query:  # Falcon's file repeats the number of heads beside this flag
        kv_heads = 1 if fields.boolean("multi_query", default=True) else heads
    else:
        kv_heads = fields.positive_int("kv_heads", heads)
        nested = fields.nested_fields("attn_config")
        kv_heads = kv_heads if nested is None else nested.positive_int("kv_heads", kv_heads)
    if kv_heads > heads:
        raise InputError(f"{fields.field_path('kv_heads')}: {kv_heads} is more than the {heads} of {fields.field_path('heads')}.")
    return kv_heads


def _find_head_size(fields: ConfigFields, family: Family, hidden: int, heads: int) -> int:
    if heads > hidden:
        raise InputError(f"{fields.field_path('heads')}: {heads} is more than the {hidden} of {fields.field_path('hidden')}.")
    return fields.positive_int("head_size", family.head_size or hidden // heads)


class _Heads(Record):
    """Attention heads, how many of them have keys and values of their own, and their size."""

    heads: int
    kv_heads: int
    size: int


def _attention_parameters(fields: ConfigFields, family: Family, hidden: int, heads: _Heads) -> int:
    if fields.has_field("kv_lora_rank"):
        return _latent_attention_parameters(fields, hidden, heads.heads)
    queries, keys = heads.heads * heads.size, heads.kv_heads * heads.size
    query_bias, output_bias = _bias_flags(fields, family)
    count = 2 * hidden * (queries + keys) + query_bias * (queries + 2 * keys) + output_bias * hidden
    return count + _query_norm_parameters(fields, family, heads) + family.sinks * heads.heads


def _bias_flags(fields: ConfigFields, family: Family) -> tuple[bool, bool]:
    """True where queries, keys and values have biases, and where the output has one."""
    stated = _first_flag(fields, "attention_bias", "use_bias", "bias")
    queries = family.query_bias if stated is None else stated
    output = family.output_bias if stated is None or not family.bias_reaches_output else stated
    return queries or any(fields.boolean(name, default=False) for name in ("use_qkv_bias", "add_qkv_bias")), output


def _first_flag(fields: ConfigFields, *names: str) -> bool | None:
    """The first of several flags that is there; None without any."""
    return next((fields.boolean(name, default=False) for name in names if fields.has_field(name)), None)


def _query_norm_parameters(fields: ConfigFields, family: Family, heads: _Heads) -> int:
    """Scales (and offsets) of normalised queries and keys."""
    asked = any(fields.boolean(name, default=False) for name in ("use_qk_norm", "qk_layernorm"))
    kind = family.optional_query_norm if asked and family.optional_query_norm != "none" else family.query_norm
    return {"none": 0, "head": 2 * heads.size * family.norm_vectors, "width": (heads.heads + heads.kv_heads) * heads.size}[kind]


def _latent_attention_parameters(fields: ConfigFields, hidden: int, heads: int) -> int:
    plain, rotary, value = (
        fields.positive_int("qk_nope_head_dim"),
        fields.positive_int("qk_rope_head_dim"),
        fields.positive_int("v_head_dim"),
    )
    rank = fields.positive_int("kv_lora_rank")
    biased = fields.boolean("attention_bias", default=False)
    query_rank = fields.non_negative_int("q_lora_rank")
    queries = heads * (plain + rotary)
    count = query_rank * (hidden + 1 + biased + queries) if query_rank else hidden * queries
    count += (rank + rotary) * (hidden + biased) + rank + rank * heads * (plain + value)
    return count + heads * value * hidden + hidden * biased


def _feed_forward_parameters(fields: ConfigFields, family: Family, hidden: int, layers: int) -> Iterator[tuple[int, int]]:
    """All parameters of the feed-forward part and those a token meets, layer after layer."""
    experts = fields.non_negative_int("experts")
    nested = fields.nested_fields("ffn_config")
    if nested is not None and nested.has_field("experts"):
        yield from [_expert_parameters(nested, family, hidden, nested.positive_int("experts"))] * layers
        return
    if not experts:
        yield from [(_dense_parameters(fields, family, hidden),) * 2] * layers
        return
    sparse = _sparse_layers(fields, layers)
    with_experts = _expert_parameters(fields, family, hidden, experts)
    dense = _dense_parameters(fields, family, hidden) if len(sparse) < layers else 0
    for layer in range(layers):
        yield with_experts if layer in sparse else (dense, dense)


def _dense_parameters(fields: ConfigFields, family: Family, hidden: int) -> int:
    if fields.has_field("intermediate_size_mlp"):  # Llama 4: `intermediate_size` is that of its experts
        width = fields.positive_int("intermediate_size_mlp")
    elif family.expansion and not fields.has_field("feed_forward"):
        width = round(fields.positive_float("mlp_expansion", family.expansion) * hidden)
    else:
        width = fields.positive_int("feed_forward")
    if fields.model_type == "qwen":  # its file gives the two halves of the gate together
        width //= 2
    stated = _first_flag(fields, "mlp_bias", "use_bias", "bias")
    bias = family.feed_forward_bias if stated is None else stated
    return (2 + family.gated) * hidden * width + bias * ((1 + family.gated) * width + hidden)


def _expert_parameters(fields: ConfigFields, family: Family, hidden: int, experts: int) -> tuple[int, int]:
    """Router, routed and shared experts of one layer: all parameters, and those a token meets."""
    met = fields.positive_int("experts_per_token")
    if met > experts:
        raise InputError(f"{fields.field_path('experts_per_token')}: {met} is more than the {experts} of {fields.field_path('experts')}.")
    width = fields.positive_int("expert_feed_forward")
    expert = 3 * hidden * width + family.expert_bias * (2 * width + hidden)
    shared_width = fields.non_negative_int("shared_experts", family.shared_experts) * width
    gate = 0
    if fields.non_negative_int("shared_expert_intermediate_size"):
        shared_width, gate = fields.positive_int("shared_expert_intermediate_size"), hidden
    always = 3 * hidden * shared_width + gate + experts * hidden + family.expert_bias * experts
    return always + experts * expert, always + met * expert


def _sparse_layers(fields: ConfigFields, layers: int) -> frozenset[int]:
    """The layers that have experts."""
    listed = fields.int_list("moe_layers")
    if listed:
        return frozenset(listed) & frozenset(range(layers))
    first = fields.non_negative_int("first_k_dense_replace")
    step = fields.positive_int("interleave_moe_layer_step", fields.positive_int("decoder_sparse_step", 1))
    dense = frozenset(fields.int_list("mlp_only_layers"))
    every = fields.positive_int("moe_layer_freq", 1) if not isinstance(fields.raw_value("moe_layer_freq"), list) else 1
    return frozenset(i for i in range(first, layers) if i not in dense and (i + 1) % step == 0 and i % every == 0)


def _embedding_and_head_parameters(fields: ConfigFields, family: Family, hidden: int, vocabulary: int, context: int) -> int:
    """Embedding, positions, last normalisation and output layer."""
    width = fields.positive_int("word_embed_proj_dim", hidden)
    count = vocabulary * width + (2 * width * hidden if width != hidden else 0)
    if not fields.boolean("tie_word_embeddings", default=family.tied):
        count += vocabulary * width
    if fields.boolean("lm_head_bias", default=family.head_bias):
        count += vocabulary
    if family.positions is not None:
        count += (context + family.positions) * hidden
    last = fields.boolean("do_layer_norm_before", default=True)
    return count + family.norm_vectors * hidden * (last + family.embedding_norm)


def _attention_window(fields: ConfigFields, family: Family, layers: int) -> Window:
    """The window and the number of layers that have it: from a list of layers, else a pattern, else the usual one of the family."""
    listed = _window_from_list(fields, layers)
    if listed is not None:
        return listed
    if fields.has_field("attention_chunk_size"):  # Llama 4: all but every fourth layer see their chunk alone
        every = fields.positive_int("no_rope_layer_interval", 4)
        chunked = fields.int_list("no_rope_layers").count(1) or layers - layers // every
        return Window(tokens=fields.positive_int("attention_chunk_size"), layers=min(chunked, layers))
    if not fields.boolean("use_sliding_window", default=not fields.has_field("max_window_layers")):
        return Window()
    tokens = fields.non_negative_int("sliding_window")
    if not tokens:
        return Window()
    return Window(tokens=tokens, layers=_windowed_layers(fields, family, layers))


def _window_from_list(fields: ConfigFields, layers: int) -> Window | None:
    name = "attention_layers" if fields.has_field("attention_layers") else "layer_types"
    kinds = fields.text_list(name)
    if not kinds:
        return None
    if len(kinds) != layers:
        raise InputError(f"{fields.field_path(name)}: it names {len(kinds)} layers, and {fields.field_path('layers')} says {layers}.")
    for kind, length in _WINDOW_FIELDS.items():
        if kind in kinds:
            tokens = fields.non_negative_int(length)
            return Window(tokens=tokens, layers=kinds.count(kind)) if tokens else Window()
    return Window()


def _windowed_layers(fields: ConfigFields, family: Family, layers: int) -> int:
    if fields.has_field("max_window_layers"):  # Qwen: the first layers see everything
        return max(layers - fields.non_negative_int("max_window_layers"), 0)
    every = fields.non_negative_int("sliding_window_pattern")
    if every:
        return layers - layers // every
    if family.windowed == EVERY_OTHER_LAYER:
        return (layers + 1) // 2
    return layers - layers // family.windowed if family.windowed > 1 else layers
