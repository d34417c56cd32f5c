"""Shapes from Hugging Face configurations: counts against published ones, windows, precisions, and input of every bad kind."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sizing.huggingface.config import precision_from_config, shape_from_config
from engine.sizing.huggingface.config_fields import ConfigFields
from engine.sizing.huggingface.encoder_counts import count_text_encoder
from engine.sizing.memory.kv_cache import kv_cache_elements
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import for_each, read_table
from tests.depth import rounds

FOLDER: Final = Path(__file__).parent / "hf_configs"
INDEX: Final[dict[str, dict[str, Any]]] = read_table(FOLDER / "index.yaml")
CASES: Final[dict[str, list[dict[str, Any]]]] = read_table(FOLDER / "cases.yaml")
SMALL: Final[list[dict[str, Any]]] = read_table(FOLDER / "small.yaml")
CONFIGS: Final[dict[str, dict[str, object]]] = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
IN_BASE: Final = sorted(name for name, entry in INDEX.items() if "model" in entry)


def test_every_configuration_has_its_entry() -> None:
    """A file without an expected count would test nothing."""
    assert set(CONFIGS) == set(INDEX)
    assert len(CONFIGS) >= 25
    assert all("built" in entry or "parameters_b" in entry for entry in INDEX.values())


@for_each("name", [name for name, entry in INDEX.items() if "parameters_b" in entry])
def test_parameters_are_those_that_were_published(name: str) -> None:
    """Within 1 % of the published count, which is often rounded."""
    assert shape_from_config(CONFIGS[name]).parameters == pytest.approx(INDEX[name]["parameters_b"] * 1e9, rel=0.01)


@for_each("name", [name for name, entry in INDEX.items() if "built" in entry])
def test_parameters_are_those_of_the_built_model(name: str) -> None:
    """To the last parameter as Transformers builds the model from the same file; a mixture with an image tower within 0.05 %."""
    tolerance = 5e-4 if INDEX[name].get("tower") else 0
    assert shape_from_config(CONFIGS[name]).parameters == pytest.approx(INDEX[name]["built"], rel=tolerance, abs=0)


@for_each("case", SMALL)
def test_each_family_is_counted_as_it_is_built(case: dict[str, Any]) -> None:
    """Biases, normalisations, shared and routed experts, tied or own output layers: to the last parameter."""
    assert shape_from_config(case["config"]).parameters == case["built"]


@for_each("name", [name for name, entry in INDEX.items() if "active_b" in entry])
def test_active_parameters_leave_out_idle_experts(name: str) -> None:
    """Within 3 % of the published count, which is rounded to a billion."""
    shape = shape_from_config(CONFIGS[name])
    assert shape.active_parameters == pytest.approx(INDEX[name]["active_b"] * 1e9, rel=0.03)
    assert shape.active_parameters < shape.parameters


@for_each("name", IN_BASE)
def test_a_file_and_the_base_describe_the_same_model(name: str, knowledge: Knowledge) -> None:
    """The shape of the file is that of the model's entry, whichever of the two a person names."""
    base, read = model_shape(knowledge.models[INDEX[name]["model"]]), shape_from_config(CONFIGS[name])
    same = {"kind", "layers", "hidden_size", "heads", "kv_heads", "head_size", "latent_rank", "windowed_layers", "window_tokens"}
    for field in same - set(INDEX[name].get("differs", ())):
        assert getattr(read, field) == getattr(base, field), field
    assert read.gflop_per_item == pytest.approx(base.gflop_per_item, rel=0.02)
    if "parameters" not in INDEX[name].get("differs", ()):
        assert read.active_parameters == pytest.approx(base.active_parameters, rel=0.03)


@for_each("case", CASES["windows"])
def test_windows(case: dict[str, Any]) -> None:
    """How many layers see only the window, and how long it is."""
    shape = shape_from_config({**CONFIGS[case["file"]], **case.get("with", {})})
    assert (shape.window_tokens, shape.windowed_layers) == (case["tokens"], case["layers"])


