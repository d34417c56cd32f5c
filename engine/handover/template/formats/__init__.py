"""The formats of templates. None of them knows of places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from engine.handover.template.blueprint import Stack
from engine.handover.template.formats import cdk, cli, cloudformation, sdk, terraform
from engine.handover.template.name_casing import to_constant_case, to_snake_case

Format = Literal["cloudformation", "cdk", "terraform", "sdk", "cli"]


class FormatSpec(NamedTuple):
    """How one format is written and used."""

    file: str
    """The file name that the deployment command expects."""
    render: Callable[[Stack], str]
    """Writes everything below the opening comment."""
    assignment: str
    """How the deployment command passes a parameter, as text with `$name`."""
    name_parameter: Callable[[str], str] = str
    """The name of a parameter in this format, from its PascalCase id."""
    declares: Literal["cloudformation", "terraform"] | None = None
    """Whose resource types it uses; None where it calls the API, which has all of them."""
    first_line: str = ""


FORMATS: Final[Mapping[Format, FormatSpec]] = {
    "cloudformation": FormatSpec("template.yaml", cloudformation.render_template, " $name=VALUE", declares="cloudformation"),
    "cdk": FormatSpec("app.py", cdk.render_app, " --parameters $name=VALUE", declares="cloudformation"),
    "terraform": FormatSpec("main.tf", terraform.render_configuration, " -var $name=VALUE", to_snake_case, "terraform"),
    "sdk": FormatSpec("deploy.py", sdk.render_script, "$name=VALUE ", to_constant_case),
    "cli": FormatSpec("deploy.sh", cli.render_script, "$name=VALUE ", to_constant_case, first_line="#!/usr/bin/env bash\n"),
}
