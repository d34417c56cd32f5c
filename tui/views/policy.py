"""A policy in one line: what it grants and what it restricts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from engine.policy import AppliedPolicy
from knowledge import Knowledge

_WIDTH: Final = 80
_MOST: Final = 4
"""Discounts that are named one by one."""
_NAMES: Final = {"sagemaker": "SageMaker", "ec2": "EC2", "lambda": "Lambda", "bedrock": "Bedrock", "all": "everything"}
_KINDS: Final = {
    "processors": ("processor", "processors"),
    "families": ("family", "families"),
    "instances": ("type", "types"),
    "places": ("place", "places"),
}


def policy_lines(policy: AppliedPolicy, knowledge: Knowledge, width: int = _WIDTH) -> list[str]:
    """`Policy: 10 % off SageMaker, 2 families approved`, in as many lines as it takes."""
    parts = [*_discount_phrases(policy), *_approval_phrases(policy, knowledge), *_commitment_phrases(policy)]
    return textwrap.wrap(f"Policy: {', '.join(parts)}", width, subsequent_indent=" " * 8, break_on_hyphens=False)


def _discount_phrases(policy: AppliedPolicy) -> Iterator[str]:
    for name, share in list(policy.discounts.items())[:_MOST]:
        yield f"{share * 100:.3g} % off {_NAMES.get(name, name)}"
    more = len(policy.discounts) - _MOST
    if more > 0:
        yield _count_phrase(more, "more discount", "more discounts")


def _approval_phrases(policy: AppliedPolicy, knowledge: Knowledge) -> Iterator[str]:
    for section, (one, several) in _KINDS.items():
        number = sum(name in getattr(knowledge, section) for name in policy.approved)
        if number:
            yield f"{_count_phrase(number, one, several)} approved"


def _commitment_phrases(policy: AppliedPolicy) -> Iterator[str]:
    if policy.quotas:
        yield f"{_count_phrase(len(policy.quotas), 'quota', 'quotas')} held"
    if policy.savings_plans:
        yield f"{_count_phrase(len(policy.savings_plans), 'Savings Plan', 'Savings Plans')} owned"


def _count_phrase(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
