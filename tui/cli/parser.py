"""The parser of the command line. Subcommands import what they need when they run."""

from __future__ import annotations

import argparse
import importlib
import textwrap
from collections.abc import Callable
from typing import Any, NoReturn

from knowledge.errors import InputError, shown, suggestion
from tui.cli.main import VERSION
from tui.cli.streams import printable

_MOST_ALTERNATIVES = 5
_LAST_PORT = 65_535


class Parser(argparse.ArgumentParser):
    """Raises InputError instead of printing a usage text and leaving; takes words of a text before and after options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # argparse's own signature is long
        """Options are written out: what is short for one today may be ambiguous tomorrow."""
        super().__init__(*args, **{**kwargs, "allow_abbrev": False})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401  # argparse overloads it
        """Parse; words that argparse leaves over belong to the text, an option that it leaves over is a mistake."""
        parsed, left = super().parse_known_args(args, namespace)
        wrong = next((word for word in left if word.startswith("-") and " " not in word), None)
        if wrong is not None:
            known = [option for option in self._option_string_actions if option.startswith("--")]
            raise InputError(f"{self.prog}: there is no option {shown(wrong)}.{suggestion(wrong, known, f'See {self.prog} --help.')}")
        text = getattr(parsed, "text", None)
        if isinstance(text, list):
            parsed.text, left = [printable(word) for word in (*text, *left)], []
        return parsed, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401  # argparse's signature
        """Name the nearest choice for a wrong one."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        all_of_them = f"Choose from {', '.join(choices)}."
        if action.option_strings:
            raise InputError(
                f"{action.option_strings[0]}: {shown(value)} is not one of its values.{suggestion(value, choices, all_of_them)}"
            )
        hint = f" Try {self.prog} advise {shown(value)}." if " " in value else suggestion(value, choices, all_of_them)
        raise InputError(f"{self.prog}: there is no command {shown(value)}.{hint}")

    def error(self, message: str) -> NoReturn:
        """One line, with the option it is about first."""
        about_option = message.startswith("argument -")
        where = "" if about_option else f"{self.prog}: "
        raise InputError(f"{where}{message.removeprefix('argument ') if about_option else message}. See {self.prog} --help.")


def build_parser() -> Parser:
    """The whole command line."""
    parser = Parser(prog="sizewise", description="Which AWS compute for this machine-learning workload, and why.")
    parser.add_argument("--version", "-V", action="version", version=f"sizewise {VERSION}")
    parser.add_argument("--plain", action="store_true", help="the conversation line by line: for pipes, screen readers, plain terminals")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    _advise(commands)
    _understand(commands)
    _estimate(commands)
    importlib.import_module("tui.cli.catalog").add_parser(commands)
    _explain(commands)
    _compare(commands)
    importlib.import_module("tui.cli.quiz").add_parser(commands)
    _schema(commands)
    _serve(commands)
    return parser


