"""Finds a published measurement of the very run that is estimated."""

from __future__ import annotations

from collections.abc import Iterable

from engine.sizing.speed.performance import Load
from knowledge.schema.measurement import Measurement


def same_run(rows: Iterable[Measurement], precision: str, load: Load, near: float) -> Measurement | None:
    """The measurement of `load` in `precision` among those of a model on a device; the most trusted, then the first.

    Its tokens and pixels may differ by the share `near`.
    """
    found = [row for row in rows if not row.special and row.trust != "C" and _same(row, precision, load, near)]
    return min(found, key=lambda row: (row.trust, row.id), default=None)


def _same(row: Measurement, precision: str, load: Load, near: float) -> bool:
    if row.precision != precision or (row.stage == "inference") != (load.stage == "inference"):
        return False
    if row.devices != load.devices or (row.method or "full") != load.method:
        return False
    if load.stage != "inference" and row.batch != load.batch:
        return False
    if load.stage == "inference":
        if row.regime not in {load.regime, "stream" if load.batch == 1 else load.regime}:
            return False
        asked, said = (load.concurrency, row.concurrency) if load.regime == "concurrency" else (load.batch, row.batch)
        if asked != (said or 1) or not _near(row.output_tokens, load.tokens_out, near):
            return False
    return _near(row.input_tokens, load.tokens_in, near) and _near(row.image_pixels, load.pixels, near)


def _near(measured: float | None, asked: float, share: float) -> bool:
    return not asked or (measured is not None and abs(measured - asked) <= share * asked)
