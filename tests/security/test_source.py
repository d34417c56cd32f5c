"""What the packages never do, read off their source. ruff's rules look for some of it too; a `noqa` gets past those, not past these."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("knowledge", "engine", "quizzes", "tui")
FOR_MAINTAINERS: Final = "tui/maintenance/"
"""Tools of a checkout, which no command loads: they run the documentation's own lines."""
UNSAFE_READERS: Final = {"pickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "jsonpickle", "dbm", "plistlib"}
"""Modules that build whatever a file says, or read what only they write."""
XML: Final = {"xml", "lxml", "xmlrpc"}
"""Readers that follow entities."""
PROCESSES: Final = {"subprocess", "pty", "multiprocessing"}
RUNNING: Final = {"eval", "exec", "compile", "__import__", "execfile", "runpy"}
SHELLS: Final = {"os.system", "os.popen", "os.execv", "os.execvp", "os.spawnl", "os.posix_spawn", "os.startfile", "pty.spawn"}
NAMES: Final = {"tempfile.mktemp", "os.tempnam", "os.tmpnam"}
YAML: Final = {"yaml.load", "yaml.load_all", "yaml.unsafe_load", "yaml.full_load", "yaml.unsafe_load_all", "yaml.full_load_all"}
UNVERIFIED: Final = {"ssl._create_unverified_context", "ssl.CERT_NONE"}
SAFE_LOADERS: Final = {"_Loader", "_Base", "CSafeLoader", "SafeLoader"}
ASKING: Final = {"urlopen", "urllib.request.urlopen", "requests.get", "requests.post", "httpx.get", "HTTPConnection", "HTTPSConnection"}
Found = Iterator[str]


class Source:
    """What a module imports, calls, names and asserts, gathered in one walk."""

    def __init__(self, tree: ast.Module) -> None:
        """Read the whole tree."""
        nodes = list(ast.walk(tree))
        self.asserts = [node.lineno for node in nodes if isinstance(node, ast.Assert)]
        self.keywords = [node for node in nodes if isinstance(node, ast.keyword)]
        self.attributes = [(node.lineno, dotted(node)) for node in nodes if isinstance(node, ast.Attribute)]
        members = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
        renamed = {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in members for alias in node.names}
        self.calls = [(node, {dotted(node.func), renamed.get(dotted(node.func), "")}) for node in nodes if isinstance(node, ast.Call)]
        self.imports = [(node.lineno, alias.name) for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        self.imports += [(node.lineno, str(node.module)) for node in members]
        self.imports += [(call.lineno, _first(call)) for call in self.called({"import_module", "importlib.import_module"})]

    def called(self, names: set[str]) -> Iterator[ast.Call]:
        """Calls of one of these names, also under the name that an import gives."""
        return (call for call, own in self.calls if own & names)

    def importing(self, names: set[str]) -> Found:
        """Imports of these modules and of what is below them."""
        return (f"{line}: {name}" for line, name in self.imports if name.partition(".")[0] in names)


def dotted(node: ast.AST) -> str:
    """A name as it is written, with its dots; empty for what is no name."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}".lstrip(".")
    return node.id if isinstance(node, ast.Name) else ""


def _first(call: ast.Call) -> str:
    return str(call.args[0].value) if call.args and isinstance(call.args[0], ast.Constant) else ""


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    """What a call gives under a name; None where it gives nothing."""
    return next((one.value for one in call.keywords if one.arg == name), None)


def list_calls(found: Iterator[ast.Call]) -> Found:
    """Calls by line and name."""
    return (f"{call.lineno}: {dotted(call.func)}" for call in found)


def running(source: Source) -> Found:
    """Text that is run as code."""
    return list_calls(call for call in source.called(RUNNING) if dotted(call.func) in RUNNING)


def unsafe_readers(source: Source) -> Found:
    """Readers that build whatever a file says, or follow where it points."""
    return source.importing(UNSAFE_READERS | XML)


def processes(source: Source) -> Found:
    """Other programs."""
    yield from source.importing(PROCESSES)
    yield from list_calls(source.called(SHELLS))


def loaders(source: Source) -> Found:
    """YAML that is read by another than a safe loader."""
    reading = source.called(YAML)
    return list_calls(call for call in reading if dotted(keyword(call, "Loader") or call).rpartition(".")[2] not in SAFE_LOADERS)


def guessable(source: Source) -> Found:
    """Names of files that somebody may take first."""
    return list_calls(source.called(NAMES))


def endless(source: Source) -> Found:
    """Requests that may wait for ever."""
    return list_calls(call for call in source.called(ASKING) if keyword(call, "timeout") is None)


def asserts(source: Source) -> Found:
    """Checks that `python -O` leaves out."""
    return (f"{line}: assert" for line in source.asserts)


def unchecked(source: Source) -> Found:
    """Certificates that are not looked at, hosts that are not compared."""
    yield from (f"{line}: {name}" for line, name in source.attributes if name in UNVERIFIED)
    no = (one for one in source.keywords if one.arg in {"verify", "check_hostname"} and getattr(one.value, "value", None) is False)
    yield from (f"{one.value.lineno}: {one.arg}=False" for one in no)


def unpacked(source: Source) -> Found:
    """Archives that are unpacked to the disk, whose names lead where they like."""
    yield from source.importing({"tarfile"})
    yield from (f"{line}: {name}" for line, name in source.attributes if name.rpartition(".")[2] in {"extractall", "unpack_archive"})


RULES: Final[dict[str, Callable[[Source], Found]]] = {
    rule.__name__: rule for rule in (running, unsafe_readers, processes, loaders, guessable, endless, asserts, unchecked, unpacked)
}
WRONG: Final = {
    "running": "eval(text)",
    "unsafe_readers": "from importlib import import_module\nimport_module('pickle')",
    "processes": "from os import system as run\nrun('ls')",
    "loaders": "import yaml\nyaml.load(text, Loader=yaml.Loader)",
    "guessable": "from tempfile import mktemp\nmktemp()",
    "endless": "from urllib.request import urlopen\nurlopen(address)",
    "asserts": "assert given",
    "unchecked": "get(address, verify=False)",
    "unpacked": "archive.extractall(folder)",
}


@pytest.fixture(scope="module")
def sources() -> dict[str, Source]:
    """Every module of the packages, by its path."""
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): Source(ast.parse(path.read_bytes())) for path in paths}


def test_every_module_is_read(sources: dict[str, Source]) -> None:
    """Of all four packages."""
    assert {path.partition("/")[0] for path in sources} == set(PACKAGES)
    assert len(sources) > 300


@pytest.mark.parametrize("rule", RULES)
def test_no_module_does_what_is_never_done(rule: str, sources: dict[str, Source]) -> None:
    """But for the tools of a checkout that run the documentation."""
    found = {path: lines for path, source in sources.items() if (lines := list(RULES[rule](source)))}
    assert {path: lines for path, lines in found.items() if not (path.startswith(FOR_MAINTAINERS) and rule == "processes")} == {}


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_finds_what_it_is_for(rule: str) -> None:
    """Under another name too."""
    assert list(RULES[rule](Source(ast.parse(WRONG[rule]))))


def test_no_command_loads_a_tool_of_maintainers(sources: dict[str, Source]) -> None:
    """What may start processes is out of the reach of users."""
    users = {path: source for path, source in sources.items() if not path.startswith(FOR_MAINTAINERS)}
    assert [path for path, source in users.items() if any(name.startswith("tui.maintenance") for _, name in source.imports)] == []