@for_each("case", CASES["precisions"])
def test_precision_of_the_weights(case: dict[str, Any]) -> None:
    """Quantisation wins over the data type; neither gives None."""
    assert precision_from_config(case["config"]) == case["precision"]


@for_each("case", CASES["mistakes"])
def test_a_mistake_is_one_line_that_names_the_field(case: dict[str, Any]) -> None:
    """No traceback, and no number made of nothing."""
    config = {**CONFIGS[case["file"]], **case["with"]} if "file" in case else case["with"]
    for name in case.get("without", ()):
        config = {key: value for key, value in config.items() if key != name}
    with pytest.raises(InputError) as caught:
        precision_from_config(config) if case.get("precision") else shape_from_config(config)
    assert case["says"] in str(caught.value)
    assert "\n" not in str(caught.value)


NO_COUNTS: Final = (math.nan, math.inf, -math.inf, 10**5000, -(10**5000), 1e308, True)


@for_each("value", NO_COUNTS)
@for_each("field", ["hidden_size", "num_hidden_layers", "vocab_size", "head_dim", "sliding_window", "max_position_embeddings"])
def test_numbers_that_are_none(field: str, value: object) -> None:
    """Endless, missing and monstrous numbers are refused by name."""
    with pytest.raises(InputError, match=field):
        shape_from_config({**CONFIGS["mistral-7b-v0.1"], field: value})


def test_depth_is_no_problem() -> None:
    """A file of ten thousand levels is read as far as it means anything."""
    deep: Any = {}
    for _ in range(10_000):
        deep = {"text_config": deep, "quantization_config": deep}
    for config in (deep, {**CONFIGS["llama-2-7b"], "hidden_size": deep}, {**CONFIGS["llama-2-7b"], "layer_types": [deep]}):
        with pytest.raises(InputError):
            shape_from_config(config)
        with pytest.raises(InputError):
            precision_from_config({"quantization_config": deep})


def test_a_given_total_stands() -> None:
    """Active parameters follow it in proportion."""
    counted = shape_from_config(CONFIGS["mixtral-8x7b"])
    given_total = shape_from_config(CONFIGS["mixtral-8x7b"], "mine", 93.405585408)
    assert given_total.name == "mine"
    assert given_total.parameters == pytest.approx(2 * counted.parameters)
    assert given_total.active_parameters == pytest.approx(2 * counted.active_parameters)


def test_a_given_total_needs_no_widths() -> None:
    """Layers, heads and hidden size are enough where the total is known; without it the first field that lacks is named."""
    config = {"num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8}
    shape = shape_from_config(config, parameters_b=8.0)
    assert (shape.parameters, shape.active_parameters, kv_cache_elements(shape, 1)) == (8e9, 8e9, 32 * 2 * 8 * 128)
    with pytest.raises(InputError, match="vocab_size"):
        shape_from_config(config)


@for_each("given_total", [0.0, -1.0, math.nan, math.inf, 1e9])
def test_a_given_total_is_checked(given_total: float) -> None:
    """It is a number of 10^9 parameters like any other."""
    with pytest.raises(InputError, match="parameters_b"):
        shape_from_config(CONFIGS["llama-2-7b"], parameters_b=given_total)


def test_an_unknown_type_is_read_like_llama() -> None:
    """A model type of tomorrow with the fields of today."""
    assert shape_from_config({**CONFIGS["llama-3-1-8b"], "model_type": "llama9"}).parameters == 8030261248


def test_operations_grow_with_the_layers_that_run_not_with_those_stored() -> None:
    """ALBERT stores one layer and runs twelve: it is a tenth of BERT in memory and its equal in time."""
    albert, bert = (count_text_encoder(ConfigFields(CONFIGS[name])) for name in ("albert-base-v2", "bert-base-uncased"))
    assert albert.gflop == bert.gflop
    assert albert.total * 9 < bert.total


WORDS: Final = st.sampled_from(["llama", "bert", "t5", "local", "bfloat16"])
JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=12,
)
FIELDS: Final = sorted({name for config in CONFIGS.values() for name in config} | {"text_config", "vision_config", "quantization_config"})
TYPES: Final = sorted({str(config["model_type"]) for config in CONFIGS.values()})


