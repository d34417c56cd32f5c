"""Every id that a record names leads to a record, or is told with the nearest one that exists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from knowledge.kinds import KINDS
from knowledge.loader import Records, load_yaml
from knowledge.references import dangling, references
from knowledge.schema.efficiency import DecoderEfficiency
from knowledge.schema.instance import Instance
from knowledge.schema.record import Record, Ref

HEAD: dict[str, Any] = {"name": "X", "summary": "X.", "as_of": "2026-01-02", "sources": ["head"]}
FACT = {"value": True}
NUMBER = {"value": 1.0}
PHASE = {"fits": {}, "binds": {"value": "memory"}, "categories": {"value": ["compute"]}, "advice": {"value": "None."}}
COEFFICIENTS = [field for field in DecoderEfficiency.__struct_fields__ if field not in ("compute", "stream", "host_link_gb")]

RECORDS: dict[str, dict[str, Any]] = {
    "accelerators/gpu-one": {
        **HEAD,
        "vendor": "X",
        "processor": "gpu",
        "memory_gb_nominal": NUMBER,
        "memory_mib": NUMBER,
        "bandwidth_gb_per_second": NUMBER,
        "peak_tflops": {"fp16": {**NUMBER, "others": [{"value": 2.0, "sources": ["own"]}]}},
        "link": {"name": "PCIe", "gb_per_second": None, "peer_to_peer": False},
        "precisions": ["fp16"],
        "confidence": "low",
    },
    "algorithms/tree": {
        **HEAD,
        "kind": "classic",
        "built_in": False,
        "tasks": ["other"],
        "data_type": "tabular",
        "training": None,
        "inference": PHASE,
    },
    "cores/core-one": {
        **HEAD,
        "vendor": "aws",
        "arch": "arm64",
        "vcpu_per_core": {"value": 1},
        "peak_gflops": {},
        "socket_bandwidth_gb_per_second": None,
        "confidence": "low",
    },
    "efficiencies/gpu": {
        **HEAD,
        "decoder": {
            **dict.fromkeys(COEFFICIENTS, 1.0),
            **{field: {} for field in ("compute", "stream", "host_link_gb")},
        },
        "passes": {},
        "training": {},
        "spread": {},
    },
    "families/z8": {
        **HEAD,
        "letter": "z",
        "category": "compute",
        "processor": "cpu",
        "accelerator": "gpu-one",
        "core": "core-one",
        "generation": 8,
        "status": {"value": "current"},
        "exam_standing": {"value": "unknown"},
        "superseded_by": ["z9"],
        "variant_of": "z9",
        "stages": ["inference"],
        "best_for": ["tests"],
        "not_for": ["work"],
        "cost_level": "low",
        "confused_with": {"z9": "Nine is more than eight."},
    },
    "limits/stop": {"name": "stop", "text": "$what", "sources": ["own"]},
    "models/small": {
        **HEAD,
        "algorithm": "tree",
        "tasks": ["other"],
        "data_type": "tabular",
        "parameters_b": NUMBER,
        "configuration": {},
        "typical_input": "a row",
        "precisions": ["fp32"],
    },
    "places/here": {
        **HEAD,
        "operations": "managed",
        "instances": False,
        "stages": ["inference"],
        "answers": "none",
        "gpu": FACT,
        "scales_to_zero": FACT,
        "arm": FACT,
        "billing": {"by": "token", "idle_is_billed": False},
        "complexity": 0,
        "best_for": ["tests"],
        "not_for": ["work"],
        "confused_with": {"there": "There is not here."},
    },
    "purchases/plan": {
        **HEAD,
        "kind": "spot",
        "plans": [{"id": "p", "name": "P", "covers": ["here"], "families": ["z9"], "saving_typical": {}, "scope": "all"}],
        "stages": ["training"],
        "interruptible": FACT,
        "complexity": 0,
        "best_for": ["tests"],
        "not_for": ["work"],
        "limits": {},
    },
    "sources/head": {"title": "T", "publisher": "P", "kind": "article", "url": "https://a.example", "read": "2026-01-02"},
    "weights/ranking": {"points": {}, "priority": {}, "thresholds": {}, "sources": ["own"]},
}
RECORDS |= {
    "frameworks/torch": {**HEAD, "maker": "X", "status": {"value": "active"}, "supports": {}, "best_for": ["tests"]},
    "images/box": {
        **HEAD,
        "kind": "base-container",
        "processors": ["cpu"],
        "frameworks": ["torch"],
        "places": ["here"],
        "gives": ["a shell"],
    },
    "infrastructure/form": {**HEAD, "language": "X", "state": "None.", "best_for": ["tests"]},
    "networking/wire": {**HEAD, "kind": "bandwidth", "gives": {"value": "1 Gbit/s"}, "families": ["z9"], "best_for": ["tests"]},
    "scaling/follow": {**HEAD, "kind": "policy", "places": ["here"], "how": "It follows.", "best_for": ["tests"]},
    "starts/load": {**HEAD, "figures": {"rate": {"value": {"typical": 2, "low": 1, "high": 3, "basis": "measured"}}}},
    "tools/gauge": {
        **HEAD,
        "kind": "cost",
        "stages": ["training"],
        "needs": ["data"],
        "gives": ["a figure"],
        "status": {"value": "active"},
        "best_for": ["tests"],
    },
    "glossary/word": {**HEAD, "example": "A word.", "confused_with": {}, "subject": "sizing"},
    "guidance/thumb": {
        **HEAD,
        "when": {"all": [{"fact": "rows", "at least": 1}]},
        "effect": "caution",
        "text": "X.",
        "mistake": "X.",
        "example": {"facts": {}, "chosen": {"count": [1]}},
    },
    "tables/both": {**HEAD, "of": "families", "columns": [{"head": "X", "show": "category"}] * 2},
    "ideas/thought": {
        **HEAD,
        "matters_because": "X.",
        "applies_when": "X.",
        "does_not_apply_when": "X.",
        "example": "X.",
        "terms": ["word"],
    },
    "lessons/first": {
        **HEAD,
        "objectives": ["Know."],
        "terms": ["word"],
        "rules": ["One."],
        "pairs": [{"definition": "X.", "example": "X."}] * 2,
        "worked_example": "X.",
        "muddy_points": ["X."],
        "figure": "x",
    },
}
RECORDS |= {
    "families/z9": {**RECORDS["families/z8"], "superseded_by": [], "variant_of": None, "confused_with": {}},
    "places/there": {**RECORDS["places/here"], "confused_with": {}},
    "sources/own": RECORDS["sources/head"],
}


def base(root: Path, changed: dict[str, dict[str, Any]] | None = None) -> dict[str, dict[str, Any]]:
    """Write the small records with `changed` ones in their place, and read them."""
    for name, record in {**RECORDS, **(changed or {})}.items():
        path = root / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record).replace('"2026-01-02"', "2026-01-02"), encoding="utf-8")
    return load_yaml(root)


def test_a_base_whose_ids_all_exist_has_no_dangling_reference(tmp_path: Path) -> None:
    """The small records refer to each other, and to nothing else."""
    assert list(dangling(base(tmp_path))) == []


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("families/z8", {"sources": ["hed"]}, "sources.0", "sources/hed. Did you mean head?"),
    ("families/z8", {"accelerator": "gpu-on"}, "accelerator", "accelerators/gpu-on. Did you mean gpu-one?"),
    ("families/z8", {"core": "core-two"}, "core", "cores/core-two. Did you mean core-one?"),
    ("families/z8", {"superseded_by": ["z9", "z99"]}, "superseded_by.1", "families/z99. Did you mean z9?"),
    ("families/z8", {"variant_of": "z9x"}, "variant_of", "families/z9x. Did you mean z9?"),
    ("families/z8", {"confused_with": {"z9y": "No."}}, "confused_with.z9y", "families/z9y. Did you mean z9?"),
    ("families/z8", {"status": {"value": "current", "sources": ["owm"]}}, "status.sources.0", "sources/owm. Did you mean own?"),
    (
        "accelerators/gpu-one",
        {"peak_tflops": {"fp16": {**NUMBER, "others": [{"value": 2.0, "sources": ["qqqqqqq"]}]}}},
        "peak_tflops.fp16.others.0.sources.0",
        "sources/qqqqqqq.",
    ),
    ("limits/stop", {"sources": ["ownn"]}, "sources.0", "sources/ownn. Did you mean own?"),
    ("algorithms/tree", {"variant_of": "trees"}, "variant_of", "algorithms/trees. Did you mean tree?"),
    ("models/small", {"algorithm": "trees"}, "algorithm", "algorithms/trees. Did you mean tree?"),
    ("places/here", {"confused_with": {"ther": "No."}}, "confused_with.ther", "places/ther. Did you mean there?"),
    ("weights/ranking", {"sources": ["owns"]}, "sources.0", "sources/owns. Did you mean own?"),
]
WRONG += [
    ("images/box", {"frameworks": ["torhc"]}, "frameworks.0", "frameworks/torhc. Did you mean torch?"),
    ("images/box", {"places": ["hre"]}, "places.0", "places/hre. Did you mean here?"),
    ("infrastructure/form", {"confused_with": {"from": "No."}}, "confused_with.from", "infrastructure/from. Did you mean form?"),
    ("networking/wire", {"families": ["z9w"]}, "families.0", "families/z9w. Did you mean z9?"),
    ("scaling/follow", {"places": ["heer"]}, "places.0", "places/heer. Did you mean here?"),
    ("tools/gauge", {"confused_with": {"guage": "No."}}, "confused_with.guage", "tools/guage. Did you mean gauge?"),
    ("glossary/word", {"confused_with": {"wrod": "No."}}, "confused_with.wrod", "glossary/wrod. Did you mean word?"),
    ("ideas/thought", {"terms": ["wird"]}, "terms.0", "glossary/wird. Did you mean word?"),
    ("lessons/first", {"terms": ["wrd"]}, "terms.0", "glossary/wrd. Did you mean word?"),
    ("lessons/first", {"tables": ["bot"]}, "tables.0", "tables/bot. Did you mean both?"),
    ("lessons/first", {"see_also": ["fisrt"]}, "see_also.0", "lessons/fisrt. Did you mean first?"),
]
_PLAN = RECORDS["purchases/plan"]["plans"][0]
WRONG += [
    ("purchases/plan", {"plans": [{**_PLAN, "covers": ["her"]}]}, "plans.0.covers.0", "places/her. Did you mean here?"),
    ("purchases/plan", {"plans": [{**_PLAN, "families": ["z9z"]}]}, "plans.0.families.0", "families/z9z. Did you mean z9?"),
]


@pytest.mark.parametrize(("name", "change", "field", "told"), WRONG)
def test_an_id_that_leads_nowhere_is_told_with_the_nearest_one(
    tmp_path: Path, name: str, change: dict[str, Any], field: str, told: str
) -> None:
    """One line names file, field, the wrong id, and the nearest right one where one comes near."""
    records = base(tmp_path, {name: {**RECORDS[name], **change}})
    lines = list(dangling(records))
    assert f"{name}.yaml: {field}: there is no {told}" in lines
    assert len(lines) == 1 or field == "sources.0"  # facts inherit the wrong source of their file's head


def marked(cls: type[Any], seen: set[type[Any]]) -> Iterator[tuple[str, str, str]]:
    """Record, field and kind of each field of `cls`, and of the records within it, that is marked with a Ref."""
    if cls in seen:
        return
    seen.add(cls)
    for name, hint in get_type_hints(cls, include_extras=True).items():
        for part in parts(hint):
            if isinstance(part, Ref):
                yield cls.__name__, name, part.kind
            elif isinstance(part, type) and issubclass(part, Record):
                yield from marked(part, seen)


def parts(hint: Any) -> Iterator[Any]:  # noqa: ANN401  # a type hint is anything
    """Give every type and mark within a hint."""
    yield getattr(hint, "__origin__", hint)
    for part in (*getattr(hint, "__metadata__", ()), *get_args(hint)):
        yield from parts(part)


_KEYS = ("z9y", "ther", "from", "guage", "wrod")
"""Wrong ids that stand as keys, and so end the path of their field."""


def test_every_kind_of_marked_field_has_a_wrong_id_above() -> None:
    """A field that is marked later gets its own wrong id in the table; the catalogue's fields have their test below."""
    seen: set[type[Any]] = {Instance}
    found = {item for cls in KINDS.values() for item in marked(cls, seen)}
    tried = {(field.replace(".0", "").replace(".1", "").split(".")[-1], told.split("/")[0]) for _, _, field, told in WRONG}
    tried |= {("confused_with", kind) for kind in ("families", "places", "infrastructure", "tools", "glossary")}
    assert {(field, kind) for _, field, kind in found} == {item for item in tried if item[0] not in _KEYS}


