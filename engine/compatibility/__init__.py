"""Compatibility: what software needs, held against hardware, hosts and places."""

from engine.compatibility.compat import check_compatibility, find_software
from engine.compatibility.matrix import Cell, matrix_row
from engine.compatibility.need_wording import need_in_words
from engine.compatibility.records import Compatibility, Requirement

__all__ = ["Cell", "Compatibility", "Requirement", "check_compatibility", "find_software", "matrix_row", "need_in_words"]
