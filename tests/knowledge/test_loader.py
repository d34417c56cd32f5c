"""Reading records from YAML: what a file inherits, and how each mistake is told."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest

from knowledge.errors import KnowledgeError
from knowledge.kinds import KINDS
from knowledge.loader import load_yaml
from knowledge.schema.family import Family
from knowledge.schema.model import Model
from knowledge.schema.region import Region

MODEL = """\
name: Small
summary: A small model.
as_of: 2026-01-02
sources: [head]
algorithm: cnn
tasks: [ocr]
data_type: image
parameters_b:
  value: 0.5
  unit: "10^9"
configuration:
  layers: 4
typical_input: one page
precisions: [fp32]
"""
FAMILY = """\
name: Z9
summary: A family.
as_of: 2026-01-02
sources: [head]
letter: z
category: compute
processor: cpu
generation: 9
status:
  value: current
exam_standing: {value: unknown, as_of: 2026-03-04, sources: [own]}
stages: [inference]
best_for: [tests]
not_for: [work]
cost_level: low
"""
REGION = """\
name: Nowhere
summary: A region.
as_of: 2026-01-02
sources: [head]
city: Nowhere
geography: Nowhere
opt_in: false
"""


def put(root: Path, name: str, text: str) -> Path:
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
    put(tmp_path, "models/small.yaml", MODEL)
    put(tmp_path, "models/vision/small.yaml", MODEL)
    records = load_yaml(tmp_path)
    assert set(records) == set(KINDS)
    assert list(records["models"]) == ["small", "vision/small"]
    model = records["models"]["vision/small"]
    assert isinstance(model, Model)
    assert (model.id, model.parameters_b.value, model.configuration.layers) == ("vision/small", 0.5, 4)


def test_a_fact_inherits_date_and_sources_of_its_files_head(tmp_path: Path) -> None:
    """What a fact leaves out stands at the head; what it says itself wins, each for itself."""
    text = FAMILY.replace("  value: current\n", "  value: current\n  sources: [own]\n")
    family = load_yaml(put(tmp_path, "families/z9.yaml", text).parents[1])["families"]["z9"]
    assert isinstance(family, Family)
    assert (family.status.as_of, family.status.sources) == (dt.date(2026, 1, 2), ("own",))
    assert (family.exam_standing.as_of, family.exam_standing.sources) == (dt.date(2026, 3, 4), ("own",))


def test_facts_within_lists_and_maps_inherit_too(tmp_path: Path) -> None:
    """Depth makes no difference."""
    text = MODEL + "neuron:\n  inf2: {value: true}\n"
    model = load_yaml(put(tmp_path, "models/small.yaml", text).parents[1])["models"]["small"]
    assert isinstance(model, Model)
    assert model.neuron.inf2 is not None
    assert model.neuron.inf2.sources == ("head",)


def test_another_claim_names_its_own_sources(tmp_path: Path) -> None:
    """The head's sources never vouch for what somebody else says."""
    put(tmp_path, "models/small.yaml", MODEL.replace('  unit: "10^9"\n', '  unit: "10^9"\n  others: [{value: 0.6}]\n'))
    assert mistakes(tmp_path) == ["models/small.yaml:11: parameters_b.others.0.sources: Field required."]


