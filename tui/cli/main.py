"""`sizewise`: reads the command line, calls the subcommand, turns mistakes into one line and an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

VERSION = "0.1.0"
DONE, INTERNAL, BAD_INPUT, NOTHING_FITS = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is that of the contract."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given in (["--version"], ["-V"]):
        print(f"sizewise {VERSION}")
        return DONE
    from knowledge.errors import InputError  # noqa: PLC0415  # --version loads nothing

    try:
        return _dispatch(given)
    except InputError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone: say nothing
        return DONE
    except Exception as error:  # noqa: BLE001  # a person never sees a traceback
        line = f"{type(error).__name__}: {error}".splitlines()[0]
        print(f"Sizewise failed on its own ({line}). Please report it with the command you typed.", file=sys.stderr)
        return INTERNAL


def _dispatch(given: list[str]) -> int:
    from tui.cli.parser import build_parser  # noqa: PLC0415  # --version loads nothing

    parsed = build_parser().parse_args(given)
    run = getattr(parsed, "run", None)
    if run is None:
        run = import_module("tui.cli.ask").run
    status: int = run(parsed)
    return status


if __name__ == "__main__":
    sys.exit(main())
