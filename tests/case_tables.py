"""Cases of tests: tables beside the tests, and one test for all cases of a table."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NAME_WIDTH: Final = 200
Test = Callable[..., None]


def read_table(path: Path) -> Any:  # noqa: ANN401  # whoever wrote the table knows its shape
    """What a file of YAML holds, read anew at each call."""
    return yaml.load(path.read_bytes(), Loader=_LOADER)  # noqa: S506  # either loader is a safe one


def for_each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run all cases as one test, which costs far less than a test for each (`pytest.mark.parametrize`).

    Every case is run, and each failure names its case. Fixtures are shared by the cases.
    """
    columns, rows = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names), list(cases)

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run_cases(**fixtures: object) -> None:
            __tracebackhide__ = True
            failures: list[BaseException] = []
            for row in rows:
                values = dict(zip(columns, row if len(columns) > 1 else (row,), strict=True))
                try:
                    test(**fixtures, **values)
                except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001  # told below
                    failure.add_note(f"The case: {_describe(values)}")
                    failures.append(failure)
            if failures:
                raise failures[0] if len(failures) == 1 else BaseExceptionGroup(f"{len(failures)} cases of {len(rows)} failed", failures)

        signature = inspect.signature(test)
        others = [parameter for name, parameter in signature.parameters.items() if name not in columns]
        run_cases.__dict__["__signature__"] = signature.replace(parameters=others)
        return run_cases

    return decorate


def _describe(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {value!r}"[:_NAME_WIDTH] for name, value in values.items())
