"""The reference that is made from the code and the base leaves nothing out."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.workload import FACT_NAMES
from knowledge import Knowledge
from quizzes.bank import Bank, load_bank
from tui.cli import main as command_line
from tui.cli.help.tree import all_of, arguments_of
from tui.cli.parser import build_parser
from tui.cli.schema import COMMANDS as SCHEMAS
from tui.cli.schema import schema_of
from tui.maintenance.reference import PARTS, Known
from tui.maintenance.reference.commands import unexplained
from tui.maintenance.reference.imports import PACKAGES, folders_of, imports
from tui.maintenance.reference.markdown import plain

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="session")
def bank(knowledge: Knowledge, warm: Path) -> Bank:
    """Every item."""
    return load_bank(knowledge, cache=warm)


class Made(dict[str, str]):
    """Parts by the name of their file, each made when it is first asked for."""

    def __init__(self, known: Known) -> None:
        """None yet."""
        super().__init__()
        self.known = known

    def __missing__(self, name: str) -> str:
        """Make it."""
        self[name] = PARTS[name](self.known)
        return self[name]


@pytest.fixture(scope="session")
def made(knowledge: Knowledge, bank: Bank) -> Mapping[str, str]:
    """Every part by the name of its file."""
    return Made(Known(knowledge, bank))


def test_every_command_and_option_is_there(made: Mapping[str, str]) -> None:
    """Each command as a heading, each option and argument in the section of its command."""
    sections = {section.split("\n")[0]: section for section in made["commands.md"].split("## ")[1:]}
    for parser in all_of(build_parser()):
        for action in arguments_of(parser):
            names = action.option_strings or [str(action.metavar or action.dest.upper())]
            assert all(name in sections[parser.prog] for name in names), (parser.prog, names)


def test_every_option_is_explained() -> None:
    """In its help, and so in the reference."""
    assert list(unexplained()) == []


def test_every_fact_is_there_with_a_meaning_of_its_own(made: Mapping[str, str], knowledge: Knowledge) -> None:
    """A line each, and no meaning for a fact that does not exist."""
    meanings = knowledge.wording["facts"].texts
    assert set(meanings) == set(FACT_NAMES)
    assert len(set(meanings.values())) == len(FACT_NAMES)
    assert [name for name in FACT_NAMES if f"| `{name}` | {plain(meanings[name])} |" not in made["facts.md"]] == []


def test_every_limit_is_there_with_its_sources(made: Mapping[str, str], knowledge: Knowledge) -> None:
    """By id, name and address of each source."""
    for limit in knowledge.limits.values():
        (line,) = [line for line in made["limits.md"].splitlines() if line.startswith(f"| `{limit.id}`<br>{plain(limit.name)} |")]
        assert all(knowledge.sources[source].url in line for source in limit.sources), limit.id


def test_no_placeholder_is_left(made: Mapping[str, str]) -> None:
    """The words of a limit stand for what they will be filled with."""
    assert "\\$" not in made["limits.md"]


def test_every_place_and_purchase_is_there_with_its_figures(made: Mapping[str, str], knowledge: Knowledge) -> None:
    """Each figure with a link to its source."""
    for place in knowledge.places.values():
        section = made["places.md"].split(f"## {plain(place.name)}\n")[1].split("\n## ")[0]
        assert all(plain(name) in section for name in (*place.limits, *place.options, *place.billing.rates)), place.id
        assert all(knowledge.sources[source].url in section for fact in place.limits.values() for source in fact.sources), place.id
    assert all(f"## {plain(purchase.name)}\n" in made["purchases.md"] for purchase in knowledge.purchases.values())


def test_every_question_is_there_with_its_answers(made: Mapping[str, str], knowledge: Knowledge) -> None:
    """Under the name of its fact."""
    for question in knowledge.questions.values():
        section = made["questions.md"].split(f"## {question.id}\n")[1].split("\n## ")[0]
        assert all(f"| {plain(choice.label)} |" in section for choice in question.choices), question.id


def test_every_item_type_and_bank_is_there(made: Mapping[str, str], bank: Bank) -> None:
    """With how many items there are of each."""
    names = {item.type for item in bank.items.values()} | {item.bank for item in bank.items.values()}
    assert [name for name in names if f"| `{name}` |" not in made["items.md"]] == []


@pytest.mark.parametrize("command", SCHEMAS)
def test_every_field_of_json_is_there(made: Mapping[str, str], command: str) -> None:
    """Of the document and of every record in it, which may be described where it stands first."""
    schema = schema_of(command)
    section = made["schemas.md"].split(f"## {command}\n")[1].split("\n## ")[0]
    assert all(f"| `{name}`" in section for name in schema.get("properties", {}))
    for name, part in schema.get("$defs", {}).items():
        found = [text.split("\n##")[0] for text in made["schemas.md"].split(f": {name}\n")[1:]]
        assert any(all(f"| `{field}`" in text for field in part.get("properties", {})) for text in found), name


@pytest.mark.parametrize("command", ["advise", "understand", "estimate", "compare", "explain"])
def test_every_field_of_the_contract_says_what_it_means(made: Mapping[str, str], command: str) -> None:
    """Below it in the code, or in wording/json.yaml."""
    section = made["schemas.md"].split(f"\n## {command}\n" if command != "advise" else "## advise\n")[1].split("\n## ")[0]
    assert [line for line in section.splitlines() if line.startswith("| `") and line.endswith("|  |")] == []


def test_no_meaning_is_kept_of_a_field_that_is_gone(made: Mapping[str, str], knowledge: Knowledge) -> None:
    """Each is of a field of some document."""
    fields = {key: key.rpartition(".")[2] for key in knowledge.wording["json"].texts}
    assert [key for key, field in fields.items() if f"| `{field}`" not in made["schemas.md"]] == []


def test_every_exit_status_of_the_code_is_there(made: Mapping[str, str]) -> None:
    """Those that the command line names."""
    statuses = {command_line.DONE, command_line.INTERNAL, command_line.BAD_INPUT, command_line.NOTHING_FITS, command_line.CHANGED}
    assert [status for status in statuses if f"| `{status}` |" not in made["statuses.md"]] == []


def test_the_map_of_folders_names_every_folder_of_the_packages(made: Mapping[str, str]) -> None:
    """As they lie on the disk, each with what it says of itself."""
    lying = {f"{package}.{path.parent.name}" for package in PACKAGES for path in (DOCS.parent / package).glob("*/__init__.py")}
    assert {folder for package in PACKAGES for folder in folders_of(package) if "." in folder} == lying
    assert "|  |" not in made["folders.md"]


def test_no_import_points_against_the_arrows() -> None:
    """What the drawing shows goes downwards."""
    order = {package: index for index, package in enumerate(PACKAGES)}
    upwards = [pair for pair in imports().between if order[pair[0].split(".")[0]] > order[pair[1].split(".")[0]]]
    assert upwards == []


@pytest.mark.parametrize("name", ["imports.svg", "agreement.svg"])
def test_a_drawing_is_whole_and_takes_its_colours_from_the_page(made: Mapping[str, str], name: str) -> None:
    """Well-formed, with words for those who do not see it, and no colour of its own, so that it serves in light and dark."""
    root = ET.fromstring(made[name])  # noqa: S314  # made here
    assert root[0].tag.endswith("title")
    assert root[0].text
    painted = {element.get(kind, "none") for element in root.iter() for kind in ("fill", "stroke")}
    assert all(colour == "none" or colour.startswith("var(--color-") for colour in painted)


def test_a_picture_of_the_app_asks_nobody_for_a_font(made: Mapping[str, str]) -> None:
    """It is whole, shows an advice, and names no address to load."""
    picture = made["advice-dark.svg"]
    ET.fromstring(picture)  # noqa: S314  # made here
    assert "g4dn.xlarge" in picture
    assert "url(" not in picture.replace("url(#", "")


def test_the_plot_of_accuracy_stands_on_the_ground_of_the_page(made: Mapping[str, str]) -> None:
    """Its points keep the colours of their processors; ground, lines and words are those of the page."""
    plot = made["accuracy.svg"]
    assert "#ffffff" not in plot
    assert "#999999" not in plot
    assert ET.fromstring(plot).get("fill", "").startswith("var(--color-")  # noqa: S314  # made here


def test_every_part_is_shown_by_a_page() -> None:
    """None is made for nothing."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    assert [name for name in PARTS if f"_made/{name}" not in pages] == []