def _later(module: str) -> Callable[[argparse.Namespace], int]:
    """The `run` of a subcommand's module, imported when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        status: int = importlib.import_module(module).run(arguments)
        return status

    return run


def _advise(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    advise = commands.add_parser(
        "advise",
        help="recommend compute for a workload",
        description="Text, file and settings add up; a setting wins over the file, the file over the text.",
        formatter_class=_FactsBelow,
    )
    advise.add_argument("text", nargs="*", help='the workload in your words: "BERT, 1000 requests a minute, under 200 ms"')
    advise.add_argument("--file", "-f", metavar="FILE", help="facts as YAML or JSON; - for standard input")
    advise.add_argument(
        "--set", "-s", action="append", default=[], metavar="FACT=VALUE", help="one fact, for instance latency_p99_ms=200ms"
    )
    advise.add_argument(
        "--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas and Savings Plans as YAML or JSON"
    )
    advise.add_argument("--lens", choices=("today", "exam"), default="today", help="what to use now, or what the exam expects")
    advise.add_argument("--top", type=_top, default=3, metavar="N", help="alternatives shown in text (0 to 5)")
    advise.add_argument("--explain", choices=("full", "choice"), help="full: also what would change the choice")
    advise.add_argument("--json", action="store_true", help="one JSON document on standard output")
    advise.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    advise.set_defaults(run=_later("tui.cli.advise"))


def _top(text: str) -> int:
    if not (text.isdecimal() and int(text[:3]) <= _MOST_ALTERNATIVES):
        raise argparse.ArgumentTypeError(f"{shown(text)} is out of range. Give a whole number from 0 to {_MOST_ALTERNATIVES}")
    return int(text)


class _FactsBelow(argparse.HelpFormatter):
    """Writes the names of the facts below the help; the engine is imported only when somebody asks."""

    def format_help(self) -> str:
        """The help of a command, and below it the name of every fact that it takes."""
        from engine.workload import FACT_NAMES  # noqa: PLC0415  # only the help needs it

        return (
            super().format_help()
            + "\nfacts:\n"
            + textwrap.fill(", ".join(FACT_NAMES), 78, initial_indent="  ", subsequent_indent="  ")
            + "\n"
        )


def _understand(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    understand = commands.add_parser("understand", help="the facts that a text states")
    understand.add_argument("text", nargs="*")
    understand.add_argument("--json", action="store_true")
    understand.add_argument("--jsonl", action="store_true")
    understand.set_defaults(run=_later("tui.cli.understand"))


def _estimate(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    estimate = commands.add_parser(
        "estimate",
        help="memory, speed and cost of a model on some hardware",
        description="What a model needs and how fast that hardware runs it, with the arithmetic.",
        epilog="sizewise estimate --model llama-3-8b --instance ml.g5.xlarge --concurrency 8",
    )
    groups = {
        "the model": {
            "model": ("NAME", "by name or alias: llama-3-8b, meta-llama/Llama-3.1-8B-Instruct"),
            "model-config": ("FILE", "a Hugging Face config.json, for a model that is not in the base"),
            "parameters-b": ("N", "for one that is not in the base: its parameters, in billions"),
            "active-parameters-b": ("N", "those that one token meets (mixture of experts), in billions"),
            "layers": ("N", "its layers"),
            "hidden-size": ("N", "width of a layer"),
            "heads": ("N", "attention heads of a layer"),
            "kv-heads": ("N", "key and value heads of a layer"),
            "head-size": ("N", "elements of a head"),
            "gflops-per-item": ("N", "10^9 operations for one item, where it generates no text"),
        },
        "the hardware": {
            "instance": ("TYPE", "g5.xlarge; ml.g5.xlarge for the price at SageMaker"),
            "count": ("N", "how many instances (1)"),
            "accelerator": ("NAME", "bare hardware instead of an instance: a10g"),
            "accelerators": ("N", "devices that are used (as many as are needed)"),
        },
        "the run": {
            "stage": ("STAGE", "inference (default), training or fine-tuning"),
            "precision": ("TYPE", "of the weights: fp32, bf16, fp16, fp8, int8, int4 … (as suits the hardware)"),
            "batch": ("N", "items at once; in training per device and step"),
            "concurrency": ("N", "requests that are always under way"),
            "input-tokens": ("N", "tokens of one request or sample"),
            "output-tokens": ("N", "tokens that one request generates"),
            "method": ("METHOD", "of fine-tuning: full, lora or qlora"),
            "optimizer": ("NAME", "of training: adamw, adamw-8bit, adafactor or sgd"),
            "sharding": ("NAME", "of training over devices: none, zero-1, zero-2 or zero-3"),
        },
    }
    for title, options in groups.items():
        group = estimate.add_argument_group(title)
        for name, (value, text) in options.items():
            group.add_argument(f"--{name}", metavar=value, help=text)
    group.add_argument("--no-checkpointing", action="store_const", const=True, help="training keeps all activations")
    estimate.add_argument("--json", action="store_true", help="one JSON document on standard output")
    estimate.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    estimate.set_defaults(run=_later("tui.cli.estimate"))


def _explain(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    explain = commands.add_parser("explain", help="what the base says of anything in it; alone, what it knows")
    explain.add_argument("term", nargs="*", metavar="TERM", help='a family, place, tool, term: "whats efa", "lambda limit"')
    explain.add_argument("--json", action="store_true", help="one JSON document")
    explain.set_defaults(run=_later("tui.cli.explain"))


def _compare(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    compare = commands.add_parser("compare", help="families, types, places, purchases or processors side by side")
    compare.add_argument("names", nargs="+", metavar="NAME", help="two to four of a kind: g5 inf2")
    compare.add_argument("--json", action="store_true", help="one JSON document")
    compare.set_defaults(run=_later("tui.cli.compare"))


def _schema(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    schema = commands.add_parser("schema", help="the JSON Schema of a command's --json output")
    schema.add_argument("command", metavar="COMMAND")
    schema.set_defaults(run=_later("tui.cli.schema"))


def _serve(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    serve = commands.add_parser("serve", help="the app in a browser on this machine")
    serve.add_argument("--port", type=_port, default=8000, metavar="N", help="where it listens, on 127.0.0.1 (8000)")
    serve.set_defaults(run=_later("tui.cli.serve"))


def _port(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text[:6]) <= _LAST_PORT):
        raise argparse.ArgumentTypeError(f"{shown(text)} is out of range. Give a whole number from 1 to {_LAST_PORT}")
    return int(text)
