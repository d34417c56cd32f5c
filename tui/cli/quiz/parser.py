"""The parser of `sizewise quiz` and its actions."""

from __future__ import annotations

import argparse
from typing import Any

from knowledge.errors import quote_value
from tui.cli.argument_parser import run_lazily

_MOST_DIGITS = 9


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `quiz` and its actions."""
    quiz = commands.add_parser(
        "quiz",
        help="practice on the same knowledge",
        description="Practice on the same knowledge: alone it opens practice, line by line where there is no terminal.",
    )
    quiz.add_argument("--new-since", metavar="DATE", help="only questions on what changed at AWS since that day, such as 2025-12-01")
    actions = quiz.add_subparsers(dest="quiz_action", metavar="ACTION", parser_class=type(quiz))
    quiz.set_defaults(run=run_lazily("tui.cli.quiz.run"))
    _add_exam(actions)
    _add_due(actions)
    _add_stats(actions)
    _add_team(actions)
    _add_check(actions)
    _add_grade(actions)
    _add_exchange(actions)


def _add_exam(actions: Any) -> None:  # noqa: ANN401  # as above
    exam = actions.add_parser("exam", help="a mock exam; one that was left goes on from the menu of practice")
    exam.add_argument("code", nargs="?", default="MLA-C01", metavar="EXAM", help="MLA-C01 or MLS-C01 (MLA-C01)")
    exam.add_argument("--compute", action="store_true", help="the tasks that ask for compute alone, not the whole exam")
    exam.add_argument("--questions", type=_parse_count, metavar="N", help="how many (as many as in the exam)")
    exam.add_argument("--no-timer", action="store_true", help="take all the time you want")
    exam.add_argument("--seed", type=_parse_seed, metavar="N", help="the same exam again for the same number")
    exam.set_defaults(run=run_lazily("tui.cli.quiz.exam"))


def _add_due(actions: Any) -> None:  # noqa: ANN401  # as above
    due = actions.add_parser("due", help="what to practise today")
    _add_learner_options(due)
    due.set_defaults(run=run_lazily("tui.cli.quiz.due"))


def _add_stats(actions: Any) -> None:  # noqa: ANN401  # as above
    stats = actions.add_parser("stats", help="how far you are: the path, readiness, confidence, what comes due")
    _add_learner_options(stats)
    stats.set_defaults(run=run_lazily("tui.cli.quiz.stats"))


def _add_team(actions: Any) -> None:  # noqa: ANN401  # as above
    hand_over = actions.add_parser("hand-over", help="a file of what you can do, to hand to a lead; it leaves this machine only by you")
    hand_over.add_argument("--name", default="", metavar="NAME", help="your name in it (none)")
    hand_over.add_argument("--answers", action="store_true", help="with the words of every answer, which are left out otherwise")
    hand_over.set_defaults(run=run_lazily("tui.cli.quiz.hand_over"))
    report = actions.add_parser("report", help="the page of a lead, of such files: what each can do, what the team lacks, next steps")
    report.add_argument("files", nargs="+", metavar="FILE", help="files of quiz hand-over; - for standard input")
    report.add_argument("--html", action="store_true", help="one page of HTML, without scripts")
    report.add_argument("--json", action="store_true", help="one JSON document")
    report.set_defaults(run=run_lazily("tui.cli.quiz.report"))
    for action in (hand_over, report):
        action.add_argument("--out", metavar="FILE", help="the file to write; standard output without it")
        action.add_argument("--force", action="store_true", help="write over a file that is there")


def _add_learner_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--exam", default="MLA-C01", metavar="EXAM", help="MLA-C01 or MLS-C01 (MLA-C01)")
    parser.add_argument("--exam-date", metavar="DATE", help="the day of the exam, such as 2027-01-20: a plan for the days until then")
    parser.add_argument("--minutes", metavar="N", help="a day, for the plan (30)")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def _add_check(actions: Any) -> None:  # noqa: ANN401  # as above
    check = actions.add_parser("check", help="look for faults in the bank and in what is generated; exit status 2 if there are any")
    check.add_argument(
        "--confirm", nargs="+", metavar="ITEM", help="items that were read against their knowledge and still are right; all for every one"
    )
    check.add_argument("--overruled", action="store_true", help="list answers in words that learners here marked otherwise than the grader")
    check.add_argument("--json", action="store_true", help="one JSON document")
    check.set_defaults(run=run_lazily("tui.cli.quiz.check"))


def _add_grade(actions: Any) -> None:  # noqa: ANN401  # as above
    grade = actions.add_parser(
        "grade",
        help="mark an answer",
        description="A letter (b), letters (a c), an order (c a b), a letter for each prompt (1b 2a 3c), or words. "
        "For a case, an answer for each question: b; a c.",
    )
    grade.add_argument("item", nargs="?", metavar="ITEM", help="an item by its id")
    grade.add_argument("--answer", metavar="TEXT", help="what was answered")
    grade.add_argument(
        "--seed",
        type=_parse_seed,
        metavar="N",
        help="letters refer to the order that this seed deals, sums have its numbers (as written without it)",
    )
    grade.add_argument("--json", action="store_true", help="one JSON document")
    grade.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    grade.set_defaults(run=run_lazily("tui.cli.quiz.grade"))


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:_MOST_DIGITS]) >= 1):
        raise argparse.ArgumentTypeError(f"{quote_value(text)} is no number of questions. Give a whole number, such as 20")
    return int(text[:_MOST_DIGITS])


def _parse_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise argparse.ArgumentTypeError(f"{quote_value(text)} is no seed. Give a whole number of at most {_MOST_DIGITS} digits")
    return int(text)


def _add_exchange(actions: Any) -> None:  # noqa: ANN401  # as above
    export = actions.add_parser(
        "export", help="items for other programs", description="What a format cannot hold is said on standard error."
    )
    export.add_argument("format", metavar="FORMAT", help="gift (Moodle), anki (a package), csv or json")
    for option, metavar, text in (
        ("--task", "TASK", "only of these task statements, for instance 3.1"),
        ("--exam", "EXAM", "only in the scope of these exams; beyond for items of none"),
        ("--bank", "BANK", "only of these banks, for instance endpoints"),
    ):
        export.add_argument(option, nargs="+", metavar=metavar, help=text)
    export.set_defaults(run=run_lazily("tui.cli.quiz.exporting"))
    read = actions.add_parser("import", help="a draft of a bank from a file of other programs; never into the bank itself")
    read.add_argument("format", metavar="FORMAT", help="gift, anki, csv or json")
    read.add_argument("file", metavar="FILE", help="the file; - for standard input")
    read.set_defaults(run=run_lazily("tui.cli.quiz.importing"))
    for action in (export, read):
        action.add_argument("--out", metavar="FILE", help="the file to write; standard output without it")
        action.add_argument("--force", action="store_true", help="write over a file that is there")
