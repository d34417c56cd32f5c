"""`sizewise template`: an advice as text that deploys it."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tui.cli.advice_input import add_input
from tui.cli.main import DONE, NOTHING_FITS

FORMATS = ("cloudformation", "cdk", "terraform", "sdk", "cli")
"""The same as the engine's; the help needs no engine."""


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `template`."""
    template = commands.add_parser(
        "template",
        help="an advice as text that deploys it",
        description="Writes CloudFormation, CDK, Terraform, a boto3 script or AWS CLI calls. What only you know, such as roles, images and "
        "buckets, is left to be filled in; the comment above says how, what it costs, and what comes next.",
    )
    add_input(template)
    template.add_argument("--format", choices=FORMATS, required=True, help="the language")
    template.add_argument("--out", "-o", metavar="FILE", help="write to a file instead of standard output")
    template.add_argument("--force", action="store_true", help="write over a file that is there")
    template.add_argument("--json", action="store_true", help="one JSON document: the text, what to fill in, what to run")
    template.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the template."""
    from engine.handover.template import template_of  # noqa: PLC0415  # the help needs neither engine nor base
    from knowledge import load  # noqa: PLC0415  # the same
    from knowledge.sentences import sentence  # noqa: PLC0415  # the same
    from tui.cli.advice_input import advice_of  # noqa: PLC0415  # the same
    from tui.cli.json_text import json_text  # noqa: PLC0415  # the same
    from tui.cli.written import hand_out, target_of  # noqa: PLC0415  # the same

    path = target_of(arguments)
    knowledge = load()
    advice = advice_of(arguments, knowledge)
    if advice.choice is None:
        print(sentence(knowledge, "template", "nothing"), file=sys.stderr)
        return NOTHING_FITS
    template = template_of(advice, knowledge, arguments.format)
    text = f"{json_text(template)}\n" if arguments.json else template.text
    hand_out(text.encode(), path, force=arguments.force)
    return DONE
