"""Compatibility: what software needs, held against hardware, hosts and places."""

from engine.compatibility.compat import check_compatibility
from engine.compatibility.records import Compatibility, Requirement

__all__ = ["Compatibility", "Requirement", "check_compatibility"]
