"""What the JSON of commands is held against: the contract's own list of fields, and the schema that is printed."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

NUMBER, TEXTS = (int, float, type(None)), (str, type(None))
RANGE = {"estimate": NUMBER, "low": NUMBER, "high": NUMBER}
COST = {
    **dict.fromkeys(("usd_per_hour", "usd_per_month", "usd_per_million", "usd_per_run"), NUMBER),
    **dict.fromkeys(("per", "price", "as_of"), str),
}
PURCHASE = {"kind": str, "name": str, "term_years": int, "usd_per_month": NUMBER, "saving": (int, float), "advised": bool}
SCALING = {"policy": str, "metric": str, "target": NUMBER, "min": int, "max": int}
SHORT = {
    **dict.fromkeys(("processor", "family", "instance_type", "purchase", "place"), TEXTS),
    "instance_count": (int, type(None)),
}
PLAN = {
    **SHORT,
    "place_options": dict,
    "purchases": [PURCHASE],
    "scaling": (dict, type(None)),
    "latency_ms": RANGE,
    "throughput_per_s": {**RANGE, "unit": str},
    "utilization": NUMBER,
    "cost": COST,
    "verdict": str,
    "basis": str,
    "reasons": [{"text": str, "facts": [str], "sources": [str]}],
    "cautions": [str],
    "software": [str],
}
MEMORY = dict.fromkeys(("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead", "total"), (int, float))
ADVICE = {
    "schema": int,
    "catalog_as_of": str,
    "lens": str,
    "workload": dict,
    "assumptions": [{"fact": str, "value": object, "why": str, "effect": NUMBER}],
    "other_workloads": [{"facts": dict}],
    "contradictions": [str],
    "not_understood": [str],
    "needs": {"memory_gb": MEMORY, "host_gb": (int, float), "basis": [str]},
    "choice": PLAN,
    "alternatives": [{**PLAN, "role": str}],
    "comparison": [dict],
    "rejected": [{**dict.fromkeys(("what", "kind", "limit", "need", "has", "text"), str), "sources": [str]}],
    "flips": [{"fact": str, "from": object, "to": object, "choice": SHORT}],
    "next_questions": [{"fact": str, "prompt": str, "why": str, "effect": (int, float), "choices": [str]}],
    "verdict": str,
    "confidence": str,
    "relax": [{"fact": str, "to": object, "text": str}],
}
"""The contract's own list of fields, each with the types its value may have."""


def differences(value: Any, shape: Any, path: str = "$") -> list[str]:  # noqa: ANN401  # any JSON
    """Where `value` is not of `shape`: a type, several, a mapping of fields, or a list of one shape."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{path}: {value!r} is no object"]
        missing = [f"{path}.{name}: missing" for name in shape if name not in value]
        return missing + [found for name in shape if name in value for found in differences(value[name], shape[name], f"{path}.{name}")]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path}: {value!r} is no list"]
        return [found for at, item in enumerate(value) for found in differences(item, shape[0], f"{path}[{at}]")]
    wrong_flag = isinstance(value, bool) and shape not in (bool, object)
    return [] if isinstance(value, shape) and not wrong_flag else [f"{path}: {value!r} is no {shape}"]


def breaches(value: Any, schema: dict[str, Any]) -> list[str]:  # noqa: ANN401  # any JSON
    """Where `value` breaks the JSON Schema."""
    return [f"{one.json_path}: {one.message}" for one in Draft202012Validator(schema).iter_errors(value)]
