"""JSON Schemas of documents that commands put together of several records: the catalogue's, and what `quiz check` finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from knowledge.catalog.fields import FIELDS, Field
from knowledge.freshness import Freshness
from knowledge.schema.instance import CatalogStamp

Schema = dict[str, Any]
_DAY: Final[Schema] = {"type": "string", "format": "date"}
_COUNT: Final[Schema] = {"type": "integer"}
_FLAG: Final[Schema] = {"type": "boolean"}
_TEXT: Final[Schema] = {"type": "string"}
_NUMBER: Final[Schema] = {"type": "number"}
_CELL_TYPES: Final = {"number": "number", "text": "string", "flag": "boolean"}


def _told(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _map_of(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def _object(properties: Mapping[str, Schema], *, optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": dict(properties), "required": required, "additionalProperties": False}


def _cell_schema(field: Field) -> Schema:
    about = f"{field.summary} {field.unit}".strip()
    if field.kind == "words":
        return _told(_list_of(_TEXT), about)
    return _told({"type": [_CELL_TYPES[field.kind], "null"]}, about)


def _record_schema(record: type) -> Schema:
    from pydantic import TypeAdapter  # noqa: PLC0415  # 60 ms, which the names of the commands, for completion, do without

    schema: Schema = TypeAdapter(record).json_schema(mode="serialization")
    return schema


_VERSION: Final = _told({"const": 1}, "Version of this document.")
_AS_OF: Final = _told(_DAY, "The date of the catalogue's prices.")
_HOME: Final = _told(_TEXT, "The region whose prices are published.")
_CELLS: Final = {name: _cell_schema(field) for name, field in FIELDS.items()}


def catalog_list_schema() -> Schema:
    """The document of `catalog list --json`."""
    distance = _told(_NUMBER, "From the type that similar ones were asked for; 0 is equal.")
    row = _object({**_CELLS, "distance": distance}, optional=(*FIELDS, "distance"))
    return _object(
        {
            "schema": _VERSION,
            "catalog_as_of": _AS_OF,
            "filter": _told(_or_null(_TEXT), "The filter as it was understood."),
            "similar": _told(_or_null(_TEXT), "The type that similar ones were asked for."),
            "types": _told(_COUNT, "Types in the catalogue."),
            "matched": _told(_COUNT, "Types that pass the filter."),
            "price_region": _HOME,
            "note": _told(_or_null(_TEXT), "What to know of the prices of another region."),
            "instances": _told(_list_of(row), "The types, with the columns that were asked for."),
        }
    )


def catalog_show_schema() -> Schema:
    """The document of `catalog show --json`."""
    spot = _object({"region": _TEXT, "zone": _TEXT, "usd_per_hour": _NUMBER, "as_of": _DAY})
    known = {
        **_CELLS,
        "no_price_reason": _told(_or_null(_TEXT), "Why no price is known."),
        "specification_source": _told(_TEXT, "Where its specification comes from."),
        "specification_as_of": _told(_DAY, "When that was read."),
        "price_source": _told(_or_null(_TEXT), "Where its EC2 price comes from."),
        "sagemaker_price_source": _told(_or_null(_TEXT), "Where its SageMaker price comes from."),
        "spot": _told(_list_of(spot), "Spot prices by zone, where a refresh brought some."),
    }
    left_out = _object({"instance_type": _TEXT, "reason": _told(_TEXT, "Why the catalogue leaves it out.")})
    instances = _told(_list_of({"anyOf": [_object(known), left_out]}), "A record for each type that was named.")
    return _object({"schema": _VERSION, "catalog_as_of": _AS_OF, "price_region": _HOME, "instances": instances})


def catalog_status_schema() -> Schema:
    """The document of `catalog status --json`."""
    prices = _object(
        {
            "kind": _TEXT,
            "as_of": _DAY,
            "days_before_catalog": _told(_COUNT, "How much older than the catalogue."),
            "source": _TEXT,
            "count": _COUNT,
        }
    )
    ages, stamp = _record_schema(Freshness), _record_schema(CatalogStamp)["properties"]
    return _object(
        {
            "schema": _VERSION,
            "catalog_as_of": _AS_OF,
            "built_from": stamp["built_from"],
            "refreshed": stamp["refreshed"],
            "types": _told(_COUNT, "Types in the catalogue."),
            "by_status": _told(_map_of(_COUNT), "Status -> how many types."),
            "sagemaker_names": _told(_COUNT, "Types that SageMaker offers too."),
            "excluded": _told(_COUNT, "Names of AWS's enumeration that are left out."),
            "without_price": _told(_COUNT, "Types without a price."),
            "without_region": _told(_COUNT, "Types of which no region is known."),
            "prices": _told(_list_of(prices), "EC2 prices by kind, date and source."),
            "sagemaker_prices": _told(_list_of(prices), "The same of SageMaker."),
            "specifications": _told(_list_of(_object({"source": _TEXT, "as_of": _DAY, "count": _COUNT})), "By source and date."),
            "ages": _told(_list_of(ages), "How old the facts of the base are, by review."),
        }
    )


def catalog_refresh_schema() -> Schema:
    """The document of `catalog refresh --json`."""
    stamp = _record_schema(CatalogStamp)["properties"]
    jump = _object({"instance_type": _TEXT, "from": _NUMBER, "to": _NUMBER})
    counts = {
        "up": _COUNT,
        "down": _COUNT,
        "same": _COUNT,
        "new": _told(_COUNT, "Types that had no price before."),
        "gone": _told(_COUNT, "Types that have no price any more."),
    }
    changes = _object({**counts, "jumps": _told(_list_of(jump), "Prices that changed more than tenfold, USD an hour.")})
    return _object(
        {
            "schema": _VERSION,
            "dry_run": _told(_FLAG, "True if nothing was replaced."),
            "catalog_as_of": _AS_OF,
            "built_from": stamp["built_from"],
            "refreshed": stamp["refreshed"],
            "folder": _told(_TEXT, "Where the fresh catalogue lies."),
            "compared_with": _told(_object({"region": _TEXT, "as_of": _DAY}), "The catalogue before."),
            "prices": _told(changes, "How EC2 prices changed."),
            "sagemaker_prices": _told(changes, "How SageMaker prices changed."),
            "new_types": _told(_list_of(_TEXT), "Types that were not there before."),
            "left_out": _told(_map_of(_TEXT), "Type -> why it was left out."),
            "ambiguous": _told(_list_of(_TEXT), "Types with several prices in the list, left as they were."),
            "spot_prices": _told(_COUNT, "How many Spot prices were read."),
        }
    )


DOCUMENT_SCHEMAS: Final[Mapping[str, Callable[[], Schema]]] = {
    "catalog-list": catalog_list_schema,
    "catalog-show": catalog_show_schema,
    "catalog-status": catalog_status_schema,
    "catalog-refresh": catalog_refresh_schema,
}
"""Command -> its schema."""
