"""Bedrock: no machine is run; an application inference profile counts the calls and separates their cost."""

from __future__ import annotations

from engine.handover.template.blueprint import AttributeRef, Blueprint, Node, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import FOUNDATION_MODEL


def build_inference_profile(deployment: Deployment) -> Blueprint:
    """One inference profile."""
    properties: dict[str, Node] = {"InferenceProfileName": deployment.name, "ModelSource": {"CopyFrom": FOUNDATION_MODEL}}
    return Blueprint(
        (Resource("bedrock-inference-profile", "InferenceProfile", properties),),
        exports=(AttributeRef("InferenceProfile", "arn"),),
        next_commands=deployment.say_commands("then_bedrock"),
        lookup_commands=(deployment.say("find_foundation_model", region=deployment.region),),
    )
