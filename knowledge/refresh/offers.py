"""The offers of AWS's price list: which rows of their files are an hour of a plain machine, and of which type."""

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
"""Columns that must be there in every offer, with the values of a plain hour in lower case."""
_IF_THERE: Final = {"marketoption": {"ondemand", ""}, "operation": {"runinstances", "runinstance", ""}, "locationtype": {"aws region", ""}}
"""Columns that are looked at where the file has them."""
_PREFERENCE: Final = {"Hosting": 0, "Host": 0, "Training": 1, "Train": 1}
"""SageMaker component or usage -> its rank: a type that is not sold for hosting has its training price."""


@dataclass(frozen=True, slots=True)
class Form:
    """Which rows of an offer's file are hours of a plain machine, and of which type."""

    accepted: Mapping[str, set[str]]
    """Columns that must be there, with the values of a plain hour in lower case."""
    mark: bytes
    """What stands in every such line, besides OnDemand: lines without it need not be taken apart."""
    named_in: str
    """The column that must be there to name the type."""
    name: Callable[[Cells], tuple[int, str] | None]
    """The type's rank and its name without `ml.`; None for what is no type."""

    def is_plain_hour(self, row: Cells, region: str) -> bool:
        """Whether a row is the on-demand price of an hour in `region`, of a machine with Linux and nothing else."""
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
