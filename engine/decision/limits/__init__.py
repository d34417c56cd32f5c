"""Hard limits: one small function each. It answers None where the limit is kept, else what is needed and what there is.

The words and sources of a limit stand in `knowledge/data/limits/<id>.yaml`; the function's name is that id.
"""

from engine.decision.limits.access import (
    ACCESS_FACTS,
    ACCESS_LIMITS,
    SITE_LIMITS,
    TYPE_FACTS,
    TYPE_LIMITS,
    active_limits,
    job_name,
    region,
    status,
    variant,
)
from engine.decision.limits.failure import Failure, first_failure
from engine.decision.limits.fitness import DEVICE_LIMITS, FAMILY_LIMITS, FITNESS_FACTS, FITNESS_LIMITS, host_memory
from engine.decision.limits.hardware import processor_of
from engine.decision.limits.payment import PAYMENT_LIMITS, payment_limits
from engine.decision.limits.places import PLACE_FACTS, PLACE_LIMITS, not_sold_failure
from engine.decision.limits.plans import PLAN_LIMITS, PlanCheck, plan_limits
from engine.decision.limits.policy_terms import unapproved_hardware

__all__ = [
    "ACCESS_FACTS",
    "ACCESS_LIMITS",
    "DEVICE_LIMITS",
    "FAMILY_LIMITS",
    "FITNESS_FACTS",
    "FITNESS_LIMITS",
    "PAYMENT_LIMITS",
    "PLACE_FACTS",
    "PLACE_LIMITS",
    "PLAN_LIMITS",
    "SITE_LIMITS",
    "TYPE_FACTS",
    "TYPE_LIMITS",
    "Failure",
    "PlanCheck",
    "active_limits",
    "first_failure",
    "host_memory",
    "job_name",
    "not_sold_failure",
    "payment_limits",
    "plan_limits",
    "processor_of",
    "region",
    "status",
    "unapproved_hardware",
    "variant",
]
