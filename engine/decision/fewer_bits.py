"""Plans in fewer bits than anybody allowed: open only if the answers stay good enough, and looked at only where nothing else fits."""

from __future__ import annotations

import msgspec

from engine.decision.candidates import candidates
from engine.decision.context import Context
from engine.decision.option import Option
from engine.workload import Origin

CONDITION = "fewer_bits"
_IF = Origin(kind="assumed", because="Nothing fits in more bits.")


def in_fewer_bits(context: Context) -> list[Option]:
    """Options in fewer bits where no plan in full precision is left.

    None under priority cost: there a tighter limit must never lead to a cheaper plan, and bits given up would do just that.
    """
    return [] if context.workload.priority == "cost" else narrowed(context)


def narrowed(context: Context) -> list[Option]:
    """Options on CPUs, and of language models on GPUs, in 8 or 4 bits; empty where bits are stated, refused, or save nothing."""
    work = context.workload
    refused = work.quantization_ok is False and not work.is_assumed("quantization_ok")
    if refused or work.quantization_ok or work.precision is not None or context.needs.kind == "classic" or context.situation == "training":
        return []
    narrow = Context.of(
        work.with_fact("quantization_ok", value=True, origin=_IF), context.knowledge, context.lens, context.memo, context.policy
    )
    cpu = context.needs.kind == "network"
    found = candidates(narrow).options
    kept = [option for option in found if option.precision in ("int8", "int4") and (option.processor == "cpu") == cpu]
    return [msgspec.structs.replace(option, open_condition=option.open_condition or CONDITION) for option in kept]
