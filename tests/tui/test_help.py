"""Help as good as a manual: every command and option is told, with examples that parse, and with what it exits with."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from tests.tui.conftest import Start
from tests.tui.refused import one_line
from tui.cli.command_line import build_parser
from tui.cli.help.pages import find_page, load_pages
from tui.cli.help.sections import wrap_shell_command
from tui.cli.main import main
from tui.cli.parser_tree import documented_arguments, walk_parsers
from tui.output.exit_status import BAD_INPUT, DONE, INTERNAL, NOTHING_FITS

PARSERS = {parser.prog: parser for parser in walk_parsers(build_parser())}
PURE = (
    "advise",
    "understand",
    "estimate",
    "catalog list",
    "catalog show",
    "catalog status",
    "explain",
    "compare",
    "template",
    "schema",
    "help",
    "man",
    "completions",
)
"""Commands that only read the base, and print."""
KEPT = re.compile(r"[<>]|\.(?:json|yaml|csv)\b")
"""Signs of a file in an example."""


def commands_in(line: str) -> Iterator[list[str]]:
    """The words of each sizewise in a line of a shell, without what the shell takes."""
    inner = re.findall(r"\$\((.*?)\)", line) or [line]
    for part in inner:
        for command in part.split(" | "):
            words = shlex.split(command)
            words = words[: next((at for at, word in enumerate(words) if word in ("<", ">")), len(words))]
            if words[0] == "sizewise":
                yield words[1:]


def test_every_command_has_a_page_with_examples_of_every_option() -> None:
    """What it does, what each option and positional is, and examples that parse as this command or as one that its page leads to."""
    for prog, parser in PARSERS.items():
        page = find_page(prog)
        assert page is not None, f"{prog}: write its page into tui/cli/help/pages.yaml"
        assert page.about.endswith("."), prog
        assert page.examples, prog
        arguments = list(documented_arguments(parser))
        assert [action.dest for action in arguments if not action.help] == [], prog
        run = [list(commands_in(example.run)) for example in page.examples]
        assert all(run), prog
        typed = [words for found in run for words in found]
        for words in typed:
            if words != ["--version"]:
                build_parser(words).parse_args(words)
        names = {word.partition("=")[0] for words in typed for word in words}
        assert [one.option_strings[0] for one in arguments if one.option_strings and not names.intersection(one.option_strings)] == [], prog


def test_every_page_is_of_a_command() -> None:
    """None is left over from one that went."""
    assert {f"sizewise {name}".removeprefix("sizewise sizewise") or "sizewise" for name in load_pages().commands} == set(PARSERS)


EXAMPLES = [
    words
    for name, page in load_pages().commands.items()
    if name in PURE
    for example in page.examples
    if not KEPT.search(re.sub(r'"[^"]*"', "", example.run))
    for words in commands_in(example.run)
]


def test_examples_that_need_no_file_work(inside: Start) -> None:
    """They give an answer, to the letter as they stand there."""
    for words in EXAMPLES:
        ended = inside(*words)
        assert (ended.status, ended.err) == (0, ""), words
        assert ended.out, words


def test_help_has_all_sections_and_is_said_in_two_ways(inside: Start, capsys: pytest.CaptureFixture[str]) -> None:
    """`sizewise help COMMAND` is its --help; its lines fit 80 columns."""
    for prog, parser in PARSERS.items():
        words = prog.split()[1:]
        with pytest.raises(SystemExit) as left:
            main([*words, "--help"])
        assert left.value.code == 0, prog
        shown = capsys.readouterr().out
        assert inside("help", *words).out == shown, prog
        page = find_page(prog)
        assert page is not None
        for section in ("usage:", "examples:", "exit status:"):
            assert f"\n{section}" in f"\n{shown}", prog
        assert " ".join(page.about.split()) in " ".join(shown.split()) or isinstance(parser.description, str), prog
        assert [line for line in shown.splitlines() if len(line) > 80] == [], prog


def test_an_example_in_lines_is_the_example() -> None:
    """A shell reads both alike."""
    for page in load_pages().commands.values():
        for example in page.examples:
            lines = list(wrap_shell_command(example.run))
            assert all(line.endswith(" \\") for line in lines[:-1])
            assert " ".join("\n".join(lines).replace(" \\\n", " ").split()) == example.run


def test_the_exit_statuses_are_those_of_the_program(inside: Start) -> None:
    """Those that every command has, in order, and between them those of one."""
    usual = [str(status) for status in (DONE, INTERNAL, BAD_INPUT)]
    for command, statuses in {"explain": usual, "advise": [*usual, str(NOTHING_FITS)]}.items():
        assert re.findall(r"^  (\d)  ", inside("help", command).out, re.MULTILINE) == statuses


def test_help_of_nothing_is_one_line(inside: Start) -> None:
    """With the nearest command."""
    assert "Did you mean advise?" in one_line(inside("help", "advize"))
    assert "Did you mean grade?" in one_line(inside("man", "quiz", "grad"))
    assert "has no command" in one_line(inside("help", "advise", "x"))


def test_the_manual_tells_every_command_option_and_example(inside: Start) -> None:
    """And no line of it is taken for a request that it is not."""
    for prog, command in PARSERS.items():
        shown = inside("man", *prog.split()[1:]).out
        plain = shown.replace(r"\-", "-").replace(r"\e", "\\")
        for parser in walk_parsers(command):
            page = find_page(parser.prog)
            assert page is not None
            assert all(option in plain for action in documented_arguments(parser) for option in action.option_strings), prog
            assert all(example.run in plain for example in page.examples), prog
        requests = {line.split()[0] for line in shown.splitlines() if line.startswith((".", "'"))}
        assert requests <= {".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".RS", ".RE", ".nf", ".fi"}, prog
        assert plain.count(".SH EXIT STATUS") == 1, prog


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed: a page of the manual is read with it")
def test_the_manual_is_read_without_a_warning(inside: Start) -> None:
    """By the program that reads manuals."""
    for prog in PARSERS:
        page = inside("man", *prog.split()[1:]).out
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, check=True, encoding="utf-8")  # noqa: S607  # whichever is installed
        assert done.stderr == "", prog
        assert "SYNOPSIS" in re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout), prog


def test_a_command_starts_without_the_pages() -> None:
    """Only help waits for them."""
    assert isinstance(build_parser(["advise"]), argparse.ArgumentParser)
    load_pages.cache_clear()
    build_parser().parse_args(["explain", "g5"])
    assert load_pages.cache_info().currsize == 0
