"""Encoder-decoders of text and speech, and encoders of sound: parameters and operations from the Hugging Face configuration."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.sizing.huggingface.config_fields import ConfigFields
from engine.sizing.huggingface.decoder_counts import DecoderCounts, Window
from engine.sizing.huggingface.encoder_counts import EncoderCounts, attention_gflop, count_heads, layer_matrix_parameters, layer_parameters
from knowledge.errors import InputError

T5: Final = frozenset({"t5", "mt5", "umt5", "longt5"})
BART: Final = frozenset({"bart", "mbart", "pegasus", "marian", "m2m_100", "blenderbot", "blenderbot-small", "plbart"})
_LAST_NORM: Final = frozenset({"mbart", "pegasus", "m2m_100", "blenderbot"})
_FIRST_NORM: Final = frozenset({"bart", "mbart", "blenderbot-small", "plbart"})
_OFFSET: Final = frozenset({"bart", "mbart", "plbart"})
TRANSCRIPT_TOKENS: Final = 100
"""Words of 30 s of speech, in tokens: what the speech models of the base are counted with."""
_SOUND_SAMPLES: Final = 160_000
"""10 s at 16 kHz."""


def count_t5(fields: ConfigFields) -> DecoderCounts:
    """T5 and its relatives: no biases, a table of distances per stack, queries of a width of their own."""
    hidden, layers, width = fields.positive_int("hidden"), fields.positive_int("layers"), fields.positive_int("feed_forward")
    heads = count_heads(fields, hidden)
    size = fields.positive_int("head_size", 64)
    after = fields.positive_int("decoder_layers", layers)
    attention = 4 * hidden * heads * size
    matrices = 3 if fields.text("feed_forward_proj", "relu").startswith("gated") else 2
    plain = attention + matrices * hidden * width + 2 * hidden
    vocabulary = fields.positive_int("vocabulary")
    tables = layers + after if fields.model_type == "umt5" else 2
    total = layers * plain + after * (plain + attention + hidden) + 2 * hidden
    total += tables * fields.positive_int("relative_attention_num_buckets", 32) * heads
    total += vocabulary * hidden * (1 if fields.boolean("tie_word_embeddings", default=fields.model_type != "mt5") else 2)
    return _encoder_decoder_counts(fields, total, layers=after, heads=heads, head_size=size)


def count_bart(fields: ConfigFields) -> DecoderCounts:
    """BART, Marian, Pegasus, M2M-100: all biases, positions for each stack."""
    kind = fields.model_type
    hidden, layers, heads = fields.positive_int("hidden"), fields.positive_int("layers"), count_heads(fields, fields.positive_int("hidden"))
    width = fields.positive_int("feed_forward")
    after, after_width = fields.positive_int("decoder_layers", layers), fields.positive_int("decoder_feed_forward", width)
    vocabulary, context = fields.positive_int("vocabulary"), fields.positive_int("context", 1024)
    total = vocabulary * hidden * (1 if fields.boolean("tie_word_embeddings", default=True) else 2)
    if kind != "m2m_100":
        total += 2 * (context + 2 * (kind in _OFFSET)) * hidden
    total += layers * layer_parameters(hidden, width)
    total += after * (layer_parameters(hidden, after_width) + 4 * hidden * hidden + 4 * hidden + 2 * hidden)
    total += 4 * hidden * ((kind in _LAST_NORM) + (kind in _FIRST_NORM))
    return _encoder_decoder_counts(fields, total, layers=after, heads=heads, head_size=hidden // heads)


def _encoder_decoder_counts(fields: ConfigFields, total: int, *, layers: int, heads: int, head_size: int) -> DecoderCounts:
    return DecoderCounts(
        total=total,
        active=total,
        layers=layers,
        hidden=fields.positive_int("hidden"),
        heads=heads,
        kv_heads=heads,
        head_size=head_size,
        vocabulary=fields.positive_int("vocabulary"),
        context=fields.non_negative_int("context"),
        latent=0,
        window=Window(),
    )


def count_whisper(fields: ConfigFields) -> EncoderCounts:
    """Whisper: 30 s of sound through the encoder, and a transcript through the decoder. Keys have no bias."""
    hidden, layers, width = fields.positive_int("hidden"), fields.positive_int("layers"), fields.positive_int("feed_forward")
    heads = count_heads(fields, hidden)
    after, after_width = fields.positive_int("decoder_layers", layers), fields.positive_int("decoder_feed_forward", width)
    bands, frames = fields.positive_int("num_mel_bins", 80), fields.positive_int("max_source_positions", 1500)
    vocabulary, words = fields.positive_int("vocabulary"), fields.positive_int("max_target_positions", 448)
    norm, keyless = 2 * hidden, -hidden
    cross = 4 * hidden * hidden
    convolutions = 3 * hidden * (bands + hidden) + 2 * hidden
    encoding = convolutions + frames * hidden + layers * (layer_parameters(hidden, width) + keyless) + norm
    after_layer = layer_parameters(hidden, after_width) + keyless + cross + 4 * hidden + keyless + norm
    total = encoding + (vocabulary + words) * hidden + after * after_layer + norm
    encoder = 2 * layers * layer_matrix_parameters(hidden, width) * frames + 6 * hidden * (2 * bands + hidden) * frames
    decoder = 2 * after * (layer_matrix_parameters(hidden, after_width) + cross // 2) + 2 * vocabulary * hidden
    gflop = (encoder + decoder * TRANSCRIPT_TOKENS + after * cross * frames) / 1e9
    gflop += attention_gflop(layers, hidden, frames) + attention_gflop(after, hidden, TRANSCRIPT_TOKENS, frames)
    return EncoderCounts(total=total, layers=layers, hidden=hidden, heads=heads, gflop=gflop, vocabulary=vocabulary)


def count_wav2vec2(fields: ConfigFields) -> EncoderCounts:
    """wav2vec 2.0 and HuBERT: convolutions over 10 s of samples, then an encoder over the frames that remain."""
    hidden, layers, width = fields.positive_int("hidden"), fields.positive_int("layers"), fields.positive_int("feed_forward")
    heads = count_heads(fields, hidden)
    sound = _count_convolutions(fields)
    groups, reach = fields.positive_int("num_conv_pos_embedding_groups", 16), fields.positive_int("num_conv_pos_embeddings", 128)
    positions = hidden * (hidden // groups) * reach
    projected = 2 * sound.channels + sound.channels * hidden + hidden
    mask, norm = hidden, 2 * hidden
    total = sound.total + projected + positions + hidden + reach + mask + norm + layers * layer_parameters(hidden, width)
    vocabulary = fields.non_negative_int("vocabulary", 32)
    if "ForCTC" in " ".join(fields.text_list("architectures")):
        total += vocabulary * hidden + vocabulary
    operations = sound.operations + 2 * (positions + layers * layer_matrix_parameters(hidden, width)) * sound.frames
    gflop = operations / 1e9 + attention_gflop(layers, hidden, sound.frames)
    return EncoderCounts(total=total, layers=layers, hidden=hidden, heads=heads, gflop=gflop, vocabulary=vocabulary)


class _Convolutions(NamedTuple):
    """What convolutions make of 10 s of sound: their parameters and operations, and the frames and channels that come out."""

    total: int
    operations: int
    frames: int
    channels: int


def _count_convolutions(fields: ConfigFields) -> _Convolutions:
    channels, kernels, strides = fields.int_list("conv_dim"), fields.int_list("conv_kernel"), fields.int_list("conv_stride")
    channels, kernels, strides = channels or (512,) * 7, kernels or (10, 3, 3, 3, 3, 2, 2), strides or (5, 2, 2, 2, 2, 2, 2)
    if not len(channels) == len(kernels) == len(strides) or min(channels + kernels + strides) < 1:
        raise InputError(
            f"{fields.field_path('conv_dim')}: it needs as many channels as conv_kernel and conv_stride have entries, from 1 on."
        )
    biased, per_layer = fields.boolean("conv_bias", default=False), fields.text("feat_extract_norm", "group") == "layer"
    total, operations, frames, before = 0, 0, _SOUND_SAMPLES, 1
    for place, (channel, kernel, stride) in enumerate(zip(channels, kernels, strides, strict=True)):
        frames = max((frames - kernel) // stride + 1, 1)
        total += before * channel * kernel + channel * biased + 2 * channel * (per_layer or place == 0)
        operations += 2 * before * channel * kernel * frames
        before = channel
    return _Convolutions(total, operations, frames, before)
