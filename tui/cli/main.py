"""`sizewise`: runs the command that was typed; mistakes and faults become one line on standard error and an exit status."""

from __future__ import annotations

import errno
import gc
import os
import sys

from tui.output.exit_status import BAD_INPUT, DONE, INTERNAL, STOPPED
from tui.output.streams import discard_buffer, flush_stream, make_tolerant, print_error
from tui.version import VERSION

TYPE_CHECKING = False  # as typing's own, which takes a quarter of the time of `--version` to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

_REMEDIES: Final = {
    errno.ENOSPC: "Free some space, then run it again.",
    errno.EDQUOT: "Free some of your quota, then run it again.",
    errno.EFBIG: "A limit of the system on the size of files is in the way: see ulimit -f.",
    errno.EMFILE: "A limit of the system on open files is in the way: see ulimit -n.",
    errno.ENOMEM: "Give it less at once, or more memory.",
}
"""Fault of the machine -> what to do about it."""
_READ_ONLY: Final = frozenset({"advise", "understand", "diagnose", "compat", "estimate", "explain", "compare"})
"""Commands that read and print, and have nothing to put away at their end."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; without `arguments` that of this process's command line."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    is_process = arguments is None
    make_tolerant()
    try:
        if is_process and "--jsonl" not in words:
            gc.disable()  # one answer and out: nothing lives long enough to be worth a search
        status = _print_version() if words in (["--version"], ["-V"]) else _run_guarded(words)
    except BrokenPipeError:
        discard_buffer(sys.stdout)  # the reader has gone: say nothing
        return DONE
    except OSError as error:  # output that is not buffered, of --version
        return _report_output_error(error)
    except SystemExit:  # how argparse leaves after --help
        if problem := flush_stream(sys.stdout):
            return _report_output_error(problem)
        raise
    if problem := flush_stream(sys.stdout):
        status = _report_output_error(problem)
    if is_process:
        gc.freeze()  # nor is what is left at the end searched: that takes a tenth of a short command
        if words and words[0] in _READ_ONLY and not (sys.gettrace() or sys.getprofile()):
            flush_stream(sys.stderr)
            os._exit(status)  # nor freed piece by piece: that takes a twentieth
    return status


def _print_version() -> int:
    print(f"sizewise {VERSION}")
    return DONE


def _run_guarded(words: list[str]) -> int:
    """Run the command; whatever it raises becomes one line and an exit status, but a reader of its output that has gone."""
    from knowledge.errors import InputError  # noqa: PLC0415  # 50 ms, several times the whole of --version
    from tui.output.compilation_notice import show_compilation  # noqa: PLC0415  # the same

    try:
        with show_compilation():
            return _run_command(words)
    except InputError as error:
        print_error(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        print_error("Stopped.")
        return STOPPED
    except BrokenPipeError:
        raise
    except OSError as error:
        what = f" {error.filename}" if error.filename else ""
        print_error(f"Sizewise could not read or write{what}: {_reason(error)}.{_remedy(error)}")
    except MemoryError:
        print_error("Sizewise has not enough memory for that. Give it less at once, or more memory.")
    except Exception as error:  # noqa: BLE001  # a person never sees a traceback
        print_error(_describe_failure(error))
    return INTERNAL


def _run_command(words: list[str]) -> int:
    if not words:
        from tui.launch import run_app_or_plain as launch  # noqa: PLC0415  # the app does not wait for the parser, nor --version for either

        return launch()
    from tui.cli.command_line import build_parser  # noqa: PLC0415  # the same

    parsed = build_parser(words).parse_args(words)
    run = getattr(parsed, "run", None)
    if run is None:
        from tui.launch import ReaderOption, resume_session, run_app_or_plain, run_plain  # noqa: PLC0415  # the same

        reader = ReaderOption(parsed.reader, parsed.reader_seconds)
        if parsed.resume is not None:
            return resume_session(parsed.resume, reader)
        return run_plain(reader) if parsed.plain or parsed.reader is None else run_app_or_plain(reader)
    status: int = run(parsed)
    return status


def _report_output_error(error: OSError) -> int:
    discard_buffer(sys.stdout)
    print_error(f"output: it cannot be written ({_reason(error)}).{_remedy(error)}")
    return INTERNAL


def _reason(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


def _remedy(error: OSError) -> str:
    """What to do next about a fault of the machine, after a space; "" where that is not known."""
    return f" {_REMEDIES[error.errno]}" if error.errno in _REMEDIES else ""


def _describe_failure(error: Exception) -> str:
    """What to say of a fault that nobody foresaw."""
    if _is_from_compiled_file(error):
        where = sys.pycache_prefix or __file__.rpartition("tui")[0]
        return f"A file that Python compiled is damaged. Delete the folders __pycache__ below {where}, then run it again."
    line = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"Sizewise failed on its own ({line}). Please report it with the command you typed."


def _is_from_compiled_file(error: Exception) -> bool:
    """True if Python stumbled over a .pyc file: it takes what a full disk left of one for the whole."""
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_name == "_compile_bytecode":  # of importlib
            return True
        step = step.tb_next
    return False


def _forget_start_folder() -> None:
    """Import nothing from the folder that `python -m` was started in, where a yaml.py may lie, unless Sizewise itself is there."""
    if not sys.flags.safe_path and not __file__.startswith(sys.path[0]):
        del sys.path[0]


if __name__ == "__main__":  # python -m tui.cli.main
    _forget_start_folder()
    sys.exit(main())
