"""Encoder-decoders of text and speech, and encoders of sound: parameters and operations from the Hugging Face configuration."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.sizing.huggingface.decoder import Decoder
from engine.sizing.huggingface.encoder import Encoder, attention_gflop, heads_of, layer_parameters, layer_weights
from engine.sizing.huggingface.fields import Fields
from engine.sizing.huggingface.window import Window
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


def t5(fields: Fields) -> Decoder:
    """T5 and its relatives: no biases, a table of distances per stack, queries of a width of their own."""
    hidden, layers, width = fields.count("hidden"), fields.count("layers"), fields.count("feed_forward")
    heads = heads_of(fields, hidden)
    size = fields.count("head_size", 64)
    after = fields.count("decoder_layers", layers)
    attention = 4 * hidden * heads * size
    matrices = 3 if fields.word("feed_forward_proj", "relu").startswith("gated") else 2
    plain = attention + matrices * hidden * width + 2 * hidden
    vocabulary = fields.count("vocabulary")
    tables = layers + after if fields.model_type == "umt5" else 2
    total = layers * plain + after * (plain + attention + hidden) + 2 * hidden
    total += tables * fields.count("relative_attention_num_buckets", 32) * heads
    total += vocabulary * hidden * (1 if fields.flag("tie_word_embeddings", default=fields.model_type != "mt5") else 2)
    return _pair(fields, total, layers=after, heads=heads, head_size=size)


def bart(fields: Fields) -> Decoder:
    """BART, Marian, Pegasus, M2M-100: all biases, positions for each stack."""
    kind = fields.model_type
    hidden, layers, heads = fields.count("hidden"), fields.count("layers"), heads_of(fields, fields.count("hidden"))
    width = fields.count("feed_forward")
    after, after_width = fields.count("decoder_layers", layers), fields.count("decoder_feed_forward", width)
    vocabulary, context = fields.count("vocabulary"), fields.count("context", 1024)
    total = vocabulary * hidden * (1 if fields.flag("tie_word_embeddings", default=True) else 2)
    if kind != "m2m_100":
        total += 2 * (context + 2 * (kind in _OFFSET)) * hidden
    total += layers * layer_parameters(hidden, width)
    total += after * (layer_parameters(hidden, after_width) + 4 * hidden * hidden + 4 * hidden + 2 * hidden)
    total += 4 * hidden * ((kind in _LAST_NORM) + (kind in _FIRST_NORM))
    return _pair(fields, total, layers=after, heads=heads, head_size=hidden // heads)


def _pair(fields: Fields, total: int, *, layers: int, heads: int, head_size: int) -> Decoder:
    return Decoder(
        total=total,
        active=total,
        layers=layers,
        hidden=fields.count("hidden"),
        heads=heads,
        kv_heads=heads,
        head_size=head_size,
        vocabulary=fields.count("vocabulary"),
        context=fields.at_least_zero("context"),
        latent=0,
        window=Window(),
    )


def whisper(fields: Fields) -> Encoder:
    """Whisper: 30 s of sound through the encoder, and a transcript through the decoder. Keys have no bias."""
    hidden, layers, width = fields.count("hidden"), fields.count("layers"), fields.count("feed_forward")
    heads = heads_of(fields, hidden)
    after, after_width = fields.count("decoder_layers", layers), fields.count("decoder_feed_forward", width)
    bands, frames = fields.count("num_mel_bins", 80), fields.count("max_source_positions", 1500)
    vocabulary, words = fields.count("vocabulary"), fields.count("max_target_positions", 448)
    norm, keyless = 2 * hidden, -hidden
    cross = 4 * hidden * hidden
    convolutions = 3 * hidden * (bands + hidden) + 2 * hidden
    encoding = convolutions + frames * hidden + layers * (layer_parameters(hidden, width) + keyless) + norm
    after_layer = layer_parameters(hidden, after_width) + keyless + cross + 4 * hidden + keyless + norm
    total = encoding + (vocabulary + words) * hidden + after * after_layer + norm
    encoder = 2 * layers * layer_weights(hidden, width) * frames + 6 * hidden * (2 * bands + hidden) * frames
    decoder = 2 * after * (layer_weights(hidden, after_width) + cross // 2) + 2 * vocabulary * hidden
    gflop = (encoder + decoder * TRANSCRIPT_TOKENS + after * cross * frames) / 1e9
    gflop += attention_gflop(layers, hidden, frames) + attention_gflop(after, hidden, TRANSCRIPT_TOKENS, frames)
    return Encoder(total=total, layers=layers, hidden=hidden, heads=heads, gflop=gflop, vocabulary=vocabulary)


def wav2vec2(fields: Fields) -> Encoder:
    """wav2vec 2.0 and HuBERT: convolutions over 10 s of samples, then an encoder over the frames that remain."""
    hidden, layers, width = fields.count("hidden"), fields.count("layers"), fields.count("feed_forward")
    heads = heads_of(fields, hidden)
    sound = _convolved(fields)
    groups, reach = fields.count("num_conv_pos_embedding_groups", 16), fields.count("num_conv_pos_embeddings", 128)
    positions = hidden * (hidden // groups) * reach
    projected = 2 * sound.channels + sound.channels * hidden + hidden
    mask, norm = hidden, 2 * hidden
    total = sound.total + projected + positions + hidden + reach + mask + norm + layers * layer_parameters(hidden, width)
    vocabulary = fields.at_least_zero("vocabulary", 32)
    if "ForCTC" in " ".join(fields.words("architectures")):
        total += vocabulary * hidden + vocabulary
    operations = sound.operations + 2 * (positions + layers * layer_weights(hidden, width)) * sound.frames
    gflop = operations / 1e9 + attention_gflop(layers, hidden, sound.frames)
    return Encoder(total=total, layers=layers, hidden=hidden, heads=heads, gflop=gflop, vocabulary=vocabulary)


class _Convolved(NamedTuple):
    """What convolutions make of 10 s of sound: their parameters and operations, and the frames and channels that come out."""

    total: int
    operations: int
    frames: int
    channels: int


def _convolved(fields: Fields) -> _Convolved:
    channels, kernels, strides = fields.counts("conv_dim"), fields.counts("conv_kernel"), fields.counts("conv_stride")
    channels, kernels, strides = channels or (512,) * 7, kernels or (10, 3, 3, 3, 3, 2, 2), strides or (5, 2, 2, 2, 2, 2, 2)
    if not len(channels) == len(kernels) == len(strides) or min(channels + kernels + strides) < 1:
        raise InputError(f"{fields.where('conv_dim')}: it needs as many channels as conv_kernel and conv_stride have entries, from 1 on.")
    biased, per_layer = fields.flag("conv_bias", default=False), fields.word("feat_extract_norm", "group") == "layer"
    total, operations, frames, before = 0, 0, _SOUND_SAMPLES, 1
    for place, (channel, kernel, stride) in enumerate(zip(channels, kernels, strides, strict=True)):
        frames = max((frames - kernel) // stride + 1, 1)
        total += before * channel * kernel + channel * biased + 2 * channel * (per_layer or place == 0)
        operations += 2 * before * channel * kernel * frames
        before = channel
    return _Convolved(total, operations, frames, before)
