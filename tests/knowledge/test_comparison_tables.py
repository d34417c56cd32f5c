"""Comparison tables say what the facts say."""

from __future__ import annotations

import msgspec

from knowledge import Knowledge
from knowledge.catalog_figures import FIGURES, list_types
from knowledge.comparison_tables import find_mistakes, table_rows
from knowledge.schema.table import Column
from tests.case_tables import for_each


def _cell(knowledge: Knowledge, table: str, row: str, head: str) -> str:
    columns = [column.head for column in knowledge.tables[table].columns]
    return dict(table_rows(knowledge.tables[table], knowledge))[row][columns.index(head)]


def test_cells_come_from_the_records_and_the_catalogue(knowledge: Knowledge) -> None:
    """Words, yes and no, units, shares, spans of prices."""
    processor, place = knowledge.processors["trainium"], knowledge.places["sagemaker-realtime"]
    assert _cell(knowledge, "processors-compared", "trainium", "Training") == processor.fits["training"].value
    assert _cell(knowledge, "places-and-billing", "sagemaker-realtime", "Payload") == f"{place.limits['payload_mb'].value:g} MB"
    assert _cell(knowledge, "places-and-billing", "lambda", "Payload") == "6 MB"
    assert _cell(knowledge, "places-and-billing", "sagemaker-async", "To zero") == "yes"
    assert _cell(knowledge, "purchases-and-cost", "spot", "Saving up to") == "90%"
    assert _cell(knowledge, "families-for-machine-learning", "inf2", "Devices").startswith("1 to 12 × AWS Inferentia2")
    prices = sorted(t.price.usd_per_hour for t in knowledge.instances.values() if t.family == "t3" and t.price)
    assert _cell(knowledge, "families-for-machine-learning", "t3", "EC2 price") == f"${prices[0]:,.4g} to ${prices[-1]:,.4g} an hour"


@for_each(
    ("family", "said"), [("trn2", "accepted, price unknown"), ("p5e", "accepted, price unknown"), ("trn2u", "not accepted"), ("trn1", "$")]
)
def test_accepted_without_a_price_is_not_told_as_not_accepted(knowledge: Knowledge, family: str, said: str) -> None:
    """SageMaker takes some types whose price there no source tells."""
    assert FIGURES["catalog.ml_price"].compute(list_types("families", family, knowledge), knowledge).startswith(said)


def test_the_lens_chooses_between_what_is_and_what_the_exam_expects(knowledge: Knowledge) -> None:
    """The exam's Inferentia comes first for inference."""
    table = knowledge.tables["processors-compared"]
    index = [column.head for column in table.columns].index("Inference")
    both = [dict(table_rows(table, knowledge, lens))["inferentia"][index] for lens in ("today", "exam")]
    assert both == ["good", "first"]


def test_a_wrong_row_and_an_empty_column_are_told(knowledge: Knowledge) -> None:
    """By file, field and name."""
    table = knowledge.tables["processors-compared"]
    assert list(find_mistakes(msgspec.structs.replace(table, rows=("cpu", "npu")), knowledge)) == [
        "tables/processors-compared.yaml: rows: there is no processors/npu."
    ]
    wrong = msgspec.structs.replace(table, columns=(*table.columns, Column(head="X", show="fits.flying")))
    assert list(find_mistakes(wrong, knowledge)) == ["tables/processors-compared.yaml: columns: fits.flying says nothing of any row."]
