"""Reading records from YAML: what a file inherits, and how each mistake is told."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any, Final

import pytest

from knowledge.base import KINDS
from knowledge.errors import KnowledgeError
from knowledge.loader import load_yaml
from knowledge.schema.family import Family
from knowledge.schema.model import Model
from knowledge.schema.region import Region
from tests.case_tables import for_each, read_table

CASES: Final = read_table(Path(__file__).with_name("loader_cases.yaml"))
RECORDS: Final[dict[str, str]] = CASES["records"]
MODEL, FAMILY, REGION = (RECORDS[name] for name in ("model", "family", "region"))


def put_file(root: Path, name: str, text: str) -> Path:
    """Write a file of the base."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def mistakes(root: Path) -> list[str]:
    """Give the lines that reading `root` raises."""
    with pytest.raises(KnowledgeError) as caught:
        load_yaml(root)
    return str(caught.value).splitlines()


def test_a_record_has_the_path_below_its_kind_as_id(tmp_path: Path) -> None:
    """The file's place says kind and id; folders below the kind are part of the id."""
    put_file(tmp_path, "models/small.yaml", MODEL)
    put_file(tmp_path, "models/vision/small.yaml", MODEL)
    records = load_yaml(tmp_path)
    assert set(records) == set(KINDS)
    assert list(records["models"]) == ["small", "vision/small"]
    model = records["models"]["vision/small"]
    assert isinstance(model, Model)
    assert (model.id, model.parameters_b.value, model.configuration.layers) == ("vision/small", 0.5, 4)


def test_a_fact_inherits_date_and_sources_of_its_files_head(tmp_path: Path) -> None:
    """What a fact leaves out stands at the head; what it says itself wins, each for itself."""
    text = FAMILY.replace("  value: current\n", "  value: current\n  sources: [own]\n")
    family = load_yaml(put_file(tmp_path, "families/z9.yaml", text).parents[1])["families"]["z9"]
    assert isinstance(family, Family)
    assert (family.status.as_of, family.status.sources) == (dt.date(2026, 1, 2), ("own",))
    assert (family.exam_standing.as_of, family.exam_standing.sources) == (dt.date(2026, 3, 4), ("own",))


def test_facts_within_lists_and_maps_inherit_too(tmp_path: Path) -> None:
    """Depth makes no difference."""
    text = MODEL + "neuron:\n  inf2: {value: true}\n"
    model = load_yaml(put_file(tmp_path, "models/small.yaml", text).parents[1])["models"]["small"]
    assert isinstance(model, Model)
    assert model.neuron.inf2 is not None
    assert model.neuron.inf2.sources == ("head",)


def test_another_claim_names_its_own_sources(tmp_path: Path) -> None:
    """The head's sources never vouch for what somebody else says."""
    put_file(tmp_path, "models/small.yaml", MODEL.replace('  unit: "10^9"\n', '  unit: "10^9"\n  others: [{value: 0.6}]\n'))
    assert mistakes(tmp_path) == ["models/small.yaml:11: parameters_b.others.0.sources: Field required."]


def test_a_record_without_head_inherits_nothing(tmp_path: Path) -> None:
    """Assumptions are no facts: they get no date."""
    put_file(tmp_path, "defaults/any.yaml", "assume:\n  traffic:\n    value: steady\n    why: Most are.\n")
    assert load_yaml(tmp_path)["defaults"]["any"].assume["traffic"].value == "steady"


@for_each("case", CASES["mistakes"])
def test_a_mistake_is_told_with_file_line_field_and_the_nearest_valid_name(
    tmp_path_factory: pytest.TempPathFactory, case: dict[str, Any]
) -> None:
    """One line leads to the place, and says what would be right where something comes near."""
    root = tmp_path_factory.mktemp("base")
    text = case.get("text") or case.get("before", "") + RECORDS[case["of"]] + case.get("after", "")
    for old, put in case.get("replace", {}).items():
        text = text.replace(old, put)
    put_file(root, case["file"], text)
    lines = [line for line in mistakes(root) if line.startswith(case["says"])]
    assert len(lines) == 1, mistakes(root)


def test_a_whole_number_stands_for_a_number(tmp_path: Path) -> None:
    """Nobody has to write 7.0."""
    assert load_yaml(put_file(tmp_path, "models/a.yaml", MODEL.replace("0.5", "7")).parents[1])["models"]["a"].parameters_b.value == 7


def test_a_long_wrong_value_is_shown_short_and_on_one_line(tmp_path: Path) -> None:
    """A message stays readable whatever the value."""
    put_file(tmp_path, "families/z9.yaml", FAMILY.replace("generation: 9", f'generation: "{"x" * 500}\\n\\u0007"'))
    (line,) = mistakes(tmp_path)
    assert line.isprintable()
    assert len(line) < 250


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    """Nobody repairs one file after the other to see the next mistake."""
    put_file(tmp_path, "families/z9.yaml", FAMILY.replace("category: compute", "category: computer").replace("level: low", "level: lo"))
    put_file(tmp_path, "models/a.yaml", MODEL.replace("0.5", "-1"))
    put_file(tmp_path, "models/b.yaml", "a: *b")
    put_file(tmp_path, "models/fine.yaml", MODEL)
    put_file(tmp_path, "purchase/c.yaml", MODEL)
    found = mistakes(tmp_path)
    assert [line.split(":")[0] for line in found] == [
        "families/z9.yaml",
        "families/z9.yaml",
        "models/a.yaml",
        "models/b.yaml",
        "purchase/c.yaml",
    ]


def test_a_file_that_cannot_be_opened_is_a_mistake_like_any_other(tmp_path: Path) -> None:
    """A folder or a dead link with a record's name gives one line."""
    (tmp_path / "models" / "folder.yaml").mkdir(parents=True)
    (tmp_path / "models" / "link.yaml").symlink_to(tmp_path / "nowhere")
    assert mistakes(tmp_path) == [
        "models/folder.yaml: cannot be read (Is a directory).",
        "models/link.yaml: cannot be read (No such file or directory).",
    ]


def test_what_a_system_leaves_behind_is_no_record_and_no_mistake(tmp_path: Path) -> None:
    """Hidden files, explanations and the catalogue's tables lie beside the records."""
    put_file(tmp_path, "regions/nowhere-1.yaml", REGION)
    for name in (".DS_Store", "models/.DS_Store", "models/README.md", "catalog/prices.csv"):
        put_file(tmp_path, name, "x")
    assert load_yaml(tmp_path)["regions"] == {
        "nowhere-1": Region(
            id="nowhere-1",
            name="Nowhere",
            summary="A region.",
            as_of=dt.date(2026, 1, 2),
            sources=("head",),
            city="Nowhere",
            geography="Nowhere",
            opt_in=False,
        )
    }
