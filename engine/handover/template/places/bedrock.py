"""Bedrock: no machine is run; an application inference profile counts the calls and separates their cost."""

from __future__ import annotations

import dataclasses

from engine.handover.template.blueprint import AttributeRef, Blueprint, Node, Parameter, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import FOUNDATION_MODEL


def build_inference_profile(deployment: Deployment) -> Blueprint:
    """One inference profile."""
    properties: dict[str, Node] = {"InferenceProfileName": deployment.name, "ModelSource": {"CopyFrom": _foundation_model(deployment)}}
    return Blueprint(
        (Resource("bedrock-inference-profile", "InferenceProfile", properties),),
        exports=(AttributeRef("InferenceProfile", "arn"),),
    )


def _foundation_model(deployment: Deployment) -> Parameter:
    """The model that is called, with its ARN for a default where the base knows the id."""
    model = str(deployment.get_stated_fact("model"))
    entry = deployment.knowledge.hosted_models.get(model) or deployment.knowledge.models.get(model)
    if entry is None or entry.bedrock is None:
        return FOUNDATION_MODEL
    return dataclasses.replace(FOUNDATION_MODEL, default=f"arn:aws:bedrock:{deployment.region}::foundation-model/{entry.bedrock.model_id}")
