"""The parser of `sizewise estimate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui.cli.argument_parser import run_lazily

if TYPE_CHECKING:
    from tui.cli.argument_parser import Commands

_GROUPS: Final = {
    "the model": {
        "model": ("NAME", "by name or alias: llama-3-8b, meta-llama/Llama-3.1-8B-Instruct"),
        "model-config": ("FILE", "a Hugging Face config.json, for a model that is not in the base; - for standard input"),
        "parameters-b": ("N", "for one that is not in the base: its parameters, in billions"),
        "active-parameters-b": ("N", "those that one token meets (mixture of experts), in billions"),
        "layers": ("N", "its layers"),
        "hidden-size": ("N", "width of a layer"),
        "heads": ("N", "attention heads of a layer"),
        "kv-heads": ("N", "key and value heads of a layer"),
        "head-size": ("N", "elements of a head"),
        "gflops-per-item": ("N", "10^9 operations for one item, where it generates no text"),
    },
    "the hardware": {
        "instance": ("TYPE", "g5.xlarge; ml.g5.xlarge for the price at SageMaker"),
        "count": ("N", "how many instances (1)"),
        "accelerator": ("NAME", "bare hardware instead of an instance: a10g"),
        "accelerators": ("N", "devices that are used (as many as are needed)"),
    },
    "the run": {
        "stage": ("STAGE", "inference (default), training or fine-tuning"),
        "precision": ("TYPE", "of the weights: fp32, bf16, fp16, fp8, int8, int4 … (as suits the hardware)"),
        "batch": ("N", "items at once; in training per device and step"),
        "concurrency": ("N", "requests that are always under way"),
        "input-tokens": ("N", "tokens of one request or sample"),
        "output-tokens": ("N", "tokens that one request generates"),
        "method": ("METHOD", "of fine-tuning: full, lora or qlora"),
        "optimizer": ("NAME", "of training: adamw, adamw-8bit, adafactor or sgd"),
        "sharding": ("NAME", "of training over devices: none, zero-1, zero-2 or zero-3"),
        "offload": ("NAME", "of training to host memory: none, optimizer or all"),
        "rank": ("N", "of LoRA's matrices (8)"),
    },
    "the start of a further copy": {
        "place": ("PLACE", "sagemaker-realtime, sagemaker-async, ec2, ecs or eks (by the type)"),
        "load-from": ("SOURCE", "of the weights: s3-download, s3-stream, ebs-gp3 or nvme (s3-download)"),
        "pull": ("HOW", "of the image: registry, parallel or cached (registry)"),
        "image-gb": ("N", "compressed size of the image (that of a usual server)"),
    },
}
"""Title -> option -> what its value is called, and what it means."""
_RUN_FLAGS: Final = {
    "no-checkpointing": "training keeps all activations",
    "pure": "training holds everything in 16 bits, without fp32 copies",
    "compiled": "a compiler recomputes what is cheap (torch.compile)",
    "chunked-loss": "the loss of training is computed in pieces",
}


def add_estimate(commands: Commands) -> None:
    """Add `estimate`."""
    estimate = commands.add_parser("estimate", help="memory, speed and cost of a model on some hardware")
    for title, options in _GROUPS.items():
        group = estimate.add_argument_group(title)
        for name, (value, text) in options.items():
            group.add_argument(f"--{name}", metavar=value, help=text)
        for name, text in _RUN_FLAGS.items() if title == "the run" else ():
            group.add_argument(f"--{name}", action="store_const", const=True, help=text)
    estimate.add_argument("--json", action="store_true", help="one JSON document on standard output")
    estimate.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    estimate.set_defaults(run=run_lazily("tui.cli.estimate"))
