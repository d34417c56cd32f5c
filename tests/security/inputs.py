"""The files that the commands of `commands.yaml` read, with one text in every place that takes text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from knowledge import Knowledge
from quizzes.exchange import export_items
from tests.quizzes.sample_items import choice
from tests.security.running import file_name, run_command

POLICY: Final = "discounts: {sagemaker: 0.1}\napproved: [c7i, m7i, g5, g6, sagemaker-realtime]\n"
CONFIG: Final = {
    "model_type": "bert", "hidden_size": 768, "intermediate_size": 3072, "num_attention_heads": 12, "num_hidden_layers": 12,
    "vocab_size": 30522, "max_position_embeddings": 512, "type_vocab_size": 2,
}  # fmt: skip
MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in "~=#{}:\\"})
"""What GIFT gives a meaning."""
_CONTROLS: Final = dict.fromkeys((*range(32), 127), " ")
"""Characters for which GIFT and CSV are refused as binary data."""

CHOSEN: Final = frozenset(
    {
        *("lens", "value", "processor", "purchase", "kind", "price", "verdict", "basis", "role", "confidence", "policy"),
        *("instance_type", "place", "metric"),
    }
)
"""Fields of an advice that are read as one of a few values, or looked up in the base."""


def prepare(folder: Path, text: str, knowledge: Knowledge) -> None:
    """Write the files into `folder`, where the process is."""
    (folder / "policy.yaml").write_text(POLICY, encoding="utf-8")
    advice = run_command("advise", "BERT sentiment under 200 ms, 5 requests a second", "--policy", "policy.yaml", "--json").out
    item = choice(id="an-item", stem=text, principle=text)
    (folder / "items.apkg").write_bytes(export_items("anki", [item], knowledge, at=1.8e9).data)
    for name, content in _texts(text, advice).items():
        (folder / name).write_text(content, encoding="utf-8")


def _texts(text: str, advice: str) -> dict[str, str]:
    """Name -> content."""
    quoted, soft = json.dumps(text), text.translate(_CONTROLS)
    marked = soft.translate(MARKS)
    endpoint = {"resource": text, "kind": "endpoint", "instance_type": "ml.m5.4xlarge", "count": 2, "hours": 400, "cpu_p99": 20, text: text}
    measured = {"instance_type": "ml.c7i.xlarge", "requests_per_second": 5, "latency_ms": 120, "model": text, "note": text}
    return {
        "advice.json": json.dumps(poisoned(json.loads(advice), text)),
        f"{file_name(text)}.json": advice,
        f"{file_name(text)}.yaml": "model: bert-base\nrequests_per_second: 5\nlatency_p99_ms: 200\n",
        "hostile.yaml": f"{quoted}: {quoted}\nmodel: {quoted}\ndiscounts: {{{quoted}: {quoted}}}\n",
        "config.json": json.dumps({**CONFIG, "_name_or_path": text, "architectures": [text]}),
        "measured.csv": _csv([measured]),
        "hostile.csv": _csv([{text: text, "instance_type": text}]),
        "fleet.csv": _csv([endpoint, {**endpoint, "instance_type": text}]),
        "fleet.jsonl": json.dumps(endpoint) + "\n",
        "handed.json": json.dumps(
            {
                "kind": "sizewise-hand-over",
                "version": 1,
                "made": "2026-11-28",
                "course": text,
                "name": text[:80],
                "next_lesson": text,
                "points": [{"point": text, "lesson": text, "asked": 1, "right": 0, "grip": "wrong", "recall": 0, "last": "2026-11-27"}],
            }
        ),
        "items.gift": f"::{marked}:: {marked} {{ ={marked} ~{marked} 2 }}\n",
        "items.csv": _csv([{"stem": soft, "option_1": soft, "option_2": "no", "right": 1}]),
        "items.json": json.dumps([{"question": text, "options": [text, "no"], "answer": text, text: text}]),
    }


def _csv(rows: Iterable[Mapping[str, object]]) -> str:
    """A table whose head is that of the first row."""
    every = list(rows)
    target = io.StringIO(newline="")
    writer = csv.DictWriter(target, list(every[0]))
    writer.writeheader()
    writer.writerows(every)
    return target.getvalue()


def poisoned(document: Any, text: str, chosen: frozenset[str] = CHOSEN) -> Any:  # noqa: ANN401  # JSON is of any shape
    """An advice with `text` behind every text in it that can be anything and still is read; fields that are `chosen` stay."""
    if isinstance(document, dict):
        return {name: one if name in chosen else poisoned(one, text, chosen) for name, one in document.items()}
    if isinstance(document, list):
        return [poisoned(one, text, chosen) for one in document]
    return document + text if isinstance(document, str) else document
