"""The architecture as it is: folders and the imports between them, read from the code itself."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from tui.maintenance.reference import drawing
from tui.maintenance.reference.markdown import code, joined, plain, table

if TYPE_CHECKING:
    import grimp

PACKAGES: Final = ("tui", "quizzes", "engine", "knowledge")
"""From the faces down to what is known; each may import those after it."""
_PARTS: Final = 2
_WIDTH, _LEFT, _PER_ROW = 960, 110, 7
_BOX, _TALL, _ROW, _BETWEEN = 112, 34, 46, 96


class Imports(NamedTuple):
    """What imports what, by folder."""

    modules: Mapping[str, int]
    """Folder -> its modules. What stands in no folder of a package counts for the package itself."""
    between: Mapping[tuple[str, str], int]
    """(importer, imported) -> imports of one module by another."""


@cache
def imports() -> Imports:
    """Folders and imports of the four packages."""
    import grimp  # noqa: PLC0415  # comes with import-linter, which only development has

    graph = grimp.build_graph(*PACKAGES)
    modules = Counter(_folder(graph, module) for module in graph.modules)
    between: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            between[_folder(graph, module), _folder(graph, other)] += 1
    return Imports(modules, {pair: count for pair, count in between.items() if pair[0] != pair[1]})


def _folder(graph: grimp.ImportGraph, module: str) -> str:
    below = ".".join(module.split(".")[:_PARTS])
    return below if graph.find_children(below) else module.partition(".")[0]


def folders_of(package: str) -> list[str]:
    """The package, then its folders by name."""
    return sorted(folder for folder in imports().modules if folder.split(".")[0] == package)


def folders() -> str:
    """A map: every folder, its modules, and what it says of itself."""
    rows = (
        [code(folder.replace(".", "/") + "/"), str(imports().modules[folder]), plain(_about(folder))]
        for package in reversed(PACKAGES)
        for folder in folders_of(package)
    )
    return table(["folder", "modules", "what is in it"], rows)


def _about(folder: str) -> str:
    """The first paragraph of a package's own description."""
    return (inspect.getdoc(import_module(folder)) or "").split("\n\n")[0]


def matrix() -> str:
    """For each folder, the folders that it imports, with how many imports there are."""
    return joined(
        table(["folder", "imports"], ([code(folder), _imported(folder)] for package in PACKAGES for folder in folders_of(package)))
    )


def _imported(folder: str) -> str:
    found = Counter({other: count for (importer, other), count in imports().between.items() if importer == folder})
    return ", ".join(f"{code(other)} {count}" for other, count in found.most_common()) or "nothing of ours"


class _Spot(NamedTuple):
    x: float
    y: float


def _shapes() -> Iterator[str]:
    """The shapes."""
    spots, bands = _laid_out()
    yield f"<style>{' '.join(_alone(folder) for folder in spots)}</style>"
    for package, (top, height) in bands.items():
        yield drawing.box(0.5, top, _WIDTH - 1, height, fill="none")
        yield drawing.text(12, top + height / 2 + 5, package, size=16, weight="bold")
    for (importer, imported), count in sorted(imports().between.items(), key=lambda one: one[1]):
        if importer.split(".")[0] != imported.split(".")[0]:
            yield _arrow(importer, imported, count, spots)
    for folder, spot in spots.items():
        yield from _folder_box(folder, spot)


def _alone(folder: str) -> str:
    """Fades the lines that are not of a folder while the pointer rests on it."""
    return f"svg:has(#{_mark(folder)}:hover) path:not(.{_mark(folder)}) {{ stroke-opacity: 0.04; }}"


def _mark(folder: str) -> str:
    return f"of-{folder.replace('.', '-')}"


def _arrow(importer: str, imported: str, count: int, spots: Mapping[str, _Spot]) -> str:
    """From below a folder to the top of one that it imports, the thicker the more often."""
    start, end, share = spots[importer], spots[imported], count / max(imports().between.values())
    return drawing.curve(
        (start.x + _BOX / 2, start.y + _TALL),
        (end.x + _BOX / 2, end.y),
        width=0.8 + 5 * share,
        opacity=0.25 + 0.6 * share,
        title=f"{importer} imports {imported}, {count} times",
        of=f"{_mark(importer)} {_mark(imported)}",
    )


def _folder_box(folder: str, spot: _Spot) -> Iterator[str]:
    package, _, name = folder.partition(".")
    yield f'<g id="{_mark(folder)}">'
    yield drawing.box(spot.x, spot.y, _BOX, _TALL, title=_about(folder))
    yield drawing.text(spot.x + _BOX / 2, spot.y + 15, name or f"{package} itself", anchor="middle", weight="bold")
    yield drawing.text(spot.x + _BOX / 2, spot.y + 28, f"{imports().modules[folder]} modules", size=10, anchor="middle", fill=drawing.FAINT)
    yield "</g>"


def _laid_out() -> tuple[dict[str, _Spot], dict[str, tuple[float, float]]]:
    """Where each folder stands, and top and height of the band of each package."""
    spots: dict[str, _Spot] = {}
    bands: dict[str, tuple[float, float]] = {}
    top = 1.0
    for package in PACKAGES:
        rows = list(_rows(folders_of(package)))
        height = len(rows) * _ROW + 10
        for index, row in enumerate(rows):
            spots |= _in_row(row, top + 10 + index * _ROW)
        bands[package] = (top, height)
        top += height + _BETWEEN
    return spots, bands


def _rows(names: Sequence[str]) -> Iterator[Sequence[str]]:
    return (names[start : start + _PER_ROW] for start in range(0, len(names), _PER_ROW))


def _in_row(names: Sequence[str], y: float) -> dict[str, _Spot]:
    step = (_WIDTH - _LEFT) / len(names)
    return {name: _Spot(_LEFT + step * index + (step - _BOX) / 2, y) for index, name in enumerate(names)}


def drawn() -> str:
    """The four packages with their folders, and a line for every import from one package to another."""
    top, height = _laid_out()[1][PACKAGES[-1]]
    return drawing.svg(_WIDTH, top + height + 1, "Imports between the folders: from the faces down to what is known", _shapes())
