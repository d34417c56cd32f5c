"""Everything that the compiled base holds, read from YAML and CSV. Imports what only reading needs: pydantic and YAML."""

from __future__ import annotations

from pathlib import Path

from knowledge.base import Knowledge
from knowledge.catalog.tables import read_catalog
from knowledge.compilation_progress import REFERENCES_CHECKED, report_compilation
from knowledge.errors import KnowledgeError
from knowledge.loader import load_yaml
from knowledge.measurements import read_measurements
from knowledge.message_vocabulary import build_message_vocabulary
from knowledge.references import find_dangling
from knowledge.symptom_index import build_symptom_index


def compile_sections(data: Path, catalog: Path) -> dict[str, object]:
    """Section name -> its value, from the base in the folder `data` and the catalogue in `catalog`. Raises KnowledgeError."""
    records = load_yaml(data)
    records |= read_measurements(data)
    tables = read_catalog(catalog)
    mistakes = list(find_dangling({**records, "instances": tables.instances}))
    if mistakes:
        raise KnowledgeError(*mistakes)
    report_compilation(REFERENCES_CHECKED)
    records["catalog.instances"] = tables.instances
    ordered = {kind: dict(sorted(entries.items())) for kind, entries in records.items()}  # as the cache will have them
    knowledge = Knowledge(lambda name, _: ordered[name])
    return {
        **records,
        "catalog.excluded": tables.excluded,
        "catalog.stamp": tables.stamp,
        "message_vocabulary": build_message_vocabulary(knowledge),
        "symptom_index": build_symptom_index(knowledge),
    }
