"""Every kind of outcome is reached by some conversation: each place, each way to pay, each kind of processor, and nothing at all."""

from __future__ import annotations

from typing import Final

import pytest

from engine.dialogue import Desk, answer, edit, show_now, start, workload_of
from engine.workload import Value

SAID: Final[dict[str, tuple[str, tuple[tuple[str, str], ...]]]] = {
    "sagemaker-realtime": ("classify photos in real time, 20 requests a second", (("environment", "production"),)),
    "sagemaker-serverless": ("a scikit-learn model that is called now and then", (("cold_start_ok", "yes"), ("operations", "AWS"))),
    "sagemaker-async": (
        "transcribe podcasts of 200 MB with whisper, a queue is fine",
        (("payload_mb", "200 MB"), ("traffic", "now and then")),
    ),
    "sagemaker-batch-transform": ("score 3 million customers every night with lightgbm", (("stage", "serve a model"),)),
    "sagemaker-training": ("train xgboost on 20 million rows", (("interruptible", "no"),)),
    "sagemaker-processing": ("clean and join 500 GB of logs every night", ()),
    "sagemaker-notebook": ("a jupyter notebook to explore a 2 GB table", ()),
    "lambda": ("a small scikit-learn model, called now and then", (("operations", "serverless"), ("require", "lambda"))),
    "ecs": ("a vit-base classifier, 25 requests a second", (("operations", "our containers"),)),
    "eks": ("a BERT classifier, 100 requests a second", (("operations", "our Kubernetes"),)),
    "ec2": ("a BERT classifier, 100 requests a second", (("operations", "we do"),)),
    "bedrock": ("chat with Llama 3 8B, one request a second", (("require", "bedrock"),)),
    "edge": ("resnet-50 on a device without internet", (("require", "edge"),)),
    "on-demand": ("classify photos in real time, 20 requests a second", (("commitment_years", "no"),)),
    "savings-plan": ("classify photos in real time, 20 requests a second", (("commitment_years", "one year"),)),
    "spot": ("train xgboost on 20 million rows", (("interruptible", "yes"),)),
    "capacity-block": (
        "train a 70B language model on p5.48xlarge",
        (("run_days", "7"), ("start_in_days", "14"), ("require", "p5.48xlarge")),
    ),
    "cpu": ("serve xgboost, 40 requests a second", ()),
    "gpu": ("chat with Llama 3 8B for 20 people at once", (("custom_cuda_kernels", "yes"),)),
    "inferentia": ("serve bert-base, 100 requests a second", (("neuron_compatible", "yes"), ("require", "inferentia"))),
    "trainium": ("fine-tune Llama 3 8B with full fine-tuning", (("neuron_compatible", "yes"), ("require", "trainium"))),
    "nothing": ("classify photos, answer within 200 ms", (("latency_p99_ms", "0.5 ms"),)),
}
"""Outcome -> a first sentence, and answers by fact."""


@pytest.mark.parametrize("outcome", SAID)
def test_some_conversation_leads_there(outcome: str, desk: Desk) -> None:
    """By words and answers alone."""
    text, answers = SAID[outcome]
    conversation = start(text, desk)
    for fact, words in answers:
        conversation = answer(edit(conversation, fact, desk), words, desk)
        assert not conversation.notice, (fact, words, conversation.notice)
    choice = show_now(conversation, desk, "choice").choice
    names = {choice.place, choice.purchase, choice.processor} if choice is not None else {"nothing"}
    assert outcome in names, (names, _known(workload_of(conversation.now.answers).known()))


def _known(facts: dict[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in facts.items())


def test_every_place_purchase_and_processor_is_among_them(desk: Desk) -> None:
    """Reserved instances are never the advised way to pay, and no plan is on a processor of another kind."""
    base = desk.knowledge
    assert {*base.places, *base.purchases, *base.processors} - set(SAID) == {"reserved", "other"}