def error_of(reader: Callable[[Any], object], config: object) -> str:
    """What `reader` finds wrong with `config`; empty where it can read it."""
    try:
        reader(config)
    except InputError as found:
        return str(found)
    return ""


def check_config(config: object) -> None:
    """Reads `config` both ways: a sound answer, or one mistake of a line."""
    for reader in (lambda values: check_shape(shape_from_config(values)), precision_from_config):
        assert len(error_of(reader, config).splitlines()) <= 1


def check_shape(shape: Shape) -> None:
    """Every number is one that a model can have."""
    assert 0 < shape.active_parameters <= shape.parameters < 1e15
    assert 1 <= shape.kv_heads <= shape.heads <= shape.hidden_size
    assert 0 <= shape.windowed_layers <= shape.layers
    assert (shape.windowed_layers == 0) == (shape.window_tokens == 0)
    assert math.isfinite(shape.gflop_per_item)
    assert shape.gflop_per_item >= 0
    assert kv_cache_elements(shape, 1_000) >= 0


@settings(max_examples=rounds(20, 1_000))
@given(JSON)
def test_arbitrary_json(config: object) -> None:
    """Anything a file can hold is answered."""
    check_config(config)


@given(st.dictionaries(st.sampled_from(FIELDS), JSON | st.integers(1, 10_000), max_size=12), st.sampled_from(TYPES))
def test_arbitrary_values_in_known_fields(config: dict[str, object], model_type: str) -> None:
    """Known fields with values of any kind."""
    check_config({**config, "model_type": model_type})


@given(st.sampled_from(sorted(CONFIGS)), st.data())
def test_a_published_file_with_some_fields_spoilt(name: str, data: st.DataObject) -> None:
    """Fields changed or lost, at the top and in nested parts."""
    config = dict(CONFIGS[name])
    for _ in range(data.draw(st.integers(1, 3))):
        config[data.draw(st.sampled_from(sorted(config)))] = data.draw(JSON | st.integers(0, 200_000))
    nested = config.get("text_config")
    if isinstance(nested, dict) and nested:
        config["text_config"] = {**nested, data.draw(st.sampled_from(sorted(nested))): data.draw(JSON | st.integers(0, 200_000))}
    check_config(config)


SIZES: Final = st.fixed_dictionaries(
    {
        "model_type": st.sampled_from(["llama", "qwen3_moe"]),
        "num_hidden_layers": st.integers(1, 60),
        "num_key_value_heads": st.integers(1, 64),
        "intermediate_size": st.integers(1, 20_000),
        "moe_intermediate_size": st.integers(1, 20_000),
        "vocab_size": st.integers(1, 200_000),
        "tie_word_embeddings": st.booleans(),
    }
)


@given(SIZES, st.integers(1, 8))
def test_more_of_anything_is_never_less(sizes: dict[str, Any], group: int) -> None:
    """Another layer, word or unit of width adds parameters; the active ones never exceed the total."""
    mixture = sizes["model_type"] == "qwen3_moe"
    heads = sizes["num_key_value_heads"] * group
    config = {
        **sizes,
        "num_attention_heads": heads,
        "hidden_size": heads * 16,
        "num_experts_per_tok": 2,
        "num_experts": 8 if mixture else None,
    }
    before = shape_from_config(config)
    check_shape(before)
    assert (before.active_parameters < before.parameters) == mixture
    for field in ("num_hidden_layers", "vocab_size", "moe_intermediate_size" if mixture else "intermediate_size"):
        more = shape_from_config({**config, field: config[field] + 1})
        assert more.parameters > before.parameters
        assert more.active_parameters > before.active_parameters
