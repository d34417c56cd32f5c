"""Which rows in the files of AWS's price list are plain on-demand hours, and of which instance type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

EC2, SAGEMAKER = "AmazonEC2", "AmazonSageMaker"
_USAGE: Final = re.compile(r"(?:^|-)(Host|Train):(ml\.[a-z0-9-]+\.[a-z0-9-]+)$")
_EC2_NAME: Final = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")
_ML_NAME: Final = re.compile(r"ml\.[a-z0-9-]+\.[a-z0-9]+")
"""The type at the start of a cell; older lists append the component, as in ml.m5.large-Hosting."""

Cells = Mapping[str, str]
"""A row: normalized column -> value."""

_HOURLY: Final = {"termtype": {"ondemand"}, "currency": {"usd"}, "unit": {"hrs", "hours", "hour", "hr"}}
"""Required columns of every offer -> their values for a plain hour, in lower case."""
_IF_THERE: Final = {"marketoption": {"ondemand", ""}, "operation": {"runinstances", "runinstance", ""}, "locationtype": {"aws region", ""}}
"""Optional columns -> their values for a plain hour, in lower case."""
_PREFERENCE: Final = {"Hosting": 0, "Host": 0, "Training": 1, "Train": 1}
"""SageMaker component or usage -> rank: the training price counts only for types that are not sold for hosting."""


@dataclass(frozen=True, slots=True)
class Form:
    """How to recognise the rows of one offer's file that are plain on-demand hours."""

    accepted: Mapping[str, set[str]]
    """Required columns -> their values for a plain hour, in lower case."""
    mark: bytes
    """Bytes that every such line holds, besides OnDemand; other lines need not be parsed."""
    named_in: str
    """Required column with the type's name."""
    name: Callable[[Cells], tuple[int, str] | None]
    """Row -> rank and name of the type without `ml.`; None if the row names no type."""

    def is_plain_hour(self, row: Cells, region: str) -> bool:
        """True if a row is the on-demand price per hour in `region` of a machine with plain Linux."""
        wanted = {**self.accepted, **{name: values for name, values in _IF_THERE.items() if name in row}}
        return row.get("regioncode", "") in {"", region} and all(row[name].lower() in values for name, values in wanted.items())


def _ec2_name(row: Cells) -> tuple[int, str] | None:
    return (0, row["instancetype"]) if _EC2_NAME.fullmatch(row["instancetype"]) else None


def _sagemaker_name(row: Cells) -> tuple[int, str] | None:
    usage = _USAGE.search(row["usagetype"])
    component = row.get("component", "") or (usage[1] if usage else "")
    name = (
        _ML_NAME.match(row.get("instancename", "")) or _ML_NAME.match(row.get("instancetype", "")) or (usage and _ML_NAME.match(usage[2]))
    )
    return (_PREFERENCE[component], name[0].removeprefix("ml.")) if component in _PREFERENCE and name else None


_LINUX: Final = {"operatingsystem": {"linux"}, "tenancy": {"shared"}, "preinstalledsw": {"na", ""}, "capacitystatus": {"used"}}
FORMS: Final[dict[str, Form]] = {
    EC2: Form({**_HOURLY, **_LINUX}, b"Linux", "instancetype", _ec2_name),
    SAGEMAKER: Form(_HOURLY, b"", "usagetype", _sagemaker_name),
}
"""Offer -> its form."""
