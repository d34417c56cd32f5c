"""Rightsizes a fleet table with Spark: spark-submit rightsize_spark.py fleet.parquet findings.

Every executor needs `pip install sizewise`. No row depends on another, so each partition is judged on its own.
"""

import sys
from collections.abc import Iterable, Iterator

import msgspec
from pyspark.sql import Row, SparkSession

from engine.handover.rightsize import FleetContext, Settings, judge_rows
from knowledge import load

SETTINGS = Settings(region="us-east-1")


def judge_partition(rows: Iterable[Row]) -> Iterator[str]:
    """A line of JSON for each row, as `sizewise rightsize --jsonl` prints it."""
    context = FleetContext(load(), SETTINGS)
    for found in judge_rows((row.asDict() for row in rows), context):
        yield msgspec.json.encode(found).decode()


def main(source: str, target: str) -> None:
    """Read CSV, JSON Lines or Parquet by its ending, and write one line of JSON for each resource."""
    spark = SparkSession.builder.appName("rightsize").getOrCreate()
    kind = {"csv": "csv", "jsonl": "json", "parquet": "parquet"}[source.rsplit(".", 1)[-1]]
    fleet = spark.read.format(kind).option("header", "true").load(source)
    fleet.rdd.mapPartitions(judge_partition).saveAsTextFile(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
