"""A base of a handful of files, for tests that change, break or hide them."""

from __future__ import annotations

from pathlib import Path

from knowledge.catalog.tables import COLUMNS, STAMP

SOURCE = "title: T\npublisher: P\nkind: article\nurl: https://a.example\nread: 2026-01-02\n"
REGION = "name: Nowhere\nsummary: S.\nas_of: 2026-01-02\nsources: [head]\ncity: {city}\ngeography: G\nopt_in: false\n"


def write_base(root: Path) -> Path:
    """Write one source, one region and an empty catalogue below `root`."""
    for folder in ("sources", "regions", "catalog"):
        (root / folder).mkdir(parents=True)
    (root / "sources" / "head.yaml").write_text(SOURCE, encoding="utf-8")
    write_region(root, "Nowhere")
    for name, columns in COLUMNS.items():
        (root / "catalog" / name).write_text(f"{','.join(columns)}\n", encoding="utf-8")
    (root / "catalog" / STAMP).write_text("as_of: 2026-01-02\nbuilt_from: {}\nrefreshed: {}\n", encoding="utf-8")
    return root


def write_region(root: Path, city: str) -> None:
    """Write the region with another city."""
    (root / "regions" / "nowhere-1.yaml").write_text(REGION.format(city=city), encoding="utf-8")
