"""The argument parser of every command: mistakes become one-line errors, help ends with examples and exit statuses."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from knowledge.errors import InputError, quote_value, suggest_name
from tui.output.streams import replace_controls

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction["Parser"]  # noqa: SLF001  # argparse has no public name for it
    """What `add_parser` is called on."""
_UNREAD_WIDTH: Final = 80
"""Columns of a text that nobody reads."""
_MAX_DIGITS: Final = 9


class Parser(argparse.ArgumentParser):
    """Raises InputError instead of printing a usage text and leaving; takes words of a text before and after options."""

    appendix: Callable[[], str] | None = None
    """Writes what stands below the options in the help, where it takes imports that only the help needs."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # argparse's own signature is long
        """Options must be written out: an abbreviation that is unambiguous today may not be tomorrow."""
        self._prints_help = False
        super().__init__(*args, **{**kwargs, "allow_abbrev": False})

    def _get_formatter(self) -> argparse.HelpFormatter:
        """Spare the question for the terminal's width, 2 ms of every start, while options are added and nobody reads."""
        return super()._get_formatter() if self._prints_help else argparse.HelpFormatter(self.prog, width=_UNREAD_WIDTH)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401  # argparse overloads it
        """Parse; words that argparse leaves over belong to the text, an option that it leaves over is a mistake."""
        parsed, left = super().parse_known_args(args, namespace)
        unknown = next((word for word in left if word.startswith("-") and " " not in word), None)
        if unknown is not None:
            options = [option for option in self._option_string_actions if option.startswith("--")]
            hint = suggest_name(unknown, options, f"See {self.prog} --help.")
            raise InputError(f"{self.prog}: there is no option {quote_value(unknown)}.{hint}")
        text = getattr(parsed, "text", None)
        if isinstance(text, list):
            parsed.text, left = [replace_controls(word) for word in (*text, *left)], []
        return parsed, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401  # argparse's signature
        """Name the nearest choice for a wrong one."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        hint = suggest_name(value, choices, f"Choose from {', '.join(choices)}.")
        if action.option_strings:
            raise InputError(f"{action.option_strings[0]}: {quote_value(value)} is not one of its values.{hint}")
        if " " in value:
            hint = f" Try {self.prog} advise {quote_value(value)}."
        raise InputError(f"{self.prog}: there is no command {quote_value(value)}.{hint}")

    def format_help(self) -> str:
        """What the command does, its options, its appendix, then examples and exit statuses."""
        from tui.cli.help.sections import describe_command, render_sections  # noqa: PLC0415  # YAML, 17 ms that only help needs

        self._prints_help = True
        is_raw = isinstance(self.formatter_class, type) and issubclass(self.formatter_class, argparse.RawDescriptionHelpFormatter)
        self.description = (self.description if is_raw else None) or describe_command(self.prog, wrapped=is_raw) or self.description
        appendix = self.appendix() if self.appendix is not None else ""
        return super().format_help() + appendix + render_sections(self.prog)

    def print_help(self, file: Any = None) -> None:  # noqa: ANN401  # argparse's signature
        """Print the help. Raises OSError, which argparse would swallow, where it cannot be written."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Raise InputError with one line, the option that it is about first."""
        is_about_option = message.startswith("argument -")
        where = "" if is_about_option else f"{self.prog}: "
        raise InputError(f"{where}{message.removeprefix('argument ') if is_about_option else message}. See {self.prog} --help.")


def run_lazily(module: str, function: str = "run") -> Callable[[argparse.Namespace], int]:
    """A command's function, whose module is imported when the command runs: parsing, help and completion load no engine."""

    def run(arguments: argparse.Namespace) -> int:
        status: int = getattr(import_module(module), function)(arguments)
        return status

    return run


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """The type of an option that takes a whole number of a range."""

    def parse(text: str) -> int:
        if not (text.isdecimal() and len(text) <= _MAX_DIGITS and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{quote_value(text)} is out of range. Give a whole number from {low} to {high}")
        return int(text)

    return parse
