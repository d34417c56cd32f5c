"""YAML as `knowledge.safe_yaml` reads it back."""

from __future__ import annotations

import yaml

from knowledge.safe_yaml import EXPONENT, NUMERIC


class PlainDumper(yaml.SafeDumper):
    """Writes out a value that stands in two places, because the reader accepts no anchors, and quotes text that it takes for a number."""

    def ignore_aliases(self, data: object) -> bool:
        """Never refer back."""
        del data
        return True


PlainDumper.add_implicit_resolver("tag:yaml.org,2002:float", EXPONENT, NUMERIC)
