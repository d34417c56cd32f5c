"""Hard limits: one small function each. It answers None where the limit is kept, else what is needed and what there is.

The words and sources of a limit stand in `knowledge/data/limits/<id>.yaml`; the function's name is that id.
"""

from engine.decision.limits.failure import Failure
from engine.decision.limits.of_access import ACCESS_FACTS, ACCESS_LIMITS, TYPE_FACTS, site_limits, type_limits
from engine.decision.limits.of_fitness import DEVICE_LIMITS, FAMILY_LIMITS, FITNESS_FACTS, FITNESS_LIMITS, host_memory
from engine.decision.limits.of_payment import PAYMENT_LIMITS, payment_limits, payment_matters
from engine.decision.limits.of_places import PLACE_LIMITS
from engine.decision.limits.of_plans import PLAN_LIMITS, plan_limits

__all__ = [
    "ACCESS_FACTS",
    "ACCESS_LIMITS",
    "DEVICE_LIMITS",
    "FAMILY_LIMITS",
    "FITNESS_FACTS",
    "FITNESS_LIMITS",
    "PAYMENT_LIMITS",
    "PLACE_LIMITS",
    "PLAN_LIMITS",
    "TYPE_FACTS",
    "Failure",
    "host_memory",
    "payment_limits",
    "payment_matters",
    "plan_limits",
    "site_limits",
    "type_limits",
]
