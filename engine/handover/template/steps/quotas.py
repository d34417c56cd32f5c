"""The service quota that a plan counts against, and the commands that look at it and ask for more."""

from __future__ import annotations

import re
from typing import Final

from engine.handover.template.deployment import Deployment
from knowledge.schema.quota import Quota
from knowledge.sentences import Say

_USES: Final = {
    "hosting": "endpoint usage",
    "training": "training job usage",
    "processing": "processing job usage",
    "transform": "transform job usage",
    "notebook": "notebook instance usage",
}
"""Kind of job -> how the name of its quota ends."""


def quota_step(deployment: Deployment, say: Say) -> tuple[str, list[str]] | None:
    """Title and commands; None where no machine is counted, or a block is bought outside the quotas."""
    plan = deployment.plan
    if plan.instance_type is None or plan.purchase == "capacity-block":
        return None
    machines = max(plan.scaling.max if plan.scaling is not None else 1, deployment.instance_count)
    kind = deployment.place.job_kind
    if kind is not None:
        use = "spot training job usage" if plan.purchase == "spot" else _USES[kind]
        name, service, least = f"{plan.instance_type} for {use}", "sagemaker", machines
        return _ask(say("quota_title", what=name, least=least), say("quota_name", service=service, quota=name, least=least))
    quota, least = find_quota(deployment), machines * int(deployment.instance.vcpu)
    if quota is None:
        return None
    return _ask(say("quota_title", what=quota.name, least=least), say("quota_code", service="ec2", code=quota.code, least=least))


def find_quota(deployment: Deployment) -> Quota | None:
    """The quota of EC2 that a type counts against; None where the base has no code for it."""
    family = deployment.instance.family
    letters = re.match("[a-z]+", family)
    purchase = "spot" if deployment.plan.purchase == "spot" else "on-demand"
    candidates = [
        quota
        for quota in deployment.knowledge.quotas.values()
        if quota.code and quota.purchase == purchase and letters is not None and letters[0] in quota.letters
    ]
    if len(candidates) <= 1:
        return next(iter(candidates), None)
    generation = re.match("[a-z]+[0-9]+", family)
    return next((quota for quota in candidates if generation is not None and generation[0].upper() in quota.name), None)


def _ask(title: str, commands: str) -> tuple[str, list[str]]:
    return title, commands.splitlines()
