"""Runs the CDK apps of a folder, and compares what they synthesise with the template beside each.

Runs in an environment that has aws-cdk-lib, and nothing of ours.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import aws_cdk

_OF_THE_CDK = ("Rules", "BootstrapVersion")
"""What the CDK adds for its own deployment."""


def main(folder: Path) -> int:
    """Tell which differ; 1 where one does."""
    apps = sorted(folder.glob("*.py"), key=lambda path: int(path.stem))
    differ = [app.name for app in apps if not _is_same(app)]
    print(f"{len(apps)} apps synthesised, {len(differ)} differ from their template: {', '.join(differ) or 'none'}")  # noqa: T201  # a script
    return 1 if differ or not apps else 0


def _is_same(path: Path) -> bool:
    found, wanted = _template(path), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    for part in ("Parameters", "Resources", "Outputs"):
        one, other = _plain(found.get(part, {})), _plain(wanted.get(part, {}))
        if one != other:
            names = [name for name in {*one, *other} if one.get(name) != other.get(name)]
            print(path.name, part, *((name, one.get(name), other.get(name)) for name in names), sep="\n  ")  # noqa: T201  # the same
            return False
    return True


def _template(path: Path) -> Any:  # noqa: ANN401  # JSON is of any shape
    """The template of the one stack of an app."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)  # noqa: S102  # our own text is what is tried
    app = names["app"]
    assert isinstance(app, aws_cdk.App)
    return app.synth().stacks[0].template


def _plain(node: Any) -> Any:  # noqa: ANN401  # the same
    """A template as one that says the same always looks: nothing of the CDK's own, numbers as numbers, !GetAtt as a list."""
    if isinstance(node, dict):
        if set(node) == {"Fn::GetAtt"} and isinstance(node["Fn::GetAtt"], str):
            return {"Fn::GetAtt": node["Fn::GetAtt"].split(".")}
        return {key: _plain(value) for key, value in node.items() if key not in _OF_THE_CDK}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    return float(node) if isinstance(node, int) and not isinstance(node, bool) else node


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
