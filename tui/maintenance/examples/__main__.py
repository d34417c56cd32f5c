"""`make examples`: take what the documentation shows of commands anew, where it is no longer what they print."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tui.maintenance.examples.example_runs import ExampleRun, example_environment, run_examples
from tui.maintenance.examples.page_fences import Fence, output_agrees

ROOT = Path(__file__).parents[3]


def update_page(page: str, found: list[ExampleRun]) -> str:
    """The page with the output of every block that no longer agrees."""
    changed = {one.fence for one in found if not output_agrees(one.shown.output.splitlines(), one.output.splitlines())}
    for fence in changed:
        page = page.replace(fence.body, _fence_body(fence, found), 1)
    return page


def _fence_body(fence: Fence, found: list[ExampleRun]) -> str:
    """Its commands with what they print; an empty line before a command that follows an output."""
    blocks = [_command_lines(one) for one in found if one.fence == fence]
    return "".join(block + ("\n" if block.count("\n") > 1 and block is not blocks[-1] else "") for block in blocks)


def _command_lines(one: ExampleRun) -> str:
    first, *rest = one.shown.command.split("\n")
    same = output_agrees(one.shown.output.splitlines(), one.output.splitlines())
    output = one.shown.output if same else one.output
    return "".join(f"{line}\n" for line in (f"$ {first}", *(f"> {line}" for line in rest), *output.splitlines()))


def main() -> int:
    """Write the pages whose examples have changed; name them."""
    for path in sorted(Path(name) for name in sys.argv[1:]) or (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        page = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as folder, example_environment(Path(data)):
            after = update_page(page, list(run_examples(page, Path(folder))))
        if after != page:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{path}: changed\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
