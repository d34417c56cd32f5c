"""What people may say: first sentences, and words at any later place."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = (
    "",
    "identify plants from phone photos, answer within 200 ms",
    "chat with Llama 3 8B for 20 people at once",
    "train xgboost every week on 10 million rows",
    "Two things: train xgboost on 50 GB every night. And serve BERT in real time with 20 requests per second under 100 ms.",
    "fine-tune Llama 3 70B with qlora",
    "clean 2 TB of logs every night",
    "no GPU, but on g5 please",
    "[/bold] \x1b[31m 🌱 نبات 植物 " * 20,
)
WORDS: Final = (
    "200 ms",
    "half a million a day",
    "cheap",
    "yes",
    "no",
    "production, spiky, 8 GB",
    "actually it is resnet-50",
    "no GPUs",
    "make it 50 ms",
    "1: 5; 2: yes",
    "all right",
    "all of it on Graviton",
    "what if the load doubles",
    "12 requests per second at most, 50 usually",
    "-1",
    "0",
    "999999999999999999",
    "1e400 GB",
    "::;;:,",
)
