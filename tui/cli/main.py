"""`sizewise`: reads the command line, calls the subcommand, turns mistakes into one line and an exit status."""

from __future__ import annotations

import errno
import gc
import os
import sys

from tui.cli import streams

TYPE_CHECKING = False  # as typing's own, which takes a quarter of the time of `--version` to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

VERSION = "0.1.0"
DONE, INTERNAL, BAD_INPUT, NOTHING_FITS, CHANGED = 0, 1, 2, 3, 4
_STOPPED = 130
"""What a shell reports for a program that Ctrl-C ended."""
_NEXT: Final = {
    errno.ENOSPC: "Free some space, then run it again.",
    errno.EDQUOT: "Free some of your quota, then run it again.",
    errno.EFBIG: "A limit of the system on the size of files is in the way: see ulimit -f.",
    errno.EMFILE: "A limit of the system on open files is in the way: see ulimit -n.",
    errno.ENOMEM: "Give it less at once, or more memory.",
}
"""Fault of the machine -> what to do about it."""
_ANSWERS: Final = frozenset({"advise", "understand", "estimate", "explain", "compare"})
"""Commands that read and print, and have nothing to put away at their end."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is that of the contract."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    streams.make_tolerant()
    try:
        if arguments is None and "--jsonl" not in given:
            gc.disable()  # one answer and out: nothing lives long enough to be worth a search
        status = _version() if given in (["--version"], ["-V"]) else _guarded(given)
    except BrokenPipeError:
        streams.discard(sys.stdout)  # the reader has gone: say nothing
        return DONE
    except OSError as error:  # output that is not buffered, of --version
        return _unwritten(error)
    except SystemExit:  # how argparse leaves after --help
        if problem := streams.flush(sys.stdout):
            return _unwritten(problem)
        raise
    problem = streams.flush(sys.stdout)
    status = _unwritten(problem) if problem else status
    if arguments is None:
        gc.freeze()  # nor is what is left at the end searched: that takes a tenth of a short command
        if given and given[0] in _ANSWERS and not (sys.gettrace() or sys.getprofile()):
            streams.flush(sys.stderr)
            os._exit(status)  # nor freed piece by piece: that takes a twentieth
    return status


def _leave_folder() -> None:
    """Import nothing from the folder that `python -m` was started in, where a yaml.py may lie, unless Sizewise itself is there."""
    if not sys.flags.safe_path and not __file__.startswith(sys.path[0]):
        del sys.path[0]


def _version() -> int:
    """Print it; nothing is loaded for that."""
    print(f"sizewise {VERSION}")
    return DONE


def _unwritten(error: OSError) -> int:
    streams.discard(sys.stdout)
    streams.tell(f"output: it cannot be written ({_problem(error)}).{_advice_on(error)}")
    return INTERNAL


def _guarded(given: list[str]) -> int:
    from knowledge.errors import InputError  # noqa: PLC0415  # --version loads nothing

    try:
        return _dispatch(given)
    except InputError as error:
        streams.tell(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        streams.tell("Stopped.")
        return _STOPPED
    except BrokenPipeError:
        raise
    except OSError as error:
        what = f" {error.filename}" if error.filename else ""
        streams.tell(f"Sizewise could not read or write{what}: {_problem(error)}.{_advice_on(error)}")
        return INTERNAL
    except MemoryError:
        streams.tell("Sizewise has not enough memory for that. Give it less at once, or more memory.")
        return INTERNAL
    except Exception as error:  # noqa: BLE001  # a person never sees a traceback
        streams.tell(_failure(error))
        return INTERNAL


def _failure(error: Exception) -> str:
    """What to say of a fault that nobody foresaw."""
    if _is_of_a_compiled_file(error):
        where = sys.pycache_prefix or __file__.rpartition("tui")[0]
        return f"A file that Python compiled is damaged. Delete the folders __pycache__ below {where}, then run it again."
    line = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"Sizewise failed on its own ({line}). Please report it with the command you typed."


def _is_of_a_compiled_file(error: Exception) -> bool:
    """Whether Python stumbled over a file that it compiled itself: it takes what a full disk left of one for the whole."""
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_name == "_compile_bytecode":  # of importlib
            return True
        step = step.tb_next
    return False


def _problem(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


def _advice_on(error: OSError) -> str:
    """What to do next about a fault of the machine, where that is known; begins with a space."""
    return f" {_NEXT[error.errno]}" if error.errno in _NEXT else ""


def _dispatch(given: list[str]) -> int:
    if not given:
        from tui.launch import run as launch  # noqa: PLC0415  # the app does not wait for the parser

        return launch()
    from tui.cli.parser import build_parser  # noqa: PLC0415  # --version loads nothing

    parsed = build_parser(given).parse_args(given)
    run = getattr(parsed, "run", None)
    if run is None:
        from tui.plain import run as converse  # noqa: PLC0415  # most commands are not a conversation

        return converse(parsed)
    status: int = run(parsed)
    return status


if __name__ == "__main__":  # python -m tui.cli.main
    _leave_folder()
    sys.exit(main())
