"""Asks the EC2 API, with the person's own AWS credentials, for specifications, offerings and Spot prices.

Needs boto3 (the extra `refresh`) and the permissions ec2:DescribeInstanceTypes, ec2:DescribeInstanceTypeOfferings and
ec2:DescribeSpotPriceHistory, all of which only read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from knowledge.errors import InputError
from knowledge.refresh.progress import Progress, Report

if TYPE_CHECKING:
    from mypy_boto3_ec2 import EC2Client

Items = dict[str, Mapping[str, Any]]
SpotKey = tuple[str, str, str]
"""Instance type, region, availability zone."""

_DENIED: Final = frozenset({"UnauthorizedOperation", "AccessDenied", "AccessDeniedException"})
_EXPIRED: Final = frozenset({"ExpiredToken", "RequestExpired", "ExpiredTokenException"})
_UNKNOWN_KEY: Final = frozenset({"AuthFailure", "InvalidClientTokenId", "SignatureDoesNotMatch", "OptInRequired"})


def has_credentials() -> bool:
    """True if boto3 is installed and finds credentials. They are not checked."""
    if find_spec("boto3") is None:
        return False
    import boto3  # noqa: PLC0415  # an optional extra
    from botocore.exceptions import BotoCoreError  # noqa: PLC0415  # the same

    try:
        return boto3.Session().get_credentials() is not None
    except BotoCoreError:
        return False


def fetch_instance_types(regions: Iterable[str], report: Report) -> Items:
    """Instance type -> its item of DescribeInstanceTypes; the first region that has it wins.

    Raises InputError where boto3, credentials, a permission or the network is missing.
    """
    items: Items = {}
    for region in regions:
        with _one_line_errors("DescribeInstanceTypes", region):
            for page in _make_client(region).get_paginator("describe_instance_types").paginate():
                for item in page["InstanceTypes"]:
                    items.setdefault(item["InstanceType"], item)
                report(Progress(f"specifications of {region}", rows=len(items)))
    return items


def fetch_offerings(regions: Iterable[str], report: Report) -> dict[str, list[Mapping[str, Any]]]:
    """Region -> items of DescribeInstanceTypeOfferings. Raises InputError as `fetch_instance_types` does."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for region in regions:
        with _one_line_errors("DescribeInstanceTypeOfferings", region):
            pages = _make_client(region).get_paginator("describe_instance_type_offerings").paginate(LocationType="region")
            items = found.setdefault(region, [])
            for page in pages:
                items.extend(page["InstanceTypeOfferings"])
                report(Progress(f"offerings of {region}", rows=len(items)))
    return found


def fetch_spot_prices(regions: Iterable[str], report: Report) -> dict[SpotKey, float]:
    """The Linux Spot price now in force, USD per hour, by type, region and zone. Raises InputError as `fetch_instance_types` does."""
    latest: dict[SpotKey, tuple[dt.datetime, float]] = {}
    for region in regions:
        with _one_line_errors("DescribeSpotPriceHistory", region):
            # A history that starts now holds, of each type and zone, the price now in force.
            pages = (
                _make_client(region)
                .get_paginator("describe_spot_price_history")
                .paginate(StartTime=dt.datetime.now(dt.UTC), ProductDescriptions=["Linux/UNIX"])
            )
            for page in pages:
                for item in page["SpotPriceHistory"]:
                    key, price = (item["InstanceType"], region, item["AvailabilityZone"]), float(item["SpotPrice"])
                    if price > 0 and (key not in latest or item["Timestamp"] > latest[key][0]):
                        latest[key] = (item["Timestamp"], price)
                report(Progress(f"Spot prices of {region}", rows=len(latest)))
    return {key: price for key, (_, price) in latest.items()}


def _make_client(region: str) -> EC2Client:
    import boto3  # noqa: PLC0415  # an optional extra
    from botocore.config import Config  # noqa: PLC0415  # the same

    config = Config(connect_timeout=10, read_timeout=60, retries={"max_attempts": 4, "mode": "standard"})
    return boto3.Session().client("ec2", region_name=region, config=config)


@contextmanager
def _one_line_errors(call: str, region: str) -> Iterator[None]:
    """Turn errors of boto3, and its absence, into an InputError of one line."""
    if find_spec("boto3") is None:
        raise InputError('boto3 is missing: pip install "sizewise[refresh]"')
    from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError  # noqa: PLC0415  # an optional extra

    try:
        yield
    except NoCredentialsError:
        raise InputError(f"{call}: no AWS credentials. Sign in (aws sso login, AWS_PROFILE), or refresh --prices alone.") from None
    except ClientError as error:
        raise InputError(f"{call} in {region}: {_refusal_reason(call, error.response.get('Error', {}))}") from None
    except BotoCoreError as error:
        raise InputError(f"{call} in {region}: {' '.join(str(error).split())}") from None


def _refusal_reason(call: str, error: Mapping[str, Any]) -> str:
    code = str(error.get("Code", "unknown"))
    if code in _DENIED:
        return f"denied; these credentials lack the permission ec2:{call}."
    if code in _EXPIRED:
        return "the credentials have expired; sign in again."
    if code in _UNKNOWN_KEY:
        return f"AWS does not accept the credentials here ({code})."
    return f"AWS answers {code}."
