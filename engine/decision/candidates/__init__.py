"""Every plan in question: places × machines × counts, those that keep the limits and those that break one."""

from engine.decision.candidates.edge_device import is_edge_device, memory_on_device
from engine.decision.candidates.endpoints import default_patience_ms, is_redundant, load_at_place, minimum_instances
from engine.decision.candidates.jobs import items_per_run
from engine.decision.candidates.machines import RuledOutTypes, TypeFailure
from engine.decision.candidates.measurement_comparison import compare_measurements
from engine.decision.candidates.place_offers import Candidates, find_candidates
from engine.decision.candidates.reduced_precision import FEWER_BITS, options_if_nothing_fits, options_in_fewer_bits
from engine.decision.candidates.todays_machines import completed_by_today, ratios_of_today
from engine.decision.candidates.todays_option import with_todays_option

__all__ = [
    "FEWER_BITS",
    "Candidates",
    "RuledOutTypes",
    "TypeFailure",
    "compare_measurements",
    "completed_by_today",
    "default_patience_ms",
    "find_candidates",
    "is_edge_device",
    "is_redundant",
    "items_per_run",
    "load_at_place",
    "memory_on_device",
    "minimum_instances",
    "options_if_nothing_fits",
    "options_in_fewer_bits",
    "ratios_of_today",
    "with_todays_option",
]
