"""What helps where something hurts: the check worth doing, the remedy, and the plan with it."""

from engine.diagnosis.change_wording import describe_change, describe_observed
from engine.diagnosis.diagnose import diagnose_text, diagnose_workload

__all__ = ["describe_change", "describe_observed", "diagnose_text", "diagnose_workload"]
