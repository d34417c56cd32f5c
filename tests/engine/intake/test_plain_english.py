"""Plain English is read as it stands, however near a word lies to one of the field."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

from engine.intake.lexica import lexica_of
from engine.intake.spelling import mended
from knowledge import Knowledge
from tests.depth import LONG

WORDS: Final = gzip.decompress(Path(__file__).with_name("plain_english.txt.gz").read_bytes()).decode().split()
"""The common words of pyspellchecker's English list (MIT), those that occur at least 150 times in it."""
STEP: Final = 1 if LONG else 7


def test_no_common_word_is_taken_for_a_typo(knowledge: Knowledge) -> None:
    """A new model or data set brings new words to be meant: those that lie near them go into `english` of wording/words.yaml."""
    lexica = lexica_of(knowledge)
    changed = {word: text for word in WORDS[::STEP] if (text := mended(word, lexica.known, lexica.targets).text) != word}
    assert changed == {}


def test_no_name_of_other_software_is_taken_for_a_typo(knowledge: Knowledge) -> None:
    """What stands around a model in people's messages is read as it is written."""
    names = (
        "fastapi flask django celery rabbitmq kafka redis postgres nginx gunicorn uvicorn airflow dagster prefect terraform jenkins"
        " gitlab grafana prometheus datadog splunk snowflake databricks mongodb mysql elasticsearch opensearch pinecone weaviate qdrant"
        " milvus langchain llamaindex streamlit gradio optuna hyperopt mlflow wandb nodejs fluentd kibana logstash istio envoy traefik"
        " canva figma salesforce shopify zendesk twilio snakemake nextflow geotiff postgis shapefile"
    )
    lexica = lexica_of(knowledge)
    changed = {name: text for name in names.split() if (text := mended(name, lexica.known, lexica.targets).text) != name}
    assert changed == {}
