"""The reference that is made from the code and the base leaves nothing out."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.workload import FACT_NAMES
from knowledge import Knowledge
from quizzes.bank import Bank, load_bank
from tui.cli.command_line import build_parser
from tui.cli.parser_tree import documented_arguments, walk_parsers
from tui.cli.schema import DESCRIBED_COMMANDS as SCHEMAS
from tui.cli.schema import command_schema
from tui.maintenance.reference import PARTS, PartSources
from tui.maintenance.reference.commands import list_unexplained
from tui.maintenance.reference.import_map import PACKAGES, count_imports, list_folders
from tui.maintenance.reference.markdown import escape_markdown
from tui.output import exit_status

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="session")
def bank(knowledge: Knowledge, warm: Path) -> Bank:
    """Every item."""
    return load_bank(knowledge, cache=warm)


class LazyParts(dict[str, str]):
    """Parts by the name of their file, each made when it is first asked for."""

    def __init__(self, known: PartSources) -> None:
        """None yet."""
        super().__init__()
        self.known = known

    def __missing__(self, name: str) -> str:
        """Make it."""
        self[name] = PARTS[name](self.known)
        return self[name]


@pytest.fixture(scope="session")
def parts(knowledge: Knowledge, bank: Bank) -> Mapping[str, str]:
    """Every part by the name of its file."""
    return LazyParts(PartSources(knowledge, bank))


def test_every_command_and_option_is_there(parts: Mapping[str, str]) -> None:
    """Each command as a heading, each option and argument in the section of its command."""
    sections = {section.split("\n")[0]: section for section in parts["commands.md"].split("## ")[1:]}
    for parser in walk_parsers(build_parser()):
        for action in documented_arguments(parser):
            names = action.option_strings or [str(action.metavar or action.dest.upper())]
            assert all(name in sections[parser.prog] for name in names), (parser.prog, names)


def test_every_option_is_explained() -> None:
    """In its help, and so in the reference."""
    assert list(list_unexplained()) == []


def test_every_fact_is_there_with_a_meaning_of_its_own(parts: Mapping[str, str], knowledge: Knowledge) -> None:
    """A line each, and no meaning for a fact that does not exist."""
    meanings = knowledge.wording["facts"].texts
    assert set(meanings) == set(FACT_NAMES)
    assert len(set(meanings.values())) == len(FACT_NAMES)
    assert [name for name in FACT_NAMES if f"| `{name}` | {escape_markdown(meanings[name])} |" not in parts["facts.md"]] == []


def test_every_limit_is_there_with_its_sources(parts: Mapping[str, str], knowledge: Knowledge) -> None:
    """By id, name and address of each source."""
    for limit in knowledge.limits.values():
        (line,) = [
            line for line in parts["limits.md"].splitlines() if line.startswith(f"| `{limit.id}`<br>{escape_markdown(limit.name)} |")
        ]
        assert all(knowledge.sources[source].url in line for source in limit.sources), limit.id


def test_no_placeholder_is_left(parts: Mapping[str, str]) -> None:
    """The words of a limit stand for what they will be filled with."""
    assert "\\$" not in parts["limits.md"]


def test_every_place_and_purchase_is_there_with_its_figures(parts: Mapping[str, str], knowledge: Knowledge) -> None:
    """Each figure with a link to its source."""
    for place in knowledge.places.values():
        section = parts["places.md"].split(f"## {escape_markdown(place.name)}\n")[1].split("\n## ")[0]
        assert all(escape_markdown(name) in section for name in (*place.limits, *place.options, *place.billing.rates)), place.id
        assert all(knowledge.sources[source].url in section for fact in place.limits.values() for source in fact.sources), place.id
    assert all(f"## {escape_markdown(purchase.name)}\n" in parts["purchases.md"] for purchase in knowledge.purchases.values())


def test_every_question_is_there_with_its_answers(parts: Mapping[str, str], knowledge: Knowledge) -> None:
    """Under the name of its fact."""
    for question in knowledge.questions.values():
        section = parts["questions.md"].split(f"## {question.id}\n")[1].split("\n## ")[0]
        assert all(f"| {escape_markdown(choice.label)} |" in section for choice in question.choices), question.id


def test_every_item_type_and_bank_is_there(parts: Mapping[str, str], bank: Bank) -> None:
    """With how many items there are of each."""
    names = {item.type for item in bank.items.values()} | {item.bank for item in bank.items.values()}
    assert [name for name in names if f"| `{name}` |" not in parts["items.md"]] == []


@pytest.mark.parametrize("command", SCHEMAS)
def test_every_field_of_json_is_there(parts: Mapping[str, str], command: str) -> None:
    """Of the document and of every record in it, which may be described where it stands first."""
    schema = command_schema(command)
    section = parts["schemas.md"].split(f"## {command}\n")[1].split("\n## ")[0]
    assert all(f"| `{name}`" in section for name in schema.get("properties", {}))
    for name, part in schema.get("$defs", {}).items():
        found = [text.split("\n##")[0] for text in parts["schemas.md"].split(f": {name}\n")[1:]]
        assert any(all(f"| `{field}`" in text for field in part.get("properties", {})) for text in found), name


@pytest.mark.parametrize("command", ["advise", "understand", "estimate", "compare", "explain"])
def test_every_field_of_the_contract_says_what_it_means(parts: Mapping[str, str], command: str) -> None:
    """Below it in the code, or in wording/json.yaml."""
    section = parts["schemas.md"].split(f"\n## {command}\n" if command != "advise" else "## advise\n")[1].split("\n## ")[0]
    assert [line for line in section.splitlines() if line.startswith("| `") and line.endswith("|  |")] == []


def test_no_meaning_is_kept_of_a_field_that_is_gone(parts: Mapping[str, str], knowledge: Knowledge) -> None:
    """Each is of a field of some document."""
    fields = {key: key.rpartition(".")[2] for key in knowledge.wording["json"].texts}
    assert [key for key, field in fields.items() if f"| `{field}`" not in parts["schemas.md"]] == []


def test_every_exit_status_of_the_code_is_there(parts: Mapping[str, str]) -> None:
    """Those that the command line names."""
    statuses = {exit_status.DONE, exit_status.INTERNAL, exit_status.BAD_INPUT, exit_status.NOTHING_FITS, exit_status.CHANGED}
    assert [status for status in statuses if f"| `{status}` |" not in parts["statuses.md"]] == []


def test_the_map_of_folders_names_every_folder_of_the_packages(parts: Mapping[str, str]) -> None:
    """As they lie on the disk, each with what it says of itself."""
    lying = {f"{package}.{path.parent.name}" for package in PACKAGES for path in (DOCS.parent / package).glob("*/__init__.py")}
    assert {folder for package in PACKAGES for folder in list_folders(package) if "." in folder} == lying
    assert "|  |" not in parts["folders.md"]


def test_no_import_points_against_the_arrows() -> None:
    """What the drawing shows goes downwards."""
    order = {package: index for index, package in enumerate(PACKAGES)}
    upwards = [pair for pair in count_imports().between if order[pair[0].split(".")[0]] > order[pair[1].split(".")[0]]]
    assert upwards == []


@pytest.mark.parametrize("name", ["imports.svg", "agreement.svg"])
def test_a_drawing_is_whole_and_takes_its_colours_from_the_page(parts: Mapping[str, str], name: str) -> None:
    """Well-formed, with words for those who do not see it, and no colour of its own, so that it serves in light and dark."""
    root = ET.fromstring(parts[name])  # noqa: S314  # made here
    assert root[0].tag.endswith("title")
    assert root[0].text
    painted = {element.get(kind, "none") for element in root.iter() for kind in ("fill", "stroke")}
    assert all(colour == "none" or colour.startswith("var(--color-") for colour in painted)


def test_the_plot_of_accuracy_stands_on_the_ground_of_the_page(parts: Mapping[str, str]) -> None:
    """Its points keep the colours of their processors; ground, lines and words are those of the page."""
    plot = parts["accuracy.svg"]
    assert "#ffffff" not in plot
    assert "#999999" not in plot
    assert ET.fromstring(plot).get("fill", "").startswith("var(--color-")  # noqa: S314  # made here


def test_every_part_is_shown_by_a_page() -> None:
    """None is made for nothing."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    assert [name for name in PARTS if f"_made/{name}" not in pages] == []
