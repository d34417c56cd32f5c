"""Writes the CDK app of every workload into a folder, each with the CloudFormation template that it has to become."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import yaml
from cfnlint.decode import decode_str

from engine.handover.template import write_template
from engine.intake.from_mapping import from_mapping
from engine.pipeline import advise
from knowledge import load
from knowledge.errors import InputError

WORKLOADS = Path(__file__).parent.parent / "engine/handover/template/workloads.yaml"


def main(folder: Path) -> None:
    """Write them."""
    knowledge = load()
    folder.mkdir(parents=True, exist_ok=True)
    for number, facts in enumerate(yaml.safe_load(WORKLOADS.read_text(encoding="utf-8"))):
        advice = advise(from_mapping(facts, knowledge), knowledge, explain="choice")
        try:
            app, template = write_template(advice, knowledge, "cdk"), write_template(advice, knowledge, "cloudformation")
        except InputError:
            continue  # the CDK has no word for it
        document, _ = decode_str(template.text)
        (folder / f"{number}.py").write_text(app.text, encoding="utf-8")
        (folder / f"{number}.json").write_text(json.dumps(document), encoding="utf-8")


main(Path(sys.argv[1]))
