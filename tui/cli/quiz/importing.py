"""`sizewise quiz import`: a draft of a bank from the format of others. No bank is changed; an author goes on with the draft."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from knowledge import Knowledge, load
from knowledge.errors import InputError
from quizzes.bank import load_bank, packaged_data
from quizzes.exchange import MAX_BYTES, Settled, draft_yaml, format_named, import_items, lacking
from quizzes.exchange.words import listed, say
from quizzes.standing import dangling
from tui.cli.documents import bytes_from
from tui.cli.main import DONE
from tui.cli.streams import printable
from tui.cli.written import refuse_taken, show, tell, write_files

_BESIDE = ".lacks.txt"


def run(arguments: argparse.Namespace) -> int:
    """Write the draft and beside it the list of what each item lacks; without --out, to standard output and standard error."""
    form = format_named(arguments.format)
    path = Path(arguments.out) if arguments.out else None
    beside = path.with_name(f"{path.stem}{_BESIDE}") if path and path.name else None
    for target in (path, beside):
        if target is not None:
            _refuse_bank(target)
            refuse_taken(target, force=arguments.force)
    data = bytes_from("file", arguments.file, MAX_BYTES)
    knowledge = load()
    name = "standard input" if arguments.file == "-" else arguments.file
    drafts, notes = import_items(form, data, name, knowledge)
    lists = [*lacking(drafts, knowledge), *_astray(drafts, knowledge)]
    if path is None or beside is None:
        show(draft_yaml(drafts, knowledge).encode())
        tell([*lists, *notes, *_further(drafts, knowledge)])
        return DONE
    lacks = "".join(f"{line}\n" for line in lists)
    write_files({path: draft_yaml(drafts, knowledge, beside.name).encode(), beside: lacks.encode()}, force=arguments.force)
    print(printable("\n".join([say(knowledge, "wrote", file=path, count=len(drafts)), say(knowledge, "draft_beside", file=beside)])))
    tell([*list(lacking(drafts, knowledge))[-1:], *notes, *_further(drafts, knowledge)])
    return DONE


def _refuse_bank(path: Path) -> None:
    if path.absolute().parent.resolve() == (packaged_data() / "banks").resolve():
        raise InputError("--out: an import writes drafts, and never into the bank. Give another folder.")


def _astray(drafts: Sequence[Settled], knowledge: Knowledge) -> Iterator[str]:
    """A line for each reference of a complete item that leads nowhere."""
    for one in drafts:
        if one.item is not None:
            yield from (f"{fault.item}: {fault.field}: {fault.text}" for fault in dangling(one.item, knowledge))


def _further(drafts: Sequence[Settled], knowledge: Knowledge) -> Iterator[str]:
    banks = sorted({one.draft.bank for one in drafts})
    if len(banks) > 1:
        yield say(knowledge, "note_banks", count=len(banks), names=listed(banks))
    known = [one.draft.id for one in drafts if one.draft.id in load_bank(knowledge).items]
    if known:
        yield say(knowledge, "note_known", count=len(known), names=listed(known))
