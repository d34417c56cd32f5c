"""What each place is made of: one module per kind of place, and one table that finds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.handover.template.nodes import Blueprint
from engine.handover.template.places.endpoint import asynchronous, realtime, serverless
from engine.handover.template.subject import Subject

PLACES: Final[Mapping[str, Callable[[Subject], Blueprint]]] = {
    "sagemaker-realtime": realtime,
    "sagemaker-serverless": serverless,
    "sagemaker-async": asynchronous,
}
"""Place -> what makes its blueprint."""
