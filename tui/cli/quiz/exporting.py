"""`sizewise quiz export`: items in a format that others read."""

from __future__ import annotations

import argparse
import time

from knowledge import load
from knowledge.errors import InputError, shown, suggestion
from quizzes.bank import Bank, load_bank
from quizzes.exchange import export_items, format_named
from quizzes.exchange.words import say
from quizzes.item import Item
from tui.cli.main import DONE
from tui.cli.streams import printable
from tui.cli.written import hand_out, target_of, tell

BEYOND = "beyond"


def run(arguments: argparse.Namespace) -> int:
    """Write the items that were asked for; what the format cannot hold goes to standard error."""
    form = format_named(arguments.format)
    if not arguments.out and form == "anki":
        raise InputError("--out: an Anki package is a binary file. Give --out FILE.apkg.")
    path = target_of(arguments)
    knowledge = load()
    items = chosen(load_bank(knowledge), arguments)
    exported = export_items(form, items, knowledge, at=time.time())
    hand_out(exported.data, path, force=arguments.force)
    if path is not None:
        print(printable(say(knowledge, "wrote", file=path, count=len(items))))
    tell(exported.limits)
    return DONE


def chosen(bank: Bank, arguments: argparse.Namespace) -> list[Item]:
    """The items that every filter lets through. Raises InputError for a filter that none can pass."""
    items = list(bank.items.values())
    tasks, banks = sorted(bank.by_task), sorted({item.bank for item in items})
    for option, given, known in (("--task", arguments.task, tasks), ("--bank", arguments.bank, banks)):
        for value in given or ():
            if value not in known:
                every = f"Choose from {', '.join(known)}."
                raise InputError(f"{option}: there is no {shown(value)}.{suggestion(value, known, every)}")
    exams = [_exam(bank, value) for value in arguments.exam or ()]
    found = [
        item
        for item in items
        if (not arguments.task or item.task in arguments.task)
        and (not arguments.bank or item.bank in arguments.bank)
        and (not exams or set(exams) & set(item.exams or (BEYOND,)))
    ]
    if not found:
        raise InputError("export: no item is of all that was asked for. Leave out --task, --exam or --bank.")
    return found


def _exam(bank: Bank, value: str) -> str:
    if value == BEYOND:
        return BEYOND
    return bank.blueprint(value).id
