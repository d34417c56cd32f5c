"""Single values of a template that decide whether what it deploys works: estimated numbers, names that are called, sizes at rest."""

from __future__ import annotations

import json
import operator
from typing import Any, Final

import pytest

from engine.handover.template import Template, write_template
from engine.handover.template.container_image import find_hub_id, split_degree
from engine.handover.template.deployment import Deployment
from engine.intake.from_mapping import from_mapping
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import read_table
from tests.engine.handover.template.botocore_models import decode_template
from tests.engine.handover.template.conftest import HERE
from tests.engine.handover.template.script_runs import run_sdk_script

CASES: Final[list[dict[str, Any]]] = read_table(HERE / "values_cases.yaml")
_COMPARISONS: Final = {">=": operator.ge, "<=": operator.le}


def _write(facts: dict[str, Any], knowledge: Knowledge, wanted: Any = "cloudformation") -> Template:  # noqa: ANN401  # a format
    return write_template(advise(from_mapping(facts, knowledge), knowledge, explain="choice"), knowledge, wanted)


def _find_value(node: Any, path: str) -> Any:  # noqa: ANN401  # templates are of any shape
    for name in path.split("."):
        node = node[int(name)] if isinstance(node, list) else node[name]
    return node


def _agrees(found: Any, wanted: Any) -> bool:  # noqa: ANN401  # the same
    """Whether a value is the one that is wanted, or within the bound that is written as text."""
    sign, _, bound = str(wanted).partition(" ")
    return bool(_COMPARISONS[sign](found, float(bound))) if sign in _COMPARISONS else found == wanted


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_value_is_what_the_service_needs(case: dict[str, Any], knowledge: Knowledge) -> None:
    """In the resource of that type, the outputs, or the request of that name."""
    if "request" in case:
        calls = run_sdk_script(_write(case["facts"], knowledge, "sdk")).calls
        parts: dict[str, Any] = {"request": next(call.parameters for call in calls if call.name == case["request"])}
    else:
        document = json.loads(json.dumps(decode_template(_write(case["facts"], knowledge).text)[0]))
        parts = {one["Type"]: one.get("Properties", {}) for one in document["Resources"].values()}
        parts |= {part: document.get(part, {}) for part in ("Outputs", "Parameters")}
    for part, wanted in case["values"].items():
        for path, value in wanted.items():
            found = _find_value(parts[part], path)
            assert _agrees(found, value), f"{part}.{path}: {found!r}, not {value!r}"


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        ({"stage": "training", "parameters_b": 7, "algorithm": "llm", "training_tokens_b": 100}, "7b-llm-training"),
        ({"parameters_b": 13, "algorithm": "llm", "requests_per_second": 2, "stage": "inference"}, "13b-llm-inference"),
        ({"model": "llama-3-8b", "requests_per_second": 2}, "llama-3-8b"),
        ({"algorithm": "xgboost", "task": "regression", "requests_per_second": 2}, "xgboost"),
    ],
)
def test_a_stack_bears_the_name_of_what_was_asked_for(facts: dict[str, Any], name: str, knowledge: Knowledge) -> None:
    """Never that of the model whose numbers stand in for an unnamed one."""
    template = _write(facts, knowledge, "cli")
    assert f'NAME="${{NAME:-{name}}}"' in template.text


def test_a_block_of_capacity_costs_its_term_and_not_a_run(knowledge: Knowledge) -> None:
    """It is paid in advance, so a price a run beside it misleads."""
    facts = {"stage": "fine-tuning", "model": "llama-3-8b", "fine_tuning_method": "lora", "run_days": 10, "start_in_days": 3}
    head = _write(facts | {"require": ["capacity-block"]}, knowledge).text.partition("\n\n")[0]
    assert "for the block of 240 hours, paid in advance" in head
    assert "a run, " not in head
    assert "--duration-hours 240" in head


@pytest.mark.parametrize(
    ("model", "hub_id"),
    [("llama-3-8b", "meta-llama/Meta-Llama-3-8B"), ("bert-base", "google-bert/bert-base-uncased"), ("bloom-7b1", ""), ("resnet-50", "")],
)
def test_a_model_is_fetched_under_its_own_id_or_not_at_all(model: str, hub_id: str, knowledge: Knowledge) -> None:
    """A source of the base may be the page of a relative: its id would fetch another model."""
    assert find_hub_id(knowledge.models[model], knowledge) == hub_id


def test_the_devices_of_one_copy_divide_its_attention_heads(knowledge: Knowledge) -> None:
    """Else the server does not start."""
    awkward = [model for model in knowledge.models.values() if model.algorithm == "llm" and (model.configuration.heads or 8) % 8][:2]
    assert len(awkward) == 2
    for model in awkward:
        facts = {"model": model.id, "requests_per_second": 1, "require": ["ec2", "p4d"]}
        advice = advise(from_mapping(facts, knowledge), knowledge, explain="choice")
        assert advice.choice is not None
        deployment = Deployment(advice, advice.choice, knowledge, is_declarative=True)
        assert deployment.device_count == 8
        assert (model.configuration.heads or 0) % split_degree(deployment) == 0


def test_every_image_of_the_base_is_in_an_account_of_each_region_it_is_offered_in(knowledge: Knowledge) -> None:
    """Twelve digits; a region without an account is asked for the image."""
    accounts = [account for region in knowledge.regions.values() for account in region.image_accounts.values()]
    assert len(accounts) >= 60
    assert all(len(account) == 12 and account.isdigit() for account in accounts)
    assert {build.registry for image in knowledge.images.values() for build in image.builds} == {
        "deep-learning-containers",
        "sagemaker-algorithms",
    }


@pytest.mark.parametrize(
    ("facts", "hardware"),
    [
        (
            {
                "task": "regression",
                "algorithm": "xgboost",
                "requests_per_second": 30,
                "arm_ok": True,
                "require": ["c7g", "sagemaker-realtime"],
            },
            "Arm CPUs",
        ),
        (
            {"model": "llama-3-8b", "requests_per_second": 3, "neuron_compatible": True, "require": ["inf2", "sagemaker-realtime"]},
            "AWS Inferentia",
        ),
        ({"model": "llama-3-8b", "requests_per_second": 3, "neuron_compatible": True, "require": ["inf2", "eks"]}, "AWS Inferentia"),
    ],
)
def test_hardware_that_no_published_image_is_built_for_is_told_in_one_line(
    facts: dict[str, Any], hardware: str, knowledge: Knowledge
) -> None:
    """An image for another instruction set or processor does not start, so none stands in the place of the person's own."""
    text = _write(facts, knowledge, "cli").text
    line = f"No published image that runs it on {hardware} in us-east-1 was found: build your own."
    assert line in " ".join(text.replace("\n#", "").split())
    assert ': "${IMAGE_URI:?' in text