def test_the_catalogues_ids_are_references_too() -> None:
    """An instance type with an accelerator or a source that nobody knows stops the base."""
    instance = msgspec.json.decode(
        msgspec.json.encode(
            {
                **dict.fromkeys(("instance_type", "family", "size"), "x"),
                "generation": 1,
                "status": "current",
                "arch": "arm64",
                "maker": "aws",
                "vcpu": 1,
                "physical_cores": 1,
                "clock_ghz": None,
                "memory_gib": 1,
                "accelerator": "nothing",
                "accelerator_count": 1,
                "accelerator_memory_mib": 1,
                "network_gbps": 1,
                "efa": False,
                "ebs_mbps": 1,
                "local_storage_gb": 0,
                "bare_metal": False,
                "burstable": False,
                "regions": "",
                "specification_source": "s1",
                "specification_as_of": "2026-01-02",
                "no_price_reason": "",
                "price": {"usd_per_hour": 1, "kind": "published", "as_of": "2026-01-02", "source": "s2"},
                "ml": {"jobs": [], "price": {"usd_per_hour": 1, "kind": "published", "as_of": "2026-01-02", "source": "s3"}},
            }
        ),
        type=Instance,
    )
    assert {(field, ref.kind, target) for field, ref, target in references(instance)} == {
        ("accelerator", "accelerators", "nothing"),
        ("specification_source", "sources", "s1"),
        ("price.source", "sources", "s2"),
        ("ml.price.source", "sources", "s3"),
    }


def test_every_id_of_the_packaged_records_exists(records: Records) -> None:
    """The base that is delivered has no reference to nothing."""
    assert list(dangling(records)) == []
