"""What programs import from `engine`: small, typed, documented, and imported only when it is asked for."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.library import EstimateOptions
from engine.sizing.estimator.estimate_options import OPTIONS

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
FENCES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_page_give_what_it_shows() -> None:
    """To the letter, one after the other, as a reader would type them."""
    assert len(FENCES) > 5
    examples = doctest.DocTestParser().get_doctest("\n".join(FENCES), {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 30
    told: list[str] = []
    assert doctest.DocTestRunner().run(examples, out=told.append).failed == 0, "".join(told)


def test_the_page_tells_of_every_public_name() -> None:
    """But for those that only stand in annotations."""
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in engine.__all__ if name not in page and name[0].islower()] == []


def test_the_public_names_are_sorted_and_all_there() -> None:
    """Each can be imported, says what it is, and is what a type checker sees."""
    assert list(engine.__all__) == sorted(engine.__all__)
    assert dir(engine) == engine.__all__
    tree = ast.parse(inspect.getsource(engine))
    (checked,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {name.name: node.module for node in checked.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert seen == engine._WHERE
    for name in engine.__all__:
        assert inspect.getdoc(getattr(engine, name))


def test_a_name_of_none_is_an_attribute_error() -> None:
    """As with any module, so that hasattr and import tell the truth."""
    with pytest.raises(AttributeError, match="no attribute 'advize'"):
        engine.advize  # noqa: B018  # asking is the test
    with pytest.raises(ImportError):
        exec("from engine import advize")  # noqa: S102  # the statement a program would write


def test_importing_the_package_loads_nothing_of_it() -> None:
    """A module of the engine is loaded without the others, so that no command starts later."""
    code = "import sys, engine; print(*(name for name in sys.modules if name.startswith(('engine.', 'knowledge', 'msgspec'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_type_checker_knows_every_option_of_an_estimate() -> None:
    """No more and no fewer than the estimator takes."""
    assert set(EstimateOptions.__annotations__) == set(OPTIONS)
