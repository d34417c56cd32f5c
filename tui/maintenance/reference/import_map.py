"""The architecture, read from the code: folders and the imports between them."""

from __future__ import annotations

import inspect
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

import grimp

from tui.maintenance.reference import drawing
from tui.maintenance.reference.markdown import escape_markdown, format_code, format_table, join_blocks

PACKAGES: Final = ("tui", "quizzes", "engine", "knowledge")
"""From top to bottom; each may import the packages after it."""
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
def count_imports() -> Imports:
    """Folders and imports of the four packages."""
    graph = grimp.build_graph(*PACKAGES)
    modules = Counter(_folder_of(graph, module) for module in graph.modules)
    between: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            between[_folder_of(graph, module), _folder_of(graph, other)] += 1
    return Imports(modules, {pair: count for pair, count in between.items() if pair[0] != pair[1]})


def _folder_of(graph: grimp.ImportGraph, module: str) -> str:
    below = ".".join(module.split(".")[:_PARTS])
    return below if graph.find_children(below) else module.partition(".")[0]


def list_folders(package: str) -> list[str]:
    """The package, then its folders by name."""
    return sorted(folder for folder in count_imports().modules if folder.split(".")[0] == package)


def folders_table() -> str:
    """A map: every folder, its modules, and what it says of itself."""
    rows = (
        [format_code(folder.replace(".", "/") + "/"), str(count_imports().modules[folder]), escape_markdown(_describe_folder(folder))]
        for package in reversed(PACKAGES)
        for folder in list_folders(package)
    )
    return format_table(["folder", "modules", "what is in it"], rows)


def _describe_folder(folder: str) -> str:
    """The first paragraph of a package's own description."""
    return (inspect.getdoc(import_module(folder)) or "").split("\n\n")[0]


def imports_table() -> str:
    """For each folder, the folders that it imports, with how many imports there are."""
    return join_blocks(
        format_table(
            ["folder", "imports"],
            ([format_code(folder), _imported_folders(folder)] for package in PACKAGES for folder in list_folders(package)),
        )
    )


def _imported_folders(folder: str) -> str:
    found = Counter({other: count for (importer, other), count in count_imports().between.items() if importer == folder})
    return ", ".join(f"{format_code(other)} {count}" for other, count in found.most_common()) or "nothing of ours"


class _Spot(NamedTuple):
    x: float
    y: float


def _draw_shapes() -> Iterator[str]:
    """The shapes."""
    spots, bands = _lay_out()
    yield f"<style>{' '.join(_hover_rule(folder) for folder in spots)}</style>"
    for package, (top, height) in bands.items():
        yield drawing.draw_box(0.5, top, _WIDTH - 1, height, fill="none")
        yield drawing.draw_text(12, top + height / 2 + 5, package, size=16, weight="bold")
    for (importer, imported), count in sorted(count_imports().between.items(), key=lambda one: (one[1], one[0])):
        if importer.split(".")[0] != imported.split(".")[0]:
            yield _draw_arrow(importer, imported, count, spots)
    for folder, spot in spots.items():
        yield from _draw_folder(folder, spot)


def _hover_rule(folder: str) -> str:
    """CSS rule that fades all other lines while the pointer is over a folder."""
    return f"svg:has(#{_element_id(folder)}:hover) path:not(.{_element_id(folder)}) {{ stroke-opacity: 0.04; }}"


def _element_id(folder: str) -> str:
    return f"of-{folder.replace('.', '-')}"


def _draw_arrow(importer: str, imported: str, count: int, spots: Mapping[str, _Spot]) -> str:
    """A line from a folder down to one that it imports; thicker for more imports."""
    start, end, share = spots[importer], spots[imported], count / max(count_imports().between.values())
    return drawing.draw_curve(
        (start.x + _BOX / 2, start.y + _TALL),
        (end.x + _BOX / 2, end.y),
        width=0.8 + 5 * share,
        opacity=0.25 + 0.6 * share,
        title=f"{importer} imports {imported}, {count} times",
        of=f"{_element_id(importer)} {_element_id(imported)}",
    )


def _draw_folder(folder: str, spot: _Spot) -> Iterator[str]:
    package, _, name = folder.partition(".")
    yield f'<g id="{_element_id(folder)}">'
    yield drawing.draw_box(spot.x, spot.y, _BOX, _TALL, title=_describe_folder(folder))
    yield drawing.draw_text(spot.x + _BOX / 2, spot.y + 15, name or f"{package} itself", anchor="middle", weight="bold")
    yield drawing.draw_text(
        spot.x + _BOX / 2, spot.y + 28, f"{count_imports().modules[folder]} modules", size=10, anchor="middle", fill=drawing.FAINT
    )
    yield "</g>"


def _lay_out() -> tuple[dict[str, _Spot], dict[str, tuple[float, float]]]:
    """Top left corner of each folder's box, and top and height of each package's band."""
    spots: dict[str, _Spot] = {}
    bands: dict[str, tuple[float, float]] = {}
    top = 1.0
    for package in PACKAGES:
        names = list_folders(package)
        for index, name in enumerate(names):
            row, column = divmod(index, _PER_ROW)
            step = (_WIDTH - _LEFT) / min(_PER_ROW, len(names) - row * _PER_ROW)
            spots[name] = _Spot(_LEFT + step * column + (step - _BOX) / 2, top + 10 + row * _ROW)
        height = math.ceil(len(names) / _PER_ROW) * _ROW + 10
        bands[package] = (top, height)
        top += height + _BETWEEN
    return spots, bands


def imports_drawing() -> str:
    """The four packages with their folders, and a line for every import from one package to another."""
    top, height = _lay_out()[1][PACKAGES[-1]]
    return drawing.draw_svg(_WIDTH, top + height + 1, "Imports between the folders: from the faces down to what is known", _draw_shapes())
