"""What Compute Optimizer exports and answers: read under its own names, with its finding beside ours."""

from __future__ import annotations

from typing import Any

import pytest

from engine.handover.rightsize import FleetContext, RowReader, Settings, Usage, judge_resource
from engine.handover.rightsize.compute_optimizer import is_export_metadata, is_instance_export, read_api_document, read_export_row
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.engine.handover.rightsize.aws_samples import ARN, ENTRY, EXPORT


@pytest.fixture(scope="module")
def reader(knowledge: Knowledge) -> RowReader:
    """One reader for all rows."""
    return RowReader(knowledge, "us-east-1")


def test_an_export_and_the_api_say_the_same(reader: RowReader) -> None:
    """Region from the ARN, hours from the look-back, maxima as use, their own finding kept."""
    one = read_export_row(EXPORT, reader)
    (other,) = read_api_document({"instanceRecommendations": [ENTRY]}, reader)
    assert one == other
    assert isinstance(one, Usage)
    assert (one.resource, one.region, one.instance_type, one.hours) == (ARN, "eu-west-1", "m5.4xlarge", 336)
    assert (one.uses["cpu"].max, one.uses["memory"].max) == (30, 20)
    assert one.theirs is not None
    assert one.theirs.reason_codes == ("CPUOverprovisioned",)
    assert (one.theirs.instance_type, one.theirs.performance_risk, one.theirs.saving_usd_per_month) == ("m5.2xlarge", 1, 280.32)


def test_copies_of_the_table_in_small_letters_are_read_too(reader: RowReader) -> None:
    """Catalogues of tables fold names to small letters."""
    small = {name.lower(): value for name, value in EXPORT.items()}
    assert is_instance_export(list(small))
    assert read_export_row(small, reader) == read_export_row(EXPORT, reader)


def test_their_finding_stands_beside_ours(knowledge: Knowledge, reader: RowReader) -> None:
    """Nothing is taken over: the better fit is the engine's own."""
    found = judge_resource(read_export_row(EXPORT, reader), FleetContext(knowledge, Settings()))
    assert found.finding == "over-provisioned"
    assert found.compute_optimizer is not None
    assert found.compute_optimizer.finding == "OVER_PROVISIONED"


def test_a_row_without_a_recommendation_says_why(reader: RowReader) -> None:
    """The service's own words."""
    row = EXPORT | {"errorCode": "InsufficientData", "errorMessage": "Not enough data"}
    with pytest.raises(InputError, match="errorCode: Compute Optimizer found nothing for it \\(Not enough data\\)"):
        read_export_row(row, reader)


def test_another_currency_is_no_saving_in_dollars(reader: RowReader) -> None:
    """It is left out rather than added up."""
    theirs = read_export_row(EXPORT | {"recommendationOptions_1_estimatedMonthlySavings_currency": "CNY"}, reader).theirs
    assert theirs is not None
    assert theirs.saving_usd_per_month is None


def test_gpus_are_read_as_their_metrics_are_called(knowledge: Knowledge) -> None:
    """GPU_PERCENTAGE and GPU_MEMORY_PERCENTAGE, in the table and in the answer."""
    reader = RowReader(knowledge, "us-east-1")
    row = EXPORT | {
        "currentInstanceType": "g5.xlarge",
        "utilizationMetrics_GPU_PERCENTAGE_MAXIMUM": "40",
        "utilizationMetrics_GPU_MEMORY_PERCENTAGE_MAXIMUM": "60",
    }
    uses = read_export_row(row, reader).uses
    assert (uses["gpu"].max, uses["gpu_memory"].max) == (40, 60)


@pytest.mark.parametrize("entry", [{}, {"instanceArn": ARN}, "x", None, ENTRY | {"utilizationMetrics": [1]}], ids=repr)
def test_an_entry_of_another_shape_is_told(entry: Any, reader: RowReader) -> None:  # noqa: ANN401  # JSON
    """One line; the entries beside it are read."""
    wrong, right = read_api_document({"instanceRecommendations": [entry, ENTRY]}, reader)
    assert isinstance(wrong, InputError)
    assert "\n" not in str(wrong)
    assert isinstance(right, Usage)


def test_the_names_are_the_services_own() -> None:
    """Botocore's model has the fields, the metrics and the codes that are read."""
    import botocore.session  # noqa: PLC0415  # takes half a second

    session: Any = botocore.session.get_session()
    model = session.get_service_model("compute-optimizer")
    assert set(ENTRY) <= set(model.shape_for("InstanceRecommendation").members)
    assert {"instanceType", "performanceRisk", "savingsOpportunity"} <= set(model.shape_for("InstanceRecommendationOption").members)
    metrics = {name.lower() for name in model.shape_for("MetricName").enum}
    assert {"cpu", "memory", "gpu_percentage", "gpu_memory_percentage"} <= metrics
    exported = {name.lower() for name in model.shape_for("ExportableInstanceField").enum}
    assert {"instancearn", "currentinstancetype", "lookbackperiodindays", "utilizationmetricscpumaximum", "idle"} <= exported


def test_metadata_of_an_export_is_told_from_an_export() -> None:
    """The JSON beside the table only describes its columns."""
    assert is_export_metadata({"@context": ["http://www.w3.org/ns/csvw"], "tableSchema": {}})
    assert not is_export_metadata({"instanceRecommendations": []})
