"""Bedrock: nothing is run, so all that is made is a profile through which calls are counted and their cost is told apart."""

from __future__ import annotations

from engine.handover.template.givens import FOUNDATION_MODEL
from engine.handover.template.nodes import Blueprint, Node, Of, Resource
from engine.handover.template.subject import Subject


def tokens(subject: Subject) -> Blueprint:
    """An inference profile of the application."""
    properties: dict[str, Node] = {"InferenceProfileName": subject.name, "ModelSource": {"CopyFrom": FOUNDATION_MODEL}}
    return Blueprint(
        (Resource("bedrock-inference-profile", "InferenceProfile", properties),),
        told=(Of("InferenceProfile", "arn"),),
        following=subject.commands("then_bedrock"),
        finding=(subject.say("find_foundation_model", region=subject.region),),
    )
