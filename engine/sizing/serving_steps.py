"""The arithmetic of an answer, a line a step: memory, prompts and tokens, or single items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.sizing.answer import figure, fit_step, where_step
from engine.sizing.estimated import Memory
from engine.sizing.memory.storage import bytes_stored, embedding_parameters, is_quantized, stored_as
from engine.sizing.question import Question
from engine.sizing.speed.decoder import decoder_of
from engine.sizing.speed.passes import passes_of
from engine.sizing.speed.performance import Load, Performance


class Held(NamedTuple):
    """What devices hold at once."""

    devices: int
    sequences: float
    """Requests under way, or items of a batch."""
    memory: Memory


def memory_steps(asked: Question, held: Held) -> Iterator[str]:
    """Where it runs, its weights, its KV cache, and whether that fits."""
    devices, sequences, memory = held
    shape, stored = asked.shape, stored_as(asked.device, asked.precision)
    yield where_step(asked, devices)
    kept = embedding_parameters(shape) if is_quantized(stored) else 0.0
    beside = f" + {kept / 1e9:.4g}e9 × 2 B" if kept else ""
    one = f"{(shape.parameters - kept) / 1e9:.4g}e9 × {bytes_stored(stored):.3g} B{beside}"
    copies = asked.device.cores if shape.kind != "language-model" else 1
    yield f"weights = {f'{copies} copies × ({one})' if copies > 1 else one} = {memory.weights:.4g} GB"
    if memory.kv_cache:
        tokens = asked.tokens_in + asked.tokens_out
        each = memory.kv_cache / sequences / tokens * 1e6
        yield f"KV cache = {sequences:g} × {tokens:,.0f} tokens × {figure(each)} kB = {memory.kv_cache:.4g} GB"
    yield fit_step(memory)


def token_steps(asked: Question, held: Held, load: Load, said: Performance, *, wanted: float, copies: int) -> Iterator[str]:
    """The prompt, a decode step, an answer, and the rate of all copies; `said` is what one does, `wanted` how many requests there are."""
    sequences = held.sequences
    if sequences < wanted:
        yield f"{wanted - sequences:,.0f} of {wanted:,.0f} requests wait: their KV cache does not fit"
    decoder = decoder_of(asked.shape, asked.device, asked.precision, load.split, asked.efficiency)
    tokens = load.tokens_in + load.tokens_out / 2
    prompt = decoder.prompt_ms(load.tokens_in)
    work = 2 * decoder.active * load.tokens_in / 1e12
    step = decoder.step_ms(sequences, tokens)
    read = decoder.weights_ms(sequences) * decoder.stream_gb / 1e3
    cache = sequences * decoder.cache_of(tokens) / decoder.devices
    yield f"prompt = {work:.4g} TFLOP / {figure(decoder.gflops / 1e3)} TFLOPS sustained, exchange and fixed costs = {prompt:.4g} ms"
    compute, streamed = decoder.compute_ms(sequences), decoder.weights_ms(sequences)
    work_step = f"{read:.4g} GB weights / {decoder.stream_gb:,.0f} GB/s" if streamed >= compute else f"products {compute:.4g} ms"
    yield (
        f"decode step = {work_step} + {cache:.3g} GB cache / {decoder.cache_stream_gb:,.0f} GB/s"
        f" + exchange {decoder.exchange_ms(sequences):.3g} ms + fixed {decoder.fixed_ms() + decoder.efficiency.decoder.step_ms:.3g} ms"
        f" = {step:.4g} ms"
    )
    if load.regime == "concurrency" and sequences > 1:
        yield f"time per token = {step:.4g} ms + prompts of {sequences - 1:g} others in between = {said.per_token_ms or 0:.4g} ms"
    first, each = (said.first_token_ms or 0) / 1e3, (said.per_token_ms or 0) / 1e3
    yield f"answer = {first:.4g} s + {load.tokens_out - 1:,.0f} × {each:.4g} s = {(said.latency_ms or 0) / 1e3:.4g} s"
    answers = f"{copies} × {sequences:g} × {asked.tokens_out:,.0f} tokens / {(said.latency_ms or 0) / 1e3:.4g} s"
    yield f"throughput = {answers} = {figure(said.rate * copies)} a second"


def item_steps(asked: Question, batch: float, rate: float) -> Iterator[str]:
    """One item, a batch of them, and the rate of all copies."""
    passes = passes_of(asked.shape, asked.device, asked.precision, asked.efficiency, tokens=asked.tokens_in)
    gflop = asked.shape.item_gflop(asked.tokens_in)
    sustained = gflop / passes.item_ms
    each = " per NeuronCore" if passes.copies > 1 else ""
    latency = passes.batch_ms(batch)
    yield f"item = {gflop:.4g} GFLOP / {figure(sustained)} TFLOPS sustained{each} = {passes.item_ms:.3g} ms"
    computed = batch * passes.item_ms >= passes.stream_ms
    items = f"{batch:g} × {passes.item_ms:.3g} ms" if computed else f"reading the weights {passes.stream_ms:.4g} ms"
    yield f"batch of {batch:g} = {items} + {passes.fixed_ms:.3g} ms fixed = {latency:.4g} ms"
    if asked.on_cpu:
        yield f"throughput = cores work on several items, which hides fixed costs = {figure(rate)} a second"
    else:
        copies = asked.choices[0] * passes.copies * asked.run.count
        yield f"throughput = {copies:g} copies × {batch:g} / {latency:.4g} ms = {figure(rate)} a second"
