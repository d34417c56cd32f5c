"""What is true: records, YAML facts, the instance catalogue, sources. No decisions are taken here."""

from knowledge.base import Knowledge
from knowledge.store import load

__all__ = ["Knowledge", "load"]
