"""The numbered steps at the end of a template: commands of bash that lead from an empty account to the first answer, and back."""

from engine.handover.template.steps.path import Step, list_steps, write_steps

__all__ = ["Step", "list_steps", "write_steps"]
