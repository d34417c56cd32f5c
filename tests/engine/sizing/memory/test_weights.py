"""Weights and caches: how large they are, and how they are split over devices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.data_types import stored_precision
from engine.sizing.memory.kv_cache import kv_cache_gb
from engine.sizing.memory.weights import weights_gb
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import for_each
from tests.engine.sizing.memory.devices_and_models import MODELS, bare_accelerators


@for_each(
    ("model", "precision", "published"),
    [
        ("bert-base", "fp32", 0.434),  # 413.7 MiB, Hugging Face accelerate
        ("llama-3-8b", "int4", 5.73),
        ("llama-3-70b", "int4", 39.8),
        ("gpt-oss-120b", "fp4", 65.3),
        ("mixtral-8x7b", "bf16", 93.4),
    ],
)
def test_weights_are_as_large_as_published_files(knowledge: Knowledge, model: str, precision: str, published: float) -> None:
    """Scales of quantized weights and the embeddings that stay in 16 bits are counted, and all experts."""
    assert weights_gb(model_shape(knowledge.models[model]), precision) == pytest.approx(published, rel=0.03)


def test_neuron_devices_store_16_bits(knowledge: Knowledge) -> None:
    """Weights in fp32 are cast there; 8 bits stay, 4 bits do not exist."""
    chip, card = bare_accelerators(knowledge, "inferentia2"), bare_accelerators(knowledge, "a10g")
    assert [stored_precision(chip, kind) for kind in ("fp32", "bf16", "int8", "int4")] == ["bf16", "bf16", "int8", "bf16"]
    assert stored_precision(card, "fp32") == "fp32"


def test_a_cache_is_split_by_whole_heads(knowledge: Knowledge) -> None:
    """8 KV heads over 2, 8 and 16 devices leave 4, 1 and 1 on each; latent attention leaves everything on each."""
    grouped, latent = (model_shape(knowledge.models[model]) for model in ("llama-3-70b", "deepseek-r1-671b"))
    whole = kv_cache_gb(grouped, 1000)
    assert whole == pytest.approx(2 * 80 * 8 * 128 * 2 * 1000 / 1e9)
    assert [kv_cache_gb(grouped, 1000, 2.0, devices) / whole for devices in (2, 8, 16)] == [0.5, 0.125, 0.125]
    assert kv_cache_gb(latent, 1000, 2.0, 8) == kv_cache_gb(latent, 1000) == pytest.approx(61 * 576 * 2 * 1000 / 1e9)


def test_a_window_bounds_the_cache() -> None:
    """Layers with a window of 1,024 tokens keep no more of a sequence of 8,192."""
    shape = Shape(
        name="x",
        kind="language-model",
        parameters=1e9,
        active_parameters=1e9,
        layers=4,
        kv_heads=1,
        head_size=64,
        window_tokens=1024,
        windowed_layers=3,
    )
    assert kv_cache_gb(shape, 8192) == pytest.approx(2 * 64 * 2 * (8192 + 3 * 1024) / 1e9)


@given(st.sampled_from(MODELS))
def test_fewer_bits_never_take_more(knowledge: Knowledge, model: str) -> None:
    """fp32, 16 bits, 8 bits and 4 bits take less in this order."""
    shape = model_shape(knowledge.models[model])
    sizes = [weights_gb(shape, precision) for precision in ("fp32", "bf16", "int8", "nf4", "fp4", "int4")]
    assert sizes == sorted(sizes, reverse=True)


def test_an_unknown_precision_is_named_with_the_nearest(knowledge: Knowledge) -> None:
    """One line, never a KeyError."""
    with pytest.raises(InputError, match="Did you mean bf16"):
        weights_gb(model_shape(knowledge.models["llama-3-8b"]), "bf-16")