def test_a_record_without_head_inherits_nothing(tmp_path: Path) -> None:
    """Assumptions are no facts: they get no date."""
    put(tmp_path, "defaults/any.yaml", "assume:\n  traffic:\n    value: steady\n    why: Most are.\n")
    assert load_yaml(tmp_path)["defaults"]["any"].assume["traffic"].value == "steady"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "models/a.yaml",
            MODEL.replace("typical_input: one page", "typical_input: one page\ntypical_inputs: two"),
            "models/a.yaml:14: typical_inputs: no such field. Did you mean typical_input?",
        ),
        (
            "models/a.yaml",
            MODEL.replace("  layers: 4", "  layers: 4\n  hiden_size: 8"),
            "models/a.yaml:13: configuration.hiden_size: no such field. Did you mean hidden_size?",
        ),
        ("models/a.yaml", MODEL + "qqqqqq: 1\n", "models/a.yaml:15: qqqqqq: no such field."),
        ("models/a.yaml", "id: a\n" + MODEL, "models/a.yaml:1: id: the path is the id; leave this line out."),
        ("models/a.yaml", MODEL.replace("typical_input: one page\n", ""), "models/a.yaml:1: typical_input: Field required."),
        ("models/a.yaml", MODEL.replace("  value: 0.5\n", ""), "models/a.yaml:8: parameters_b.value: Field required."),
        (
            "families/z9.yaml",
            FAMILY.replace("value: current", "value: curent"),
            (
                "families/z9.yaml:10: status.value: Input should be 'current', 'previous', 'capacity-only' or 'retired'"
                ' (found "curent"). Did you mean current?'
            ),
        ),
        (
            "families/z9.yaml",
            FAMILY.replace("stages: [inference]", "stages:\n  - training\n  - inferense"),
            (
                "families/z9.yaml:14: stages.1: Input should be 'preprocessing', 'training', 'fine-tuning', 'inference' or"
                " 'experimentation' (found \"inferense\"). Did you mean inference?"
            ),
        ),
        (
            "families/z9.yaml",
            FAMILY.replace("generation: 9", "generation: nine"),
            'families/z9.yaml:8: generation: Input should be a valid integer (found "nine").',
        ),
        ("regions/r.yaml", REGION.replace("Nowhere\ngeo", "5\ngeo"), 'regions/r.yaml:5: city: Input should be a valid string (found "5").'),
        ("models/a.yaml", MODEL.replace("0.5", "-0.5"), "models/a.yaml:9: parameters_b.value: Input should be greater than 0"),
        ("models/a.yaml", MODEL.replace("0.5", ".inf"), "models/a.yaml:9: parameters_b.value: Input should be a finite number"),
        (
            "models/a.yaml",
            MODEL.replace("layers: 4", "layers: 0"),
            "models/a.yaml:12: configuration.layers: Input should be greater than or equal to 1",
        ),
        ("models/a.yaml", MODEL.replace("2026-01-02", "2026-13-45"), 'models/a.yaml: line 3: "2026-13-45" is not a date that exists.'),
        (
            "models/a.yaml",
            MODEL.replace("2026-01-02", "yesterday"),
            'models/a.yaml:3: as_of: Input should be a valid date (found "yesterday"). Write one such as 2026-07-20, without quotes.',
        ),
        ("models/a.yaml", MODEL.replace("2026-01-02", "0"), 'models/a.yaml:3: as_of: Input should be a valid date (found "0").'),
        (
            "models/a.yaml",
            MODEL.replace("0.5", "true"),
            'models/a.yaml:9: parameters_b.value: Input should be a valid number (found "T',
        ),
        (
            "models/a.yaml",
            MODEL.replace("0.5", "'0.5'"),
            'models/a.yaml:9: parameters_b.value: Input should be a valid number (found "0',
        ),
        ("models/a.yaml", MODEL.replace("layers: 4", "layers: 4.0"), "models/a.yaml:12: configuration.layers: Input should be a valid int"),
        ("regions/r.yaml", REGION.replace("false", "0"), 'regions/r.yaml:7: opt_in: Input should be a valid boolean (found "0").'),
        ("models/a.yaml", MODEL.replace("[ocr]", "ocr"), 'models/a.yaml:6: tasks: Input should be a list (found "ocr").'),
        ("models/a.yaml", MODEL.replace("[head]", "[]"), "models/a.yaml:4: sources: "),
        ("models/a.yaml", MODEL.replace("name: Small", "name: ''"), "models/a.yaml:1: name: "),
        ("models/a.yaml", "- a list\n", "models/a.yaml: expected lines of `name: value`, found list."),
        ("model/a.yaml", MODEL, "model/a.yaml: no kind of record lives in model/. Did you mean models/?"),
        ("qqqqqqqq/a.yaml", MODEL, "qqqqqqqq/a.yaml: no kind of record lives in qqqqqqqq/."),
        ("models/a.yml", MODEL, "models/a.yml: records end in .yaml."),
        ("models/a.YAML", MODEL, "models/a.YAML: records end in .yaml."),
        ("a.yaml", MODEL, "a.yaml: a record lives in the folder of its kind, such as models/."),
    ],
)
def test_a_mistake_is_told_with_file_line_field_and_the_nearest_valid_name(tmp_path: Path, name: str, text: str, expected: str) -> None:
    """One line leads to the place, and says what would be right where something comes near."""
    put(tmp_path, name, text)
    lines = [line for line in mistakes(tmp_path) if line.startswith(expected)]
    assert len(lines) == 1, mistakes(tmp_path)


def test_a_whole_number_stands_for_a_number(tmp_path: Path) -> None:
    """Nobody has to write 7.0."""
    assert load_yaml(put(tmp_path, "models/a.yaml", MODEL.replace("0.5", "7")).parents[1])["models"]["a"].parameters_b.value == 7


def test_a_long_wrong_value_is_shown_short_and_on_one_line(tmp_path: Path) -> None:
    """A message stays readable whatever the value."""
    put(tmp_path, "families/z9.yaml", FAMILY.replace("generation: 9", f'generation: "{"x" * 500}\\n\\u0007"'))
    (line,) = mistakes(tmp_path)
    assert line.isprintable()
    assert len(line) < 250


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    """Nobody repairs one file after the other to see the next mistake."""
    put(tmp_path, "families/z9.yaml", FAMILY.replace("category: compute", "category: computer").replace("level: low", "level: lo"))
    put(tmp_path, "models/a.yaml", MODEL.replace("0.5", "-1"))
    put(tmp_path, "models/b.yaml", "a: *b")
    put(tmp_path, "models/fine.yaml", MODEL)
    put(tmp_path, "purchase/c.yaml", MODEL)
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
    put(tmp_path, "regions/nowhere-1.yaml", REGION)
    for name in (".DS_Store", "models/.DS_Store", "models/README.md", "catalog/prices.csv"):
        put(tmp_path, name, "x")
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


def test_the_command_counts_every_kind_and_says_what_the_base_covers() -> None:
    """`python -m knowledge` reads the packaged base; a sound one, without dangling id or orphan, leaves stderr empty."""
    done = subprocess.run([sys.executable, "-m", "knowledge"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    counts = dict(line.split() for line in done.stdout.split("\n\n")[0].splitlines())
    assert list(counts) == [*KINDS, "measurements", "deployments", "instances"]
    assert all(int(count) > 0 for count in counts.values())
    for words in ("families", "families of the catalogue with an entry", "ml. names with a price, or a reason", "facts, the oldest of"):
        assert words in done.stdout
