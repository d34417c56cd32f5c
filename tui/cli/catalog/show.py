"""`sizewise catalog show`: all that is known of instance types."""

from __future__ import annotations

import argparse
import textwrap
from typing import Final

from msgspec.structs import asdict

from knowledge import Knowledge, load
from knowledge.catalog.fields import FIELDS, Vocabulary
from knowledge.catalog.instance_names import find_instance, plain_name
from knowledge.schema.instance import Excluded, Instance
from tui.cli.table import WIDTH
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.views.instance import SpotPrices, catalog_vocabulary, instance_facts
from tui.views.spot_prices import read_spot_prices

_LABEL_WIDTH: Final = 16


def run(arguments: argparse.Namespace) -> int:
    """Print a card of each type, or one JSON document. Raises InputError for a name that is not known."""
    knowledge = load()
    types = [_find_type(name, knowledge) for name in arguments.types]
    spot = read_spot_prices()
    if arguments.json:
        vocabulary, stamp = catalog_vocabulary(knowledge), knowledge.stamp
        instances = [asdict(item) if isinstance(item, Excluded) else _as_document(item, vocabulary, spot) for item in types]
        print(render_json({"schema": 1, "catalog_as_of": stamp.as_of, "price_region": stamp.price_region, "instances": instances}))
    else:
        print("\n\n".join(_render_card(item, knowledge, spot) for item in types))
    return DONE


def _find_type(name: str, knowledge: Knowledge) -> Instance | Excluded:
    """The type; for one that the catalogue leaves out, its record with the reason."""
    return knowledge.excluded.get(plain_name(name)) or find_instance(name, knowledge)


def _as_document(instance: Instance, vocabulary: Vocabulary, spot: SpotPrices) -> dict[str, object]:
    """Every field of the filter language, then what the record holds beyond them."""
    document: dict[str, object] = {}
    for field in FIELDS.values():
        cell = field.read(instance, vocabulary)
        document[field.name] = sorted(cell) if isinstance(cell, frozenset) else cell
    for name in ("no_price_reason", "specification_source", "specification_as_of"):
        document[name] = getattr(instance, name)
    document["price_source"] = instance.price.source if instance.price else None
    ml_price = instance.ml.price if instance.ml else None
    document["sagemaker_price_source"] = ml_price.source if ml_price else None
    document["spot"] = [price._asdict() for price in spot.get(instance.instance_type, ())]
    return document


def _render_card(item: Instance | Excluded, knowledge: Knowledge, spot: SpotPrices) -> str:
    if isinstance(item, Excluded):
        return "\n".join(textwrap.wrap(f"{item.instance_type}: not in the catalogue. {item.reason}", WIDTH))
    lines = [item.instance_type + (f", ml.{item.instance_type} at SageMaker" if item.ml else "")]
    for label, text in instance_facts(item, knowledge, spot):
        lines += textwrap.wrap(
            text, WIDTH, initial_indent=f"  {label:<{_LABEL_WIDTH}}", subsequent_indent=" " * (_LABEL_WIDTH + 2), break_on_hyphens=False
        )
    return "\n".join(lines)
