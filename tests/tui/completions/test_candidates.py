"""What may stand where the cursor is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.workload import FACT_NAMES
from knowledge import Knowledge
from tests.depth import rounds
from tests.tui.conftest import Start
from tui.cli.command_line import COMMANDS, build_parser
from tui.cli.completions.answer import TypedLine, finished_length, split_line
from tui.cli.completions.candidate import FILES, Candidate
from tui.cli.completions.candidates import find_candidates
from tui.cli.parser_tree import documented_arguments, subparsers_of, walk_parsers

BASH_BREAKS = " \t\n\"'@><=;|&(:"


def offered(line: str) -> list[str]:
    """The values for the last word of a line."""
    return [one.value for one in find_candidates(split_line(line).words)]


def test_every_command_and_action_is_offered_with_what_it_does() -> None:
    """At the place where it belongs."""
    for parser in walk_parsers(build_parser()):
        below = subparsers_of(parser)
        found = find_candidates([*parser.prog.split(), ""])
        assert not below or [one.value for one in found] == list(below)
        assert not below or all(one.about for one in found)
    assert len(subparsers_of(build_parser())) == len(COMMANDS)


def test_every_option_of_every_command_is_offered_once() -> None:
    """By its long name; one that was given is not offered again, unless it may stand there twice."""
    for parser in walk_parsers(build_parser()):
        options = [action for action in documented_arguments(parser) if action.option_strings]
        found = find_candidates([*parser.prog.split(), "--"])
        assert {one.value for one in found} == {"--help", *(action.option_strings[0] for action in options)}
        assert len({one.value for one in found}) == len(found)
        assert all(one.about for one in found)
    assert "--lens" not in offered("sizewise advise --lens today --")
    assert "--set" in offered("sizewise advise --set model=bert-base --")


OFFERED: tuple[tuple[str, list[str]], ...] = (
    ("sizewise ad", ["advise"]),
    ("sizewise advise --lens ", ["today", "exam"]),
    ("sizewise advise --lens e", ["exam"]),
    ("sizewise advise --lens=e", ["--lens=exam"]),
    ("sizewise advise --set ", [f"{name}=" for name in FACT_NAMES]),
    ("sizewise advise -s traf", ["traffic="]),
    ("sizewise advise --set traffic=", ["traffic=steady", "traffic=spiky", "traffic=intermittent", "traffic=scheduled"]),
    ("sizewise advise --set=traffic=sp", ["--set=traffic=spiky"]),
    ("sizewise advise --set arm_ok=", ["arm_ok=true", "arm_ok=false"]),
    ("sizewise advise --set model=llama-3-8", ["model=llama-3-8b"]),
    ("sizewise advise --set exclude=spot,on-d", ["exclude=spot,on-demand"]),
    ("sizewise advise --set region=eu-west-", ["region=eu-west-1", "region=eu-west-2", "region=eu-west-3"]),
    ("sizewise advise --set latency_p99_ms=", []),
    ("sizewise advise --set nonsense=", []),
    ("sizewise advise BERT ", []),
    ("sizewise advise --top ", []),
    ("sizewise advise --file ", [":files"]),
    ("sizewise advise --file=wo", [":files"]),
    ("sizewise estimate --model-config ", [":files"]),
    ("sizewise estimate --model llama-3-8", ["llama-3-8b"]),
    ("sizewise estimate --instance ml.g5.12", ["ml.g5.12xlarge"]),
    ("sizewise estimate --accelerator a10", ["a10g", "a100-40gb", "a100-80gb"]),
    ("sizewise estimate --method q", ["qlora"]),
    ("sizewise estimate --precision int", ["int8", "int4"]),
    ("sizewise catalog ", ["list", "show", "status", "refresh"]),
    ("sizewise catalog show g5.12xlarge ml.g6e.12", ["ml.g6e.12xlarge"]),
    ("sizewise catalog list --sort price,-vc", ["price,-vcpu"]),
    ("sizewise catalog list --similar p3.2", ["p3.2xlarge"]),
    ("sizewise compare g5 sagemaker-serv", ["sagemaker-serverless"]),
    ("sizewise explain g5.12", ["g5.12xlarge"]),
    ("sizewise explain inferentia", ["inferentia"]),
    ("sizewise quiz exam ML", ["MLA-C01", "MLS-C01"]),
    ("sizewise quiz exam ml", ["mla-c01", "mls-c01"]),
    ("sizewise quiz grade court-", ["court-recordings-queue"]),
    ("sizewise quiz export g", ["gift"]),
    ("sizewise quiz import gift ", [":files"]),
    ("sizewise quiz export gift --task 3.1 3.", ["3.1", "3.2", "3.3"]),
    ("sizewise schema quiz-d", ["quiz-due"]),
    ("sizewise completions ", ["bash", "zsh", "fish"]),
    ("sizewise help ex", ["explain"]),
    ("sizewise help catalog sh", ["show"]),
    ("sizewise man quiz gr", ["grade"]),
    ("sizewise nonsense ", []),
    ("sizewise advise -- --", []),
    ("echo x | sizewise und", ["understand"]),
)
"""A line as far as it is typed, and what is offered for its last word, or some of it."""


def test_what_fits_is_offered() -> None:
    """All of it, and nothing else that begins otherwise."""
    for line, some in OFFERED:
        found = offered(line)
        assert set(some) <= set(found), line
        assert bool(some) == bool(found), line
        if some and len(some) < 4 and some != ["inferentia"] and not line.startswith("sizewise estimate --accelerator"):
            assert sorted(found) == sorted(some), line


def test_a_name_that_several_things_have_is_offered_once() -> None:
    """A purchase and the term for it, for instance."""
    assert offered("sizewise explain spot").count("spot") == 1
    found = offered("sizewise explain s")
    assert len(found) == len(set(found)) > 20


def test_names_come_with_what_they_stand_for(knowledge: Knowledge) -> None:
    """As zsh and fish show them."""
    assert Candidate("bert-base", knowledge.models["bert-base"].name) in find_candidates(["sizewise", "estimate", "--model", "bert"])
    assert find_candidates(["sizewise", "report", "--out", ""]) == [FILES]


TYPED_LINES = (
    ("sizewise ", TypedLine(["sizewise", ""])),
    ("sizewise advise 'a b' c", TypedLine(["sizewise", "advise", "a b", "c"])),
    ('sizewise advise "a b', TypedLine(["sizewise", "advise", "a b"], is_quoted=True)),
    (r"sizewise a\ b", TypedLine(["sizewise", "a b"])),
    (r"sizewise '\' x", TypedLine(["sizewise", "\\", "x"])),
    ("sizewise '' ", TypedLine(["sizewise", "", ""])),
    ("a; b && sizewise x", TypedLine(["sizewise", "x"])),
    ("", TypedLine([""])),
    ("\\", TypedLine([""])),
)


def test_a_line_is_read_as_a_shell_reads_it() -> None:
    """As far as it is typed."""
    for line, expected in TYPED_LINES:
        assert split_line(line) == expected, line


FINISHED = (
    ("sizewise advise --set model=ll", 6),
    ("sizewise advise --set=model=ll", 12),
    ("sizewise a", 0),
    ('sizewise advise --set "model=ll', 0),
)
"""A line, and how much of its last word bash takes for done."""


def test_bash_takes_what_stands_before_its_breaks_for_done() -> None:
    """So it is left out of what it is told."""
    for line, done in FINISHED:
        assert finished_length(split_line(line), BASH_BREAKS) == done, line
        assert finished_length(split_line(line), " ") == 0, line


WORDS = st.sampled_from(
    ["advise", "quiz", "catalog", "list", "--set", "--", "-", "--lens=", "model=", "=", ",", "ml.", "--no", "'", '"', "\\", "|", "\x00"]
) | st.text(max_size=8)  # fmt: skip


@settings(max_examples=rounds(quick=40, long=5_000), deadline=None, derandomize=True, database=None)
@given(words=st.lists(WORDS, max_size=6))
def test_any_line_gets_an_answer(words: list[str]) -> None:
    """Tab never fails, whatever stands on the line."""
    line = " ".join(["sizewise", *words])
    found = find_candidates(split_line(line).words)
    begun = split_line(line).words[-1]
    assert found == [FILES] or all(one.value.startswith(begun) for one in found)
    assert "\n" not in "".join(one.value for one in found)


def test_the_command_says_it_in_the_way_of_each_shell(inside: Start) -> None:
    """Bash gets what is left to type, the others the whole word and what it is; a file's name is left to the shell."""
    assert inside("completions", "bash", "--line", "sizewise advise --set traffic=sp").out == "spiky"
    assert inside("completions", "bash", "--line", "sizewise advise --file wo").out == ":fileswo"
    words = "sizewise\x1fadvise\x1f--set\x1ftraffi"
    assert inside("completions", "fish", "--words", words).out == "traffic=\ttraffic"
    assert inside("completions", "zsh", "--words", words).out == "traffic=\ttraffic"
