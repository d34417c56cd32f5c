"""`sizewise quiz import`: a draft of a bank from another program's file. No bank is changed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from knowledge import Knowledge, load
from knowledge.errors import InputError
from quizzes.bank import load_bank, packaged_data
from quizzes.exchange import MAX_BYTES, CheckedDraft, import_items, parse_format, render_draft_yaml, report_missing_fields
from quizzes.exchange.exchange_sentences import exchange_sentence, list_first_names
from quizzes.item_dependencies import find_dangling_references
from tui.cli.documents import read_bytes_option
from tui.output.exit_status import DONE
from tui.output.files import check_target, print_bytes, write_files
from tui.output.streams import print_errors, replace_controls

_BESIDE = ".lacks.txt"


def run(arguments: argparse.Namespace) -> int:
    """Write the draft and beside it a list of missing fields; without --out, to standard output and standard error."""
    form = parse_format(arguments.format)
    path = Path(arguments.out) if arguments.out else None
    beside = path.with_name(f"{path.stem}{_BESIDE}") if path and path.name else None
    for target in (path, beside):
        if target is not None:
            _refuse_bank(target)
            check_target(target, force=arguments.force)
    data = read_bytes_option("file", arguments.file, MAX_BYTES)
    knowledge = load()
    name = "standard input" if arguments.file == "-" else arguments.file
    drafts, notes = import_items(form, data, name, knowledge)
    lists = [*report_missing_fields(drafts, knowledge), *_reference_lines(drafts, knowledge)]
    if path is None or beside is None:
        print_bytes(render_draft_yaml(drafts, knowledge).encode())
        print_errors([*lists, *notes, *_closing_notes(drafts, knowledge)])
        return DONE
    lacks = "".join(f"{line}\n" for line in lists)
    write_files({path: render_draft_yaml(drafts, knowledge, beside.name).encode(), beside: lacks.encode()}, force=arguments.force)
    print(
        replace_controls(
            "\n".join(
                [
                    exchange_sentence(knowledge, "wrote", file=path, count=len(drafts)),
                    exchange_sentence(knowledge, "draft_beside", file=beside),
                ]
            )
        )
    )
    print_errors([*list(report_missing_fields(drafts, knowledge))[-1:], *notes, *_closing_notes(drafts, knowledge)])
    return DONE


def _refuse_bank(path: Path) -> None:
    if path.absolute().parent.resolve() == (packaged_data() / "banks").resolve():
        raise InputError("--out: an import writes drafts, and never into the bank. Give another folder.")


def _reference_lines(drafts: Sequence[CheckedDraft], knowledge: Knowledge) -> Iterator[str]:
    for one in drafts:
        if one.item is not None:
            yield from (f"{fault.item}: {fault.field}: {fault.text}" for fault in find_dangling_references(one.item, knowledge))


def _closing_notes(drafts: Sequence[CheckedDraft], knowledge: Knowledge) -> Iterator[str]:
    banks = sorted({one.draft.bank for one in drafts})
    if len(banks) > 1:
        yield exchange_sentence(knowledge, "note_banks", count=len(banks), names=list_first_names(banks))
    known = [one.draft.id for one in drafts if one.draft.id in load_bank(knowledge).items]
    if known:
        yield exchange_sentence(knowledge, "note_known", count=len(known), names=list_first_names(known))
