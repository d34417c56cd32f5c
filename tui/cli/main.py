"""`sizewise`: reads the command line, calls the subcommand, turns mistakes into one line and an exit status."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module

VERSION = "0.1.0"
DONE, INTERNAL, BAD_INPUT, NOTHING_FITS, CHANGED = 0, 1, 2, 3, 4
_STOPPED = 130
"""What a shell reports for a program that Ctrl-C ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is that of the contract."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given in (["--version"], ["-V"]):
        print(f"sizewise {VERSION}")
        return DONE
    from tui.cli import streams  # noqa: PLC0415  # --version loads nothing

    streams.make_tolerant()
    try:
        if arguments is None and "--jsonl" not in given:
            gc.disable()  # one answer and out: nothing lives long enough to be worth a search
        status = _guarded(given)
    except BrokenPipeError:
        streams.discard(sys.stdout)  # the reader has gone: say nothing
        return DONE
    except SystemExit:  # how argparse leaves after --help
        streams.flush(sys.stdout)
        raise
    problem = streams.flush(sys.stdout)
    if arguments is None:
        gc.freeze()  # nor is what is left at the end searched: that takes a tenth of a short command
    if problem:
        print(f"output: it cannot be written ({problem}).", file=sys.stderr)
        return INTERNAL
    return status


def _guarded(given: list[str]) -> int:
    from knowledge.errors import InputError  # noqa: PLC0415  # --version loads nothing
    from tui.cli.streams import printable  # noqa: PLC0415  # the same

    try:
        return _dispatch(given)
    except InputError as error:
        print(printable(str(error)), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return _STOPPED
    except BrokenPipeError:
        raise
    except OSError as error:
        print(printable(f"Sizewise could not read or write: {error}."), file=sys.stderr)
        return INTERNAL
    except Exception as error:  # noqa: BLE001  # a person never sees a traceback
        line = printable(f"{type(error).__name__}: {error}".splitlines()[0])
        print(f"Sizewise failed on its own ({line}). Please report it with the command you typed.", file=sys.stderr)
        return INTERNAL


def _dispatch(given: list[str]) -> int:
    if not given:
        from tui.launch import run as launch  # noqa: PLC0415  # the app does not wait for the parser

        return launch()
    from tui.cli.parser import build_parser  # noqa: PLC0415  # --version loads nothing

    parsed = build_parser(given).parse_args(given)
    run = getattr(parsed, "run", None)
    if run is None:
        run = import_module("tui.plain").run
    status: int = run(parsed)
    return status


if __name__ == "__main__":
    sys.exit(main())
