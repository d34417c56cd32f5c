"""What a container that may not reach the network gets: subnets and security groups of the person's own, and a key for its results."""

from __future__ import annotations

from collections.abc import Mapping

from engine.handover.template.blueprint import Node
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import KMS_KEY, SECURITY_GROUPS, SUBNETS


def join_network(deployment: Deployment) -> Mapping[str, Node]:
    """Subnets and security groups, through which SageMaker reads data and model; nothing where it was not asked for.

    A serverless endpoint takes none.
    """
    if not deployment.is_isolated or deployment.place.id == "sagemaker-serverless":
        return {}
    return {"VpcConfig": {"Subnets": SUBNETS, "SecurityGroupIds": SECURITY_GROUPS}}


def encrypt_results(deployment: Deployment) -> Mapping[str, Node]:
    """The key of the person's own that encrypts what is written to S3; else S3 encrypts it with a key of AWS."""
    return {"KmsKeyId": KMS_KEY} if deployment.is_isolated else {}
