"""`sizewise quiz export`: items in a format that other programs read."""

from __future__ import annotations

import argparse
import time

from knowledge import load
from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.bank import Bank, load_bank
from quizzes.exchange import export_items, parse_format
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.item import Item
from tui.output.exit_status import DONE
from tui.output.files import checked_target, write_or_print
from tui.output.streams import print_errors, replace_controls

BEYOND = "beyond"


def run(arguments: argparse.Namespace) -> int:
    """Write the selected items; what the format cannot hold is reported on standard error."""
    form = parse_format(arguments.format)
    if not arguments.out and form == "anki":
        raise InputError("--out: an Anki package is a binary file. Give --out FILE.apkg.")
    path = checked_target(arguments)
    knowledge = load()
    items = select_items(load_bank(knowledge), arguments)
    exported = export_items(form, items, knowledge, at=time.time())
    write_or_print(exported.data, path, force=arguments.force)
    if path is not None:
        print(replace_controls(exchange_sentence(knowledge, "wrote", file=path, count=len(items))))
    print_errors(exported.limits)
    return DONE


def select_items(bank: Bank, arguments: argparse.Namespace) -> list[Item]:
    """The items that pass every filter. Raises InputError for a filter that nothing can pass."""
    items = list(bank.items.values())
    tasks, banks = sorted(bank.by_task), sorted({item.bank for item in items})
    for option, given, known in (("--task", arguments.task, tasks), ("--bank", arguments.bank, banks)):
        for value in given or ():
            if value not in known:
                every = f"Choose from {', '.join(known)}."
                raise InputError(f"{option}: there is no {quote_value(value)}.{suggest_name(value, known, every)}")
    exams = [_exam_id(bank, value) for value in arguments.exam or ()]
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


def _exam_id(bank: Bank, value: str) -> str:
    if value == BEYOND:
        return BEYOND
    return bank.find_blueprint(value).id
